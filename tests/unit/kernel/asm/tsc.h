/* SPDX-License-Identifier: GPL-2.0 */
int check_tsc_unstable(void);
