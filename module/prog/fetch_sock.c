// SPDX-License-Identifier: GPL-2.0
/*
 * Sockets as text:
 *
 *	10.0.0.2:41234 > 192.0.2.1:443 ESTABLISHED
 *	[2001:db8::1]:80 > [2001:db8::2]:33000 TIME_WAIT
 *	unix LISTEN
 *	netlink
 *
 * A socket's members are read one after the other, and a handler takes no lock: a socket that
 * is being set up can have one end of before and one of after.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/swab.h>

#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "spec/address.h"
#include "spec/sock.h"

#define FAMILY_INET	2
#define FAMILY_INET6	10

/* States of TCP, which other families have taken over. */
static const char states[][16] = {
	"", "ESTABLISHED", "SYN_SENT", "SYN_RECV", "FIN_WAIT1", "FIN_WAIT2", "TIME_WAIT", "CLOSE",
	"CLOSE_WAIT", "LAST_ACK", "LISTEN", "CLOSING", "NEW_SYN_RECV", "BOUND_INACTIVE",
};

/* Families without addresses that could be shown. */
static const struct {
	u8 family;
	u8 has_state;		/* one of TCP's */
	char name[10];
} families[] = {
	{ 1, true, "unix" }, { 16, false, "netlink" }, { 17, false, "packet" },
	{ 15, false, "key" }, { 24, false, "pppox" }, { 29, false, "can" },
	{ 30, false, "tipc" }, { 31, false, "bluetooth" }, { 38, false, "alg" },
	{ 40, true, "vsock" }, { 42, false, "qipcrtr" }, { 43, false, "smc" },
	{ 44, false, "xdp" }, { 45, false, "mctp" },
};

static __always_inline bool read_number(u64 from, u32 size, u64 *to)
{
	return kpctl_mem_word(from, size, KPCTL_DEREF_KERNEL, to);
}

static notrace char *put_text(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
	return to;
}
NOKPROBE_SYMBOL(put_text);

static notrace char *put_decimal(char *to, u32 v)
{
	u32 unit = 10000;

	while (unit > 1 && unit > v)
		unit /= 10;
	for (; unit; unit /= 10)
		*to++ = '0' + v / unit % 10;
	return to;
}
NOKPROBE_SYMBOL(put_decimal);

static notrace char *put_state(char *to, u64 state)
{
	if (state && state < ARRAY_SIZE(states))
		return put_text(to, states[state]);
	return put_decimal(put_text(to, "state "), state);
}
NOKPROBE_SYMBOL(put_state);

/* NULL: unreadable */
static notrace char *put_sock_address(char *to, u64 from, u64 family)
{
	u64 bytes[2];

	if (family == FAMILY_INET) {
		if (!read_number(from, 4, &bytes[0]))
			return NULL;
		return kpctl_address_IP4.put(to, (const u8 *)bytes);
	}
	if (!read_number(from, 8, &bytes[0]) || !read_number(from + 8, 8, &bytes[1]))
		return NULL;
	*to++ = '[';
	to = kpctl_address_IP6.put(to, (const u8 *)bytes);
	*to++ = ']';
	return to;
}
NOKPROBE_SYMBOL(put_sock_address);

/* Both ends, this one first; NULL: unreadable */
static notrace char *put_ends(char *to, u64 sk, u64 family)
{
	bool six = family == FAMILY_INET6;
	u64 here, there;

	if (!read_number(sk + KPCTL_SOCK_NUM, 2, &here) ||
	    !read_number(sk + KPCTL_SOCK_DPORT, 2, &there))
		return NULL;
	to = put_sock_address(to, sk + (six ? KPCTL_SOCK_SADDR6 : KPCTL_SOCK_SADDR), family);
	if (!to)
		return NULL;
	*to++ = ':';
	to = put_text(put_decimal(to, here), " > ");
	to = put_sock_address(to, sk + (six ? KPCTL_SOCK_DADDR6 : KPCTL_SOCK_DADDR), family);
	if (!to)
		return NULL;
	*to++ = ':';
	return put_decimal(to, swab16(there));
}
NOKPROBE_SYMBOL(put_ends);

static notrace char *put_family(char *to, u64 family, u64 state)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].family != family)
			continue;
		to = put_text(to, families[i].name);
		if (families[i].has_state)
			to = put_state(put_text(to, " "), state);
		return to;
	}
	return put_decimal(put_text(to, "family "), family);
}
NOKPROBE_SYMBOL(put_family);

notrace noinline u32 kpctl_fetch_sock(u64 sk, char *text)
{
	u64 family, state;
	char *end;

	if (!read_number(sk + KPCTL_SOCK_FAMILY, 2, &family) ||
	    !read_number(sk + KPCTL_SOCK_STATE, 1, &state))
		return 0;
	if (family != FAMILY_INET && family != FAMILY_INET6)
		return put_family(text, family, state) - text;
	end = put_ends(text, sk, family);
	if (unlikely(!end))
		return 0;
	return put_state(put_text(end, " "), state) - text;
}
NOKPROBE_SYMBOL(kpctl_fetch_sock);
