// SPDX-License-Identifier: LGPL-2.1-only
/*
 * CRC32C, the checksum that processors have an instruction for: with it, a word takes one
 * instruction; without it, tables take some twenty.
 */
#include <pthread.h>
#include <string.h>
#include "recording.h"

#define POLY	0x82f63b78u

static uint32_t table[8][256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
	unsigned int i, k;
	uint32_t c;

	for (i = 0; i < 256; i++) {
		c = i;
		for (k = 0; k < 8; k++)
			c = c >> 1 ^ (c & 1 ? POLY : 0);
		table[0][i] = c;
	}
	for (i = 0; i < 256; i++)
		for (k = 1; k < 8; k++)
			table[k][i] = table[k - 1][i] >> 8 ^ table[0][table[k - 1][i] & 0xff];
}

static uint32_t by_table(uint32_t crc, const unsigned char *p, size_t n)
{
	uint64_t v;

	pthread_once(&table_once, make_table);
	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&v, p, 8);
		v ^= crc;
		crc = table[7][v & 0xff] ^ table[6][v >> 8 & 0xff] ^
		      table[5][v >> 16 & 0xff] ^ table[4][v >> 24 & 0xff] ^
		      table[3][v >> 32 & 0xff] ^ table[2][v >> 40 & 0xff] ^
		      table[1][v >> 48 & 0xff] ^ table[0][v >> 56];
	}
	while (n--)
		crc = crc >> 8 ^ table[0][(crc ^ *p++) & 0xff];
	return crc;
}

#ifdef __x86_64__

static inline uint64_t word(const unsigned char *p)
{
	uint64_t v;

	memcpy(&v, p, 8);
	return v;
}

__attribute__((target("sse4.2")))
static uint32_t by_instruction(uint32_t crc, const unsigned char *p, size_t n)
{
	uint64_t c = crc;

	for (; n >= 64; n -= 64, p += 64) {
		c = __builtin_ia32_crc32di(c, word(p));
		c = __builtin_ia32_crc32di(c, word(p + 8));
		c = __builtin_ia32_crc32di(c, word(p + 16));
		c = __builtin_ia32_crc32di(c, word(p + 24));
		c = __builtin_ia32_crc32di(c, word(p + 32));
		c = __builtin_ia32_crc32di(c, word(p + 40));
		c = __builtin_ia32_crc32di(c, word(p + 48));
		c = __builtin_ia32_crc32di(c, word(p + 56));
	}
	for (; n >= 8; n -= 8, p += 8)
		c = __builtin_ia32_crc32di(c, word(p));
	while (n--)
		c = __builtin_ia32_crc32qi(c, *p++);
	return c;
}

static bool has_instruction(void)
{
	return __builtin_cpu_supports("sse4.2");
}

#else

#define by_instruction	by_table

static bool has_instruction(void)
{
	return false;
}

#endif

uint32_t kpr_crc32c(uint32_t crc, const void *bytes, size_t n)
{
	return ~(has_instruction() ? by_instruction : by_table)(~crc, bytes, n);
}

uint32_t kpr_crc32c_plain(uint32_t crc, const void *bytes, size_t n)
{
	return ~by_table(~crc, bytes, n);
}
