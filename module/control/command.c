// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/command.h"
#include "session/event.h"
#include "session/event_list.h"
#include "control/debugfs_event_files.h"
#include "control/debugfs_events.h"
#include "session/event_aggr.h"
#include "session/event_prog.h"
#include "session/event_spans.h"
#include "place/kernel_btf.h"
#include "probe/engine.h"
#include "prog/named_cgroups.h"
#include "session/session.h"
#include "spec/errors.h"

/* Does a line that removes events mean this event? */
struct meant {
	const struct kpctl_spec *spec;
	const char *line;
};

static bool is_meant(const struct kpctl_event *ev, const struct kpctl_spec *spec, const char *line)
{
	if (spec->group[0] && strcmp(spec->group, ev->spec->group))
		return false;
	if (spec->event[0] && strcmp(spec->event, ev->spec->event))
		return false;
	return !spec->del_len ||
	       kpctl_spec_is_probe(ev->spec, line + spec->del_column, spec->del_len);
}

static bool goes(const struct kpctl_event *ev, const void *what)
{
	const struct meant *meant = what;

	return is_meant(ev, meant->spec, meant->line);
}

/* An event stays as long as others name its spans, unless those go as well. */
static int check_users(struct kpctl_session *s, const struct kpctl_spec *spec, const char *line,
		       struct kpctl_err *err)
{
	struct meant meant = { spec, line };
	struct kpctl_event *user;

	user = kpctl_event_find_user(s, goes, &meant);
	if (!user)
		return 0;
	kpctl_err_fill(err, START_IN_USE, spec->event_column, user->spec->group, user->spec->event);
	return -EBUSY;
}

static int collect(struct kpctl_session *s, const struct kpctl_spec *spec, const char *line,
		   struct list_head *dying)
{
	struct kpctl_event *ev, *next;
	int n = 0;

	list_for_each_entry_safe(ev, next, &s->events, node) {
		if (!is_meant(ev, spec, line))
			continue;
		kpctl_event_unlink(ev, dying);
		n++;
	}
	return n;
}

/* Directories go last, and without `lock`: removal waits for file operations that take `lock`. */
static void remove_dirs(struct list_head *dirs)
{
	struct kpctl_event_dir *dir, *next;

	list_for_each_entry_safe(dir, next, dirs, node)
		kpctl_event_dir_remove(dir);
}

static void bury(struct kpctl_session *s, struct list_head *dying, struct list_head *dirs)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, dying, node)
		kpctl_event_dir_drop(ev, dirs);
	kpctl_event_destroy(s, dying);
}

static bool any_is_called(struct kpctl_session *s, const struct kpctl_spec *spec)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if ((!spec->group[0] || !strcmp(spec->group, ev->spec->group)) &&
		    (!spec->event[0] || !strcmp(spec->event, ev->spec->event)))
			return true;
	return false;
}

static int del(struct kpctl_session *s, const struct kpctl_spec *spec, const char *line,
	       struct kpctl_err *err, struct list_head *dirs)
{
	LIST_HEAD(dying);
	int ret = check_users(s, spec, line, err);

	if (ret)
		return ret;
	if (!collect(s, spec, line, &dying)) {
		if (spec->del_len && any_is_called(s, spec))
			kpctl_err_fill(err, NO_SUCH_PROBE, spec->del_column, spec->event);
		else if (spec->event[0])
			kpctl_err_fill(err, NO_SUCH_EVENT, spec->event_column, spec->event);
		else
			kpctl_err_fill(err, NO_SUCH_GROUP, spec->event_column, spec->group);
		return -ENOENT;
	}
	bury(s, &dying, dirs);
	return 0;
}

static int add_dir(struct kpctl_session *s, struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = s->has_dirs ? kpctl_event_dir_add(ev) : 0;

	if (ret == -EEXIST)
		kpctl_err_fill(err, NAME_OF_FILE, ev->spec->event_column);
	else if (ret)
		ret = kpctl_err_no_memory(err);
	return ret;
}

/* What the lines of one write share */
struct write {
	struct kpctl_line_names names;
	struct kpctl_spec spec;
	/* of a line: what its kind looked up, NULL or an ERR_PTR with the reason */
	void *found;
	struct kpctl_err found_err;
	/* of a line: the cgroups that its condition names, or an ERR_PTR */
	struct kpctl_named_cgroups *cgroups;
};

/* All paths of the line, without session->lock: a file system may take its time. */
static void look_up(struct write *w, const char *line, size_t len)
{
	const struct kpctl_engine *engine = kpctl_engine_of(w->spec.kind);

	memset(&w->found_err, 0, sizeof(w->found_err));
	w->found = engine->look_up ? engine->look_up(&w->spec, &w->found_err) : NULL;
	w->cgroups = w->spec.cond.ntests ? kpctl_named_cgroups_find(line, len) : NULL;
}

static void drop_found(struct write *w)
{
	if (!IS_ERR(w->cgroups))
		kpctl_named_cgroups_put(w->cgroups);
	w->cgroups = NULL;
	if (!IS_ERR_OR_NULL(w->found))
		kpctl_engine_of(w->spec.kind)->drop(w->found);
	w->found = NULL;
}

/* What the kernel forbids is refused as that, whatever was found. */
static int hand_over(struct kpctl_event *ev, struct write *w, struct kpctl_err *err)
{
	int ret = w->found ? ev->engine->may(ev, err) : 0;

	if (ret || !w->found)
		return ret;
	if (IS_ERR(w->found)) {
		*err = w->found_err;
		return PTR_ERR(w->found);
	}
	ev->engine->hand(ev, w->found);
	w->found = NULL;
	return 0;
}

/*
 * An event's files are made before the probe is planted. The other order would have to take
 * the probe back when memory for files ran out, and for that the kernel needs memory as well.
 */
static int add_event(struct kpctl_session *s, struct write *w, struct kpctl_err *err,
		     struct list_head *dirs)
{
	struct kpctl_event *ev;
	int ret;

	if (IS_ERR(w->cgroups))
		return kpctl_err_no_memory(err);
	w->spec.cond.cgroups = w->cgroups;
	ret = kpctl_event_make(s, &w->spec, &ev, err);
	if (ret)
		return ret;
	ret = add_dir(s, ev, err) ?: hand_over(ev, w, err) ?: kpctl_event_add(ev, err);
	if (ret) {
		kpctl_event_dir_drop(ev, dirs);
		kpctl_event_free(ev);
	}
	return ret;
}

static int run_line(struct kpctl_session *s, const char *line, size_t len, u32 number,
		    struct write *w)
{
	struct kpctl_spec *spec = &w->spec;
	struct kpctl_err err = {};
	LIST_HEAD(dirs);
	int ret;

	ret = kpctl_spec_parse_named(line, len, &w->names.types.names, spec, &err);
	if (ret == -ENOENT && !err.code)
		return 0;
	w->found = NULL;
	w->cgroups = NULL;
	if (!ret && spec->verb == KPCTL_VERB_ADD)
		look_up(w, line, len);
	mutex_lock(&s->lock);
	if (s->left) {		/* another thread attaches the descriptor */
		mutex_unlock(&s->lock);
		drop_found(w);
		return -EBUSY;
	}
	if (!ret && spec->verb == KPCTL_VERB_DEL)
		ret = del(s, spec, line, &err, &dirs);
	else if (!ret)
		ret = kpctl_names_check_mark(&w->names.types.names, spec, &err) ?:
		      add_event(s, w, &err, &dirs);
	if (ret) {
		/* the caret of "missing at the end" is one behind the line, as in tracefs */
		err.column = min_t(size_t, err.column, len + 1);
		kpctl_errlog_add(&s->errlog, &err, line, min_t(size_t, len, KPCTL_LINE_MAX),
				 number);
	}
	mutex_unlock(&s->lock);
	drop_found(w);
	remove_dirs(&dirs);
	return ret;
}

int kpctl_command_run(struct kpctl_session *s, const char *text, size_t len)
{
	struct write *w = kvmalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);
	const char *end = text + len, *line, *eol;
	bool many = memchr(text, '\n', len ? len - 1 : 0);
	u32 number = 1;
	int ret = 0;

	if (!w)
		return -ENOMEM;
	kpctl_line_names_init(&w->names, s);
	mutex_lock(&s->dirs);
	for (line = text; line < end && !ret; line = eol + 1, number++) {
		if (fatal_signal_pending(current)) {
			ret = -EINTR;
			break;
		}
		eol = memchr(line, '\n', end - line) ?: end;
		ret = run_line(s, line, eol - line, many ? number : 0, w);
	}
	mutex_unlock(&s->dirs);
	kpctl_kernel_btf_free(&w->names.types);
	kvfree(w);
	return ret;
}

void kpctl_command_clear(struct kpctl_session *s)
{
	static const struct kpctl_spec everything;
	LIST_HEAD(dying);
	LIST_HEAD(dirs);

	mutex_lock(&s->dirs);
	mutex_lock(&s->lock);
	collect(s, &everything, NULL, &dying);
	bury(s, &dying, &dirs);
	mutex_unlock(&s->lock);
	remove_dirs(&dirs);
	mutex_unlock(&s->dirs);
}

struct event_name {
	char group[KPCTL_NAME_MAX], event[KPCTL_NAME_MAX];
};

/* Take GRP/EVENT off the head of a line. Returns the rest, or NULL if the head is no GRP/EVENT. */
static const char *take_name(const char *line, const char *end, struct event_name *name)
{
	const char *slash, *space = memchr(line, ' ', end - line) ?: end;

	slash = memchr(line, '/', space - line);
	if (!slash || slash - line >= sizeof(name->group) ||
	    space - slash - 1 >= sizeof(name->event))
		return NULL;
	memcpy(name->group, line, slash - line);
	name->group[slash - line] = 0;
	memcpy(name->event, slash + 1, space - slash - 1);
	name->event[space - slash - 1] = 0;
	return space;
}

static int filter_line(struct kpctl_session *s, const char *line, const char *end)
{
	struct event_name name;
	const char *rest = take_name(line, end, &name);

	return rest ? kpctl_event_filter(s, name.group, name.event, rest, end - rest) : -EINVAL;
}

static int clear_line(struct kpctl_session *s, const char *line, const char *end)
{
	struct event_name name;
	int ret;

	if (take_name(line, end, &name) != end)
		return -EINVAL;
	mutex_lock(&s->lock);
	ret = kpctl_event_clear_aggrs(s, name.group, name.event);
	mutex_unlock(&s->lock);
	return ret == -ENODEV ? -ENOENT : ret;
}

/* Call take() for each line, until one is refused; empty lines are passed over. */
static int each_line(struct kpctl_session *s, const char *text, size_t len,
		     int (*take)(struct kpctl_session *s, const char *line, const char *end))
{
	const char *end = text + len, *line, *eol;
	int ret = 0;

	for (line = text; line < end && !ret; line = eol + 1) {
		eol = memchr(line, '\n', end - line) ?: end;
		if (eol - line > KPCTL_LINE_MAX)
			ret = -E2BIG;
		else if (eol > line)
			ret = take(s, line, eol);
		if (fatal_signal_pending(current))
			ret = -EINTR;
	}
	return ret;
}

int kpctl_command_filters(struct kpctl_session *s, const char *text, size_t len)
{
	return each_line(s, text, len, filter_line);
}

int kpctl_command_clear_hists(struct kpctl_session *s, const char *text, size_t len)
{
	return each_line(s, text, len, clear_line);
}

void kpctl_command_clear_errors(struct kpctl_session *s)
{
	mutex_lock(&s->lock);
	kpctl_errlog_clear(&s->errlog);
	mutex_unlock(&s->lock);
}
