// SPDX-License-Identifier: GPL-2.0
/* The same source that goes into kprobectl.ko. */
#include "../../module/ring.c"
