/* SPDX-License-Identifier: GPL-2.0 */
/* Of aggr_test.c: tables that are emptied, and what is kept of them (aggr/keep.h). */

/* As session/event_aggr.c does it: `between` hits come to the new table before the old is merged. */
static bool empty_tables(u32 between)
{
	struct kpctl_aggrs *old = aggrs, *new = kpctl_aggrs_alloc(&spec, &act);
	struct kpctl_keeps *keeps = new ? kpctl_keeps_alloc(old, new) : NULL;

	if (!keeps) {
		kpctl_aggrs_put(new);
		return false;
	}
	aggrs = new;
	while (between--)
		hit();
	kpctl_keeps_merge(keeps);
	kpctl_keeps_free(keeps);
	kpctl_aggrs_put(old);
	return true;
}

/* With room for all keys nothing is lost, however often tables are emptied. */
static void test_kept(enum kpctl_action_id action)
{
	char text[128];
	u32 way, i;

	for (way = 0; way < 8; way++) {
		for (i = 0; i < NR_VALUES && way & 4; i++)
			values[i] = dice() % 2000 - (way & 1 ? 1000 : 0);
		begin(action, way & 1 ? KPCTL_TYPE_S64 : KPCTL_TYPE_U64, !!(way & 2), 4096,
		      KPCTL_TYPE_U64, 0);
		hits_per_cpu = 3000;
		for (i = 0; i < 5; i++) {
			run(way & 2 ? 2 : 1, 3);
			if (!empty_tables(100))
				exit(1);
		}
		hits_per_cpu = HITS;
		snprintf(text, sizeof(text), "%s of %s %snumbers%s, emptied five times",
			 kpctl_action_name(action), way & 4 ? "small" : "all",
			 way & 1 ? "signed " : "", way & 2 ? " by a number, two CPUs" : "");
		exact(text);
		make_values();
	}
}

/* More keys than there is room for */

#define MANY		5000
#define ROOM		256

static u64 weight_of[MANY], hits_of_key[MANY], all_weight;

static void one_hit(u64 key, u64 value)
{
	struct kpctl_site site = { .func = key, .lat = value };

	kpctl_aggr_hit(&take, &aggrs->aggr[0], &site);
	hits_of_key[key]++;
	weight_of[key] += take.action == KPCTL_ACTION_COUNT ? 1 : value;
	all_weight += take.action == KPCTL_ACTION_COUNT ? 1 : value;
	all++;
	if (kpctl_aggrs_fill(aggrs) && !empty_tables(0))
		exit(1);
}

/* Few keys with much and many with little; those with much change, and come late. */
static u64 skewed_key(u32 i)
{
	u64 r = dice();

	if (r % 4 == 0)
		return i / 50000 * 7 + r / 4 % 7;
	return 100 + (r / 4 % (MANY - 100)) * (r >> 20) % (MANY - 100);
}

/* As bad as it can be: each key once, over and over, and one that comes a bit more often. */
static u64 even_key(u32 i)
{
	return i % 40 == 0 ? 7 : i % MANY;
}

static u64 weight_in(const struct kpctl_aggr_row *row)
{
	return take.action == KPCTL_ACTION_COUNT ? row->count : row->sum;
}

/* What is wrong with the rows; NULL: nothing. */
static const char *wrong_rows(const struct kpctl_aggr_rows *rows, u32 top)
{
	u64 most = all_weight / (ROOM + 1), sum = rows->other + rows->unread, key, least = ~0ull;
	bool seen[MANY] = {};
	u32 i;

	for (i = 0; i < rows->n; i++) {
		key = *((const u64 *)rows->row[i].key + 1);
		if (key >= MANY || seen[key])
			return "a key that was not hit, or stands there twice";
		seen[key] = true;
		sum += rows->row[i].count;
		if (rows->row[i].count > hits_of_key[key] || weight_in(&rows->row[i]) > weight_of[key])
			return "a row has more than its key";
		if (weight_of[key] - weight_in(&rows->row[i]) > most)
			return "a row lacks more than the bound";
		least = min(least, weight_in(&rows->row[i]));
	}
	if (sum != all || rows->hits != all)
		return "hits are missing, or counted twice";
	if (rows->n != top)
		return "another number of rows";
	for (key = 0; key < MANY; key++)
		if (!seen[key] && weight_of[key] > least + most)
			return "a key with more is missing";
	return NULL;
}

static void test_top(enum kpctl_action_id action, enum kpctl_type type, u32 top, u64 (*key)(u32 i),
		     const char *text)
{
	struct kpctl_aggr_rows rows;
	const char *wrong;
	u32 i;

	begin(action, type, 1, ROOM, KPCTL_TYPE_U64, 0);
	act.aggr[0].top = top;
	kpctl_aggrs_put(aggrs);
	aggrs = kpctl_aggrs_alloc(&spec, &act);
	memset(weight_of, 0, sizeof(weight_of));
	memset(hits_of_key, 0, sizeof(hits_of_key));
	all_weight = 0;
	for (i = 0; i < 300000; i++)
		one_hit(key(i), 1 + dice() % 1000);
	if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
		exit(1);
	wrong = wrong_rows(&rows, top);
	if (wrong)
		ktap_diag("%s", wrong);
	ktap_ok(!wrong, "%s", text);
	kpctl_aggr_rows_free(&rows);
	end();
}

/* By time: the newest are kept, whatever the hits of the others. */
static void test_by_time(void)
{
	struct kpctl_aggr_rows rows;
	u64 key, sum, oldest = ~0ull;
	u32 i;

	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, ROOM, KPCTL_TYPE_U64, 0);
	act.aggr[0].by_time = 1;
	kpctl_aggrs_put(aggrs);
	aggrs = kpctl_aggrs_alloc(&spec, &act);
	memset(hits_of_key, 0, sizeof(hits_of_key));
	for (key = 0; key < MANY; key++)
		for (i = dice() % 9 + (key < 100 ? 100 : 0); i; i--)
			one_hit(key - (key && dice() % 3 == 0), 1);
	if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
		exit(1);
	for (sum = rows.other, i = 0; i < rows.n; i++) {
		key = *((const u64 *)rows.row[i].key + 1);
		sum += rows.row[i].count;
		oldest = min(oldest, key);
		/* at the edge a key can have gone, and come once more */
		if (key > MANY - ROOM && rows.row[i].count != hits_of_key[key])
			oldest = 0;
	}
	ktap_ok(rows.n == ROOM && sum == all && oldest > MANY - 2 * ROOM,
		"by time: the newest are kept, whole");
	kpctl_aggr_rows_free(&rows);
	end();
}

/* A table without top=N beside one that is emptied: who came first stays. */
static void test_beside(void)
{
	struct kpctl_aggr_rows rows;
	u64 key, sum = 0;
	u32 i, wrong = 0;

	begin(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, 16, KPCTL_TYPE_U64, 0);
	memset(hits_of_key, 0, sizeof(hits_of_key));
	for (i = 0; i < 3000; i++) {
		one_hit(i < 100 ? i % 16 : dice() % 64, 1);
		if (i % 500 == 499 && !empty_tables(0))
			exit(1);
	}
	if (kpctl_aggr_rows_make(&aggrs->aggr[0], true, &rows))
		exit(1);
	for (i = 0; i < rows.n; i++) {
		key = *((const u64 *)rows.row[i].key + 1);
		wrong += key >= 16 || rows.row[i].count > hits_of_key[key];
		sum += rows.row[i].count;
	}
	ktap_ok(!wrong && rows.n == 16 && sum + rows.other == all && rows.entries == 16,
		"without top, emptied beside another: who came first stays");
	kpctl_aggr_rows_free(&rows);
	end();
}

/* Each allocation fails once: the table stays as it is, and nothing is left. */
static void test_no_memory_to_keep(void)
{
	bool fine = true, failed = true;
	long held, pages;
	u32 fail;

	for (fail = 1; failed; fail++) {
		begin(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 1, 64, KPCTL_TYPE_U64, 0);
		hits_per_cpu = 100;
		run(1, 0);
		if (!empty_tables(0))
			exit(1);
		held = host.held;
		pages = host_pages;
		host.asked = 0;
		host.fail = fail;
		failed = !empty_tables(0);
		host.fail = 0;
		fine &= host.held == held && host_pages == pages;
		fine &= failed == (host.asked >= fail);
		end();
	}
	hits_per_cpu = HITS;
	ktap_ok(fine && fail > 15, "no memory to keep rows: all is as it was");
}

static void test_keeping(void)
{
	test_kept(KPCTL_ACTION_COUNT);
	test_kept(KPCTL_ACTION_SUM);
	test_kept(KPCTL_ACTION_STATS);
	test_kept(KPCTL_ACTION_HIST);
	test_top(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, ROOM, skewed_key, "top: bound, of hits");
	test_top(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 10, skewed_key, "... ten of them");
	test_top(KPCTL_ACTION_COUNT, KPCTL_TYPE_U64, 1, even_key, "... one above many that are equal");
	test_top(KPCTL_ACTION_SUM, KPCTL_TYPE_U64, 10, skewed_key, "... of sums");
	test_top(KPCTL_ACTION_SUM, KPCTL_TYPE_S64, 10, skewed_key, "... of signed sums");
	test_top(KPCTL_ACTION_STATS, KPCTL_TYPE_U64, 10, skewed_key, "... of stats");
	test_top(KPCTL_ACTION_HIST, KPCTL_TYPE_U64, 10, skewed_key, "... of hist");
	test_by_time();
	test_beside();
	test_no_memory_to_keep();
}
