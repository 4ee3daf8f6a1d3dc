/* SPDX-License-Identifier: GPL-2.0 */
/* What the module's build makes by base/kernel_has.sh, for tests on the host. */
#define KPCTL_HAS_PERCPU_PLAIN 1
