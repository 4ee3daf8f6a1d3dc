// SPDX-License-Identifier: GPL-2.0
/*
 * Aggregates as they are in the module, behind kernel/: hits that interrupt
 * one another between any two steps, on two CPUs, must all be found again, each
 * in exactly one place.
 */
#include <pthread.h>
#include <stdarg.h>

#include "aggr/action.h"
#include "aggr/bucket.h"
#include "aggr/keep.h"
#include "aggr/rows.h"
#include "base/budget.h"
#include "prog/scratch.h"
#include "ktap.h"

#define NR_KEYS		64
#define NR_VALUES	512

/* The thread sanitizer, which is slow, has something to find where two threads are. */
#ifdef __SANITIZE_THREAD__
#define ONE_CPU		false
#define HITS		8000
#else
#define ONE_CPU		true
#define HITS		30000
#endif

_Thread_local int host_cpu;
struct task_struct host_task;
static long host_pages;		/* of the budget */
static struct {
	/* allocations: the one that is to fail, counted from 1; 0: none */
	unsigned int fail, asked;
	long held;		/* not given back yet */
} host;

static u64 nr_runs;

/* Another sequence in each thread. */
static u64 dice(void)
{
	static _Thread_local u64 x;

	x = (x ?: 88172645463325252ull + 2 * nr_runs + host_cpu) * 6364136223846793005ull +
	    1442695040888963407ull;
	return x >> 33;
}

void *host_alloc(size_t n, size_t size)
{
	void *p = ++host.asked == host.fail ? NULL : calloc(n, size);

	host.held += !!p;
	return p;
}

void host_free(const void *p)
{
	host.held -= !!p;
	free((void *)p);
}

bool kpctl_budget_take(unsigned long pages)
{
	if (host_pages < (long)pages)
		return false;
	host_pages -= pages;
	return true;
}

void kpctl_budget_give(unsigned long pages)
{
	host_pages += pages;
}

/* What a hit brings along. The site stands in for it: func is key, lat value. */

static bool value_faults, key_faults;

bool kpctl_fetch_number(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *value)
{
	if (arg->num ? value_faults : key_faults)
		return false;
	*value = arg->num ? site->lat : site->func;
	return true;
}

u32 kpctl_fetch_text(const struct kpctl_arg *arg, const struct kpctl_site *site, u8 *to, u32 max,
		     u32 *flags)
{
	u32 n, i;

	(void)arg;
	(void)flags;
	host_step();
	n = snprintf((char *)to, max, "%.*sname%llu", (int)(site->func % 9), "longer_", site->func) + 1;
	for (i = n; i < max; i++)	/* what is behind it was another's */
		to[i] = dice();
	return n;
}

static const u64 *stack_of[2];	/* each of two frames; or made up */

u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	u32 i, n = 1 + site->func % max;

	(void)flags;
	if (stack_of[0]) {
		memcpy(to, stack_of[site->func], 2 * sizeof(*to));
		return 2;
	}
	/* each is the beginning of those that are longer; what is behind it was another's */
	for (i = 0; i < max; i++)
		to[i] = i < n ? 0xffffffff81000000 + i * 16 : 1 + dice();
	return n;
}

/* A table makes no difference between whose stacks they are. */
u32 kpctl_fetch_user_stack(const struct kpctl_site *site, bool at_entry, u64 *to, u32 max, u32 *flags)
{
	(void)at_entry;
	return kpctl_fetch_stack(site, to, max, flags);
}

u32 kpctl_fetch_task_stack(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *to,
			   u32 max, u32 *flags)
{
	(void)arg;
	return kpctl_fetch_stack(site, to, max, flags);
}

u32 kpctl_fetch_kept_stack(const struct kpctl_arg *arg, const struct kpctl_site *site, u64 *to,
			   u32 max, u32 *flags)
{
	(void)arg;
	return kpctl_fetch_stack(site, to, max, flags);
}

/* The aggregate under test, and what it must come to */

static struct kpctl_arg key_arg, value_arg = { .num = 1 };
static struct kpctl_aggrs *aggrs;
static struct kpctl_aggr_operands take;
static struct kpctl_spec spec;
static struct kpctl_do act;

static u64 want[NR_KEYS], want_max[NR_KEYS], want_min[NR_KEYS];
static __int128 want_sum[NR_KEYS];
static u64 want_bucket[NR_KEYS][KPCTL_BUCKETS_SIGNED];
static u64 all;
static u64 values[NR_VALUES];
static _Thread_local u32 depth;
static u32 most_depth, nr_keys, hits_per_cpu = HITS, one_in = 24;
static u32 at_step[4], steps[4];	/* by depth: interrupted at this step alone */
static bool scheduled;
static u32 read_at, read_steps;	/* a hit comes at this step of a reader; 0: none */

/* Sums of 128 bits and ends, by whoever comes: interrupters of a test are calls in it. */
static pthread_mutex_t remembering = PTHREAD_MUTEX_INITIALIZER;

static void remember(u64 key, u64 v, bool is_signed)
{
	pthread_mutex_lock(&remembering);
	want_sum[key] += is_signed ? (__int128)(s64)v : (__int128)v;
	if (is_signed ? (s64)v > (s64)want_max[key] : v > want_max[key])
		want_max[key] = v;
	if (is_signed ? (s64)v < (s64)want_min[key] : v < want_min[key])
		want_min[key] = v;
	pthread_mutex_unlock(&remembering);
}

static void hit(void)
{
	u64 key = dice() % nr_keys, v = values[dice() % NR_VALUES];
	struct kpctl_site site = { .func = key, .lat = v };
	bool is_signed = aggrs->aggr[0].is_signed;

	depth++;
	kpctl_aggr_hit(&take, &aggrs->aggr[0], &site);
	depth--;
	__atomic_fetch_add(&all, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&want[key], 1, __ATOMIC_RELAXED);
	remember(key, v, is_signed);
	__atomic_fetch_add(&want_bucket[key][is_signed ? kpctl_bucket_signed(v) : kpctl_bucket(v)],
			   1, __ATOMIC_RELAXED);
}

/* An interrupt may come now, one in so many times, if one more can. */
void host_step(void)
{
	if (!depth && read_at && ++read_steps == read_at)
		hit();
	if (!depth || depth > most_depth)
		return;
	if (scheduled ? ++steps[depth] == at_step[depth] : dice() % one_in == 0)
		hit();
}

static void begin(enum kpctl_action_id action, enum kpctl_type type, u32 nkeys, u32 entries, enum kpctl_type key,
		  u32 src)
{
	u32 i;

	memset(&act, 0, sizeof(act));
	memset(&take, 0, sizeof(take));
	memset(want, 0, sizeof(want));
	memset(want_sum, 0, sizeof(want_sum));
	memset(want_max, 0, sizeof(want_max));
	memset(want_bucket, 0, sizeof(want_bucket));
	all = 0;
	act.naggrs = 1;
	act.operand[0].type = type;
	act.operand[1].type = key;
	act.operand[1].src = src;
	act.aggr[0] = (struct kpctl_aggr_spec){
		.action = action, .value = KPCTL_ARGS_MAX, .nkeys = nkeys, .entries = entries,
	};
	for (i = 0; i < nkeys; i++) {	/* the same each time */
		act.aggr[0].key[i] = KPCTL_ARGS_MAX + 1;
		take.key[i] = &key_arg;
		take.room[i] = kpctl_key_room(&act.operand[1]);
	}
	host_pages = 1 << 20;
	aggrs = kpctl_aggrs_alloc(&spec, &act);
	if (!aggrs)
		exit(1);
	take.action = action;
	take.nkeys = nkeys;
	take.value = &value_arg;
	take.key_size = kpctl_key_size(&spec, &act, &act.aggr[0]);
	key_arg.make = key == KPCTL_TYPE_STACK ? KPCTL_MAKE_STACK : KPCTL_MAKE_WORD;
	nr_keys = nkeys ? NR_KEYS : 1;
	for (i = 0; i < nr_keys; i++) {
		want_max[i] = kpctl_type_is_signed(type) ? 1ull << 63 : 0;
		want_min[i] = ~want_max[i];
	}
}

static void end(void)
{
	kpctl_aggrs_put(aggrs);
	value_faults = key_faults = false;
}

static void *cpu(void *nr)
{
	u32 i;

	host_cpu = (long)nr;
	for (i = 0; i < hits_per_cpu; i++)
		hit();
	return NULL;
}

static void run(int cpus, u32 interrupts)
{
	pthread_t thread[HOST_CPUS];
	long i;

	most_depth = interrupts;
	nr_runs++;
	for (i = 0; i < cpus; i++)
		pthread_create(&thread[i], NULL, cpu, (void *)i);
	for (i = 0; i < cpus; i++)
		pthread_join(thread[i], NULL);
}

/* Which key a row is, by its bytes. */
static u64 key_of(const struct kpctl_aggr_row *row)
{
	const u64 *part = (const u64 *)row->key + 1;
	unsigned long long nr;
	const char *name;
	u32 n = 0;

	if (!row->key)
		return 0;
	if (!take.room[0]) {
		while (n + 1 < take.nkeys && part[n] == part[n + 1])
			n++;
		return n + 1 == take.nkeys ? *part : NR_KEYS;
	}
	if (take.room[0] > KPCTL_KEY_TEXT) {
		while (n < KPCTL_KEY_FRAMES && part[n] == 0xffffffff81000000 + n * 16)
			n++;
		return n < KPCTL_KEY_FRAMES && part[n] ? NR_KEYS : n - 1;
	}
	name = strstr((const char *)part, "name");
	return name && sscanf(name, "name%llu", &nr) == 1 ? nr : NR_KEYS;
}

/* Which bucket of a histogram it is; none, if its ends are not those of one. */
static u32 bucket_nr(const struct kpctl_aggr_bucket *b)
{
	bool is_signed = aggrs->aggr[0].is_signed;
	u32 nr = is_signed ? kpctl_bucket_signed(b->low) : kpctl_bucket(b->low);
	u64 high = is_signed ? (u64)kpctl_bucket_signed_high(nr) : kpctl_bucket_high(nr);

	if (b->high != high)
		exit(1);
	return nr;
}

/* As much of a sum as 64 bits hold. */
static u64 fitting(__int128 sum)
{
	bool is_signed = aggrs->aggr[0].is_signed;
	__int128 least = is_signed ? -((__int128)1 << 63) : 0;
	__int128 most = ((__int128)1 << (is_signed ? 63 : 64)) - 1;

	return sum < least ? least : sum > most ? most : sum;
}

static bool is_range(const struct kpctl_aggr_row *row, u64 key)
{
	return row->nr_buckets == 1 && row->bucket->low == want_min[key] &&
	       row->bucket->high == want_max[key] && row->bucket->count == want[key] &&
	       row->max == want_max[key];
}

static bool row_is_right(const struct kpctl_aggr_row *row, u64 key)
{
	u32 i;

	if (key >= NR_KEYS || row->count != want[key])
		return false;
	if (take.action == KPCTL_ACTION_COUNT)
		return true;
	if (take.action != KPCTL_ACTION_HIST)
		return row->sum == fitting(want_sum[key]) && (take.action != KPCTL_ACTION_STATS ||
		       is_range(row, key));
	for (i = 0; i < row->nr_buckets; i++) {
		if (row->bucket[i].count != want_bucket[key][bucket_nr(&row->bucket[i])] ||
		    (i && bucket_nr(&row->bucket[i]) <= bucket_nr(&row->bucket[i - 1])))
			return false;
		want_bucket[key][bucket_nr(&row->bucket[i])] = 0;
	}
	for (i = 0; i < KPCTL_BUCKETS_SIGNED; i++)
		if (want_bucket[key][i])
			return false;
	return row->sum == (u64)want_sum[key] && row->max == want_max[key];
}

/* Is everything where it belongs, to the unit? */
static bool is_exact(u32 *entries)
{
	struct kpctl_aggr_rows rows;
	u64 seen[NR_KEYS] = {}, found = 0, key, wrong = 0;
	bool fine;
	u32 i;

	if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
		exit(1);
	for (i = 0; i < rows.n; i++) {
		key = key_of(&rows.row[i]);
		wrong += !row_is_right(&rows.row[i], key) || seen[key]++ ||
			 (i && rows.row[i].count > rows.row[i - 1].count);
	}
	for (i = 0; i < nr_keys; i++)
		found += seen[i] || !want[i];
	fine = !wrong && found == nr_keys && rows.hits == all && !rows.other && !rows.unread;
	*entries = rows.entries;
	kpctl_aggr_rows_free(&rows);
	return fine;
}

static void exact(const char *text)
{
	u32 entries;
	bool fine = is_exact(&entries);

	ktap_diag("%llu hits, %u entries", all, entries);
	ktap_ok(fine, "%s", text);
	end();
}

/* It does not all fit: nothing is gone, and no row has what is not its own. */
static bool is_accounted(u32 most_rows, bool quiet)
{
	struct kpctl_aggr_rows rows;
	u64 sum = 0, wrong = 0, key;
	bool fine;
	u32 i, k;

	if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
		exit(1);
	for (i = 0; i < rows.n; i++) {
		key = key_of(&rows.row[i]);
		wrong += rows.row[i].count > want[key];
		for (k = 0; k < rows.row[i].nr_buckets; k++)
			wrong += rows.row[i].bucket[k].count >
				 want_bucket[key][bucket_nr(&rows.row[i].bucket[k])];
		sum += rows.row[i].count;
	}
	if (!quiet)
		ktap_diag("%llu hits, %u rows, %llu other", rows.hits, rows.n, rows.other);
	fine = !wrong && rows.n && rows.n <= most_rows && rows.other &&
	       sum + rows.other == all && rows.hits == all;
	kpctl_aggr_rows_free(&rows);
	return fine;
}

static void accounted(const char *text, u32 most_rows)
{
	ktap_ok(is_accounted(most_rows, false), "%s", text);
	end();
}

static void make_values(void)
{
	u32 i;

	for (i = 0; i < NR_VALUES; i++)
		values[i] = dice() << 33 >> dice() % 64;
	values[0] = 0;
	values[1] = ~0ull;
	values[2] = 1ull << 63;
	values[3] = ~0ull >> 1;
}

/*
 * Of each action: values that fit and that do not, signed and not, with keys and without,
 * interrupted and on two CPUs.
 */
static void test_numbers(enum kpctl_action_id action)
{
	const char *name = kpctl_action_name(action);
	char text[128];
	u32 i, way;

	for (way = 0; way < 8; way++) {
		if (way & 4)	/* small: below zero as well, if there is that */
			for (i = 0; i < NR_VALUES; i++)
				values[i] = dice() % 2000 - (way & 1 ? 1000 : 0);
		begin(action, way & 1 ? KPCTL_TYPE_S64 : KPCTL_TYPE_U64, !!(way & 2), 4096,
		      KPCTL_TYPE_U64, 0);
		run(way & 2 ? 2 : 1, 3);
		snprintf(text, sizeof(text), "%s of %s %snumbers%s, interrupted", name,
			 way & 4 ? "small" : "all", way & 1 ? "signed " : "",
			 way & 2 ? " by a number, two CPUs" : "");
		exact(text);
		make_values();
	}
}

/* Each step of one hit, interrupted by another: no carry is lost, no value is outside. */
static void test_carries(enum kpctl_action_id action, enum kpctl_type type)
{
	u32 k, n, entries, wrong = 0, runs = 0;

	scheduled = true;
	hits_per_cpu = 1;
	for (k = 1; k < 30; k++) {
		for (n = 1; n < 30; n++, runs++) {
			for (entries = 0; entries < NR_VALUES; entries++)
				values[entries] = dice() % 2 ? ~0ull >> 1 : 1ull << 63;
			begin(action, type, 0, 1, KPCTL_TYPE_U64, 0);
			memset(steps, 0, sizeof(steps));
			at_step[1] = k;
			at_step[2] = n;
			run(1, 2);
			wrong += !is_exact(&entries);
			end();
		}
	}
	scheduled = false;
	hits_per_cpu = HITS;
	make_values();
	ktap_diag("%u schedules of %s", runs, kpctl_action_name(action));
	ktap_ok(!wrong, "three hits that wrap, every schedule");
}

/* One hit more or less, and never the sum of one with the count or the carry of another. */
static bool is_whole(const struct kpctl_aggr_row *row, u64 hits)
{
	return (row->count == hits && row->sum == -1ull) || (row->count == hits + 1 && !row->sum);
}

/* A hit changes both words of a sum while they are read, at each step of the reader. */
static void test_torn(enum kpctl_action_id action)
{
	struct kpctl_aggr_rows rows;
	u32 wrong = 0, came = 0;
	u64 hits = 0;

	begin(action, KPCTL_TYPE_S64, 0, 1, KPCTL_TYPE_U64, 0);
	most_depth = 0;
	for (u32 at = 1; at < 20; at++) {
		for (u32 i = 0; i < NR_VALUES; i++)
			values[i] = -1;
		hit();
		hits++;
		for (u32 i = 0; i < NR_VALUES; i++)
			values[i] = 1;
		read_at = at;
		read_steps = 0;
		if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
			exit(1);
		read_at = 0;
		wrong += rows.n != 1 || !is_whole(&rows.row[0], hits);
		kpctl_aggr_rows_free(&rows);
		came += read_steps >= at;
		if (read_steps < at)
			hit();
		hits++;
	}
	end();
	make_values();
	ktap_diag("%s: a hit at each of %u steps", kpctl_action_name(action), came);
	ktap_ok(!wrong && came > 6, "a sum that is read while it changes");
}

static void test_interrupts(void)
{
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 0, 1, KPCTL_TYPE_U64, 0);
	run(1, 3);
	exact("count, interrupted");
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_U64, 0);
	run(1, 3);
	exact("count by a number, interrupted");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 0, 1, KPCTL_TYPE_U64, 0);
	run(1, 3);
	exact("hist, interrupted");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_S64, 0, 1, KPCTL_TYPE_U64, 0);
	run(1, 3);
	exact("hist of signed numbers, interrupted");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_U64, 0);
	run(1, 3);
	exact("hist by a number, interrupted");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_STRING, 0);
	run(1, 3);
	exact("hist by a string, interrupted");
}

/*
 * Each hit interrupted at each of its steps by another, and that at each of its by
 * a third. Who is interrupted while it fills in its slot finds its key a second
 * entry; they must be one when read.
 */
static void schedules(u32 keys, enum kpctl_type type, u32 cell_bits, const char *text)
{
	u32 k, n, entries, twice = 0, wrong = 0, runs = 0;

	scheduled = true;
	hits_per_cpu = 1;
	for (k = 1; k < 40; k++) {
		for (n = 1; n < 40; n++, runs++) {
			begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 4, type, 0);
			nr_keys = keys;
			aggrs->aggr[0].cell_shift = 32 - cell_bits;
			memset(steps, 0, sizeof(steps));
			at_step[1] = k;
			at_step[2] = n;
			run(1, 2);
			wrong += !is_exact(&entries);
			twice += entries > keys;
			end();
		}
	}
	scheduled = false;
	hits_per_cpu = HITS;
	ktap_diag("%u schedules, in %u a key had more than one entry", runs, twice);
	ktap_ok(!wrong && (twice || keys > 1), "%s", text);
}

static void test_schedules(void)
{
	schedules(1, KPCTL_TYPE_U64, 12, "three hits of one key, every schedule");
	schedules(1, KPCTL_TYPE_STRING, 12, "... of one string");
	schedules(3, KPCTL_TYPE_U64, 12, "three hits of any keys, every schedule");
	schedules(3, KPCTL_TYPE_U64, 2, "... that are after the same cells");
}

static void test_cpus(void)
{
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_STRING, 0);
	run(2, 3);
	exact("count by a string, two CPUs");
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_STACK, 0);
	run(2, 3);
	exact("count by a stack, two CPUs");
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_STRING, KPCTL_SRC_COMM);
	run(2, 3);
	exact("count by a task's name, two CPUs");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_U64, 0);
	run(2, 3);
	exact("hist by a number, two CPUs");
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_S64, 1, 4096, KPCTL_TYPE_U64, 0);
	run(2, 3);
	exact("hist of signed numbers by a number, two CPUs");
}

/* As many keys as there can be: short ones on the stack, the longest in a scratch buffer. */
static void test_most_keys(void)
{
	static_assert(8 + 8 * KPCTL_KEYS_MAX == KPCTL_KEY_SMALL, "the numbers fit");

	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, KPCTL_KEYS_MAX, 4096, KPCTL_TYPE_U64, 0);
	run(2, 3);
	exact("count by six numbers, two CPUs");
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, KPCTL_KEYS_MAX, 4096, KPCTL_TYPE_STACK, 0);
	if (take.key_size != KPCTL_KEY_SIZE_MAX)
		exit(1);
	run(2, 3);
	exact("count by six stacks, two CPUs");
}

static void test_full(void)
{
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4, KPCTL_TYPE_U64, 0);
	run(2, 3);
	accounted("more keys than entries: the others are counted", 4);
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 1, KPCTL_TYPE_STRING, 0);
	run(2, 3);
	accounted("one entry", 1);
	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, NR_KEYS, KPCTL_TYPE_U64, 0);
	run(2, 3);
	accounted("more buckets than cells: the others are counted", NR_KEYS);
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 4096, KPCTL_TYPE_STRING, 0);
	one_in = 8;
	run(1, KPCTL_SCRATCH_DEPTH + 1);
	one_in = 24;
	accounted("deeper than contexts can be: counted as other", NR_KEYS);
}

/* Room for one key, and another asks for it at any step of the first. */
static void test_last_entry(void)
{
	u32 k, again, entries, two_keys = 0, wrong = 0;

	scheduled = true;
	hits_per_cpu = 1;
	for (k = 1; k < 30; k++) {
		for (again = 0; again < 8; again++) {
			begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 1, KPCTL_TYPE_U64, 0);
			nr_keys = 2;
			memset(steps, 0, sizeof(steps));
			at_step[1] = k;
			run(1, 1);
			two_keys += want[0] && want[1];
			/* of one key the second may have met it half filled in */
			wrong += !is_accounted(1, true) &&
				 ((want[0] && want[1]) || !is_exact(&entries));
			end();
		}
	}
	scheduled = false;
	hits_per_cpu = HITS;
	ktap_diag("%u runs with two keys", two_keys);
	ktap_ok(!wrong && two_keys > 20, "the last entry, asked for at each step of who takes it");
}

/* As in aggr.c. */
static u64 hash_word(u64 h, u64 word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 32;
}

/* Two keys whose hashes are one: the words themselves tell them apart. */
static void test_same_hash(void)
{
	u64 frames[2][2] = { { 0xffffffff81000010 }, { 0xffffffff81000020 } }, head = 0;
	struct kpctl_site site = {};
	struct kpctl_aggr_rows rows;
	const struct kpctl_aggr *a;
	u64 h[2], i, tag = 0, same = 0;

	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 16, KPCTL_TYPE_STACK, 0);
	a = &aggrs->aggr[0];
	for (i = 0; i < 2; i++)
		h[i] = hash_word(hash_word(a->seed, head), frames[i][0]);
	frames[0][1] = 0xffffffff81000030;
	frames[1][1] = h[0] ^ frames[0][1] ^ h[1];
	for (i = 0; i < 2; i++)
		stack_of[i] = frames[i];
	for (i = 0; i < 5; i++) {
		site.func = i % 2;
		kpctl_aggr_hit(&take, &aggrs->aggr[0], &site);
	}
	stack_of[0] = NULL;
	for (i = 0; i <= a->slot_mask; i++) {
		same += tag && a->slot[i].tag == tag;
		tag = a->slot[i].tag ?: tag;
	}
	kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows);
	ktap_ok(same == 1 && rows.n == 2 && rows.row[0].count == 3 && rows.row[1].count == 2 &&
		!rows.other, "two keys of one hash are two rows");
	kpctl_aggr_rows_free(&rows);
	end();
}

static void test_unreadable(void)
{
	struct kpctl_aggr_rows rows;

	begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 16, KPCTL_TYPE_U64, 0);
	value_faults = true;
	run(1, 0);
	kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows);
	ktap_ok(rows.unread == all && rows.hits == all && !rows.n, "values that cannot be read");
	kpctl_aggr_rows_free(&rows);
	end();
	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 16, KPCTL_TYPE_U64, 0);
	key_faults = true;
	run(1, 0);
	kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows);
	ktap_ok(rows.n == 1 && rows.row[0].count == all &&
		*(const u64 *)rows.row[0].key == KPCTL_KEY_FAULT(0), "keys that cannot be read");
	kpctl_aggr_rows_free(&rows);
	end();
}

/* Each allocation fails once: there is nothing then, and what was got is given back. */
static bool every_failure(enum kpctl_action_id action, u32 nkeys, unsigned int key)
{
	bool fine = true, failed = true;
	u32 fail;

	act.naggrs = 2;
	act.operand[1].type = key;
	act.aggr[0].action = action;
	act.aggr[0].nkeys = nkeys;
	act.aggr[0].entries = 64;
	act.aggr[1] = act.aggr[0];
	for (fail = 1; failed; fail++) {
		kpctl_scratch_exit();
		host.asked = 0;
		host.fail = fail;
		host.held = 0;
		host_pages = 1 << 20;
		aggrs = kpctl_aggrs_alloc(&spec, &act);
		failed = host.asked >= fail;
		fine &= !aggrs == failed;
		kpctl_aggrs_put(aggrs);
		kpctl_scratch_exit();
		fine &= !host.held && host_pages == 1 << 20;
	}
	host.fail = 0;
	return fine && fail > 5;
}

static void test_memory(void)
{
	ktap_ok(every_failure(KPCTL_ACTION_COUNT, 0, KPCTL_TYPE_U64), "no memory to count: nothing is left");
	ktap_ok(every_failure(KPCTL_ACTION_COUNT, 1, KPCTL_TYPE_STRING), "... by a string");
	ktap_ok(every_failure(KPCTL_ACTION_HIST, 0, KPCTL_TYPE_U64), "... for a hist");
	ktap_ok(every_failure(KPCTL_ACTION_HIST, 1, KPCTL_TYPE_STACK), "... by a stack");
	ktap_ok(every_failure(KPCTL_ACTION_STATS, 1, KPCTL_TYPE_U64), "... for stats");
	host_pages = 0;
	ktap_ok(!kpctl_aggrs_alloc(&spec, &act) && !host_pages, "more than the budget");
	host_pages = 1 << 20;
}

static void test_buckets(void)
{
	bool fine = true;
	u64 low, high;
	u32 i;

	for (i = 0; i < KPCTL_BUCKETS; i++) {
		low = kpctl_bucket_low(i);
		high = kpctl_bucket_high(i);
		fine &= kpctl_bucket(low) == i && kpctl_bucket(high) == i &&
			high - low <= low / 32 && (!i || kpctl_bucket_high(i - 1) + 1 == low);
	}
	ktap_ok(fine && kpctl_bucket_high(KPCTL_BUCKETS - 1) == ~0ull,
		"buckets: no gap, none wider than a 32nd");
	for (fine = kpctl_bucket(1ull << 63) == KPCTL_BUCKET_2_63, i = KPCTL_BUCKETS - kpctl_bucket(1ull << 63);
	     i < KPCTL_BUCKETS + kpctl_bucket(1ull << 63); i++)
		fine &= kpctl_bucket_signed(kpctl_bucket_signed_low(i)) == i &&
			kpctl_bucket_signed(kpctl_bucket_signed_high(i)) == i &&
			(u64)kpctl_bucket_signed_high(i) + 1 == (u64)kpctl_bucket_signed_low(i + 1);
	ktap_ok(fine, "buckets of signed numbers: no gap");
}

#include "aggr_keep.h"

static void test_one_cpu(void)
{
	test_buckets();
	test_interrupts();
	test_schedules();
	test_carries(KPCTL_ACTION_STATS, KPCTL_TYPE_U64);
	test_carries(KPCTL_ACTION_STATS, KPCTL_TYPE_S64);
	test_torn(KPCTL_ACTION_STATS);
	test_carries(KPCTL_ACTION_SUM, KPCTL_TYPE_U64);
	test_carries(KPCTL_ACTION_SUM, KPCTL_TYPE_S64);
	test_torn(KPCTL_ACTION_SUM);
	test_most_keys();
	test_last_entry();
	test_same_hash();
	test_unreadable();
	test_memory();
}

static void test_two_cpus(void)
{
	test_numbers(KPCTL_ACTION_STATS);
	test_numbers(KPCTL_ACTION_SUM);
	test_cpus();
	test_full();
	test_keeping();
}

int main(void)
{
	make_values();
	ktap_plan(ONE_CPU ? 97 : 67);
	if (ONE_CPU)
		test_one_cpu();
	test_two_cpus();
	kpctl_scratch_exit();
	return ktap_done();
}
