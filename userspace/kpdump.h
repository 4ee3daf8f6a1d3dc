/* SPDX-License-Identifier: GPL-2.0-only */
/* What the sources of kpdump know of each other. */
#ifndef KPDUMP_H
#define KPDUMP_H

#include "dump.h"

/* kpdump_memory.c: dumps of the forms that libkdumpfile knows, and bare memory */

/*
 * 0: *m reads the file until memory_close(), and *is_cut says whether its end is missing. Else
 * -errno, and *why, if it is not NULL, says more: valid until memory_close(), which follows in
 * either case.
 */
int memory_open(struct kpr_memory *m, int fd, const char **why, bool *is_cut);
void memory_close(struct kpr_memory *m);

/* kpdump_flat.c */
bool flat_is(int fd);
/* A descriptor of the file, or -errno. *is_cut: its end is not there. */
int flat_unfold(int fd, bool *is_cut);

/* kpdump_symbols.c */

/*
 * The text of a kallsyms out of a System.map, a copy of /proc/kallsyms, or a vmlinux, with the
 * addresses of a kernel whose vprintk stands at `known`. 0; -ENOENT: vprintk is not in it;
 * -EPROTO: it is none of the three; -errno.
 */
int symbols_read(const char *path, uint64_t known, char **text);

#endif /* KPDUMP_H */
