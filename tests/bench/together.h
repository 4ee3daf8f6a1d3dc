/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What "together" (in the guest) tells the plugin lines.c (in the emulator): stores at
 * addresses of these pages, which nobody else has. What is stored says nothing.
 */
#ifndef TOGETHER_H
#define TOGETHER_H

#define TOGETHER_AT	0x6b70635f0000ul
#define TOGETHER_BEGIN	TOGETHER_AT
#define TOGETHER_END	(TOGETHER_AT + 8)
#define TOGETHER_CALLS	(TOGETHER_AT + 4096)	/* a line for each processor: one call more */
#define TOGETHER_CPUS	16
#define TOGETHER_LINE	64
#define TOGETHER_SIZE	8192

#endif
