/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * The two barriers between the kernel's writer and this reader, and a load without order.
 * Positions and counters in shared memory are accessed by these alone:
 *
 *   kernel: fill, store-release meta->head     <-> reader: load-acquire, read
 *   reader: read, store-release consumer->tail <-> kernel: load-acquire, refill
 */
#ifndef KPCTL_LINE_BARRIER_H
#define KPCTL_LINE_BARRIER_H

#define kpr_load_acquire(p)	__atomic_load_n((p), __ATOMIC_ACQUIRE)
#define kpr_store_release(p, v)	__atomic_store_n((p), (v), __ATOMIC_RELEASE)

/* All loads before it, then all behind it. */
#define kpr_fence_acquire()	__atomic_thread_fence(__ATOMIC_ACQUIRE)

/* A load that orders nothing, of a counter. */
#define kpr_load_once(p)	__atomic_load_n((p), __ATOMIC_RELAXED)

#endif /* KPCTL_LINE_BARRIER_H */
