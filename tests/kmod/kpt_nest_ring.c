// SPDX-License-Identifier: GPL-2.0
/* The same source that goes into kprobectl.ko. */
#include "../../module/ring/ring.c"

/* Its stamps are of CLOCK_MONOTONIC, the one that can step back. */
DEFINE_STATIC_KEY_FALSE(kpctl_clock_raw);
