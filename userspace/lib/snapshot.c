// SPDX-License-Identifier: LGPL-2.1-only
/* Snapshots: what the rings hold at a moment, as line/copy.h has it. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "kpr_int.h"
#include "line/copy.h"

struct kpr_snapshot {
	struct kpr_stream *stream;
	struct kpr_copy *copies;
	unsigned int nr;
};

void kpr_snapshot_close(struct kpr_snapshot *s)
{
	unsigned int i;

	if (!s)
		return;
	kpr_stream_close(s->stream);
	for (i = 0; s->copies && i < s->nr; i++)
		kpr_copy_free(&s->copies[i]);
	free(s->copies);
	free(s);
}

static int make_stream(struct kpr_snapshot *s, struct kpr_session *session)
{
	struct kpr_ring *rings = calloc(s->nr, sizeof(*rings));
	unsigned int i;
	int ret;

	if (!rings)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++)
		kpr_copy_ring(&s->copies[i], &rings[i]);
	ret = kpr_stream_of(session, rings, s->nr, &s->stream);
	for (i = 0; !ret && i < s->nr; i++)
		kpr_copy_names(&s->copies[i], &s->stream->comm);
	return ret;
}

static int copy_mapped(struct kpr_copy *c, struct kpr_session *session, unsigned int i)
{
	struct kpr_ring r;
	size_t len;
	void *meta = kpr_session_map_look(session, i, &len);
	int ret;

	if (!meta)
		return -errno;
	ret = kpr_ring_init(&r, meta, len, &c->consumer);
	if (!ret)
		ret = kpr_copy_make(c, r.meta, r.data, r.size, 0);
	munmap(meta, len);
	return ret;
}

int kpr_snapshot_open(struct kpr_session *session, struct kpr_snapshot **out)
{
	struct kpr_snapshot *s = calloc(1, sizeof(*s));
	unsigned int i;
	int ret = 0;

	if (!s)
		return -ENOMEM;
	s->nr = kpr_session_nr_rings(session);
	s->copies = calloc(s->nr, sizeof(*s->copies));
	if (!s->copies)
		ret = -ENOMEM;
	for (i = 0; !ret && i < s->nr; i++)
		ret = copy_mapped(&s->copies[i], session, i);
	if (!ret)
		ret = make_stream(s, session);
	if (ret) {
		kpr_snapshot_close(s);
		return ret;
	}
	*out = s;
	return 0;
}

struct kpr_stream *kpr_snapshot_stream(const struct kpr_snapshot *s)
{
	return s->stream;
}

uint64_t kpr_snapshot_overwritten(const struct kpr_snapshot *s)
{
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		n += s->copies[i].meta.overwritten;
	return n;
}
