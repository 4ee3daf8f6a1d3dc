// SPDX-License-Identifier: GPL-2.0
/*
 * One value, compiled.
 *
 * A value is compiled for one of three moments: the hit of a `p`, the entry of a call,
 * the return of a call. A value that a return wants of the entry is compiled twice: for
 * the entry, which keeps the value in the instance, and for the return, which loads the
 * kept word and does the remaining derefs.
 *
 * A `p` with $after(...) is compiled as a call is: what is without $after(...) belongs to the
 * entry as a whole, and is kept.
 */
#include "prog/compile.h"

#define X(name)	offsetof(struct pt_regs, name),
static const u8 arg_regs[] = { KPCTL_REGS_ARGS(X) };
#undef X

/* Where a value comes from */

/* $argN at entry: a register, or a word above the return address. */
static void load_argument(struct kpctl_arg *arg, s64 n)
{
	if (n <= ARRAY_SIZE(arg_regs)) {
		arg->load = KPCTL_LOAD_REG;
		arg->num = arg_regs[n - 1];
	} else {
		arg->load = KPCTL_LOAD_STACK;
		arg->num = n - 1 - ARRAY_SIZE(arg_regs) + KPCTL_ARCH_STACK_ARGS;
	}
}

/*
 * $argN of a tracepoint: a handler has a pointer of its own in front of the arguments. Those on
 * the stack lie where the stack pointer of its registers is.
 */
static void load_point_argument(struct kpctl_compiler *c, struct kpctl_arg *arg, s64 n)
{
	c->prog->point_args = max_t(u8, c->prog->point_args, n);
	if (n < ARRAY_SIZE(arg_regs)) {
		arg->load = KPCTL_LOAD_REG;
		arg->num = arg_regs[n];
	} else {
		arg->load = KPCTL_LOAD_STACK;
		arg->num = n - ARRAY_SIZE(arg_regs);
	}
}

static_assert(KPCTL_LOAD_BASES - KPCTL_LOAD_SPAN == KPCTL_SINCES_MAX);

static int load_from(struct kpctl_arg *arg, enum kpctl_load base, s64 offset)
{
	arg->load = base;
	arg->num = offset;
	return 0;
}

/* A part of $lat, at an offset in struct kpctl_parts. That of a task's is read by a deref. */
static s64 part_offset(const struct kpctl_arg_spec *as)
{
	if (as->src == KPCTL_SRC_ONCPU)
		return offsetof(struct kpctl_parts, oncpu);
	return as->src == KPCTL_SRC_BLOCKED ? offsetof(struct kpctl_parts, blocked) :
					      offsetof(struct kpctl_parts, runq);
}

static int load_part(struct kpctl_compiler *c, struct kpctl_arg *arg,
		     const struct kpctl_arg_spec *as)
{
	c->prog->wants_split = true;
	if (!as->of_task)
		return load_from(arg, KPCTL_LOAD_SITE,
				 offsetof(struct kpctl_site, parts) + part_offset(as));
	c->prog->split_of_task = true;
	return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, parts_known));
}

/*
 * A number of 32 bits in the task. A type of up to 4 bytes cuts off the field behind the
 * number, so the word is read in place; for a wider type kpctl_fetch_load() has a case.
 */
static int load_task(struct kpctl_arg *arg, const struct kpctl_arg_spec *as, s64 offset,
		     enum kpctl_load wide)
{
	if (kpctl_type_size(as->type) > 4)
		return load_from(arg, wide, 0);
	return load_from(arg, KPCTL_LOAD_TASK, offset);
}

static int load_symbol(struct kpctl_compiler *c, struct kpctl_arg *arg,
		       const struct kpctl_arg_spec *as)
{
	unsigned long addr;
	bool of_cpu = as->nderef && as->deref[0].how == KPCTL_DEREF_CPU;
	int ret = of_cpu ? kpctl_place_data_of_cpu(as->sym, &addr) :
			   kpctl_place_data(as->sym, &addr);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(c->err);
	if (ret) {
		kpctl_err_fill(c->err, NO_DATA_SYMBOL, as->column, as->sym);
		return -ENOENT;
	}
	arg->load = KPCTL_LOAD_CONST;
	arg->num = addr + as->num;
	return 0;
}

/* What is in the watched memory, or was. */
static int load_watched(struct kpctl_compiler *c, struct kpctl_arg *arg, s64 offset)
{
	c->prog->wants_watched = true;
	arg->may_fault = offset == offsetof(struct kpctl_watched, value);
	return load_from(arg, KPCTL_LOAD_KEPT, offset);
}

/* A path has one use, for whatever moments the test is compiled. */
static int load_in_cgroup(struct kpctl_compiler *c, struct kpctl_arg *arg,
			  const struct kpctl_arg_spec *as)
{
	const char *path = c->prog->strings + (u32)as->num;
	struct kpctl_cgroup *cg = c->prog->cgroups;
	int ret;

	while (cg && cg->path != as->num)
		cg = cg->next;
	if (!cg) {
		ret = kpctl_cgroup_use(c->cond->cgroups, path, &cg);
		if (ret == -ENOMEM)
			return kpctl_err_no_memory(c->err);
		if (ret == -EOPNOTSUPP)
			kpctl_err_fill(c->err, CGROUP_NO_WAY, as->column, path);
		else if (ret)
			kpctl_err_fill(c->err, NO_CGROUP, as->column, path);
		if (ret)
			return ret;
		cg->path = as->num;
		cg->next = c->prog->cgroups;
		c->prog->cgroups = cg;
	}
	return load_from(arg, KPCTL_LOAD_CGROUP, (s64)cg);
}

static bool stands_at_entry(const struct kpctl_spec *spec)
{
	return kpctl_kind_has_entry(spec->kind) && !spec->is_addr && !spec->off;
}

static int load_any_argument(struct kpctl_compiler *c, struct kpctl_arg *arg, s64 n)
{
	if (kpctl_kind_is_point(c->spec->kind))
		load_point_argument(c, arg, n);
	else
		load_argument(arg, n);
	return 0;
}

/* An argument that a start has kept */
static int load_started(struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	arg->may_fault = as->kept_fault;
	arg->fault_bit = as->kept_bit;
	return load_from(arg, KPCTL_LOAD_SPAN + as->since, as->num);
}

static int load_source(struct kpctl_compiler *c, struct kpctl_arg *arg,
		       const struct kpctl_arg_spec *as)
{
	static const u8 loads[] = {
		[KPCTL_SRC_STACK] = KPCTL_LOAD_STACK, [KPCTL_SRC_ADDR] = KPCTL_LOAD_CONST,
		[KPCTL_SRC_IMM] = KPCTL_LOAD_CONST, [KPCTL_SRC_TIME] = KPCTL_LOAD_TIME,
#define X(id, name, type, moment) [KPCTL_SRC_##id] = KPCTL_LOAD_##id,
		KPCTL_VARS(X)
#undef X
	};

	arg->num = as->num;
	if (as->src < ARRAY_SIZE(loads))
		arg->load = loads[as->src];
	switch (as->src) {
	case KPCTL_SRC_REG:
		c->prog->regs |= 1u << (as->num / 8);
		return load_from(arg, KPCTL_LOAD_REG, as->num);
	case KPCTL_SRC_STACK_ADDR:
		return load_from(arg, KPCTL_LOAD_REG, offsetof(struct pt_regs, KPCTL_REG_STACK));
	case KPCTL_SRC_RETVAL:
		return load_from(arg, KPCTL_LOAD_REG, offsetof(struct pt_regs, KPCTL_REG_RETVAL));
	case KPCTL_SRC_LAT:
		return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, lat));
	case KPCTL_SRC_ONCPU:
	case KPCTL_SRC_BLOCKED:
	case KPCTL_SRC_RUNQ:
		return load_part(c, arg, as);
	case KPCTL_SRC_FUNC:
		return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, func));
	case KPCTL_SRC_PID:
		return load_task(arg, as, offsetof(struct task_struct, tgid), KPCTL_LOAD_PID);
	case KPCTL_SRC_TID:
		return load_task(arg, as, offsetof(struct task_struct, pid), KPCTL_LOAD_TID);
	case KPCTL_SRC_ARG:
		return load_any_argument(c, arg, as->num);
	case KPCTL_SRC_SYM:
	case KPCTL_SRC_SYM_ADDR:
		return load_symbol(c, arg, as);
	case KPCTL_SRC_IN_CGROUP:
		return load_in_cgroup(c, arg, as);
	case KPCTL_SRC_STARTED:
		return load_started(arg, as);
	case KPCTL_SRC_CURRENT:
		return load_from(arg, KPCTL_LOAD_SITE, offsetof(struct kpctl_site, task));
	case KPCTL_SRC_IDLE:
		c->prog->wants_idle = true;
		arg->num = c->spec->kind == KPCTL_KIND_I || c->spec->kind == KPCTL_KIND_S;
		return 0;
	case KPCTL_SRC_CALLER:
		arg->num = stands_at_entry(c->spec);
		return 0;
	case KPCTL_SRC_VALUE:
		return load_watched(c, arg, offsetof(struct kpctl_watched, value));
	case KPCTL_SRC_OLD:
		return load_watched(c, arg, offsetof(struct kpctl_watched, old));
	case KPCTL_SRC_ADDR_OF:
		return load_from(arg, KPCTL_LOAD_KEPT, offsetof(struct kpctl_watched, addr));
	}
	return 0;
}

/*
 * The derefs from number `first` on. @ADDR, @SYM and a task's part of $lat are an address with
 * a deref of their own in front; for a kept value the entry has done that deref already.
 */
static void add_derefs(struct kpctl_compiler *c, struct kpctl_arg *arg,
		       const struct kpctl_arg_spec *as,
		       u32 first)
{
	struct kpctl_deref *d = &c->prog->derefs[c->nderefs];

	arg->deref = d;
	if (arg->load != KPCTL_LOAD_KEPT &&
	    (as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM))
		*d++ = (struct kpctl_deref){
			.how = as->type == KPCTL_TYPE_USTRING && !as->count ? KPCTL_DEREF_USER :
									      KPCTL_DEREF_KERNEL,
		};
	if (as->of_task)
		*d++ = (struct kpctl_deref){ .how = KPCTL_DEREF_KERNEL, .off = part_offset(as) };
	memcpy(d, &as->deref[first], (as->nderef - first) * sizeof(*d));
	d += as->nderef - first;
	arg->nderef = d - arg->deref;
	c->nderefs += arg->nderef;
	c->prog->reads_memory |= arg->nderef;
}

static void cut_out(struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	u32 width = 8 * arg->size;

	if (kpctl_type_is_signed(as->type))
		arg->fill = KPCTL_FILL_SIGN;
	else if (kpctl_type_is_swapped(as->type))
		arg->fill = KPCTL_FILL_SWAP;
	if (as->bits) {
		arg->lshift = 64 - (as->bits + as->bit);
		arg->rshift = 64 - as->bits;
		/* a register is wider than the container; memory is read in its width */
		arg->adjust = as->bits < (arg->make == KPCTL_MAKE_WORD ? 64 : width);
	} else {
		arg->lshift = 64 - width;
		arg->rshift = arg->fill == KPCTL_FILL_SWAP ? 0 : arg->lshift;
		/* memory is read in the type's width: only the sign or the byte order is left */
		arg->adjust = width < 64 ? arg->make == KPCTL_MAKE_WORD || arg->fill :
					   arg->fill == KPCTL_FILL_SWAP;
	}
}

static enum kpctl_make make_of_walk(u8 walk)
{
	switch (walk) {
	case KPCTL_WALK_SOCK:
		return KPCTL_MAKE_SOCK;
	case KPCTL_WALK_TASK:
	case KPCTL_WALK_COMM:
		return KPCTL_MAKE_TASK;
	case KPCTL_WALK_STACK:
		return KPCTL_MAKE_STACK;
	}
	return KPCTL_MAKE_PATH;
}

static void make_string(struct kpctl_compiler *c, struct kpctl_arg *arg,
			const struct kpctl_arg_spec *as)
{
	char *text;

	arg->user = as->type == KPCTL_TYPE_USTRING;
	arg->make = as->count ? KPCTL_MAKE_STRINGS : KPCTL_MAKE_STRING;
	if (as->walk) {
		arg->walk = as->walk;
		arg->make = make_of_walk(as->walk);
		arg->user = as->walk == KPCTL_WALK_STACK;
	} else if (kpctl_type_is_stack(as->type)) {
		arg->make = KPCTL_MAKE_STACK;
		arg->user = as->type == KPCTL_TYPE_USTACK;
		arg->num = c->spec->user_entry && !kpctl_kind_is_call(c->spec->kind);
	} else if (as->type == KPCTL_TYPE_SYMSTR) {
		arg->make = KPCTL_MAKE_SYMSTR;
	} else if (as->src == KPCTL_SRC_COMM) {
		arg->make = KPCTL_MAKE_COMM;
	} else if (as->src == KPCTL_SRC_TEXT) {
		text = c->prog->texts[c->ntexts++];
		strcpy(text, as->sym);
		arg->text = text;
		arg->make = KPCTL_MAKE_TEXT;
	}
}

/* Does the last deref read the value? */
static bool ends_in_memory(const struct kpctl_arg *arg)
{
	return arg->nderef && arg->deref[arg->nderef - 1].how != KPCTL_DEREF_CPU;
}

/* How a loaded word becomes a value of the type; not for a value that was kept whole. */
static void make_value(struct kpctl_compiler *c, struct kpctl_arg *arg,
		       const struct kpctl_arg_spec *as)
{
	arg->size = kpctl_arg_is_string(as) ? 8 : kpctl_type_size(as->type);
	arg->count = as->count;
	if (as->counted) {
		arg->user = as->type == KPCTL_TYPE_USTRING;
		arg->make = kpctl_arg_is_string(as) ? KPCTL_MAKE_LIST : KPCTL_MAKE_COUNTED;
		if (!kpctl_type_is_block(as->type))
			cut_out(arg, as);
		return;
	}
	if (kpctl_type_is_block(as->type)) {
		arg->count = as->count ?: 1;
		arg->make = KPCTL_MAKE_ARRAY;
		return;
	}
	if (kpctl_arg_is_string(as)) {
		arg->is_string = true;
		make_string(c, arg, as);
		return;
	}
	if (as->count)
		arg->make = KPCTL_MAKE_ARRAY;
	else
		arg->make = ends_in_memory(arg) ? KPCTL_MAKE_MEM : KPCTL_MAKE_WORD;
	cut_out(arg, as);
}

static u8 signed_or_not(const struct kpctl_arg *arg)
{
	return arg->fill == KPCTL_FILL_SIGN && arg->size == 4 ? KPCTL_DIRECT_S32 : KPCTL_DIRECT_NO;
}

static const u8 unsigned_of[] = {
	[1] = KPCTL_DIRECT_U8, [2] = KPCTL_DIRECT_U16, [4] = KPCTL_DIRECT_U32,
	[8] = KPCTL_DIRECT_U64,
};

/*
 * Values for load_direct(): a word of a base (pt_regs, the kept record, the site, the task)
 * that cannot have been a fault at entry, or a number in kernel memory one deref behind it.
 */
static void find_direct(struct kpctl_arg *arg)
{
	if (arg->load >= KPCTL_LOAD_BASES || arg->may_fault)
		return;
	if (arg->make == KPCTL_MAKE_WORD) {
		arg->direct = arg->nderef ? KPCTL_DIRECT_NO : KPCTL_DIRECT_WORD;
	} else if (arg->make == KPCTL_MAKE_MEM && arg->nderef == 1 &&
		   arg->deref->how == KPCTL_DEREF_KERNEL) {
		arg->direct = arg->adjust ? signed_or_not(arg) : unsigned_of[arg->size];
		arg->off = arg->deref->off;
	}
}

/* The start has made the value: it is a word, or is copied. */
static void make_as_is(struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	arg->make = kpctl_arg_is_number(as) ? KPCTL_MAKE_WORD : KPCTL_MAKE_KEPT;
	arg->is_string = kpctl_arg_is_string(as);
	arg->size = arg->is_string ? 8 : kpctl_type_size(as->type);
	arg->count = as->count;
	if (kpctl_type_is_block(as->type))
		arg->count = as->count ?: 1;
	if (arg->is_string)
		arg->may_fault = false;	/* its slot says so */
	if (kpctl_type_is_stack(as->type)) {
		arg->make = KPCTL_MAKE_STACK;
		arg->user = true;
	}
}

static int compile_here(struct kpctl_compiler *c, struct kpctl_arg *arg,
			const struct kpctl_arg_spec *as)
{
	int ret = load_source(c, arg, as);

	if (!ret && as->walk == KPCTL_WALK_STACK && kpctl_task_stack_need())
		ret = kpctl_err_no_memory(c->err);
	if (ret)
		return ret;
	add_derefs(c, arg, as, 0);
	if (as->src == KPCTL_SRC_STARTED && as->kept_as_is)
		make_as_is(arg, as);
	else
		make_value(c, arg, as);
	find_direct(arg);
	return 0;
}

/* Values kept at entry */

/* Does entry keep a finished array or string? False: a word, and the return does the rest. */
static bool kept_whole(const struct kpctl_arg_spec *as)
{
	return as->nentry == as->nderef &&
	       (as->count || kpctl_type_is_block(as->type) ||
		(kpctl_arg_is_string(as) && as->type != KPCTL_TYPE_SYMSTR));
}

static bool same_word(const struct kpctl_arg *a, const struct kpctl_arg *b)
{
	return a->make == KPCTL_MAKE_WORD && b->make == KPCTL_MAKE_WORD && a->load == b->load &&
	       a->num == b->num && !a->adjust && !b->adjust && !a->nderef && !b->nderef;
}

/* Makes c->part: the part of the argument that belongs to the entry. */
static void take_part(struct kpctl_compiler *c, const struct kpctl_arg_spec *as)
{
	c->part = *as;
	c->part.at_entry = 0;
	c->part.nderef = as->nentry;
	c->part.nentry = 0;
	/* the last deref reads in the type's width; any other word is kept whole */
	if (!kept_whole(as) && (as->nentry < as->nderef || !kpctl_arg_reads_memory(&c->part) ||
				as->type == KPCTL_TYPE_SYMSTR)) {
		c->part.type = KPCTL_TYPE_X64;
		c->part.count = 0;
		c->part.counted = KPCTL_COUNTED_NOT;
		c->part.bits = 0;
	}
}

#define KEPT_MOST	255u	/* a value's number is a byte */

/* Entry keeps the value; *kept is the entry's argument. Equal words are kept once. */
static int keep(struct kpctl_compiler *c, const struct kpctl_arg_spec *as,
		const struct kpctl_arg **kept)
{
	struct kpctl_arg *arg = &c->entry[c->kept_bits];
	struct kpctl_fetch *entry = &c->prog->entry;
	u32 i;
	int ret;

	if (c->kept_bits == KEPT_MOST) {
		kpctl_err_fill(c->err, KEPT_TOO_BIG, as->column, 8 * KEPT_MOST + 8, 8 * KEPT_MOST);
		return -E2BIG;
	}
	take_part(c, as);
	ret = compile_here(c, arg, &c->part);
	if (ret)
		return ret;
	for (i = 0; i < c->kept_bits; i++) {
		if (!same_word(&c->entry[i], arg))
			continue;
		*kept = &c->entry[i];
		memset(arg, 0, sizeof(*arg));
		return 0;
	}
	arg->index = c->kept_bits++;
	arg->slot = entry->size;
	entry->size += kpctl_arg_slot_size(&c->part);
	if (arg->is_string)
		entry->nstrings += arg->count ?: 1;
	*kept = arg;
	return 0;
}

static int compile_kept(struct kpctl_compiler *c, struct kpctl_arg *arg,
			const struct kpctl_arg_spec *as)
{
	const struct kpctl_arg *kept;
	int ret = keep(c, as, &kept);

	if (ret)
		return ret;
	arg->load = KPCTL_LOAD_KEPT;
	arg->num = kept->slot;
	arg->may_fault = kept->nderef != 0 && !kept->is_string;
	arg->fault_bit = kept->index;
	if (kept_whole(as)) {
		arg->make = KPCTL_MAKE_KEPT;
		arg->size = kept->size;
		arg->count = kept->count;
		arg->is_string = kept->is_string;
		return 0;
	}
	add_derefs(c, arg, as, as->nentry);
	if (!arg->nderef && kpctl_arg_reads_memory(as) && as->type != KPCTL_TYPE_SYMSTR) {
		arg->make = KPCTL_MAKE_WORD;	/* entry has cut the value out */
		arg->size = kpctl_type_size(as->type);
	} else {
		make_value(c, arg, as);
	}
	find_direct(arg);
	return 0;
}

bool kpctl_prog_outlasts(const struct kpctl_arg_spec *as)
{
	if (as->src == KPCTL_SRC_STARTED)
		return true;
	if (as->nderef)
		return false;
	switch (as->src) {
	case KPCTL_SRC_REG:
	case KPCTL_SRC_ARG:
	case KPCTL_SRC_STACK:
	case KPCTL_SRC_STACK_ADDR:
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_SYM:
	case KPCTL_SRC_CALLER:
		return false;
	}
	return true;
}

/* The value as one to be kept, if it is of the moment before the instruction. */
static const struct kpctl_arg_spec *kept_before(struct kpctl_compiler *c,
						const struct kpctl_arg_spec *as)
{
	if (!c->spec->after_column || as->after || kpctl_prog_outlasts(as))
		return as;
	c->before = *as;
	c->before.at_entry = 1;
	c->before.nentry = as->nderef;
	return &c->before;
}

/* The function leaves its result in the site, and the value is a number in memory there. */
static int compile_call(struct kpctl_compiler *c, struct kpctl_arg *arg,
			const struct kpctl_arg_spec *as, enum kpctl_moment when)
{
	struct kpctl_helper_use *use;
	struct kpctl_deref *d;
	int ret = kpctl_prog_helper(c, as, when, &use);

	if (ret)
		return ret;
	d = &c->prog->derefs[c->nderefs++];
	*d = (struct kpctl_deref){ .how = KPCTL_DEREF_KERNEL };
	arg->load = KPCTL_LOAD_HELPER;
	arg->num = (s64)use;
	arg->deref = d;
	arg->nderef = 1;
	arg->make = KPCTL_MAKE_MEM;
	arg->size = kpctl_type_size(as->type);
	cut_out(arg, as);
	return 0;
}

int kpctl_prog_value(struct kpctl_compiler *c, struct kpctl_arg *arg,
		     const struct kpctl_arg_spec *as, enum kpctl_moment when)
{
	u32 regs = c->prog->regs;
	int ret;

	memset(arg, 0, sizeof(*arg));
	if (as->call[0])
		return compile_call(c, arg, as, when);
	if (when == ON_RETURN)
		as = kept_before(c, as);
	if (when == ON_RETURN && as->at_entry)
		return compile_kept(c, arg, as);
	ret = compile_here(c, arg, as);
	if (when == ON_RETURN)	/* a return has all registers: none need be asked for */
		c->prog->regs = regs;
	return ret;
}

int kpctl_prog_operand(struct kpctl_compiler *c, const struct kpctl_arg_spec *as,
		       enum kpctl_moment when, const struct kpctl_arg **out)
{
	struct kpctl_arg *arg = &c->prog->args[c->nargs++];
	int ret = kpctl_prog_value(c, arg, as, when);

	arg->early = when == ON_ENTRY;
	*out = arg;
	return ret;
}
