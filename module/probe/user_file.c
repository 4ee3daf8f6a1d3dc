// SPDX-License-Identifier: GPL-2.0
#include <linux/cred.h>
#include <linux/dcache.h>
#include <linux/elf.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/arch.h"
#include "base/text.h"
#include "probe/engine.h"
#include "probe/user_file.h"
#include "spec/errors.h"

/* The file */

static void close_place(struct kpctl_user_place *place)
{
	iput(place->inode);
	path_put(&place->path);
	kfree(place->name);
}

/* The file's name as this task sees it, which the caller frees; NULL: no memory, or too long. */
static char *path_now(const struct kpctl_user_place *place)
{
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL | __GFP_NOWARN);
	char *name = buf ? d_path(&place->path, buf, PATH_MAX) : NULL;

	name = IS_ERR_OR_NULL(name) ? NULL : kstrdup(name, GFP_KERNEL_ACCOUNT);
	kfree(buf);
	return name;
}

static char *path_text(const struct kpctl_spec *spec)
{
	return kstrndup(spec->sym, strrchr(spec->sym, ':') - spec->sym, GFP_KERNEL);
}

/* A file that nobody can read is refused. 0 or -errno. */
static int read_at(const struct path *path, loff_t pos, void *to, size_t size)
{
	struct file *file = dentry_open(path, O_RDONLY | O_LARGEFILE, current_cred());
	ssize_t n;

	if (IS_ERR(file))
		return PTR_ERR(file);
	n = kernel_read(file, to, size, &pos);
	fput(file);
	if (n < 0)
		return n;
	return n == size ? 0 : -EIO;
}

/*
 * The header alone says whether there are processes that run the file as this machine's
 * 64-bit code: $argN has another meaning in others.
 */
static int check_elf(const struct path *path)
{
	struct elf64_hdr head;
	int ret = read_at(path, 0, &head, sizeof(head));

	if (ret == -ENOMEM)
		return ret;
	return !ret && !memcmp(head.e_ident, ELFMAG, SELFMAG) &&
	       head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_machine == KPCTL_ARCH_ELF ?
	       0 : -ENOEXEC;
}

/* For $ustacktrace: at a function's first instruction the return address is on the stack. */
static bool is_at_entry(const struct path *path, u64 offset)
{
	u8 code[2 * KPCTL_ARCH_ENTRY_BYTES];

	return offset >= KPCTL_ARCH_ENTRY_BYTES &&
	       !read_at(path, offset - KPCTL_ARCH_ENTRY_BYTES, code, sizeof(code)) &&
	       kpctl_arch_is_user_entry(code);
}

static int refuse_file(const struct kpctl_user_place *place, const struct kpctl_spec *spec,
		       const char *path, struct kpctl_err *err)
{
	loff_t size = i_size_read(place->inode);
	int ret;

	if (!d_is_reg(place->path.dentry)) {
		kpctl_err_fill(err, USER_NO_FILE, spec->target_column, path);
		return -EINVAL;
	}
	ret = check_elf(&place->path);
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret) {
		kpctl_err_fill(err, USER_NO_ELF, spec->target_column, path);
		return ret;
	}
	if (spec->num >= size || spec->user_ref >= size) {
		kpctl_err_fill(err, USER_BEYOND, spec->target_column, path);
		return -EINVAL;
	}
	return 0;
}

static int open_place(struct kpctl_user_place *place, const struct kpctl_spec *spec,
		      const char *path, struct kpctl_err *err)
{
	int ret = kern_path(path, LOOKUP_FOLLOW, &place->path);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret) {
		kpctl_err_fill(err, USER_PATH, spec->target_column, path, ret);
		return -ENOENT;
	}
	place->inode = d_real_inode(place->path.dentry);
	ihold(place->inode);
	ret = refuse_file(place, spec, path, err);
	if (ret) {
		close_place(place);
		return ret;
	}
	place->name = path_now(place);
	place->is_entry = is_at_entry(&place->path, spec->num);
	return 0;
}

/* Before the event is there */

void *kpctl_user_file_look_up(const struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_user_place *place = kzalloc(sizeof(*place), GFP_KERNEL_ACCOUNT);
	char *path = path_text(spec);
	int ret = place && path ? open_place(place, spec, path, err) : kpctl_err_no_memory(err);

	kfree(path);
	if (!ret)
		return place;
	kfree(place);
	return ERR_PTR(ret);
}

void kpctl_user_file_drop(void *found)
{
	close_place(found);
	kfree(found);
}

void kpctl_user_file_hand(struct kpctl_event *ev, void *found)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	u->place = found;
	ev->spec->user_entry = u->place->is_entry;
}

/* Planting */

/*
 * The process that the condition asks for, whatever else it asks for: $pid == N, with && alone
 * around it. 0: it may be any.
 */
static u32 process_of(const struct kpctl_event *ev)
{
	const struct kpctl_cond *cond = ev->cond;
	const struct kpctl_arg_spec *left;
	const struct kpctl_test *t;
	u32 i, only = 0;

	for (i = 0; cond && i < cond->ntests; i++) {
		t = &cond->test[i];
		if (t->on_false != KPCTL_COND_NO)
			return 0;
		left = t->left < KPCTL_ARGS_MAX ? &ev->spec->arg[t->left] :
						  &cond->operand[t->left - KPCTL_ARGS_MAX];
		if (left->src == KPCTL_SRC_PID && left->type == KPCTL_TYPE_U32 && !left->nderef &&
		    t->cmp == KPCTL_CMP_EQ && !t->right_is_operand && t->num <= PID_MAX_LIMIT)
			only = t->num;
	}
	return only;
}

bool kpctl_user_file_is_elsewhere(const struct kpctl_event *ev)
{
	return kpctl_user_probe_of(ev)->only != process_of(ev);
}

/*
 * The kernel asks when the probe is registered, and when a process maps the file: is it the memory
 * of the process? A process whose first thread has ended has others.
 */
static KPCTL_UPROBE_FILTER(is_of_process, consumer, mm)
{
	struct kpctl_user_probe *u = container_of(consumer, struct kpctl_user_probe, consumer);
	struct task_struct *leader, *task;
	bool is = false;

	rcu_read_lock();
	leader = pid_task(find_pid_ns(u->only, &init_pid_ns), PIDTYPE_TGID);
	if (leader)
		for_each_thread(leader, task)
			is |= READ_ONCE(task->mm) == mm;
	rcu_read_unlock();
	return is;
}

int kpctl_user_file_arm(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);
	int ret;

	u->only = process_of(ev);
	u->consumer.filter = u->only ? is_of_process : NULL;
	ret = kpctl_uprobe_register(u->place->inode, ev->spec->num, ev->spec->user_ref,
				    &u->consumer, &u->handle);
	u->is_in = !ret;
	return ret;
}

static void take_out(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	if (u->is_in)
		kpctl_uprobe_unregister(u->place->inode, ev->spec->num, &u->consumer, u->handle);
	u->is_in = false;
}

/* Running handlers end. */
void kpctl_user_file_disarm(struct kpctl_event *ev)
{
	take_out(ev);
	kpctl_uprobe_unregistered();
}

int kpctl_user_file_plant(struct kpctl_event *ev)
{
	return ev->target.on ? kpctl_user_file_arm(ev) : 0;
}

int kpctl_user_file_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	char *path = path_text(ev->spec);

	if (ret == -ENOMEM || !path)
		ret = kpctl_err_no_memory(err);
	else if (ret == -ENOSYS)
		kpctl_err_fill(err, USER_NO_UPROBES, ev->spec->target_column);
	else
		kpctl_err_fill(err, USER_KERNEL, ev->spec->target_column, path, ret);
	kfree(path);
	/* ENOTSUPP is the kernel's own: programs have no word for it */
	return ret == -ENOSYS ? -EOPNOTSUPP : ret == -ENOTSUPP ? -EINVAL : ret;
}

void kpctl_user_file_unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		take_out(ev[i]);
	kpctl_uprobe_unregistered();
}

void kpctl_user_file_release(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	if (u->place)
		kpctl_user_file_drop(u->place);
	u->place = NULL;
}

/* Listings */

void kpctl_user_file_list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->state != KPCTL_PARKED)
		kpctl_text_printf(text, "%s\n", ev->spec->sym);
}

/*
 * Has the file's name another file for this task, or none? What the kernel remembers is asked
 * alone: a look into a file system that does not answer would hold the session's lock.
 */
static bool names_another(const struct kpctl_user_place *place)
{
	struct path path;
	bool is_other;
	int ret = kern_path(place->name, LOOKUP_CACHED, &path);

	if (ret)
		return ret == -ENOENT || ret == -ENOTDIR;
	is_other = d_real_inode(path.dentry) != place->inode;
	path_put(&path);
	return is_other;
}

/* Moved away, or hidden by a mount, or of another mount namespace than this task's. */
static bool is_elsewhere(const struct kpctl_user_place *place)
{
	char *now = place->name ? path_now(place) : NULL;
	bool is = now && (strcmp(now, place->name) || names_another(place));

	kfree(now);
	return is;
}

/* An upgrade puts another file in the place of this one, which processes still run. */
const char *kpctl_user_file_mode(const struct kpctl_event *ev)
{
	const struct kpctl_user_place *place = kpctl_user_probe_of(ev)->place;

	return !place->inode->i_nlink ? "deleted" : is_elsewhere(place) ? "elsewhere" : "uprobe";
}
