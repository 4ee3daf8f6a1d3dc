// SPDX-License-Identifier: GPL-2.0
/*
 * Build-ids, from the notes that the kernel has in /sys, by their kernfs nodes, as module_btf.c
 * reads types:
 *
 *	the kernel's	/sys/kernel/notes
 *	a module's	/sys/module/MODULE/notes/.note.gnu.build-id, while the module is held
 */
#include <linux/elf.h>
#include <linux/kernel.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "place/build_id.h"
#include "place/module_list.h"
#include "spec/spec.h"

#define NOTES_MAX	(64u << 10)	/* those of a kernel have 500 bytes */
#define TYPE_BUILD_ID	3		/* of the notes by GNU */

/* The build-id in hex from notes; false: none is among them. */
static bool find_id(const u8 *notes, size_t len, char *id)
{
	static const char gnu[] = "GNU";
	size_t at = 0, desc, next;
	struct elf64_note n;

	for (; len - at >= sizeof(n) && at < len; at = next) {
		memcpy(&n, notes + at, sizeof(n));
		at += sizeof(n);
		desc = at + ALIGN((u64)n.n_namesz, 4);
		next = desc + ALIGN((u64)n.n_descsz, 4);
		if (next > len)
			break;
		if (n.n_type != TYPE_BUILD_ID || n.n_namesz != sizeof(gnu) ||
		    memcmp(notes + at, gnu, sizeof(gnu)) || n.n_descsz > KPCTL_BUILD_ID_MAX / 2)
			continue;
		snprintf(id, KPCTL_BUILD_ID_MAX, "%*phN", (int)n.n_descsz, notes + desc);
		return true;
	}
	return false;
}

static int read_id(const struct bin_attribute *attr, char *id)
{
	u8 *notes;
	ssize_t n;

	if (!attr || !attr->read || attr->size > NOTES_MAX)
		return -ENOENT;
	notes = kvmalloc(attr->size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!notes)
		return -ENOMEM;
	n = attr->read(NULL, NULL, (struct bin_attribute *)attr, (char *)notes, 0, attr->size);
	n = n > 0 && find_id(notes, n, id) ? 0 : -ENOENT;
	kvfree(notes);
	return n;
}

/* Of dir, which may be NULL, and whose reference is dropped. */
static int read_id_in(struct kernfs_node *dir, const char *name, char *id)
{
	struct kernfs_node *node = dir ? kernfs_find_and_get_ns(dir, name, NULL) : NULL;
	int ret = node ? read_id(node->priv, id) : -ENOENT;

	kernfs_put(node);
	kernfs_put(dir);
	return ret;
}

int kpctl_build_id_of_kernel(char *id)
{
	kernfs_get(kernel_kobj->sd);
	return read_id_in(kernel_kobj->sd, "notes", id);
}

int kpctl_build_id_of_module(const char *name, char *id)
{
	struct module *mod = kpctl_module_list_get(name);
	int ret;

	if (!mod)
		return -ENODEV;
	ret = read_id_in(kernfs_find_and_get_ns(mod->mkobj.kobj.sd, "notes", NULL),
			 ".note.gnu.build-id", id);
	module_put(mod);
	return ret;
}
