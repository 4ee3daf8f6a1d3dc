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

static struct inode *inode_of(const struct kpctl_user_probe *u)
{
	return d_real_inode(u->path.dentry);
}

static void close_path(struct kpctl_user_probe *u)
{
	if (u->path.dentry)
		path_put(&u->path);
	u->path.dentry = NULL;
	kfree(u->name);
	u->name = NULL;
}

/* The file's name as this task sees it, which the caller frees; NULL: no memory, or too long. */
static char *path_now(const struct kpctl_user_probe *u)
{
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL | __GFP_NOWARN);
	char *name = buf ? d_path(&u->path, buf, PATH_MAX) : NULL;

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

static int refuse_file(const struct kpctl_user_probe *u, const char *path, struct kpctl_err *err)
{
	const struct kpctl_spec *spec = u->ev.spec;
	int ret;

	if (!d_is_reg(u->path.dentry)) {
		kpctl_err_fill(err, USER_NO_FILE, spec->target_column, path);
		return -EINVAL;
	}
	ret = check_elf(&u->path);
	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (ret) {
		kpctl_err_fill(err, USER_NO_ELF, spec->target_column, path);
		return ret;
	}
	if (spec->num >= i_size_read(inode_of(u)) || spec->user_ref >= i_size_read(inode_of(u))) {
		kpctl_err_fill(err, USER_BEYOND, spec->target_column, path);
		return -EINVAL;
	}
	return 0;
}

static int open_path(struct kpctl_user_probe *u, const char *path, struct kpctl_err *err)
{
	int ret;

	close_path(u);
	ret = kern_path(path, LOOKUP_FOLLOW, &u->path);
	if (ret) {
		u->path.dentry = NULL;
		if (ret == -ENOMEM)
			return kpctl_err_no_memory(err);
		kpctl_err_fill(err, USER_PATH, u->ev.spec->target_column, path, ret);
		return -ENOENT;
	}
	ret = refuse_file(u, path, err);
	if (ret)
		close_path(u);
	return ret;
}

/* Planting */

int kpctl_user_file_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);
	int ret = kpctl_engine_may(ev, err);
	char *path;

	if (ret)
		return ret;
	path = path_text(ev->spec);
	if (!path)
		return kpctl_err_no_memory(err);
	ret = open_path(u, path, err);
	kfree(path);
	if (ret)
		return ret;
	u->name = path_now(u);
	ev->spec->user_entry = is_at_entry(&u->path, ev->spec->num);
	return 0;
}

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
	ret = kpctl_uprobe_register(inode_of(u), ev->spec->num, ev->spec->user_ref,
				    &u->consumer, &u->handle);
	u->is_in = !ret;
	return ret;
}

static void take_out(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	if (u->is_in)
		kpctl_uprobe_unregister(inode_of(u), ev->spec->num, &u->consumer, u->handle);
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
	close_path(kpctl_user_probe_of(ev));
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
static bool names_another(const struct kpctl_user_probe *u)
{
	struct path path;
	bool is_other;
	int ret = kern_path(u->name, LOOKUP_CACHED, &path);

	if (ret)
		return ret == -ENOENT || ret == -ENOTDIR;
	is_other = d_real_inode(path.dentry) != inode_of(u);
	path_put(&path);
	return is_other;
}

/* Moved away, or hidden by a mount, or of another mount namespace than this task's. */
static bool is_elsewhere(const struct kpctl_user_probe *u)
{
	char *now = u->name ? path_now(u) : NULL;
	bool is = now && (strcmp(now, u->name) || names_another(u));

	kfree(now);
	return is;
}

/* An upgrade puts another file in the place of this one, which processes still run. */
const char *kpctl_user_file_mode(const struct kpctl_event *ev)
{
	const struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	return !inode_of(u)->i_nlink ? "deleted" : is_elsewhere(u) ? "elsewhere" : "uprobe";
}
