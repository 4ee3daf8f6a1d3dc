/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses: those of the C library, and what is none. */
#ifndef SPEC_ADDRESS_H
#define SPEC_ADDRESS_H

#include <arpa/inet.h>

static const struct {
	unsigned int form;
	const char *text;
	const char *put;	/* as it is written again; NULL: it is no address */
} addresses[] = {
	{ KPCTL_FORM_IP4, "0.0.0.0", "0.0.0.0" },
	{ KPCTL_FORM_IP4, "255.255.255.255", "255.255.255.255" },
	{ KPCTL_FORM_IP4, "1.20.103.9", "1.20.103.9" },
	{ KPCTL_FORM_IP4, "", NULL },
	{ KPCTL_FORM_IP4, "1.2.3", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.4.", NULL },
	{ KPCTL_FORM_IP4, ".1.2.3.4", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.256", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.1000", NULL },
	{ KPCTL_FORM_IP4, "01.2.3.4", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.4 ", NULL },
	{ KPCTL_FORM_IP4, "1.2.3.-4", NULL },
	{ KPCTL_FORM_IP4, "0x1.2.3.4", NULL },
	{ KPCTL_FORM_IP6, "::", "::" },
	{ KPCTL_FORM_IP6, "::1", "::1" },
	{ KPCTL_FORM_IP6, "1::", "1::" },
	{ KPCTL_FORM_IP6, "0:0:0:0:0:0:0:0", "::" },
	{ KPCTL_FORM_IP6, "2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1" },
	{ KPCTL_FORM_IP6, "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1" },
	{ KPCTL_FORM_IP6, "1:0:0:2:0:0:0:3", "1:0:0:2::3" },
	{ KPCTL_FORM_IP6, "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0" },
	{ KPCTL_FORM_IP6, "::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8" },
	{ KPCTL_FORM_IP6, "::ffff:192.0.2.1", "::ffff:192.0.2.1" },
	{ KPCTL_FORM_IP6, "::ffff:c000:201", "::ffff:192.0.2.1" },
	{ KPCTL_FORM_IP6, "64:ff9b::192.0.2.1", "64:ff9b::c000:201" },
	{ KPCTL_FORM_IP6, "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304" },
	{ KPCTL_FORM_IP6, "", NULL },
	{ KPCTL_FORM_IP6, ":", NULL },
	{ KPCTL_FORM_IP6, ":::", NULL },
	{ KPCTL_FORM_IP6, "1", NULL },
	{ KPCTL_FORM_IP6, "1:", NULL },
	{ KPCTL_FORM_IP6, ":1", NULL },
	{ KPCTL_FORM_IP6, "::1:", NULL },
	{ KPCTL_FORM_IP6, ":1::", NULL },
	{ KPCTL_FORM_IP6, "1::2::3", NULL },
	{ KPCTL_FORM_IP6, "1:2:3:4:5:6:7", NULL },
	{ KPCTL_FORM_IP6, "1:2:3:4:5:6:7:8:9", NULL },
	{ KPCTL_FORM_IP6, "1::2:3:4:5:6:7:8", NULL },
	{ KPCTL_FORM_IP6, "1:2:3:4:5:6:7:1.2.3.4", NULL },
	{ KPCTL_FORM_IP6, "1.2.3.4", NULL },
	{ KPCTL_FORM_IP6, "1.2.3.4::", NULL },
	{ KPCTL_FORM_IP6, "::1.2.3.4:5", NULL },
	{ KPCTL_FORM_IP6, "::12345", NULL },
	{ KPCTL_FORM_IP6, "::g", NULL },
	{ KPCTL_FORM_IP6, "fe80::1%eth0", NULL },
	{ KPCTL_FORM_MAC, "00:11:22:33:44:55", "00:11:22:33:44:55" },
	{ KPCTL_FORM_MAC, "FF:fe:09:A0:0c:00", "ff:fe:09:a0:0c:00" },
	{ KPCTL_FORM_MAC, "00:11:22:33:44", NULL },
	{ KPCTL_FORM_MAC, "00:11:22:33:44:55:66", NULL },
	{ KPCTL_FORM_MAC, "00:11:22:33:44:5", NULL },
	{ KPCTL_FORM_MAC, "00-11-22-33-44-55", NULL },
	{ KPCTL_FORM_MAC, "00:11:22:33:44:5g", NULL },
	{ KPCTL_FORM_MAC, "0:11:22:33:44:555", NULL },
	{ KPCTL_FORM_MAC, "", NULL },
};

/* A copy without a byte to spare, so that the sanitizer sees its end. */
static int parse_address(unsigned int form, const char *text, size_t len, unsigned char *bytes)
{
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	ret = kpctl_address_of(form)->parse(copy, len, bytes);
	free(copy);
	return ret;
}

static const char *put_again(unsigned int form, const unsigned char *bytes)
{
	static char text[KPCTL_ADDRESS_TEXT];

	*kpctl_address_of(form)->put(text, bytes) = '\0';
	return text;
}

static const char *check_address(size_t i)
{
	unsigned char bytes[KPCTL_ADDRESS_MAX];
	const char *text = addresses[i].text;

	if (parse_address(addresses[i].form, text, strlen(text), bytes))
		return addresses[i].put ? "not taken" : NULL;
	if (!addresses[i].put)
		return say("taken for %s", put_again(addresses[i].form, bytes));
	if (strcmp(put_again(addresses[i].form, bytes), addresses[i].put))
		return say("written as %s", put_again(addresses[i].form, bytes));
	return NULL;
}

/* Some bits, so that zeros stand in rows. */
static void random_bytes(unsigned char *bytes, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		bytes[i] = rnd(3) ? 0 : rnd(256) & (rnd(2) ? 0xff : 0xf);
}

/* Is it written as the C library writes it? 0: of this type that says nothing. */
static int family_of(unsigned int form, const unsigned char *bytes)
{
	static const unsigned char zeros[12];

	if (form == KPCTL_FORM_IP4)
		return AF_INET;
	/* the old ::192.0.2.1 */
	return form == KPCTL_FORM_IP6 && memcmp(bytes, zeros, sizeof(zeros)) ? AF_INET6 : 0;
}

/* What is written is taken again, and nothing that is a character different means the same. */
static const char *check_random_address(unsigned int form, unsigned int n)
{
	unsigned char bytes[KPCTL_ADDRESS_MAX], again[KPCTL_ADDRESS_MAX], other[KPCTL_ADDRESS_MAX];
	char text[KPCTL_ADDRESS_TEXT], want[64];
	size_t len;
	int family;

	random_bytes(bytes, n);
	strcpy(text, put_again(form, bytes));
	len = strlen(text);
	if (parse_address(form, text, len, again) || memcmp(bytes, again, n))
		return say("%s is not what was written", text);
	family = family_of(form, bytes);
	if (family && strcmp(inet_ntop(family, bytes, want, sizeof(want)), text))
		return say("%s instead of %s", text, want);
	text[rnd(len)] = "0123456789abcdefgABCDEF.:/ "[rnd(27)];
	if (!family)
		return NULL;
	if (!parse_address(form, text, len, again) != (inet_pton(family, text, other) == 1))
		return say("%s: taken by one of two", text);
	return NULL;
}

static void test_addresses(void)
{
	const char *wrong;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(addresses); i++)
		ktap_unless(check_address(i), "address: '%s'", addresses[i].text);
#define X(id, name, bytes, ...)							\
	for (wrong = NULL, i = 0; i < 100000 && !wrong; i++)			\
		wrong = check_random_address(KPCTL_FORM_##id, bytes);			\
	ktap_unless(wrong, "%s: %zu random ones", name, i);			\
	ktap_unless(parse_address(KPCTL_FORM_##id, kpctl_address_##id.example,	\
				  strlen(kpctl_address_##id.example),		\
				  (unsigned char [bytes]){ 0 }) ? "refused" : NULL, \
		    "%s: its example", name);
	KPCTL_ADDRESSES(X)
#undef X
}

#endif /* SPEC_ADDRESS_H */
