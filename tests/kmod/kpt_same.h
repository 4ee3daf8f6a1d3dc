/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPT_SAME_H
#define KPT_SAME_H

unsigned long kpt_same_other(unsigned long v);

#endif /* KPT_SAME_H */
