// SPDX-License-Identifier: GPL-2.0
/*
 * p at a place in a program: uprobes.
 *
 * The kernel puts a breakpoint into each process that maps the place, now or later. A handler
 * runs in the task that hit it, on the way into the kernel from user space: preemption and
 * interrupts are on, no lock is held, and the handler may sleep. So memory of the process that
 * is not there yet is brought in before the hit, which then runs as all hits do, with
 * preemption off.
 *
 * A path is looked up once, as the writer of the line sees it; the probe belongs to the file
 * from then on, whatever becomes of the path, in all mount namespaces. The path is held while
 * the event exists, which keeps the file system mounted.
 */
#include <linux/cred.h>
#include <linux/dcache.h>
#include <linux/elf.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/namei.h>
#include <linux/pagemap.h>
#include <linux/slab.h>
#include <linux/uprobes.h>

#include "base/compat.h"
#include "base/text.h"
#include "hit/general.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "prog/touch_user.h"
#include "spec/errors.h"

struct user_probe {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	struct uprobe_consumer consumer;
	struct uprobe *handle;		/* the kernel's, where it gives one */
	bool is_in;			/* session->lock */
	struct path path;		/* dentry NULL: not opened yet */
};
static_assert(!offsetof(struct user_probe, ev));

static struct user_probe *user_probe_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct user_probe, ev);
}

/* Hits */

/* Places that cannot be brought in are tried once each. */
#define TOUCHES_MAX	256

/*
 * Preemption is on between the two halves of a turn, and the condition may be replaced there:
 * the program is looked up anew in each turn.
 */
static notrace void touch_memory(struct kpctl_target *target, struct pt_regs *regs)
{
	u64 missing, last = 0;
	u32 i = 0, n;

	for (n = 0; n < TOUCHES_MAX; n++) {
		preempt_disable_notrace();
		missing = kpctl_touch_next(READ_ONCE(target->prog), regs, &i);
		preempt_enable_notrace();
		if (!missing)
			return;
		if (missing == last || fault_in_readable((char __user *)missing, 1))
			i++;
		last = missing;
	}
}
NOKPROBE_SYMBOL(touch_memory);

/* The handler runs again, timed, if the governor says so. */
static notrace noinline void user_probe_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	unsigned long at = instruction_pointer(regs);
	struct kpctl_throttle_watch watch;
	enum kpctl_governor_says says;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, target, regs);
	says = kpctl_general_hit_guarded(&hit, &at, false, kpctl_recursion_of(hit.preempt),
					 kpctl_general_place);
	if (unlikely(says == KPCTL_GOVERNOR_TIME)) {
		kpctl_throttle_start(&watch, target, hit.count);
		user_probe_hit(target, regs);
		kpctl_throttle_end(&watch);
	}
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(user_probe_hit);

static notrace KPCTL_UPROBE_HANDLER(user_probe_handler, consumer, regs)
{
	struct user_probe *u = container_of(consumer, struct user_probe, consumer);

	/* Pairs with the store-release in kpctl_event_enable(). */
	if (likely(smp_load_acquire(&u->ev.target.on))) {
		touch_memory(&u->ev.target, regs);
		user_probe_hit(&u->ev.target, regs);
	}
	return 0;
}
NOKPROBE_SYMBOL(user_probe_handler);

/* The file */

static struct inode *inode_of(const struct user_probe *u)
{
	return d_real_inode(u->path.dentry);
}

static void close_path(struct user_probe *u)
{
	if (u->path.dentry)
		path_put(&u->path);
	u->path.dentry = NULL;
}

static char *path_text(const struct kpctl_spec *spec)
{
	return kstrndup(spec->sym, strrchr(spec->sym, ':') - spec->sym, GFP_KERNEL);
}

/*
 * The header alone says whether there are processes that run the file as this machine's
 * 64-bit code: $argN has another meaning in others. A file that nobody can read is refused.
 */
static bool is_elf(const struct path *path)
{
	struct file *file = dentry_open(path, O_RDONLY | O_LARGEFILE, current_cred());
	struct elf64_hdr head;
	loff_t pos = 0;
	bool ok;

	if (IS_ERR(file))
		return false;
	ok = kernel_read(file, &head, sizeof(head), &pos) == sizeof(head) &&
	     !memcmp(head.e_ident, ELFMAG, SELFMAG) && head.e_ident[EI_CLASS] == ELFCLASS64 &&
	     head.e_machine == KPCTL_ARCH_ELF;
	fput(file);
	return ok;
}

static int refuse_file(const struct user_probe *u, const char *path, struct kpctl_err *err)
{
	const struct kpctl_spec *spec = u->ev.spec;

	if (!d_is_reg(u->path.dentry)) {
		kpctl_err_fill(err, USER_NO_FILE, spec->target_column, path);
		return -EINVAL;
	}
	if (!is_elf(&u->path)) {
		kpctl_err_fill(err, USER_NO_ELF, spec->target_column, path);
		return -ENOEXEC;
	}
	if (spec->num >= i_size_read(inode_of(u)) || spec->user_ref >= i_size_read(inode_of(u))) {
		kpctl_err_fill(err, USER_BEYOND, spec->target_column, path);
		return -EINVAL;
	}
	return 0;
}

static int open_path(struct user_probe *u, const char *path, struct kpctl_err *err)
{
	int ret;

	close_path(u);
	ret = kern_path(path, LOOKUP_FOLLOW, &u->path);
	if (ret) {
		u->path.dentry = NULL;
		kpctl_err_fill(err, USER_PATH, u->ev.spec->target_column, path, ret);
		return -ENOENT;
	}
	ret = refuse_file(u, path, err);
	if (ret)
		close_path(u);
	return ret;
}

/* Planting */

static int user_probe_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = kpctl_engine_may(ev, err);
	char *path;

	if (ret)
		return ret;
	path = path_text(ev->spec);
	if (!path)
		return kpctl_err_no_memory(err);
	ret = open_path(user_probe_of(ev), path, err);
	kfree(path);
	return ret;
}

static int user_probe_arm(struct kpctl_event *ev)
{
	struct user_probe *u = user_probe_of(ev);
	int ret;

	u->consumer.handler = user_probe_handler;
	ret = kpctl_uprobe_register(inode_of(u), ev->spec->num, ev->spec->user_ref,
				    &u->consumer, &u->handle);
	u->is_in = !ret;
	return ret;
}

static void take_out(struct kpctl_event *ev)
{
	struct user_probe *u = user_probe_of(ev);

	if (u->is_in)
		kpctl_uprobe_unregister(inode_of(u), ev->spec->num, &u->consumer, u->handle);
	u->is_in = false;
}

/* Running handlers end. */
static void user_probe_disarm(struct kpctl_event *ev)
{
	take_out(ev);
	kpctl_uprobe_unregistered();
}

static int user_probe_plant(struct kpctl_event *ev)
{
	return ev->target.on ? user_probe_arm(ev) : 0;
}

static int user_probe_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	char *path = path_text(ev->spec);

	if (ret == -ENOMEM || !path)
		ret = kpctl_err_no_memory(err);
	else if (ret == -ENOSYS)
		kpctl_err_fill(err, USER_NO_UPROBES, ev->spec->target_column);
	else
		kpctl_err_fill(err, USER_KERNEL, ev->spec->target_column, path, ret);
	kfree(path);
	return ret == -ENOSYS ? -EOPNOTSUPP : ret;
}

static void user_probe_unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		take_out(ev[i]);
	kpctl_uprobe_unregistered();
}

static void user_probe_release(struct kpctl_event *ev)
{
	close_path(user_probe_of(ev));
}

/* Listings */

static void user_probe_list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->state != KPCTL_PARKED)
		kpctl_text_printf(text, "%s\n", ev->spec->sym);
}

/* An upgrade puts another file in the place of this one, which processes still run. */
static const char *user_probe_mode(const struct kpctl_event *ev)
{
	return inode_of(user_probe_of(ev))->i_nlink ? "uprobe" : "deleted";
}

const struct kpctl_engine kpctl_engine_uprobe = {
	.size = sizeof(struct user_probe),
	.fields = kpctl_fields_of_place,
	.find = user_probe_find,
	.may = kpctl_engine_may,
	.plant = user_probe_plant,
	.explain = user_probe_explain,
	.unplant = user_probe_unplant,
	.arm = user_probe_arm,
	.disarm = user_probe_disarm,
	.release = user_probe_release,
	.list = user_probe_list,
	.mode = user_probe_mode,
};
