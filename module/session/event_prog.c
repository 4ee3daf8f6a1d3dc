// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hit/print.h"
#include "probe/engine.h"
#include "session/change.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/event_aggr.h"
#include "session/event_prog.h"
#include "session/event_spans.h"
#include "place/kernel_btf.h"
#include "place/place.h"
#include "prog/named_cgroups.h"
#include "hit/fast.h"
#include "session/session.h"
#include "hit/offcpu.h"
#include "span/span.h"
#include "spec/errors.h"

/* The most programs of an event that are replaced, but kept for calls in flight. */
#define OLD_PROGS_MAX	64

/*
 * An empty text means no condition. Names are looked up under session->lock: a module that
 * comes waits for the few milliseconds that takes.
 */
static int parse_cond(const struct kpctl_event *ev, const char *text, size_t len,
		      struct kpctl_names *names, struct kpctl_cond *cond, struct kpctl_err *err)
{
	int ret;

	names->in_module = 0;
	ret = kpctl_cond_parse_named(text, len, names, ev->spec, cond, err);
	ev->spec->of_module |= names->in_module;
	if (ret != -ENOENT || err->code)
		return ret;
	cond->ntests = cond->noperands = 0;
	cond->text[0] = 0;
	return 0;
}

/*
 * $argN in the condition of a hit at SYM+OFFS needs a function's entry at that place. For $argN
 * in the line itself, probe/single.c checks that when the place is looked up.
 */
static int check_entry(const struct kpctl_event *ev, const struct kpctl_cond *cond,
		       struct kpctl_err *err)
{
	u32 i;

	if (!cond || kpctl_kind_is_call(ev->spec->kind) || !ev->spec->off)
		return 0;
	for (i = 0; i < cond->noperands; i++)
		if (cond->operand[i].src == KPCTL_SRC_ARG)
			return kpctl_place_need_entry(ev->spec, cond->operand[i].column, err);
	return 0;
}

/* The hooks of the scheduler are in as long as a program exists that splits $lat. */
static int take_offcpu_hooks(struct kpctl_prog **prog, struct kpctl_err *err)
{
	int ret = (*prog)->wants_split ? kpctl_offcpu_get((*prog)->split_of_task) : 0;

	if (!ret)
		return 0;
	kpctl_prog_free(*prog);
	*prog = NULL;
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	kpctl_err_fill(err, NO_SPLIT, 0, ret);
	return -EOPNOTSUPP;
}

static void free_prog(struct kpctl_prog *prog)
{
	if (prog && prog->wants_split)
		kpctl_offcpu_put();
	kpctl_prog_free(prog);
}

/* cond: NULL for no condition */
static int make_prog(const struct kpctl_event *ev, const struct kpctl_cond *cond,
		     struct kpctl_prog **prog, struct kpctl_err *err)
{
	int ret = kpctl_prog_make(ev->spec, cond, ev->act, kpctl_event_fixed_end(ev),
				  prog, err);

	ret = ret ?: take_offcpu_hooks(prog, err);
	if (!ret && (*prog)->prints && kpctl_print_need()) {
		free_prog(*prog);
		*prog = NULL;
		return kpctl_err_no_memory(err);
	}
	if (!ret && (*prog)->split_of_task && (*prog)->nsinces &&
	    !kpctl_spans_mark(ev->target.since[0])) {
		free_prog(*prog);
		*prog = NULL;
		return kpctl_err_no_memory(err);
	}
	return ret;
}

static int check_kept(const struct kpctl_prog *prog, struct kpctl_err *err)
{
	if (prog->kept_size <= KPCTL_KEPT_MAX)
		return 0;
	kpctl_err_fill(err, KEPT_TOO_BIG, 0, prog->kept_size, KPCTL_KEPT_MAX);
	return -E2BIG;
}

int kpctl_event_compile(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = make_prog(ev, ev->cond, &ev->target.prog, err);

	lockdep_assert_held(&ev->session->lock);
	if (!ret)
		ret = check_entry(ev, ev->cond, err) ?: check_kept(ev->target.prog, err);
	if (ret) {
		kpctl_event_drop_progs(ev);
		return ret;
	}
	ev->kept_room = min_t(u32, ev->target.prog->kept_size + 8 * KPCTL_KEPT_SPARE,
			      KPCTL_KEPT_MAX);
	return 0;
}

static void free_progs(struct list_head *progs)
{
	struct kpctl_prog *prog, *next;

	list_for_each_entry_safe(prog, next, progs, node)
		free_prog(prog);
	INIT_LIST_HEAD(progs);
}

void kpctl_event_drop_progs(struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	free_progs(&ev->old_progs);
	ev->nr_old_progs = 0;
	free_prog(ev->target.prog);
	ev->target.prog = NULL;
}

/*
 * Move the old programs of an event without calls in flight to *done; the caller waits for
 * a grace period and frees them. One grace period has passed since the last of the programs
 * was replaced, so no entry runs an old program, but calls may be in flight under it. The
 * second grace period is for a return that is counted as returned while the handler still
 * runs the call's program.
 */
static void take_idle(struct kpctl_event *ev, struct list_head *done)
{
	struct kpctl_sum sum;

	kpctl_count_sum(ev->target.count, &sum);
	if (sum.inflight)
		return;
	list_splice_init(&ev->old_progs, done);
	ev->nr_old_progs = 0;
}

static void free_idle(struct kpctl_event *ev)
{
	LIST_HEAD(done);

	take_idle(ev, &done);
	if (list_empty(&done))
		return;
	synchronize_rcu();
	free_progs(&done);
}

static int check_room(struct kpctl_event *ev, const struct kpctl_prog *prog,
		      struct kpctl_err *err)
{
	u32 spare = ev->kept_room, want = prog->kept_size;

	if (want > spare) {
		kpctl_err_fill(err, COND_SLOTS, 0, want / 8, spare / 8);
		return -E2BIG;
	}
	if (ev->nr_old_progs >= OLD_PROGS_MAX)
		free_idle(ev);
	if (ev->nr_old_progs >= OLD_PROGS_MAX) {
		kpctl_err_fill(err, COND_BUSY, 0, OLD_PROGS_MAX);
		return -EBUSY;
	}
	return 0;
}

/* A line of the file `control` must be short enough to be written to `control` again. */
static int check_length(const struct kpctl_change *ch, struct kpctl_err *err)
{
	char *line = kvmalloc(KPCTL_LINE_MAX + 1, GFP_KERNEL);
	int ret;

	if (!line)
		return kpctl_err_no_memory(err);
	ret = kpctl_spec_print(ch->ev->spec, ch->cond ? ch->cond->text : "",
			       kpctl_event_act_text(ch->ev), line, KPCTL_LINE_MAX + 1);
	kvfree(line);
	if (ret >= 0)
		return 0;
	kpctl_err_fill(err, COND_LISTED, 0, KPCTL_LINE_MAX);
	return ret;
}

/* Programs are compiled here for planted events; planting compiles a parked event's. */
static int prepare_planted(struct kpctl_change *ch, struct kpctl_err *err)
{
	struct kpctl_event *ev = ch->ev;
	int ret = make_prog(ev, ch->cond, &ch->prog, err);
	unsigned int code;

	if (ret)
		return ret;
	code = ev->engine->takes ? ev->engine->takes(ev, ch->prog) : KPCTL_E_NONE;
	if (code) {
		kpctl_err_set(err, code, 0);
		return kpctl_err_errno(code);
	}
	return check_entry(ev, ch->cond, err) ?: check_room(ev, ch->prog, err);
}

/* The text of a write to a file `filter`. */
struct new_filter {
	const char *text;
	size_t len;
	struct kpctl_cond *parsed;	/* room for the parser; each probe's turn overwrites it */
	struct kpctl_named_cgroups *cgroups;	/* those that the text names */
	struct kpctl_line_names *names;	/* until what was parsed is kept */
};

static int prepare_prog(struct kpctl_change *ch, const void *what, struct kpctl_err *err)
{
	const struct new_filter *filter = what;
	int ret = parse_cond(ch->ev, filter->text, filter->len, &filter->names->types.names,
			     filter->parsed, err);

	if (ret)
		return ret;
	filter->parsed->cgroups = filter->cgroups;
	if (kpctl_event_keep_cond(filter->parsed, &ch->cond))
		return kpctl_err_no_memory(err);
	ret = kpctl_event_check_acts(ch->ev, err);
	if (!ret && !ch->cond)
		ret = kpctl_event_check_no_cond(ch->ev, err);
	if (ret)
		return ret;
	ret = check_length(ch, err);
	if (ret || ch->ev->state == KPCTL_PARKED)
		return ret;
	return prepare_planted(ch, err);
}

static void publish_prog(struct kpctl_change *ch)
{
	struct kpctl_prog *old = ch->ev->target.prog;

	swap(ch->ev->cond, ch->cond);
	if (!ch->prog)
		return;
	kpctl_fast_close(&ch->ev->target);	/* the fast path has the old condition's test */
	/* Pairs with the handlers' READ_ONCE: the program's content, then the pointer. */
	smp_store_release(&ch->ev->target.prog, ch->prog);
	ch->prog = old;
}

/*
 * A grace period after publish: keep a call's old program until no call is in flight. A hit with
 * two handlers can outlive a grace period between these, where RCU does not watch.
 */
static void retire(struct kpctl_change *ch, struct list_head *done)
{
	struct kpctl_event *ev = ch->ev;

	if (ch->prog && ev->engine->end_hits)
		ev->engine->end_hits(ev);
	if (!ch->prog || !kpctl_kind_is_call(ev->spec->kind))
		return;
	list_add(&ch->prog->node, &ev->old_progs);
	ev->nr_old_progs++;
	ch->prog = NULL;
	take_idle(ev, done);
}

/* A probe that cannot be armed again says so as one that a module's coming has broken. */
static void follow_cond(struct kpctl_event *ev)
{
	if (!ev->engine->is_elsewhere || !ev->engine->is_elsewhere(ev))
		return;
	ev->engine->disarm(ev);
	ev->probe_failed = ev->engine->arm(ev) != 0;
}

static void retire_progs(struct list_head *changes)
{
	struct kpctl_change *ch;
	LIST_HEAD(done);

	list_for_each_entry(ch, changes, node) {
		if (ch->ev->target.on) {
			follow_cond(ch->ev);
			kpctl_fast_open(&ch->ev->target);
		}
		retire(ch, &done);
	}
	if (list_empty(&done))
		return;
	synchronize_rcu();
	free_progs(&done);
}

static void free_change_of_prog(struct kpctl_change *ch)
{
	free_prog(ch->prog);
	kpctl_event_free_cond(ch->cond);
}

static const struct kpctl_change_ops filter_ops = {
	.prepare = prepare_prog,
	.publish = publish_prog,
	.published = retire_progs,
	.free = free_change_of_prog,
};

static int set_filter(struct kpctl_session *s, const char *group, const char *event,
		      struct new_filter *filter, struct kpctl_err *err)
{
	struct kpctl_line_names names;
	int ret;

	filter->parsed = kvmalloc(sizeof(*filter->parsed), GFP_KERNEL);
	if (!filter->parsed)
		return kpctl_err_no_memory(err);
	kpctl_line_names_init(&names, s);
	filter->names = &names;
	ret = kpctl_change_all(s, group, event, &filter_ops, filter, err);
	if (ret == -ENODEV && !err->code)
		kpctl_err_fill(err, NO_SUCH_EVENT, 0, event);
	kpctl_kernel_btf_free(&names.types);
	kvfree(filter->parsed);
	return ret;
}

int kpctl_event_filter(struct kpctl_session *s, const char *group, const char *event,
		       const char *text, size_t len)
{
	struct new_filter filter = { .text = text };
	struct kpctl_err err = {};
	int ret;

	while (len && (text[len - 1] == '\n' || text[len - 1] == ' '))
		len--;
	filter.len = len;
	filter.cgroups = kpctl_named_cgroups_find(text, len);
	if (IS_ERR(filter.cgroups))
		return -ENOMEM;
	mutex_lock(&s->lock);
	ret = set_filter(s, group, event, &filter, &err);
	if (ret && err.code)
		kpctl_errlog_add(&s->errlog, &err, text, len, 0);
	mutex_unlock(&s->lock);
	kpctl_named_cgroups_put(filter.cgroups);
	return ret;
}
