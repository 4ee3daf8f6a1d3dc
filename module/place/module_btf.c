// SPDX-License-Identifier: GPL-2.0
/*
 * A module's types: the kernel keeps them behind /sys/kernel/btf/MODULE.
 *
 * Nothing locks the file's bin_attribute, which the kernel frees when the module goes. So the
 * module is held meanwhile; or the caller handles that the module comes, or gets live, and until
 * then the kernel holds the module itself.
 */
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "place/kernel_btf.h"
#include "place/module_list.h"

#define BYTES_MAX	(64u << 20)	/* the largest module's are 3 MB */

static struct kernfs_node *find_node(const char *name)
{
	struct kernfs_node *dir = kernfs_find_and_get_ns(kernel_kobj->sd, "btf", NULL), *node;

	if (!dir)
		return NULL;
	node = kernfs_find_and_get_ns(dir, name, NULL);
	kernfs_put(dir);
	return node;
}

static int read_bytes(struct kpctl_module_btf *mb, const struct bin_attribute *attr)
{
	size_t off = 0;
	ssize_t n;

	if (!attr || !attr->read || attr->size > BYTES_MAX)
		return -ENOENT;
	mb->bytes = kvmalloc(attr->size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!mb->bytes)
		return -ENOMEM;
	while (off < attr->size) {
		n = attr->read(NULL, NULL, (struct bin_attribute *)attr, (char *)mb->bytes + off,
			       off, attr->size - off);
		if (n <= 0)
			return -ENOENT;
		off += n;
	}
	return 0;
}

static int parse(struct kpctl_module_btf *mb, const struct kpctl_btf *base, size_t len)
{
	size_t room = kpctl_btf_room(mb->bytes, len);

	if (!room)
		return -ENOENT;
	mb->index = kvmalloc(room, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!mb->index)
		return -ENOMEM;
	return kpctl_btf_init(&mb->btf, base, mb->bytes, len, mb->index) ? -ENOENT : 0;
}

static int read_node(struct kpctl_module_btf *mb, const struct kpctl_btf *base)
{
	struct kernfs_node *node = find_node(mb->mod);
	const struct bin_attribute *attr;
	int ret;

	if (!node)
		return -ENOENT;
	attr = node->priv;
	ret = read_bytes(mb, attr);
	if (!ret)
		ret = parse(mb, base, attr->size);
	kernfs_put(node);
	return ret;
}

int kpctl_module_btf_read(const char *mod, bool coming, const struct kpctl_btf *base,
			  struct kpctl_module_btf **to)
{
	struct module *held = coming ? NULL : kpctl_module_list_get(mod);
	struct kpctl_module_btf *mb;
	int ret = -ENOMEM;

	if (!coming && !held)
		return -ENOENT;
	mb = kzalloc(sizeof(*mb), GFP_KERNEL_ACCOUNT);
	if (mb) {
		strscpy(mb->mod, mod, sizeof(mb->mod));
		ret = read_node(mb, base);
	}
	if (held)
		module_put(held);
	if (ret)
		kpctl_module_btf_free(mb);
	else
		*to = mb;
	return ret;
}

void kpctl_module_btf_free(struct kpctl_module_btf *mb)
{
	if (!mb)
		return;
	kvfree(mb->index);
	kvfree(mb->bytes);
	kfree(mb);
}
