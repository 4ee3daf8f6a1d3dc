/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A session: events, the rings that the events write to, and the reader of the rings.
 *
 * The main session is fed through debugfs, sessions with a name through configfs; each
 * descriptor of /dev/kprobectl has a session of its own. A session knows no files; the files
 * of control/ know their session.
 *
 * Locks, outermost first:
 *
 *   dirs        whole commands that add or remove events, so that an event's
 *               directory is gone before the event's name can be used again.
 *               Operations on a file in such a directory never take `dirs`:
 *               removing the file can wait for the operation.
 *   lock        events, their state, the error log. The module notifier takes
 *               `lock` as well.
 *   mmap_lock   the kernel's, of the process that maps
 *   rings_lock  which set of rings there is, and how often the set is mapped
 *
 * No user memory is touched under `lock` or rings_lock.
 *
 * Handlers take no lock. With preemption off a handler reads tracing_on, then rings;
 * the handler's event comes with the probe.
 */
#ifndef KPCTL_SESSION_SESSION_H
#define KPCTL_SESSION_SESSION_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "hit/count.h"
#include "session/errlog.h"
#include "ring/stream.h"
#include "span/span.h"
#include "base/text.h"

struct kpctl_event;

#define KPCTL_EVENTS_MAX	32768	/* per session */
#define KPCTL_GONE_MAX		256	/* removed events whose records can still be decoded */

struct kpctl_session {
	struct list_head node;		/* kpctl_sessions */
	bool is_shared;			/* main, or has a name: not of one descriptor alone */
	kuid_t owner;			/* of a name: may read, as who may control does */
	bool has_dirs;			/* main session: events have directories in debugfs */

	struct mutex dirs;
	struct mutex lock;
	struct list_head events;	/* kpctl_event.node, in order of creation */
	unsigned int nr_events;
	struct list_head gone;		/* kpctl_gone.node, oldest first */
	unsigned int nr_gone;
	struct kpctl_sum removed;	/* the ledgers of removed events, added up */
	struct kpctl_span_sum removed_spans;	/* and their spans */
	struct kpctl_span_sum spans_at_attach;
	struct kpctl_sum at_attach;	/* of all events, when the present consumer attached */
	struct kpctl_errlog errlog;
	struct delayed_work keeping;	/* session/event_aggr.c */

	struct kpctl_text verdict;	/* the verdicts of the last write to the file `check` */
	bool want_tracing;		/* as the file tracing_on shows; rings_lock */

	struct work_struct stopped;	/* `do stop`: what its handler could not do */

	struct mutex rings_lock;
	struct kpctl_stream stream;	/* rings and tracing_on are written under rings_lock */
	u64 ring_size;			/* of the next set */
	bool overwrites;		/* the rings keep the newest; rings_lock */
	bool consumed;			/* a consumer is attached: to the main session, or trace_pipe */
	/*
	 * The descriptor has gone over to the main session, or is about to: no new event
	 * and no mapping here. Written under lock and rings_lock.
	 */
	bool left;
};

/* A removed event's line of KPCTL_VIEW_EVENTS, which says how to decode the records. */
struct kpctl_gone {
	struct list_head node;
	struct kpctl_notes *notes[3];	/* kpctl_event.notes */
	char line[];
};

extern struct kpctl_session *kpctl_main;
/* The list of all sessions. kpctl_sessions_lock is taken outside of every lock above. */
extern struct list_head kpctl_sessions;
extern struct mutex kpctl_sessions_lock;

int kpctl_main_init(void);
struct kpctl_session *kpctl_session_alloc(void);
/* Free a session without events, which nobody maps or uses any more. */
void kpctl_session_free(struct kpctl_session *s);

/* The ledgers of all events of the session, removed ones included, added up. Under s->lock. */
void kpctl_session_sum(struct kpctl_session *s, struct kpctl_sum *sum);

int kpctl_session_need_rings(struct kpctl_session *s);
int kpctl_session_resize(struct kpctl_session *s, u64 size);
void kpctl_session_tracing(struct kpctl_session *s, bool on);
/* Keep the newest records, or the oldest. -EBUSY: somebody maps the rings, or reads them. */
int kpctl_session_overwrite(struct kpctl_session *s, bool on);
/* A session's rings are to tell the new clock state; the rings of all sessions are to. */
void kpctl_session_tell(struct kpctl_session *s);
void kpctl_sessions_tell(void);

/*
 * The session's descriptor goes over to the main session. Only an untouched session may
 * be left, as its events and mappings would be out of reach: -EBUSY if it has any, or was
 * left before. A session that was left takes no event and no mapping, until
 * kpctl_session_come_back().
 */
int kpctl_session_leave(struct kpctl_session *s);
void kpctl_session_come_back(struct kpctl_session *s);
/* -EBUSY: a consumer is attached; -EOPNOTSUPP: the rings overwrite, and are only looked at. */
int kpctl_session_attach(struct kpctl_session *s);
void kpctl_session_detach(struct kpctl_session *s);
/*
 * The kernel itself becomes the session's consumer, and the set of rings stays. -EBUSY: a
 * consumer is attached, or the descriptor's own session is mapped; -EOPNOTSUPP as above.
 */
int kpctl_session_hold(struct kpctl_session *s);
void kpctl_session_let_go(struct kpctl_session *s);
int kpctl_session_mmap(struct kpctl_session *s, struct vm_area_struct *vma, bool looks);

/* Wake the readers of each session that has something to read. */
void kpctl_sessions_look(void);

#endif /* KPCTL_SESSION_SESSION_H */
