// SPDX-License-Identifier: LGPL-2.1-only
/*
 * How a file begins and ends: HEAD and END, which are text, and the views of the session.
 * Both have a line for each ring, with what its readers are told of the ring in a meta page.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "crash/layout.h"
#include "line/barrier.h"
#include "recording.h"

#define N(n)	(unsigned long long)(n)

__attribute__((format(printf, 2, 3)))
static int put(struct kpr_buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0 || kpr_buf_room(b, n + 1))
		return -ENOMEM;
	va_start(ap, fmt);
	vsnprintf(b->data + b->len, n + 1, fmt, ap);
	va_end(ap);
	b->len += n;
	return 0;
}

/* What the kernel was built as: the note of type 3 by "GNU" in /sys/kernel/notes. */
static int put_build_id(struct kpr_buf *b)
{
	struct { uint32_t name, desc, type; char gnu[4]; } note;
	char *text;
	size_t len, at, i;
	int ret = 0;

	if (kpr_read_file("/sys/kernel/notes", &text, &len))
		return 0;
	for (at = 0; at + sizeof(note) <= len; at += 12 + ((note.name + 3) & ~3u) +
						    ((note.desc + 3) & ~3u)) {
		memcpy(&note, text + at, sizeof(note));
		if (note.name > 4096 || note.desc > 4096)
			break;
		if (note.type != 3 || note.name != 4 || memcmp(note.gnu, "GNU", 4) ||
		    note.desc > len - at - sizeof(note))
			continue;
		ret = put(b, "build-id ");
		for (i = 0; i < note.desc && !ret; i++)
			ret = put(b, "%02x", (unsigned char)text[at + sizeof(note) + i]);
		ret |= put(b, "\n");
		break;
	}
	free(text);
	return ret;
}

/* A number of this boot: monotonic times and addresses are of one boot alone. */
static int put_boot(struct kpr_buf *b)
{
	char *text;
	size_t len;
	int ret;

	if (kpr_read_file("/proc/sys/kernel/random/boot_id", &text, &len))
		return 0;
	ret = put(b, "boot %.*s\n", (int)strcspn(text, "\n"), text);
	free(text);
	return ret;
}

static uint64_t clock_of(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* The number that stands for a boot: when that was. */
static int put_dead(struct kpr_buf *b, const struct kpr_record *w)
{
	const struct kpctl_anchor *a = w->dead;
	int ret;

	ret = put(b, "host %s\nkernel %s\nmachine x86_64\nboot %llu\n", a->host, a->release,
		  N(a->realtime - a->boottime));
	if (a->build_id[0])
		ret |= put(b, "build-id %s\n", a->build_id);
	ret |= put(b, "cpus online=%u rings=%u\n", a->nr_cpus, w->nr);
	return ret;
}

static int put_machine(struct kpr_buf *b, const struct kpr_record *w)
{
	struct utsname u;
	int ret;

	if (w->dead)
		return put_dead(b, w);
	if (uname(&u))
		return -errno;
	ret = put(b, "host %s\nkernel %s\nversion %s\nmachine %s\n", u.nodename, u.release,
		  u.version, u.machine);
	ret |= put_boot(b);
	ret |= put_build_id(b);
	ret |= put(b, "cpus online=%ld rings=%u\n", sysconf(_SC_NPROCESSORS_ONLN), w->nr);
	return ret;
}

/* What a reader of this file alone is to take for the state at its beginning. */
static int put_ring(struct kpr_buf *b, const struct kpr_ring *r, unsigned int i, bool first)
{
	const struct kpctl_meta *m = r->meta;
	uint64_t lost = r->lost.seen, missed = kpr_load_once(&m->missed);
	uint64_t lost_attach = first ? r->lost.attach : lost;
	uint64_t missed_attach = first ? kpr_load_once(&m->missed_attach) : missed;
	uint64_t missed_detach = first ? kpr_load_once(&m->missed_detach) : missed;

	return put(b, "ring number=%u cpu=%u marked=%u size=%llu lost=%llu lost_attach=%llu missed_attach=%llu missed_detach=%llu raw=%llu ns=%llu mult=%u shift=%u\n",
		   i, r->cpu, r->marked, N(r->size), N(lost), N(lost_attach), N(missed_attach),
		   N(missed_detach), N(r->clock.raw), N(r->clock.ns), r->clock.mult,
		   r->clock.shift);
}

static int put_times(struct kpr_buf *b, const struct kpr_record *w)
{
	const struct kpctl_anchor *a = w->dead;

	return put(b, "time monotonic=%llu realtime=%llu boottime=%llu\n",
		   N(a ? a->monotonic : kpr_now()),
		   N(a ? a->realtime : clock_of(CLOCK_REALTIME)),
		   N(a ? a->boottime : clock_of(CLOCK_BOOTTIME)));
}

static int put_head(struct kpr_buf *b, const struct kpr_record *w, unsigned int flags)
{
	unsigned int i;
	int ret;

	ret = put(b, "format version=%u abi=%u\n", KPR_FORMAT_VERSION, KPCTL_ABI_VERSION);
	ret |= put(b, "session id=%llu part=%u own=%u reader=%u%s\n", N(w->session), w->part,
		   !!(flags & KPR_RECORD_OWN), w->dead ? 0 : (unsigned int)getpid(), w->dead ? " dump=1" : "");
	ret |= put_machine(b, w);
	ret |= put_times(b, w);
	for (i = 0; i < w->nr && !ret; i++)
		ret = put_ring(b, &w->rings[i], i, !w->part);
	return ret;
}

static int put_end(struct kpr_buf *b, const struct kpr_record *w, const char *why)
{
	const struct kpr_ring *r;
	unsigned int i;
	int ret;

	ret = put(b, "end why=%s\n", why);
	if (!w->dead)
		ret |= put(b, "time monotonic=%llu realtime=%llu\n", N(kpr_now()),
			   N(clock_of(CLOCK_REALTIME)));
	for (i = 0; i < w->nr && !ret; i++) {
		r = &w->rings[i];
		ret = put(b, "ring number=%u lost=%llu missed=%llu\n", i, N(r->lost.seen),
			  N(kpr_load_once(&r->meta->missed)));
	}
	return ret;
}

/* Blocks */

static int write_text(struct kpr_record *w, enum kpr_block_type type, unsigned int flags,
		      const char *text, size_t len)
{
	struct kpr_block b = { .type = type, .flags = flags, .size = len };

	if (len > KPR_BLOCK_MAX)
		return 0;
	kpr_record_put(w, b, text);
	return kpr_record_flush(w);
}

/* A view that cannot be read is left out: -s lends some, an older module lacks some. */
static int write_view(struct kpr_record *w, uint32_t view, enum kpr_block_type type,
		      unsigned int flags)
{
	char *text;
	size_t len;
	int ret;

	if (w->names.view(w->names.arg, view, &text, &len))
		return 0;
	ret = write_text(w, type, flags, text, len);
	free(text);
	return ret;
}

static int write_counts(struct kpr_record *w, unsigned int flags)
{
	int ret = write_view(w, KPCTL_VIEW_STATS, KPR_BLOCK_STATS, flags);

	return ret ? ret : write_view(w, KPCTL_VIEW_PROFILE, KPR_BLOCK_PROFILE, flags);
}

int kpr_record_begin(struct kpr_record *w, int fd, unsigned int flags)
{
	struct kpr_buf b = { 0 };
	int ret;

	w->fd = fd;
	w->size = 0;
	w->err = 0;
	ret = put_head(&b, w, flags);
	if (!ret)
		ret = write_text(w, KPR_BLOCK_HEAD, 0, b.data, b.len);
	kpr_buf_free(&b);
	kpr_names_begin(&w->names);	/* written with what follows */
	if (!ret)
		ret = write_view(w, KPCTL_VIEW_CONTROL, KPR_BLOCK_LINES, 0);
	if (!ret)
		ret = write_counts(w, 0);
	return !ret && (flags & KPR_RECORD_KALLSYMS) ? kpr_record_kallsyms(w) : ret;
}

int kpr_record_finish(struct kpr_record *w, const char *why)
{
	struct kpr_buf b = { 0 };
	int ret = put_end(&b, w, why);

	if (!ret)
		ret = write_counts(w, KPR_BLOCK_AT_END);
	if (!ret)
		ret = write_view(w, KPCTL_VIEW_HISTS, KPR_BLOCK_HISTS, KPR_BLOCK_AT_END);
	if (!ret)
		ret = write_text(w, KPR_BLOCK_END, 0, b.data, b.len);
	kpr_buf_free(&b);
	w->part++;
	return ret;
}

uint64_t kpr_record_size(const struct kpr_record *w)
{
	return w->size;
}

uint64_t kpr_record_events(const struct kpr_record *w)
{
	return w->events;
}

void kpr_record_totals(const struct kpr_record *w, struct kpr_totals *t)
{
	const struct kpr_ring *r;
	unsigned int i;

	*t = (struct kpr_totals){ .corrupt = w->corrupt };
	for (i = 0; i < w->nr; i++) {
		r = &w->rings[i];
		t->lost += r->lost.ours;
		t->before += r->lost.before;
		t->before_more |= r->lost.before_more;
		t->missed += kpr_load_once(&r->meta->missed) -
			     kpr_load_once(&r->meta->missed_attach);
		t->missed_before += kpr_load_once(&r->meta->missed_attach) -
				    kpr_load_once(&r->meta->missed_detach);
	}
}
