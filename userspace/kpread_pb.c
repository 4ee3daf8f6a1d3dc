// SPDX-License-Identifier: GPL-2.0-only
/* Messages of protocol buffers. */
#include <string.h>
#include "kpread_pb.h"

enum { VARINT = 0, BYTES = 2 };

#define VARINT_MAX	10

static unsigned int encode(unsigned char *p, uint64_t v)
{
	unsigned int n = 0;

	for (; v >= 0x80; v >>= 7)
		p[n++] = v | 0x80;
	p[n++] = v;
	return n;
}

void pb_raw(struct pb *pb, const void *bytes, size_t len)
{
	if (pb->failed || kpr_buf_room(pb->to, len)) {
		pb->failed = true;
		return;
	}
	if (len)
		memcpy(pb->to->data + pb->to->len, bytes, len);
	pb->to->len += len;
}

void pb_varint(struct pb *pb, uint64_t v)
{
	unsigned char bytes[VARINT_MAX];

	pb_raw(pb, bytes, encode(bytes, v));
}

static void put_tag(struct pb *pb, unsigned int field, unsigned int type)
{
	pb_varint(pb, (uint64_t)field << 3 | type);
}

void pb_number(struct pb *pb, unsigned int field, uint64_t v)
{
	put_tag(pb, field, VARINT);
	pb_varint(pb, v);
}

void pb_bytes(struct pb *pb, unsigned int field, const void *bytes, size_t len)
{
	put_tag(pb, field, BYTES);
	pb_varint(pb, len);
	pb_raw(pb, bytes, len);
}

void pb_string(struct pb *pb, unsigned int field, const char *text)
{
	pb_bytes(pb, field, text, strlen(text));
}

size_t pb_begin(struct pb *pb, unsigned int field)
{
	put_tag(pb, field, BYTES);
	return pb->to->len;
}

/* The length is known now: the message moves to make room for it. */
void pb_end(struct pb *pb, size_t start)
{
	unsigned char bytes[VARINT_MAX];
	unsigned int n;
	size_t len;

	if (pb->failed)
		return;
	len = pb->to->len - start;
	n = encode(bytes, len);
	pb_raw(pb, bytes, n);
	if (pb->failed)
		return;
	memmove(pb->to->data + start + n, pb->to->data + start, len);
	memcpy(pb->to->data + start, bytes, n);
}
