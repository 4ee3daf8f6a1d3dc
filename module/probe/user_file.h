/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all probes in programs share: the file in which they stand, and the callbacks that do
 * not depend on what a hit does.
 *
 * A path is looked up once, as the writer of the line sees it; the probe belongs to the file
 * from then on, whatever becomes of the path, in all mount namespaces. The path is held while
 * the event exists, which keeps the file system mounted.
 *
 * A look into a file system may wait for another machine, or for a module that is loaded, so
 * session->lock, which the modules' notifier takes, is not held meanwhile.
 */
#ifndef KPCTL_PROBE_USER_FILE_H
#define KPCTL_PROBE_USER_FILE_H

#include <linux/path.h>
#include <linux/uprobes.h>

#include "base/compat.h"
#include "probe/event.h"

struct kpctl_spans;

struct kpctl_user_place {
	struct path path;
	/*
	 * Held, too: of a union of file systems (overlayfs) the path has another inode once a write
	 * has made a copy of the file, and the probe stays in that which processes have mapped.
	 */
	struct inode *inode;
	char *name;			/* the file's own, no symbolic link; NULL: unknown */
	bool is_entry;			/* the instruction is a function's first */
};

struct kpctl_user_probe {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	struct uprobe_consumer consumer;
	struct uprobe *handle;		/* the kernel's, where it gives one */
	bool is_in;			/* session->lock */
	struct kpctl_user_place *place;	/* NULL: not handed over yet */
	u32 only;			/* the one process that is probed; 0: all */
	struct kpctl_spans *calls;	/* r: the calls in flight, while planted */
};
static_assert(!offsetof(struct kpctl_user_probe, ev));

static inline struct kpctl_user_probe *kpctl_user_probe_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct kpctl_user_probe, ev);
}

void *kpctl_user_file_look_up(const struct kpctl_spec *spec, struct kpctl_err *err);
void kpctl_user_file_drop(void *found);
void kpctl_user_file_hand(struct kpctl_event *ev, void *found);
int kpctl_user_file_arm(struct kpctl_event *ev);
void kpctl_user_file_disarm(struct kpctl_event *ev);
/* Does the condition ask for another process than the probe stands in? Then arm it anew. */
bool kpctl_user_file_is_elsewhere(const struct kpctl_event *ev);
/* The kind has filled in the consumer's handlers. */
int kpctl_user_file_plant(struct kpctl_event *ev);
int kpctl_user_file_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err);
void kpctl_user_file_unplant(struct kpctl_event **ev, int n);
void kpctl_user_file_release(struct kpctl_event *ev);
void kpctl_user_file_list(const struct kpctl_event *ev, struct kpctl_text *text);
const char *kpctl_user_file_mode(const struct kpctl_event *ev);

#define KPCTL_USER_FILE_CALLBACKS	\
	.may = kpctl_engine_may,	\
	.look_up = kpctl_user_file_look_up, \
	.drop = kpctl_user_file_drop,	\
	.hand = kpctl_user_file_hand,	\
	.explain = kpctl_user_file_explain, \
	.arm = kpctl_user_file_arm,	\
	.is_elsewhere = kpctl_user_file_is_elsewhere, \
	.release = kpctl_user_file_release, \
	.list = kpctl_user_file_list,	\
	.mode = kpctl_user_file_mode

#endif /* KPCTL_PROBE_USER_FILE_H */
