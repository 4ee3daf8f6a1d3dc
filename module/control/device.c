// SPDX-License-Identifier: GPL-2.0
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "control/access.h"
#include "control/command.h"
#include "control/device.h"
#include "control/named.h"
#include "control/print_log.h"
#include "hit/tools.h"
#include "session/event_list.h"
#include "session/plant.h"
#include "ring/ring_mem.h"
#include "session/session.h"
#include "control/view_file.h"

/*
 * An open device file. Its own session lives as long as the file, even once the file stands
 * for another one: the main session, or one with a name, which `named` keeps. So code that
 * has read `session` can use the session without a lock until release, which comes after the
 * last descriptor and mapping.
 */
struct kpctl_open {
	struct kpctl_session *own;
	struct kpctl_session *session;	/* own, or the one that it stands for */
	struct kpctl_named *named;	/* of that, if it has a name */
	bool looks;			/* stands for it, but looks at the rings alone */
	struct kpctl_view_file text;
};

static struct kpctl_session *session_of_device(struct file *file)
{
	struct kpctl_open *o = file->private_data;

	/* Pairs with the store-release in attach(). */
	return smp_load_acquire(&o->session);
}

static int device_open(struct inode *inode, struct file *file)
{
	struct kpctl_open *o;
	int ret;

	ret = kpctl_may_read(file);
	if (ret)
		return ret;
	o = kzalloc(sizeof(*o), GFP_KERNEL_ACCOUNT);
	if (!o)
		return -ENOMEM;
	o->own = kpctl_session_alloc();
	if (!o->own) {
		kfree(o);
		return -ENOMEM;
	}
	o->session = o->own;
	kpctl_view_file_init(&o->text, KPCTL_VIEW_CONTROL, file);
	file->private_data = o;
	kpctl_tools_add(file);
	return 0;
}

static int device_release(struct inode *inode, struct file *file)
{
	struct kpctl_open *o = file->private_data;

	kpctl_view_file_free(&o->text);	/* before the session that it may read */
	if (o->session != o->own && !o->looks)
		kpctl_session_detach(o->session);
	if (o->named)
		kpctl_named_put(o->named);
	kpctl_command_clear(o->own);
	kpctl_print_log_ending(o->own);
	kpctl_session_free(o->own);
	kfree(o);
	kpctl_tools_remove(file);
	return 0;
}

static ssize_t device_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct kpctl_open *o = file->private_data;

	return kpctl_view_file_read(&o->text, session_of_device(file), buf, count, ppos,
				    !(file->f_flags & O_NONBLOCK));
}

static ssize_t device_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	struct kpctl_open *o = file->private_data;

	return kpctl_view_file_write(&o->text, session_of_device(file), file, buf, count);
}

static __poll_t device_poll(struct file *file, poll_table *wait)
{
	struct kpctl_session *s = session_of_device(file);
	struct kpctl_open *o = file->private_data;

	if (kpctl_session_need_rings(s))
		return EPOLLERR;
	return kpctl_view_file_poll(&o->text, s, file, wait);
}

/* Rings and symbols are full of addresses: the opener must be shown those of /proc/kallsyms. */
static int may_see_addresses(struct file *file)
{
	struct kpctl_open *o = file->private_data;
	int ret = kpctl_may_look();

	if (ret)
		return ret;
	return o->text.hides ? -EPERM : 0;
}

static int device_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct kpctl_session *s = session_of_device(file);
	struct kpctl_open *o = file->private_data;
	int ret = may_see_addresses(file);

	/* `looks` was set before `session` became another one. */
	return ret ? ret : kpctl_session_mmap(s, vma, s != o->own && o->looks);
}

/* ioctl */

/* kpctl_info.attached */
static u32 stands_for(struct file *file, const struct kpctl_session *s)
{
	const struct kpctl_open *o = file->private_data;

	if (s == kpctl_main)
		return 1;
	return s == o->own ? 0 : 2;
}

static int info(struct file *file, struct kpctl_info __user *arg)
{
	struct kpctl_session *s = session_of_device(file);
	struct kpctl_info info;

	if (copy_from_user(&info, arg, sizeof(info.size)))
		return -EFAULT;
	if (info.size < sizeof(info))
		return -EINVAL;
	if (copy_from_user(&info, arg, sizeof(info)))
		return -EFAULT;
	if (info.reserved[0] || info.reserved[1])
		return -EINVAL;
	memset(&info, 0, sizeof(info));
	info.size = sizeof(info);
	info.abi = KPCTL_ABI_VERSION;
	info.page_size = PAGE_SIZE;
	info.nr_rings = nr_cpu_ids;
	info.clock = KPCTL_CLOCK_MARKED;
	info.attached = stands_for(file, s);
	info.features = READ_ONCE(s->overwrites) ? KPCTL_FEATURE_OVERWRITES : 0;
	info.data_size = READ_ONCE(s->ring_size);
	info.ring_stride = kpctl_rings_stride(info.data_size);
	return copy_to_user(arg, &info, sizeof(info)) ? -EFAULT : 0;
}

/* Only an untouched descriptor can be attached, and one thread of several that try wins. */
static int attach(struct file *file)
{
	struct kpctl_open *o = file->private_data;
	int ret;

	ret = kpctl_may_steer(file) ?: kpctl_session_leave(o->own);
	if (ret)
		return ret;
	ret = kpctl_session_attach(kpctl_main);
	if (ret)
		kpctl_session_come_back(o->own);
	else		/* Pairs with the load-acquire in session_of_device(). */
		smp_store_release(&o->session, kpctl_main);
	return ret;
}

/* Any number of descriptors may look at the main session's rings, beside its reader. */
static int look_at_main(struct file *file)
{
	struct kpctl_open *o = file->private_data;
	int ret = kpctl_may_steer(file) ?: kpctl_session_leave(o->own);

	if (ret)
		return ret;
	o->looks = true;
	smp_store_release(&o->session, kpctl_main);	/* as in attach() */
	return 0;
}

/* The file's own session has been left. */
static int stand_for(struct file *file, struct kpctl_named *named, bool looks)
{
	struct kpctl_open *o = file->private_data;
	int ret = kpctl_may_read_of(file, READ_ONCE(named->session->owner));

	if (!ret && !looks)
		ret = kpctl_session_attach(named->session);
	if (ret)
		return ret;
	o->named = named;
	o->looks = looks;
	smp_store_release(&o->session, named->session);	/* as in attach() */
	return 0;
}

static int choose_session(struct file *file, struct kpctl_name __user *arg)
{
	struct kpctl_open *o = file->private_data;
	struct kpctl_named *named;
	struct kpctl_name name;
	int ret = kpctl_may_steer(file);

	if (ret)
		return ret;
	if (copy_from_user(&name, arg, sizeof(name)))
		return -EFAULT;
	if (name.flags & ~KPCTL_NAME_LOOK || name.reserved ||
	    !memchr(name.name, 0, sizeof(name.name)))
		return -EINVAL;
	ret = kpctl_session_leave(o->own);
	if (ret)
		return ret;
	named = kpctl_named_get(name.name);
	ret = IS_ERR(named) ? PTR_ERR(named) : stand_for(file, named, name.flags & KPCTL_NAME_LOOK);
	if (ret && !IS_ERR(named))
		kpctl_named_put(named);
	if (ret)
		kpctl_session_come_back(o->own);
	return ret;
}

static int set_view(struct file *file, u32 __user *arg)
{
	struct kpctl_open *o = file->private_data;
	int ret = kpctl_may_steer(file);
	u32 view;

	if (ret)
		return ret;
	if (get_user(view, arg))
		return -EFAULT;
	ret = kpctl_view_file_set_view(&o->text, view);
	if (!ret)
		file->f_pos = 0;
	return ret;
}

static int set_buffer(struct file *file, u64 __user *arg)
{
	u64 size;
	int ret = kpctl_may_control(file);

	if (ret)
		return ret;
	if (copy_from_user(&size, arg, sizeof(size)))
		return -EFAULT;
	return kpctl_session_resize(session_of_device(file), size);
}

/* The 0 or 1 of a caller who may control. */
static int get_switch(struct file *file, u32 __user *arg, u32 *on)
{
	int ret = kpctl_may_control(file);

	if (ret)
		return ret;
	if (get_user(*on, arg))
		return -EFAULT;
	return *on > 1 ? -EINVAL : 0;
}

static int set_tracing(struct file *file, u32 __user *arg)
{
	u32 on;
	int ret = get_switch(file, arg, &on);

	if (!ret)
		kpctl_session_tracing(session_of_device(file), on);
	return ret;
}

static int set_overwrite(struct file *file, u32 __user *arg)
{
	u32 on;

	return get_switch(file, arg, &on) ?: kpctl_session_overwrite(session_of_device(file), on);
}

static int switch_event(struct file *file, struct kpctl_switch __user *arg)
{
	struct kpctl_session *s = session_of_device(file);
	int ret = kpctl_may_control(file);
	struct kpctl_event *ev;
	struct kpctl_switch sw;

	if (ret)
		return ret;
	if (copy_from_user(&sw, arg, sizeof(sw)))
		return -EFAULT;
	if (sw.on > 1)
		return -EINVAL;
	mutex_lock(&s->lock);
	ev = kpctl_event_find_id(s, sw.id);
	ret = ev ? kpctl_plant_switch(ev, sw.on) : -ENOENT;
	mutex_unlock(&s->lock);
	return ret;
}

/* For an address without a symbol sprint_symbol() prints digits; no name begins with a digit. */
static u32 put_symbol(struct kpctl_symbol *sym)
{
	u32 len = sprint_symbol(sym->text, sym->addr);

	BUILD_BUG_ON(sizeof(sym->text) < KSYM_SYMBOL_LEN);
	if (isdigit(sym->text[0]))
		len = 0;
	memset(sym->text + len, 0, sizeof(sym->text) - len);
	return len;
}

static int symbol(struct file *file, struct kpctl_symbol __user *arg)
{
	int ret = may_see_addresses(file);
	struct kpctl_symbol sym;

	if (ret)
		return ret;
	memset(&sym, 0, sizeof(sym));
	if (copy_from_user(&sym, arg, offsetof(struct kpctl_symbol, text)))
		return -EFAULT;
	if (sym.reserved)
		return -EINVAL;
	sym.len = put_symbol(&sym);
	return copy_to_user(arg, &sym, sizeof(sym)) ? -EFAULT : 0;
}

static long device_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *p = (void __user *)arg;

	switch (cmd) {
	case KPCTL_IOC_INFO:
		return info(file, p);
	case KPCTL_IOC_ATTACH:
		return attach(file);
	case KPCTL_IOC_VIEW:
		return set_view(file, p);
	case KPCTL_IOC_BUFFER:
		return set_buffer(file, p);
	case KPCTL_IOC_LOOK:
		return look_at_main(file);
	case KPCTL_IOC_OVERWRITE:
		return set_overwrite(file, p);
	case KPCTL_IOC_SESSION:
		return choose_session(file, p);
	case KPCTL_IOC_TRACING:
		return set_tracing(file, p);
	case KPCTL_IOC_SWITCH:
		return switch_event(file, p);
	case KPCTL_IOC_SYMBOL:
		return symbol(file, p);
	default:
		return -ENOTTY;
	}
}

static const struct file_operations device_fops = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.read = device_read,
	.write = device_write,
	.poll = device_poll,
	.mmap = device_mmap,
	.unlocked_ioctl = device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.llseek = default_llseek,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "kprobectl",
	.fops = &device_fops,
	.mode = 0600,
};

int kpctl_device_init(void)
{
	return misc_register(&device);
}

void kpctl_device_exit(void)
{
	misc_deregister(&device);
}
