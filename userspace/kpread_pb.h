/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of protocol buffers, by hand: fields in any order, each a tag and its value.
 *
 *	varint	7 bits in a byte, the lowest first; the high bit: there are more
 *	bytes	their number, a varint, and the bytes: strings, messages, packed numbers
 *
 * Functions append to `to`; once there is no memory, they do nothing.
 */
#ifndef KPREAD_PB_H
#define KPREAD_PB_H

#include "kpread.h"

struct pb {
	struct kpr_buf *to;
	bool failed;
};

void pb_raw(struct pb *pb, const void *bytes, size_t len);
void pb_varint(struct pb *pb, uint64_t v);
void pb_number(struct pb *pb, unsigned int field, uint64_t v);
void pb_bytes(struct pb *pb, unsigned int field, const void *bytes, size_t len);
void pb_string(struct pb *pb, unsigned int field, const char *text);
/* A message in the message has all that is appended in between; `start` is pb_begin()'s result. */
size_t pb_begin(struct pb *pb, unsigned int field);
void pb_end(struct pb *pb, size_t start);

#endif /* KPREAD_PB_H */
