/* SPDX-License-Identifier: LGPL-2.1-only */
/* Addresses to names, for line/line_int.h, which includes this header. */
#ifndef KPR_SYMS_H
#define KPR_SYMS_H

struct kpr_sym {
	uint64_t addr;
	uint32_t name;		/* offset in text */
	uint32_t mod;		/* offset of "MOD]"; 0: of no module */
	uint32_t order;		/* line in the file: of aliases the first wins */
	bool absolute;		/* a number and no place: no address has this name */
};

#define KPR_SYM_CACHE		4096
#define KPR_SYM_CACHED		112

struct kpr_sym_cached {
	uint64_t addr;
	uint32_t age;		/* kpr_syms.age at the lookup */
	uint16_t len;		/* 0: free */
	uint16_t name_len;	/* bytes of the name, without the offset */
	char text[KPR_SYM_CACHED];
};

/*
 * Asks the kernel for a symbol: "sym+0xoff/0xsize [mod]" without a NUL into `text`, which has
 * room for KPR_SYM_TEXT_MAX bytes. Returns the length; 0: the kernel knows no symbol there;
 * -errno.
 */
typedef int (*kpr_sym_ask_fn)(void *arg, uint64_t addr, char *text);

/* The same of a program; 0: nobody knows. */
typedef unsigned int (*kpr_user_ask_fn)(void *arg, uint32_t pid, uint64_t addr, char *text);

struct kpr_syms {
	kpr_sym_ask_fn ask;	/* NULL: the file is the only source */
	void *ask_arg;
	const char *kallsyms, *modules;	/* paths */
	const char *proc;	/* where processes are asked */
	kpr_user_ask_fn ask_user;	/* NULL: /proc and files are asked */
	struct kpr_cgroups *cgroups;	/* NULL: none has come yet */
	struct kpr_procs *procs;	/* NULL: no address of a program has come yet */
	bool loaded, hidden;	/* a read of kallsyms was tried; its addresses are all zeros */
	char *text;
	struct kpr_sym *sym;
	size_t nr;
	uint64_t now;
	uint64_t checked;	/* time of the last read of `modules` */
	uint64_t loaded_at;	/* time of the last read of `kallsyms` */
	uint64_t backoff;	/* ns until a miss may cause the next load */
	uint64_t modules_hash;
	uint64_t aged;		/* time when age grew last */
	uint32_t age;		/* cached names of another age are looked up again */
	struct kpr_sym_cached *cache;
	struct kpr_place place[KPR_PLACES];
	char *line;		/* text of the symbol being looked up */
};

/* the kernel's 512 bytes for a name, and a module's name, offset, size, brackets */
#define KPR_SYM_TEXT_MAX	700

int kpr_syms_init(struct kpr_syms *s, const char *kallsyms, const char *modules);
int kpr_syms_begin(struct kpr_syms *s);	/* the same, with those of this machine */
void kpr_syms_exit(struct kpr_syms *s);
/*
 * Uses `ask` from now on, if `ask` can answer. Else the file is read here, and not in the
 * middle of the first burst of events: reading takes a tenth of a second.
 */
void kpr_syms_start(struct kpr_syms *s, kpr_sym_ask_fn ask, void *arg, uint64_t now);
/* Called once per pass that has events: the clock for ages and checks. */
void kpr_syms_tick(struct kpr_syms *s, uint64_t now);
/* A number that changes, within a second, when modules come and go; after kpr_syms_tick(). */
uint64_t kpr_syms_modules(struct kpr_syms *s);
/* The text (malloc'ed, NUL behind len) belongs to s, or is freed on failure. 0 or -ENOMEM. */
int kpr_syms_parse(struct kpr_syms *s, char *text, size_t len);
/*
 * The text of an address: "sym+0xoff/0xsize [mod]", without `offset` "sym"; "0xADDR" if no
 * symbol is known. Valid until the next call.
 */
const char *kpr_syms_look_up(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len);

/*
 * user_syms.c: the text of an address of a program: "sym+0xoff/0xsize [file]", or "path+0xoff";
 * all else is as in kpr_syms_look_up().
 */
const char *kpr_user_get(struct kpr_syms *s, uint32_t pid, uint64_t addr, bool offset,
			 unsigned int *len);
void kpr_user_exit(struct kpr_syms *s);
/*
 * cgroups.c: the path of a control group by its id; NULL: it is not known. Valid until the next
 * call. A recording has the paths beside the names of programs' addresses, of this process:
 */
#define KPR_PID_CGROUP	UINT32_MAX
const char *kpr_cgroup_get(struct kpr_syms *s, uint64_t id, unsigned int *len);
void kpr_cgroups_exit(struct kpr_syms *s);
/*
 * user_keys.c: names in a text of KPCTL_VIEW_HISTS, which is replaced (malloc'ed, NUL behind
 * len). 0 or -ENOMEM, and the text is as it was.
 */
typedef int kpr_name_keys(struct kpr_syms *syms, char **text, size_t *len);
kpr_name_keys kpr_user_keys;
bool kpr_user_keys_in(const char *text);	/* has the text any of them? */
/* The same of KPCTL_VIEW_OPEN. */
kpr_name_keys kpr_open_keys;
bool kpr_open_keys_in(const char *text);

/* Where the address is cached, if it is. */
static inline struct kpr_sym_cached *kpr_sym_slot(const struct kpr_syms *s, uint64_t addr)
{
	return &s->cache[addr * 0x9e3779b97f4a7c15ull >> 32 & (KPR_SYM_CACHE - 1)];
}

static inline const char *kpr_syms_get(struct kpr_syms *s, uint64_t addr, bool offset,
				       unsigned int *len)
{
	const struct kpr_sym_cached *c = kpr_sym_slot(s, addr);

	if (!c->len || c->addr != addr || c->age != s->age)
		return kpr_syms_look_up(s, addr, offset, len);
	*len = offset ? c->len : c->name_len;
	return c->text;
}

/* The text of frame n of a stack. */
static inline const char *kpr_syms_frame(struct kpr_syms *s, const struct kpr_value *stack,
					 unsigned int n, bool offset, unsigned int *len)
{
	uint64_t addr = kpr_frame(stack, n);

	return stack->pid ? kpr_user_get(s, stack->pid, addr, offset, len) :
			    kpr_syms_get(s, addr, offset, len);
}

/* The length of a symbol's text without the offset; a file's name can have a '+'. */
unsigned int kpr_sym_name_len(const char *text, unsigned int len);

#endif /* KPR_SYMS_H */
