// SPDX-License-Identifier: GPL-2.0
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "base/growing.h"
#include "place/kernel_text.h"
#include "place/module_list.h"
#include "place/same_name.h"
#include "place/trial.h"
#include "place/where.h"

/* A function of the kernel whose name's hash several functions have; sorted by hash, address. */
struct shared {
	u32 hash;
	u32 at;				/* from the start of the text */
};

static struct {
	struct shared *of;		/* NULL before the first question */
	u32 nr, room;
} names;
static DEFINE_MUTEX(names_lock);	/* names */

static int add_same(struct kpctl_same_name *same, unsigned long addr)
{
	int ret = kpctl_growing_room(&same->addr, same->nr, &same->room, GFP_KERNEL);

	if (!ret)
		same->addr[same->nr++] = addr;
	return ret;
}

/* Functions of the kernel */

static u32 hash_of(const char *name, size_t len)
{
	return jhash(name, len, 0);
}

/*
 * The symbol that holds *addr, its hash, and where the next symbol begins; 0 if no symbol
 * holds *addr, which becomes the symbol's own. Like kpctl_where_is(), but quick enough for a
 * hundred thousand symbols.
 */
static unsigned long read_symbol(unsigned long *addr, char *buf, u32 *hash)
{
	char *plus, *end;
	unsigned long off, size;

	sprint_symbol(buf, *addr);
	plus = strrchr(buf, '+');
	if (!plus)
		return 0;
	off = simple_strtoul(plus + 1, &end, 16);
	size = *end == '/' ? simple_strtoul(end + 1, NULL, 16) : 0;
	*plus = '\0';
	*hash = hash_of(buf, plus - buf);
	if (size <= off)
		return 0;
	*addr -= off;
	return *addr + size;
}

/* Padding in front of functions, which nearly each has and which cannot be probed. */
static bool is_padding(const char *name)
{
	return !strncmp(name, "__pfx_", 6) || !strncmp(name, "__cfi_", 6);
}

/*
 * Where the kernel pads its functions, half of all symbols are padding, 16 bytes of nops
 * each, and a lookup takes thousands of instructions: the bytes show that a symbol is padding,
 * and the walk skips it. A function that begins with 16 nops is found by its 17th byte.
 */
static unsigned long skip_padding(unsigned long addr, unsigned long end)
{
	const u64 nops = 0x9090909090909090ull, *text = (u64 *)addr;

	return IS_ALIGNED(addr, 16) && end - addr > 16 && text[0] == nops && text[1] == nops ?
		addr + 16 : addr;
}

static int walk_names(char *buf, kpctl_name_fn fn, void *arg)
{
	const struct kpctl_extent *text = kpctl_kernel_text();
	unsigned long addr, next;
	u32 hash;
	int ret;

	for (addr = text->start; addr < text->end; addr = next) {
		addr = skip_padding(addr, text->end);
		next = read_symbol(&addr, buf, &hash);
		if (!next)
			break;
		cond_resched();
		ret = is_padding(buf) ? 0 : fn(arg, buf, hash, addr - text->start);
		if (ret)
			return ret;
	}
	return 0;
}

int kpctl_same_name_walk(kpctl_name_fn fn, void *arg)
{
	char *buf = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	int ret = buf ? walk_names(buf, fn, arg) : -ENOMEM;

	kfree(buf);
	return ret;
}

static int note_name(void *unused, const char *name, u32 hash, u32 at)
{
	if (kpctl_growing_room(&names.of, names.nr, &names.room, GFP_KERNEL))
		return -ENOMEM;
	names.of[names.nr++] = (struct shared){ hash, at };
	return 0;
}

static int by_hash(const void *a, const void *b)
{
	const struct shared *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Drops each name whose hash no other name has. */
static void keep_shared(void)
{
	struct shared *s = names.of;
	u32 i, first, n = 0;

	for (i = 0; i < names.nr; i = first) {
		for (first = i + 1; first < names.nr && s[first].hash == s[i].hash; first++)
			;
		if (first - i == 1)
			continue;
		memmove(s + n, s + i, (first - i) * sizeof(*s));
		n += first - i;
	}
	names.nr = n;
}

static void forget_shared(void)
{
	kvfree(names.of);
	memset(&names, 0, sizeof(names));
}

static int know_names(void)
{
	struct shared *less;
	int ret = kpctl_same_name_walk(note_name, NULL);

	if (ret) {
		forget_shared();
		return ret;
	}
	sort(names.of, names.nr, sizeof(*names.of), by_hash, NULL);
	keep_shared();
	/* a smaller array is enough now; without memory for one, the large array stays */
	less = kvmalloc_array(names.nr + 1, sizeof(*less), GFP_KERNEL | __GFP_NOWARN);
	if (less) {
		memcpy(less, names.of, names.nr * sizeof(*less));
		kvfree(names.of);
		names.of = less;
		names.room = names.nr + 1;
	}
	return 0;
}

static u32 first_of(u32 hash)
{
	u32 low = 0, high = names.nr, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (names.of[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static int add_shared(struct kpctl_same_name *same, const char *sym, struct kpctl_where *w)
{
	u32 hash = hash_of(sym, strlen(sym)), i;
	unsigned long addr;

	for (i = first_of(hash); i < names.nr && names.of[i].hash == hash; i++) {
		addr = kpctl_kernel_text()->start + names.of[i].at;
		if (kpctl_where_is(addr, w) && !strcmp(w->sym, sym) && add_same(same, addr))
			return -ENOMEM;
	}
	return 0;
}

static int add_kernels(struct kpctl_same_name *same, const char *sym, struct kpctl_where *w)
{
	int ret = 0;

	mutex_lock(&names_lock);
	if (!names.of)
		ret = know_names();
	if (!ret)
		ret = add_shared(same, sym, w);
	mutex_unlock(&names_lock);
	return ret;
}

/* Functions of modules */

static int add_modules(struct kpctl_same_name *same, const char *mod, const char *sym)
{
	u32 n;

	while ((n = kpctl_module_list_functions(mod, sym, same->addr, same->room)) > same->room)
		if (kpctl_growing_room(&same->addr, same->room, &same->room, GFP_KERNEL))
			return -ENOMEM;
	same->nr = n;
	return 0;
}

/* Both */

static int by_place(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

int kpctl_same_name_find(struct kpctl_same_name *same, const char *mod, const char *sym)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	unsigned long first;
	int ret = w ? 0 : -ENOMEM;

	memset(same, 0, sizeof(*same));
	if (!ret)
		ret = add_modules(same, mod, sym);
	if (ret || *mod)
		goto out;
	/* the kernel's own come first, so these are all where the first is a module's */
	if (same->nr) {
		ret = kpctl_trial_find("", sym, &first);
		if (ret == -ENOENT)
			ret = 0;
		else if (!ret && kpctl_kernel_text_has(first))
			ret = add_same(same, first);
		else
			goto out;
	}
	if (!ret)
		ret = add_kernels(same, sym, w);
out:
	kfree(w);
	same->nr = kpctl_growing_order(same->addr, same->nr, sizeof(*same->addr), by_place);
	return ret;
}

void kpctl_same_name_free(struct kpctl_same_name *same)
{
	kvfree(same->addr);
	memset(same, 0, sizeof(*same));
}

int kpctl_same_name_is_shared(const char *mod, const char *sym)
{
	struct kpctl_same_name same = {};
	struct kpctl_where *w;
	int ret;

	if (*mod)
		return kpctl_module_list_functions(mod, sym, NULL, 0) > 1;
	w = kmalloc(sizeof(*w), GFP_KERNEL);
	ret = w ? add_kernels(&same, sym, w) : -ENOMEM;
	if (!ret)
		ret = same.nr > 1;
	kpctl_same_name_free(&same);
	kfree(w);
	return ret;
}

void kpctl_same_name_exit(void)
{
	forget_shared();
}
