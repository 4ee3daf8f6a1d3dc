// SPDX-License-Identifier: GPL-2.0
/*
 * histcheck EVENT INDEX: compares an aggregate of the main session with the same
 * made here from a stream: standard input has a line `VALUE<TAB>KEY` for each hit,
 * VALUE as a decimal number and KEY as KPCTL_VIEW_HISTS writes it. Prints how much
 * it compared, and each difference; status 0 if there is none.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/kprobectl.h>

#include "../../module/aggr/bucket.h"

#define KEYS_MAX	8192

struct key {
	char *text;
	u64 count, max, min;
	__int128 sum;
	u64 *bucket;		/* of KPCTL_BUCKETS_SIGNED */
	int seen;
};

static struct key keys[KEYS_MAX];
static unsigned int nr_keys, bad;
static int is_hist, is_count, is_signed;
static unsigned int has_range;

static struct key *find(const char *text)
{
	unsigned int i;

	for (i = 0; i < nr_keys; i++)
		if (!strcmp(keys[i].text, text))
			return &keys[i];
	if (nr_keys == KEYS_MAX)
		exit(2);
	keys[nr_keys].text = strdup(text);
	keys[nr_keys].bucket = calloc(KPCTL_BUCKETS_SIGNED, sizeof(u64));
	return &keys[nr_keys++];
}

static void differs(const char *key, const char *what, u64 got, u64 want)
{
	if (bad++ < 10)
		printf("[%s] %s: %llu instead of %llu\n", key, what, got, want);
}

static u64 number(const char *s, char **end)
{
	return *s == '-' ? (u64)strtoll(s, end, 10) : strtoull(s, end, 10);
}

static int is_more(u64 a, u64 b)
{
	return is_signed ? (s64)a > (s64)b : a > b;
}

static void take(char *line)
{
	char *text;
	u64 v = number(line, &text);
	struct key *k = find(*text == '\t' ? text + 1 : text);

	if (!k->count || is_more(v, k->max))
		k->max = v;
	if (!k->count || is_more(k->min, v))
		k->min = v;
	k->count++;
	k->sum += is_signed ? (__int128)(s64)v : (__int128)v;
	k->bucket[is_signed ? kpctl_bucket_signed(v) : kpctl_bucket(v)]++;
}

/* LOW:HIGH:COUNT */
static void check_bucket(struct key *k, char **at)
{
	u64 low = number(*at, at), high = number(*at + 1, at), count = number(*at + 1, at);
	u32 i = is_signed ? kpctl_bucket_signed(low) : kpctl_bucket(low);

	if (is_signed ? (s64)high != kpctl_bucket_signed_high(i) : high != kpctl_bucket_high(i))
		differs(k->text, "a bucket's end", high, low);
	if (count != k->bucket[i])
		differs(k->text, "a bucket", count, k->bucket[i]);
	k->bucket[i] = 0;
}

/* Modulo 2^64 in a histogram, else as much as 64 bits hold. */
static u64 listed_sum(const struct key *k)
{
	__int128 least = is_signed ? -((__int128)1 << 63) : 0;
	__int128 most = ((__int128)1 << (is_signed ? 63 : 64)) - 1;

	if (is_hist)
		return k->sum;
	return k->sum < least ? least : k->sum > most ? most : k->sum;
}

static void check_max(struct key *k, u64 max)
{
	if (max != k->max)
		differs(k->text, "max", max, k->max);
}

/* The only bucket: from the least to the most. */
static void check_range(struct key *k, char *at)
{
	u64 low = number(at, &at), high = number(at + 1, &at), count = number(at + 1, &at);

	if (low != k->min)
		differs(k->text, "min", low, k->min);
	if (high != k->max)
		differs(k->text, "the range's end", high, k->max);
	if (count != k->count)
		differs(k->text, "hits of the range", count, k->count);
}

/* key COUNT SUM MAX NBUCKETS LOW:HIGH:COUNT...<TAB>KEY */
static void check_key(char *line)
{
	char *at = line + 4, *tab = strchr(line, '\t');
	u64 count = number(at, &at), sum = number(at, &at), max, n;
	struct key *k = find(tab ? tab + 1 : "");
	u32 i;

	while (*at == ' ')
		at++;
	max = number(at, &at);
	n = number(at, &at);
	if (k->seen++)
		differs(k->text, "times in the list", 2, 1);
	if (count != k->count)
		differs(k->text, "hits", count, k->count);
	if (is_count)
		return;
	if (sum != listed_sum(k))
		differs(k->text, "sum", sum, listed_sum(k));
	if (!is_hist && n != has_range)
		differs(k->text, "ranges", n, has_range);
	if (is_hist || has_range)
		check_max(k, max);
	if (!is_hist) {
		if (n)
			check_range(k, at + 1);
		return;
	}
	for (; n; n--) {
		while (*at == ' ')
			at++;
		check_bucket(k, &at);
	}
	for (i = 0; i < KPCTL_BUCKETS_SIGNED; i++)
		if (k->bucket[i])
			differs(k->text, "a bucket", 0, k->bucket[i]);
}

static char *read_view(void)
{
	__u32 view = KPCTL_VIEW_HISTS | KPCTL_VIEW_MAIN;
	size_t len = 0, size = 1 << 24;
	char *text = malloc(size);
	int fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
	ssize_t n;

	if (!text || fd < 0 || ioctl(fd, KPCTL_IOC_VIEW, &view)) {
		perror("/dev/kprobectl");
		exit(2);
	}
	while ((n = read(fd, text + len, size - len - 1)) > 0)
		len += n;
	text[len] = 0;
	close(fd);
	return text;
}

/* Is the line the head of what we look for? */
static int is_meant(const char *line, const char *event, const char *index)
{
	char name[256], nr[16], kind[16];

	if (sscanf(line, "aggr %*u %255s %15s %15s", name, nr, kind) != 3 ||
	    strcmp(name, event) || strcmp(nr, index))
		return 0;
	is_hist = !strncmp(kind, "hist", 4);
	is_count = !strcmp(kind, "count");
	has_range = !strncmp(kind, "stats", 5);
	is_signed = strstr(kind, "-signed") != NULL;
	return 1;
}

int main(int argc, char **argv)
{
	char *view = read_view(), *line, *next, *in = NULL;
	unsigned int i, lines = 0, listed = 0;
	size_t size = 0;
	ssize_t len;

	if (argc != 3)
		return 2;
	for (line = strtok_r(view, "\n", &next); line; line = strtok_r(NULL, "\n", &next))
		if (is_meant(line, argv[1], argv[2]))
			break;
	if (!line) {
		printf("no aggregate %s of %s\n", argv[2], argv[1]);
		return 1;
	}
	while ((len = getline(&in, &size, stdin)) > 0) {
		in[strcspn(in, "\n")] = 0;
		take(in);
		lines++;
	}
	while ((line = strtok_r(NULL, "\n", &next)) && !strncmp(line, "key ", 4)) {
		check_key(line);
		listed++;
	}
	for (i = 0; i < nr_keys; i++)
		if (!keys[i].seen)
			differs(keys[i].text, "times in the list", 0, 1);
	printf("%u hits, %u keys, %u differences\n", lines, listed, bad);
	return bad || !lines;
}
