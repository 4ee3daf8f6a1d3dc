// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The length of an instruction of x86-64. A probe in the middle of one makes a program run other
 * code, and the kernel does not look, so whoever says "SYMBOL+OFFSET" is told.
 *
 * An instruction is: prefixes, opcode, ModRM with what it needs, and immediate. Two tables say
 * what follows each opcode; the other maps are regular.
 */
#include "x86.h"

/*
 * What follows an opcode:
 *
 *	.	nothing			m	ModRM
 *	b	1 byte			B	ModRM, 1 byte
 *	w	2 bytes			Z	ModRM, 4 bytes, or 2 by the prefix 66
 *	e	3 bytes			t	ModRM, 1 byte if its field reg is 0 or 1
 *	d	4 bytes			T	ModRM, Z's if its field reg is 0 or 1
 *	z	4 bytes, or 2 by 66	v	4 bytes, 2 by 66, 8 by REX.W
 *	a	an address: 8 bytes, or 4 by the prefix 67
 *	x	no instruction, or a prefix, which is no opcode
 */
static const char one_byte[256 + 1] =
	"mmmmbzxxmmmmbzxx" "mmmmbzxxmmmmbzxx" "mmmmbzxxmmmmbzxx" "mmmmbzxxmmmmbzxx"
	"xxxxxxxxxxxxxxxx" "................" "xxxmxxxxzZbB...." "bbbbbbbbbbbbbbbb"
	"BZxBmmmmmmmmmmmm" "..........x....." "aaaa....bz......" "bbbbbbbbvvvvvvvv"
	"BBw.xxBZe.w..bx." "mmmmxxx.mmmmmmmm" "bbbbbbbbddxb...." "x.xx..tT......mm";

static const char after_0f[256 + 1] =
	"mmmmx.....x.xm.B" "mmmmmmmmmmmmmmmm" "mmmmxxxxmmmmmmmm" "......x.xxxxxxxx"
	"mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "BBBBmmm.mmxxmmmm"
	"dddddddddddddddd" "mmmmmmmmmmmmmmmm" "...mBmxx...mBmmm" "mmmmmmmmmmBmmmmm"
	"mmBmBBBm........" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm" "mmmmmmmmmmmmmmmm";

/* Where the decoder is, and what prefixes have said */
struct cursor {
	const unsigned char *p, *end;
	bool short_data, short_addr, rex_w;
};

static int next(struct cursor *c)
{
	return c->p < c->end ? *c->p++ : -1;
}

/* The opcode, or -1 */
static int skip_prefixes(struct cursor *c)
{
	int b;

	for (;;) {
		b = next(c);
		switch (b) {
		case 0x66:
			c->short_data = true;
			break;
		case 0x67:
			c->short_addr = true;
			break;
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:
		case 0xf0: case 0xf2: case 0xf3:
			break;
		default:
			if ((b & 0xf0) != 0x40 || b < 0)
				return b;
			c->rex_w = b & 8;	/* REX is the last of them */
			return next(c);
		}
	}
}

/* Bytes behind a ModRM: SIB and displacement. -1: the bytes end. */
static int after_modrm(struct cursor *c, int modrm)
{
	int mod = modrm >> 6, rm = modrm & 7, sib = 0, base = rm;

	if (mod == 3)
		return 0;
	if (rm == 4) {
		base = next(c);
		if (base < 0)
			return -1;
		base &= 7;
		sib = 1;
	}
	if (mod == 1)
		return 1;
	if (mod == 2 || (rm == 5 && !sib) || (sib && base == 5))
		return 4;
	return 0;
}

static bool step(struct cursor *c, int bytes)
{
	if (bytes < 0 || bytes > c->end - c->p)
		return false;
	c->p += bytes;
	return true;
}

static int data_size(const struct cursor *c)
{
	return c->short_data && !c->rex_w ? 2 : 4;
}

static int immediate(const struct cursor *c, char what, int modrm)
{
	bool test = (modrm >> 3 & 7) < 2;

	switch (what) {
	case 'b': case 'B':
		return 1;
	case 'w':
		return 2;
	case 'e':
		return 3;
	case 'd':
		return 4;
	case 'z': case 'Z':
		return data_size(c);
	case 'v':
		return c->rex_w ? 8 : data_size(c);
	case 'a':
		return c->short_addr ? 4 : 8;
	case 't':
		return test ? 1 : 0;
	case 'T':
		return test ? data_size(c) : 0;
	}
	return 0;
}

static bool has_modrm(char what)
{
	return what == 'm' || what == 'B' || what == 'Z' || what == 't' || what == 'T';
}

static bool skip_operands(struct cursor *c, char what)
{
	int modrm = 0;

	if (what == 'x')
		return false;
	if (has_modrm(what)) {
		modrm = next(c);
		if (modrm < 0 || !step(c, after_modrm(c, modrm)))
			return false;
	}
	return step(c, immediate(c, what, modrm));
}

/* VEX and EVEX name a map by number: 1 is that behind 0F, 2 that behind 0F 38, 3 behind 0F 3A. */
static bool skip_mapped(struct cursor *c, int map)
{
	int op = next(c);

	if (op < 0)
		return false;
	if (map == 1)
		return skip_operands(c, after_0f[op]);
	if (map == 3)
		return skip_operands(c, 'B');
	return (map == 2 || map == 5 || map == 6) && skip_operands(c, 'm');
}

static bool skip_vex(struct cursor *c, int first)
{
	int second = next(c);

	if (second < 0)
		return false;
	switch (first) {
	case 0xc5:
		return skip_mapped(c, 1);
	case 0xc4:
		return step(c, 1) && skip_mapped(c, second & 31);
	}
	return step(c, 2) && skip_mapped(c, second & 7);	/* EVEX, 62 */
}

static bool skip_two_bytes(struct cursor *c)
{
	int op = next(c);

	switch (op) {
	case -1:
		return false;
	case 0x38:
		return skip_mapped(c, 2);
	case 0x3a:
		return skip_mapped(c, 3);
	}
	return skip_operands(c, after_0f[op]);
}

size_t kpr_x86_length(const unsigned char *at, size_t len)
{
	struct cursor c = { at, at + (len < KPR_X86_MAX ? len : KPR_X86_MAX), false, false, false };
	int op = skip_prefixes(&c);
	bool ok;

	if (op < 0)
		return 0;
	if (op == 0xc4 || op == 0xc5 || op == 0x62)
		ok = skip_vex(&c, op);
	else if (op == 0x0f)
		ok = skip_two_bytes(&c);
	else
		ok = skip_operands(&c, one_byte[op]);
	return ok ? c.p - at : 0;
}
