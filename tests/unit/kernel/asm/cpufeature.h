/* SPDX-License-Identifier: GPL-2.0 */
/* Four levels of page tables. */
#define X86_FEATURE_LA57		0
#define cpu_feature_enabled(feature)	(feature)
