/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A session: events, the rings they write to, and who reads them.
 *
 * There is one main session, fed through debugfs, and one per descriptor of
 * /dev/kprobectl. Both live here; files know how to reach them.
 *
 * Locks, outermost first:
 *
 *   dirs        whole commands that add or remove events, so that an event's
 *               directory is gone before its name can be used again. Never
 *               taken by an operation on a file in such a directory:
 *               removing that file can wait for the operation.
 *   lock        events, their state, the error log. Module notifier too.
 *   mmap_lock   (of whoever maps)
 *   rings_lock  which set of rings there is, and how often it is mapped.
 *               No user memory is touched under it or under lock.
 *
 * Handlers take none of them. With preemption off they read tracing_on, then
 * rings, and see events through the probe they run for.
 */
#ifndef KPCTL_SESSION_SESSION_H
#define KPCTL_SESSION_SESSION_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "hit/count.h"
#include "session/errlog.h"
#include "ring/stream.h"
#include "base/text.h"

struct kpctl_event;

#define KPCTL_EVENTS_MAX	32768	/* per session */
#define KPCTL_GONE_MAX		256	/* removed events whose records we can still explain */

struct kpctl_session {
	struct list_head node;		/* kpctl_sessions */
	bool has_dirs;			/* main session: its events show in debugfs */

	struct mutex dirs;
	struct mutex lock;
	struct list_head events;	/* kpctl_event.node, in order of creation */
	unsigned int nr_events;
	struct list_head gone;		/* kpctl_gone.node, oldest first */
	unsigned int nr_gone;
	struct kpctl_sum removed;	/* sums of events no longer there */
	struct kpctl_sum at_attach;	/* of all, when the present consumer came */
	struct kpctl_errlog errlog;

	struct kpctl_text verdict;	/* the last that check gave */
	bool want_tracing;		/* what the file tracing_on says; rings_lock */

	struct mutex rings_lock;
	struct kpctl_stream stream;	/* rings and tracing_on are written under rings_lock */
	u64 ring_size;			/* of the next set */
	bool consumed;			/* main session: somebody is attached */
	/* its descriptor is closed, or is being closed: no new events */
	bool left;
};

/* How to read the records of an event that was removed. */
struct kpctl_gone {
	struct list_head node;
	char line[];
};

extern struct kpctl_session *kpctl_main;
/* All sessions, for the module notifier; taken outside of every lock above. */
extern struct list_head kpctl_sessions;
extern struct mutex kpctl_sessions_lock;

struct kpctl_session *kpctl_session_alloc(void);
/* Its events are gone; nobody may map its rings or use it any more. */
void kpctl_session_free(struct kpctl_session *s);

/* The ledger of all events it has and had. */
void kpctl_session_sum(struct kpctl_session *s, struct kpctl_sum *sum);

int kpctl_session_need_rings(struct kpctl_session *s);
int kpctl_session_resize(struct kpctl_session *s, u64 size);
void kpctl_session_tracing(struct kpctl_session *s, bool on);
/* There is a new clock state to be told, in its rings, in those of all. */
void kpctl_session_tell(struct kpctl_session *s);
void kpctl_sessions_tell(void);

/*
 * Its descriptor goes over to the main session, which only an untouched one may: what
 * stands in it would be out of reach. From then on it takes no event and no mapping;
 * -EBUSY if it has one, or was left before.
 */
int kpctl_session_leave(struct kpctl_session *s);
void kpctl_session_come_back(struct kpctl_session *s);
int kpctl_session_attach(struct kpctl_session *s);	/* -EBUSY: has a consumer */
void kpctl_session_detach(struct kpctl_session *s);
int kpctl_session_mmap(struct kpctl_session *s, struct vm_area_struct *vma);

/* Readers of all sessions are woken where there is something to read. */
void kpctl_sessions_look(void);

#endif /* KPCTL_SESSION_SESSION_H */
