// SPDX-License-Identifier: GPL-2.0
/*
 * The invariant: while a descriptor stands for a session with a name, its directory cannot be
 * removed, and the module of the directories cannot be unloaded. So a session is freed with
 * nobody at it.
 *
 * namer_lock is taken outside of every lock of a session and of all that configfs takes to
 * find a directory. Nothing that configfs calls (make, free, read, write) takes it.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "base/compat.h"
#include "base/text.h"
#include "control/access.h"
#include "control/command.h"
#include "control/named.h"
#include "control/print_log.h"
#include "control/view_file.h"
#include "session/session.h"

static DEFINE_MUTEX(namer_lock);	/* namer, and each call of find() */
static const struct kpctl_namer *namer;

void kpctl_named_register(const struct kpctl_namer *who)
{
	mutex_lock(&namer_lock);
	WARN_ON_ONCE(namer);
	namer = who;
	mutex_unlock(&namer_lock);
}
KPCTL_EXPORT(kpctl_named_register);

void kpctl_named_unregister(void)
{
	mutex_lock(&namer_lock);
	namer = NULL;
	mutex_unlock(&namer_lock);
}
KPCTL_EXPORT(kpctl_named_unregister);

struct kpctl_named *kpctl_named_get(const char *name)
{
	struct kpctl_named *named = ERR_PTR(-ENOENT);

	mutex_lock(&namer_lock);
	if (namer)
		named = namer->find(name);
	/* The directory that was found holds the module, so this is not the first reference. */
	if (!IS_ERR(named))
		__module_get(namer->owner);
	mutex_unlock(&namer_lock);
	return named;
}

/* The reference keeps the namer registered. After put() the reference alone keeps its code. */
void kpctl_named_put(struct kpctl_named *named)
{
	const struct kpctl_namer *who = READ_ONCE(namer);

	who->put(named);
	module_put(who->owner);
}

int kpctl_named_make(struct kpctl_named *named)
{
	int ret = kpctl_may_command();

	if (ret)
		return ret;
	named->session = kpctl_session_alloc();
	if (!named->session)
		return -ENOMEM;
	named->session->is_shared = true;
	return 0;
}
KPCTL_EXPORT(kpctl_named_make);

void kpctl_named_free(struct kpctl_named *named)
{
	kpctl_command_clear(named->session);
	kpctl_print_log_ending(named->session);
	kpctl_session_free(named->session);
}
KPCTL_EXPORT(kpctl_named_free);

static ssize_t show_number(const struct kpctl_session *s, enum kpctl_number number, char **text)
{
	*text = kasprintf(GFP_KERNEL, "%llu\n", kpctl_number_get(s, number));
	return *text ? strlen(*text) : -ENOMEM;
}

ssize_t kpctl_named_read(struct kpctl_named *named, u32 what, char **text)
{
	struct kpctl_text all = {};
	int ret = kpctl_may_look();

	if (ret)
		return ret;
	if (what & KPCTL_NAMED_NUMBER)
		return show_number(named->session, what & ~KPCTL_NAMED_NUMBER, text);
	kpctl_view_text(named->session, what, !kpctl_shows_addresses_now(), &all);
	if (all.err) {
		ret = all.err;
		kpctl_text_free(&all);
		return ret;
	}
	*text = all.buf;
	return all.len;
}
KPCTL_EXPORT(kpctl_named_read);

static int write_number(struct kpctl_session *s, enum kpctl_number number, const char *text)
{
	u64 val;

	return kstrtou64(text, 0, &val) ?: kpctl_number_set(s, number, val);
}

ssize_t kpctl_named_write(struct kpctl_named *named, u32 what, const char *text, size_t len,
			  bool is_cut)
{
	int ret = kpctl_may_command();

	if (ret)
		return ret;
	if (is_cut)
		len = kpctl_view_whole_lines(text, len);
	if (!len)
		return -E2BIG;
	if (what & KPCTL_NAMED_NUMBER)
		ret = write_number(named->session, what & ~KPCTL_NAMED_NUMBER, text);
	else
		ret = kpctl_view_write(named->session, what, text, len);
	return ret ?: len;
}
KPCTL_EXPORT(kpctl_named_write);
