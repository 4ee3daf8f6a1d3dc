/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/rcupdate.h>
#include <linux/sched.h>
