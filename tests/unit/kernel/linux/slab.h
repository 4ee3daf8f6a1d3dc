/* SPDX-License-Identifier: GPL-2.0 */
/* The program counts what is asked for, and has some of it fail. */
#ifndef KERNEL_LINUX_SLAB_H
#define KERNEL_LINUX_SLAB_H

#include <linux/types.h>

#define GFP_KERNEL		0
#define GFP_KERNEL_ACCOUNT	0
#define __GFP_NOWARN		0
#define __GFP_RETRY_MAYFAIL	0

void *host_alloc(size_t n, size_t size);
void host_free(const void *p);

#define kzalloc(size, gfp)	host_alloc(1, size)
#define kvzalloc(size, gfp)	host_alloc(1, size)
#define kvcalloc(n, size, gfp)	host_alloc(n, size)
#define kvzalloc_node(size, gfp, node) ((void)(node), host_alloc(1, size))
#define kfree(p)		host_free(p)
#define kvfree(p)		host_free(p)

#endif /* KERNEL_LINUX_SLAB_H */
