// SPDX-License-Identifier: LGPL-2.1-only
/* Memory of an event: pieces that are all given back at once; and structs that grow. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "api.h"

#define CHUNK	(16u << 10)

void *kpr_take(struct kpr_chunk **chunks, size_t n)
{
	struct kpr_chunk *c = *chunks;
	size_t size = n > CHUNK ? n : CHUNK;

	n = (n + 7) & ~(size_t)7;
	if (!c || c->size - c->used < n) {
		c = malloc(sizeof(*c) + size + 8);
		if (!c)
			return NULL;
		*c = (struct kpr_chunk){ .next = *chunks, .size = size + 8 };
		*chunks = c;
	}
	c->used += n;
	return c->bytes + c->used - n;
}

const char *kpr_take_text(struct kpr_chunk **chunks, const void *bytes, size_t n)
{
	char *text = kpr_take(chunks, n + 1);

	if (!text)
		return NULL;
	memcpy(text, bytes, n);
	text[n] = '\0';
	return text;
}

/* One chunk stays, as most events need no more. */
void kpr_take_back(struct kpr_chunk **chunks)
{
	struct kpr_chunk *c;

	while ((c = *chunks) && c->next) {
		*chunks = c->next;
		free(c);
	}
	if (c)
		c->used = 0;
}

void kpr_take_exit(struct kpr_chunk **chunks)
{
	kpr_take_back(chunks);
	free(*chunks);
	*chunks = NULL;
}

int kpr_hand_out(void *to, const void *from, size_t size)
{
	size_t room, n;

	memcpy(&room, to, sizeof(room));
	if (room < sizeof(room))
		return -EINVAL;
	n = room < size ? room : size;
	memset(to, 0, room);
	memcpy(to, from, n);
	memcpy(to, &n, sizeof(n));
	return 0;
}
