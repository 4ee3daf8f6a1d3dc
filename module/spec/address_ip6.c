// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* 2001:db8::1, written as RFC 5952 says. */
#include "spec/address.h"

#define GROUPS	8

static unsigned int group_at(const unsigned char *bytes, unsigned int i)
{
	return bytes[2 * i] << 8 | bytes[2 * i + 1];
}

/* The first of the longest runs of at least two zero groups; GROUPS: no such run. */
static unsigned int longest_run(const unsigned char *bytes, unsigned int groups, unsigned int *n)
{
	unsigned int i, from, best = GROUPS;

	*n = 1;
	for (i = 0; i < groups; i++) {
		from = i;
		while (i < groups && !group_at(bytes, i))
			i++;
		if (i - from > *n) {
			*n = i - from;
			best = from;
		}
	}
	return best;
}

static char *put_group(char *to, unsigned int v)
{
	int shift = 12;

	while (shift && !(v >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*to++ = "0123456789abcdef"[v >> shift & 15];
	return to;
}

/* ::ffff:0:0/96 */
static int holds_ip4(const unsigned char *bytes)
{
	unsigned int i;

	for (i = 0; i < 5; i++)
		if (group_at(bytes, i))
			return 0;
	return group_at(bytes, 5) == 0xffff;
}

static char *put_ip6(char *to, const unsigned char *bytes)
{
	unsigned int groups = holds_ip4(bytes) ? 6 : GROUPS, n, i;
	unsigned int run = longest_run(bytes, groups, &n);

	for (i = 0; i < groups; i++) {
		if (i == run) {
			*to++ = ':';
			*to++ = ':';
			i += n - 1;
			continue;
		}
		if (i && to[-1] != ':')
			*to++ = ':';
		to = put_group(to, group_at(bytes, i));
	}
	if (groups == GROUPS)
		return to;
	*to++ = ':';
	return kpctl_address_IP4.put(to, bytes + 12);
}

/* The part of an address that has been read. */
struct reading {
	const char *p, *end;
	unsigned char bytes[2 * GROUPS];
	unsigned int n;		/* groups */
	unsigned int gap;	/* groups before the "::"; GROUPS + 1: no "::" */
};

static int take_group(struct reading *r)
{
	const char *from = r->p;
	unsigned int v = 0;

	while (r->p < r->end && r->p < from + 4 && kpctl_address_digit(*r->p, 16) >= 0)
		v = v << 4 | kpctl_address_digit(*r->p++, 16);
	if (r->p == from || r->n == GROUPS)
		return -1;
	r->bytes[2 * r->n] = v >> 8;
	r->bytes[2 * r->n++ + 1] = v;
	return 0;
}

/* The last two groups can be written as an ip4. */
static int take_ip4(struct reading *r)
{
	const char *p = r->p;

	while (p < r->end && kpctl_address_digit(*p, 10) >= 0)
		p++;
	if (p == r->end || *p != '.' || r->n > GROUPS - 2 ||
	    kpctl_address_IP4.parse(r->p, r->end - r->p, &r->bytes[2 * r->n]))
		return -1;
	r->n += 2;
	r->p = r->end;
	return 0;
}

static int take_gap(struct reading *r)
{
	if (r->end - r->p < 2 || r->p[0] != ':' || r->p[1] != ':')
		return 0;
	if (r->gap <= GROUPS)
		return -1;
	r->gap = r->n;
	r->p += 2;
	return 0;
}

static int take_groups(struct reading *r)
{
	if (take_gap(r))
		return -1;
	while (r->p < r->end) {
		if (take_ip4(r) && take_group(r))
			return -1;
		if (r->p == r->end)
			break;
		if (*r->p != ':' || take_gap(r))
			return -1;
		if (r->p[-1] == ':')
			continue;
		if (++r->p == r->end)	/* a group must follow a single ':' */
			return -1;
	}
	return 0;
}

/* The gap is filled with zeros, and the bytes behind the gap move to the end. */
static void put_bytes(const struct reading *r, unsigned char *bytes)
{
	unsigned int i, gap = r->gap <= GROUPS ? 2 * r->gap : 2 * GROUPS;
	unsigned int moved = 2 * (GROUPS - r->n);

	for (i = 0; i < 2 * GROUPS; i++)
		bytes[i] = i < gap ? r->bytes[i] : i < gap + moved ? 0 : r->bytes[i - moved];
}

static int parse_ip6(const char *text, size_t len, unsigned char *bytes)
{
	struct reading r = { .p = text, .end = text + len, .gap = GROUPS + 1 };

	/* a gap stands for at least one group */
	if (!len || take_groups(&r) || (r.gap <= GROUPS ? r.n == GROUPS : r.n != GROUPS))
		return -1;
	put_bytes(&r, bytes);
	return 0;
}

const struct kpctl_address kpctl_address_IP6 = {
	.example = "2001:db8::1", .put = put_ip6, .parse = parse_ip6,
};
