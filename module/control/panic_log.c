// SPDX-License-Identifier: GPL-2.0
/*
 * The last events into the kernel log, in a panic.
 *
 * panic() calls its notifiers once the other CPUs stand still, in front of kmsg_dump(): what a
 * notifier prints is in what pstore keeps, where a dumper of ours might come behind pstore's. It
 * comes first of the notifiers, as one that hangs would take the lines with it. With a crash
 * kernel loaded panic() goes there in front of the notifiers: the dump has the rings then
 * (crash/layout.h), and the lines are printed if the kernel runs with crash_kexec_post_notifiers.
 *
 * No lock is taken, and no memory is asked for: an arena was allocated when the parameter was set.
 * The notes of the anchor lead to the rings and to the events' descriptions. printk() takes no
 * lock in a panic that a CPU standing still might hold. A CPU that could not be stopped writes to
 * its own ring alone, whose records are looked at with care, as a reader in user space does. Where
 * this code faults all the same, the panic of that fault finds `begun` set and goes on without the
 * rest of the lines.
 *
 * A hit's half-written record lies behind the ring's head, as ring.c has it, and is left out.
 */
#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/printk.h>
#include <linux/vmalloc.h>
#include <linux/kprobectl.h>

#include "control/panic_log.h"
#include "crash/anchor.h"
#include "line/copy.h"
#include "line/line_int.h"
#include "line/sys.h"
#include "ring/ring_mem.h"

/* The lines asked for at most: a serial console prints a hundred in a second. */
#define LINES_MAX	10000u
#define RINGS_MAX	4096u

/* The stream's tables by id and by task; names of tasks, descriptions and text for a line. */
#define ARENA_BYTES	((4u << 20) + RINGS_MAX * (sizeof(struct kpr_ring) + sizeof(struct kpr_copy)))
#define ARENA_LINE	2048u

static unsigned int lines;		/* panic_lines */
static void *memory;			/* for that many */
static size_t memory_size;
static bool is_ready;			/* the module's init has come here */
static atomic_t begun;
static DEFINE_MUTEX(set_lock);		/* all above but `begun`, for tasks */
static DECLARE_BITMAP(used, U16_MAX + 1);	/* ids of the events that are printed */

struct last {
	struct kpr_copy *copies;
	struct kpr_ring *rings;
	unsigned int nr, left_out;
	u64 events;			/* of all rings */
	struct kpr_stream *stream;
};

static void see_id(void *arg, const struct kpctl_rec *rec)
{
	__set_bit(rec->id, used);
}

static const struct kpctl_note_ring *ring_of(const struct kpctl_note *note)
{
	const struct kpctl_note_ring *ring = (const void *)(note + 1);

	return note->type == KPCTL_NOTE_RING && ring->session ? ring : NULL;
}

/* Hits on this CPU, of what printing calls, would write over what is printed. */
static void freeze_all(void)
{
	const struct kpctl_note *note;

	for (note = kpctl_note_first(); note; note = kpctl_note_next(note))
		if (note->type == KPCTL_NOTE_RING)
			kpctl_cpu_freeze((void *)((const struct kpctl_note_ring *)(note + 1))->stop_at);
}

static void take_ring(struct last *l, const struct kpctl_note_ring *ring)
{
	struct kpr_copy *c = &l->copies[l->nr];

	if (l->nr == RINGS_MAX) {
		l->left_out++;
		return;
	}
	if (kpr_copy_in_place(c, (void *)ring->meta_at, (void *)ring->data_at, ring->size))
		return;
	l->events += kpr_copy_keep(c, lines, see_id, NULL);
	kpr_copy_ring(c, &l->rings[l->nr++]);
}

static int take_rings(struct last *l)
{
	const struct kpctl_note *note;
	const struct kpctl_note_ring *ring;

	l->copies = calloc(RINGS_MAX, sizeof(*l->copies));
	l->rings = calloc(RINGS_MAX, sizeof(*l->rings));
	if (!l->copies || !l->rings)
		return -ENOMEM;
	for (note = kpctl_note_first(); note; note = kpctl_note_next(note)) {
		ring = ring_of(note);
		if (ring)
			take_ring(l, ring);
	}
	return 0;
}

/* Does a description begin here, of an event that is printed? */
static bool is_wanted(const struct kpctl_note *note)
{
	const char *text = (const char *)(note + 1);
	unsigned int id = 0;

	if (note->type != KPCTL_NOTE_EVENT || note->index)
		return false;
	for (; *text >= '0' && *text <= '9' && id <= U16_MAX; text++)
		id = id * 10 + *text - '0';
	return id <= U16_MAX && test_bit(id, used);
}

/* The pieces of a text stand in a row. */
static int append_text(struct kpr_buf *b, const struct kpctl_note *note)
{
	u64 owner = note->owner;

	for (; note && note->owner == owner; note = kpctl_note_next(note)) {
		if (kpr_buf_room(b, note->size))
			return -ENOMEM;
		memcpy(b->data + b->len, note + 1, note->size);
		b->len += note->size;
	}
	return 0;
}

static int describe_used(void *arg, char **text, size_t *len)
{
	const struct kpctl_note *note;
	struct kpr_buf b = {};
	int ret = kpr_buf_room(&b, 1);

	for (note = kpctl_note_first(); note && !ret; note = kpctl_note_next(note))
		if (is_wanted(note))
			ret = append_text(&b, note);
	*text = b.data;
	*len = b.len;
	return ret;
}

static int begin_stream(struct last *l)
{
	unsigned int i;
	int ret = kpr_stream_new(l->rings, l->nr, describe_used, NULL, &l->stream);

	if (ret)
		return ret;
	kpr_stream_describe(l->stream);
	for (i = 0; i < l->nr; i++)
		kpr_copy_names(&l->copies[i], &l->stream->comm);
	kpr_stream_finish(l->stream);
	return 0;
}

/* A line of the text as one of the log, so that each has the log's mark. */
static void print_text(const char *text, size_t len)
{
	const char *end = text + len, *nl;

	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', end - text) ?: end;
		printk(KERN_NOTICE "kprobectl: %.*s\n", (int)(nl - text), text);
		touch_nmi_watchdog();
	}
}

static void print_items(struct last *l)
{
	u64 before = l->events > lines ? l->events - lines : 0;
	struct kpr_buf buf = {};
	struct kpr_item item;

	while (kpr_stream_next(l->stream, &item) > 0) {
		if (before) {
			before -= item.kind == KPR_EVENT;
			continue;
		}
		buf.len = 0;
		if (!kpr_stream_format(l->stream, &item, &buf))
			print_text(buf.data, buf.len);
	}
}

static void print_last(void)
{
	struct last l = {};
	int ret = take_rings(&l) ?: begin_stream(&l);

	if (ret) {
		printk(KERN_NOTICE "kprobectl: no room to print the last events\n");
		return;
	}
	if (l.left_out)
		printk(KERN_NOTICE "kprobectl: %u of %u rings are not looked at\n", l.left_out,
		       l.nr + l.left_out);
	printk(KERN_NOTICE "kprobectl: the last %llu events:\n", min_t(u64, l.events, lines));
	print_items(&l);
	printk(KERN_NOTICE "kprobectl: end of the last events\n");
}

static int on_panic(struct notifier_block *nb, unsigned long action, void *data)
{
	if (atomic_xchg(&begun, 1))
		return NOTIFY_DONE;
	freeze_all();
	kpr_arena_begin(memory, memory_size);
	print_last();
	kpr_arena_end();
	return NOTIFY_DONE;
}

static struct notifier_block panic_block = {
	.notifier_call = on_panic,
	.priority = INT_MAX,
};

/* The parameter */

static void let_go(void)
{
	if (!memory)
		return;
	atomic_notifier_chain_unregister(&panic_notifier_list, &panic_block);
	vfree(memory);
	memory = NULL;
}

/* What there is serves a panic until its successor is complete: it is a moment without. */
static int prepare(unsigned int n)
{
	size_t size = ARENA_BYTES + (size_t)n * ARENA_LINE;
	void *more = n ? vmalloc(size) : NULL;

	lockdep_assert_held(&set_lock);
	if (n && !more)
		return -ENOMEM;
	let_go();
	lines = n;
	if (!n)
		return 0;
	memory = more;
	memory_size = size;
	return atomic_notifier_chain_register(&panic_notifier_list, &panic_block);
}

static int set_lines(const char *val, const struct kernel_param *kp)
{
	unsigned int n;
	int ret = kstrtouint(val, 0, &n);

	if (ret)
		return ret;
	if (n > LINES_MAX)
		return -ERANGE;
	mutex_lock(&set_lock);
	if (is_ready)
		ret = prepare(n);
	else
		lines = n;
	mutex_unlock(&set_lock);
	return ret;
}

static int get_lines(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%u\n", READ_ONCE(lines));
}

static const struct kernel_param_ops lines_ops = { .set = set_lines, .get = get_lines };

module_param_cb(panic_lines, &lines_ops, NULL, 0600);
MODULE_PARM_DESC(panic_lines, "events that a panic prints, the last ones of all rings; at most 10000 (0)");

int kpctl_panic_log_init(void)
{
	int ret;

	mutex_lock(&set_lock);
	is_ready = true;
	ret = prepare(lines);
	mutex_unlock(&set_lock);
	return ret;
}

void kpctl_panic_log_exit(void)
{
	mutex_lock(&set_lock);
	is_ready = false;
	let_go();
	mutex_unlock(&set_lock);
}
