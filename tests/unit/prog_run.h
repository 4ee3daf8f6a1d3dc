/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a line to a record and a verdict, and whether they are what the model
 * says: shared by prog_test.c and prog_fuzz.c.
 */
#ifndef PROG_RUN_H
#define PROG_RUN_H

#include <stdio.h>
#include <linux/kprobectl.h>

#include "spec/errors.h"
#include "prog_model.h"

/* A record in memory without a byte to spare, so that the sanitizer sees its end. */
struct record {
	u8 *bytes;
	u32 len;
};

static inline u8 *exactly(u32 size, int poison)
{
	u8 *p = malloc(size ? size : 1);

	if (!p)
		abort();
	memset(p, poison, size);
	return p;
}

static inline void run_fetch(const struct kpctl_fetch *fetch, const struct kpctl_site *site, u8 *to,
			     u32 limit, u32 *len)
{
	*len = fetch->size;
	kpctl_fetch_plain(fetch, site->regs, to);
	if (fetch->nargs)
		*len = kpctl_fetch_rest(fetch, site, to, limit);
}

/* What entry_handler() keeps; site is then what return_handler() has. */
static inline u8 *run_entry(const struct kpctl_prog *prog, struct world *w, int poison,
			    struct kpctl_site *site)
{
	u8 *kept = exactly(prog->kept_size, poison);
	u32 len;

	kpctl_site_init(site, &w->entry, NULL, w->func, 0, 0);
	host.now = HOST_ENTRY;
	run_fetch(&prog->entry, site, kept, prog->kept_size, &len);
	host.now = HOST_RETURN;
	site->regs = &w->ret;
	site->kept = kept;
	site->caller = w->caller;
	site->lat = w->lat;
	if (prog->wants_split)	/* else nobody fills it in */
		site->parts = w->parts;
	return kept;
}

static inline u8 *run_start(const struct kpctl_spec *spec, const struct kpctl_prog *prog,
			    struct world *w, int poison, struct kpctl_site *site)
{
	if (kpctl_kind_is_call(spec->kind) || spec->after_column)
		return run_entry(prog, w, poison, site);
	host.now = HOST_ENTRY;
	kpctl_site_init(site, &w->entry,
			kpctl_kind_is_data(spec->kind) ? (const u8 *)&w->watched : NULL, w->func, 0, 0);
	return NULL;
}

static inline struct record run_record(const struct kpctl_spec *spec,
				       const struct kpctl_prog *prog, struct world *w,
				       u32 str_max, int poison)
{
	u32 limit = prog->fetch.size + (prog->fetch.nstrings ? str_max : 0);
	struct record rec = { .bytes = exactly(limit, poison) };
	struct kpctl_site site;
	u8 *kept = run_start(spec, prog, w, poison, &site);

	run_fetch(&prog->fetch, &site, rec.bytes, limit, &rec.len);
	free(kept);
	return rec;
}

static inline bool run_early(const struct kpctl_prog *prog, struct world *w)
{
	struct kpctl_site site;

	kpctl_site_init(&site, &w->entry, NULL, w->func, 0, 0);
	host.now = HOST_ENTRY;
	return !prog->filter.early || kpctl_filter_run(&prog->filter, &site, true);
}

static inline bool run_late(const struct kpctl_spec *spec, const struct kpctl_prog *prog,
			    struct world *w)
{
	struct kpctl_site site;
	u8 *kept = run_start(spec, prog, w, 0x5a, &site);
	bool yes = !prog->filter.late || kpctl_filter_run(&prog->filter, &site, false);

	free(kept);
	return yes;
}

static inline u32 kept_room(const struct kpctl_prog *prog)
{
	return prog->kept_size - prog->entry.size;
}

/* The first difference, for whoever has to look for it. */
static inline void show_difference(const struct record *rec, const u8 *want)
{
	u32 i = MODEL_FIXED;

	while (i < rec->len - 1 && rec->bytes[i] == want[i])
		i++;
	fprintf(stderr, "# byte %u of %u: %02x, the model says %02x\n", i, rec->len,
		rec->bytes[i], want[i]);
}

/* Readers can see what is behind a record, too, until the next one stands there. */
static inline bool clean_behind(const struct record *rec, u32 limit, u8 poison)
{
	u32 i;

	for (i = rec->len; i < limit; i++)
		if (rec->bytes[i] != poison && rec->bytes[i] != 0 && rec->bytes[i] != 0xff)
			return false;
	return true;
}

/* Two runs over different poison: what they agree on has been written. */
static const char *check_record(const struct kpctl_spec *spec, const struct kpctl_prog *prog,
				struct world *w, u32 str_max)
{
	static u8 want[MODEL_RECORD + PAGE_SIZE];
	u32 room = prog->fetch.nstrings ? str_max : 0;
	struct record a = run_record(spec, prog, w, str_max, 0x5a);
	struct record b = run_record(spec, prog, w, str_max, 0xa5);
	u32 len = model_record(spec, w, room, kept_room(prog), want);
	const char *wrong = NULL;
	u32 n = a.len - MODEL_FIXED;

	if (a.len != b.len || a.len % 8 || a.len > prog->fetch.size + room)
		wrong = "length of the record";
	else if (memcmp(a.bytes + MODEL_FIXED, b.bytes + MODEL_FIXED, n))
		wrong = "bytes of the record that nobody wrote";
	else if (!clean_behind(&a, prog->fetch.size + room, 0x5a))
		wrong = "bytes of memory behind the record";
	else if (a.len != len)
		wrong = "the model's record has another length";
	else if (memcmp(a.bytes + MODEL_FIXED, want + MODEL_FIXED, n))
		wrong = "the model's record is another";
	if (wrong && a.len == len)
		show_difference(&a, want);
	free(a.bytes);
	free(b.bytes);
	return wrong;
}

static const char *check_layout(const struct kpctl_spec *spec, const struct kpctl_prog *prog)
{
	struct kpctl_layout layout;

	kpctl_layout_make(&layout, spec, MODEL_FIXED);
	if (layout.size != prog->fetch.size || layout.slots != prog->fetch.slots ||
	    layout.fault != prog->fetch.fault || layout.nstrings != prog->fetch.nstrings)
		return "the layout is not the program's";
	if (spec->kind == KPCTL_KIND_P && !spec->after_column && prog->kept_size)
		return "something is kept where there is no entry";
	if (prog->entry.size > prog->kept_size || prog->kept_size % 8)
		return "room for what is kept";
	return NULL;
}

static const char *check_verdict(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
				 const struct kpctl_prog *prog, struct world *w)
{
	bool early, late, kept_cut, want;

	if (!cond->ntests)
		return prog->filter.early || prog->filter.late ? "a filter without tests" : NULL;
	early = run_early(prog, w);
	want = model_filter(spec, cond, w, kept_room(prog), true, &kept_cut);
	if (prog->filter.early && early != want)
		return "early: the model decides otherwise";
	late = run_late(spec, prog, w);
	want = model_filter(spec, cond, w, kept_room(prog), false, &kept_cut);
	if (prog->filter.late && late != want)
		return "late: the model decides otherwise";
	/* a string is seen whole at entry, and afterwards as far as it was kept */
	if (prog->filter.late && !early && late && !kept_cut)
		return "refused at entry, let through at the return";
	return NULL;
}

/* All of it for one spec and condition; NULL, or what is wrong. */
static const char *check_prog(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
			      struct world *w, u32 str_max, struct kpctl_err *err)
{
	long held = host.held;
	struct kpctl_prog *prog;
	const char *wrong;

	if (kpctl_prog_make(spec, cond, NULL, MODEL_FIXED, &prog, err)) {
		if (host.held != held)
			return "a program that failed leaks";
		return err->code == KPCTL_E_NO_DATA_SYMBOL || err->code == KPCTL_E_NO_CALL ||
		       err->code == KPCTL_E_CALL_VALUES ? NULL : "no program";
	}
	wrong = check_layout(spec, prog);
	if (!wrong)
		wrong = check_record(spec, prog, w, str_max);
	if (!wrong)
		wrong = check_record(spec, prog, w, 0);
	if (!wrong)
		wrong = check_verdict(spec, cond, prog, w);
	kpctl_prog_free(prog);
	return wrong;
}

static inline void make_world(u64 seed, struct world *w)
{
	host_fill(seed);
	host_fill_regs(seed + 1, &w->entry);
	host_fill_regs(seed + 2, &w->ret);
	w->func = host_random(&seed);
	host.return_address |= 1;	/* 0 would be: not known */
	w->caller = host.return_address;
	w->lat = host_random(&seed) >> (seed & 63);
	w->parts.oncpu = host_random(&seed) >> (seed & 63);
	w->parts.blocked = host_random(&seed) >> (seed & 63);
	w->parts.runq = host_random(&seed) >> (seed & 63);
	w->watched.fault = host_random(&seed) & 1;
	w->watched.value = host_random(&seed);
	w->watched.old = host_random(&seed);
	w->watched.addr = host_random(&seed);
}

#endif /* PROG_RUN_H */
