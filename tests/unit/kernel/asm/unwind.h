/* SPDX-License-Identifier: GPL-2.0 */
/* Stacks are the program's, see fetch_host.c: prog/fetch_stack.c is not built for the host. */
