/* SPDX-License-Identifier: GPL-2.0-only */
/* -f trace.dat: the pages of events, as the kernel's ring buffer has them. */
#ifndef KPREAD_TRACEDAT_H
#define KPREAD_TRACEDAT_H

#include "kpread.h"

/* A page of the file; the kernel's are smaller, but an event must fit into one. */
#define PAGE_SIZE	(64u << 10)
#define PAGE_HEADER	16u	/* time:8 commit:8 */
/* The longest event: behind a time of its own, and before a number of lost ones. */
#define EVENT_MAX	(PAGE_SIZE - PAGE_HEADER - 8 - 8 - 8)

/* Pages go to a file without a name, in the folder of `path` (NULL: /tmp). */
void pages_begin(const char *path);
/*
 * An event of len bytes, at most EVENT_MAX, of this CPU; times do not fall. 0 or -errno.
 */
int pages_add(unsigned int cpu, uint64_t time, const void *event, size_t len);
/* Events are missing here; `count` 0: nobody knows how many. 0 or -errno. */
int pages_lose(unsigned int cpu, uint64_t count);
/* The last time of a CPU, or `time` if that is later. */
uint64_t pages_time(unsigned int cpu, uint64_t time);
/* Ends all pages. 0 or -errno. */
int pages_end(void);
unsigned int pages_cpus(void);
/* Bytes that a CPU has, after pages_end(). */
uint64_t pages_size(unsigned int cpu);
/* Copies these. 0 or -errno. */
int pages_copy(unsigned int cpu, int fd);
void pages_free(void);

#endif /* KPREAD_TRACEDAT_H */
