// SPDX-License-Identifier: GPL-2.0
/*
 * ringcheck [SLOW_US]: the main session's reader, until there is /tmp/stop and
 * nothing is left. The rings should be empty when it comes. It knows two events:
 *
 *   p:seq kpt_seq cpu=$arg1 i=$arg2	i counts up on each CPU
 *   p:irq kpt_hardirq n=$arg1		from interrupts
 *
 * and prints NAME VALUE lines:
 *
 *   seq irq	records of these events
 *   other	records of no known event
 *   lost	what the meta pages say was dropped since it came
 *   told	what lost records said
 *   gap	what is missing in the sequences of i
 *   unexact	gaps in front of which stood no lost record, or one with another
 *		number: 0 as long as seq alone is armed
 *   late	gaps that no lost record near them explains: 0 always
 *   torn	records that are none
 *   strange	values of i out of order, or on the wrong CPU's ring
 *   back	stamps that go back
 *
 * SLOW_US: sleep that long after each look, so that rings get full.
 */
#include "rings.h"

#define NEAR 8

static struct {
	int id;
	unsigned int off[2];
} seq, irq;

static struct state {
	__u64 tail, time, lost, told, told_at_seq, gap, pending;
	long long last;		/* i */
} states[RINGS_MAX];

static unsigned long long n_seq, n_irq, n_other, n_lost, n_told, n_gap, n_unexact, n_late,
	n_torn, n_back, n_strange;

/* ID STATE KIND GRP/EVENT TARGET FIELD@OFFSET... */
static void learn(char *line)
{
	int id = atoi(line);
	char *cpu = strstr(line, " cpu:"), *i = strstr(line, " i:"), *n = strstr(line, " n:");

	if (strstr(line, "/seq ") && cpu && i) {
		seq.id = id;
		seq.off[0] = atoi(strchr(cpu, '@') + 1);
		seq.off[1] = atoi(strchr(i, '@') + 1);
	} else if (strstr(line, "/irq ") && n) {
		irq.id = id;
		irq.off[0] = atoi(strchr(n, '@') + 1);
	}
}

static void learn_all(void)
{
	static char text[1 << 16];
	__u32 view = KPCTL_VIEW_EVENTS;
	ssize_t n, len = 0;
	char *line;

	if (ioctl(rings_fd, KPCTL_IOC_VIEW, &view))
		rings_die("view");
	while ((n = read(rings_fd, text + len, sizeof(text) - 1 - len)) > 0)
		len += n;
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		learn(line);
}

static __u64 slot(struct kpctl_rec *rec, unsigned int off)
{
	__u64 v;

	memcpy(&v, (char *)rec + off, 8);
	return v;
}

static void one_seq(unsigned int r, struct kpctl_rec *rec)
{
	struct state *st = &states[r];
	long long i = slot(rec, seq.off[1]);
	__u64 gap = i - st->last - 1;

	n_seq++;
	if (slot(rec, seq.off[0]) != r || i <= st->last) {
		n_strange++;
		gap = 0;
	}
	if (gap != st->told - st->told_at_seq)
		n_unexact++;
	st->told_at_seq = st->told;
	st->last = i;
	st->gap += gap;
}

static void one(unsigned int r, struct kpctl_rec *rec)
{
	struct state *st = &states[r];

	/* see kpt_nest_check.c: the clock itself may step back a little */
	if (rec->time + 500 < st->time)
		n_back++;
	st->time = rec->time;
	if (rec->id == KPCTL_REC_LOST) {
		st->told = ((struct kpctl_rec_lost *)rec)->total - st->lost;
	} else if (rec->id == seq.id) {
		one_seq(r, rec);
	} else if (rec->id == irq.id) {
		n_irq++;
	} else if (rec->id >= KPCTL_REC_FIRST_EVENT) {
		n_other++;
	}
	if (st->gap <= st->told)
		st->pending = 0;
	else if (++st->pending > NEAR)
		n_late++;
}

static int look(unsigned int r)
{
	__u64 head = ring_head(&rings[r]), start = states[r].tail, tail = start;

	while (tail != head) {
		struct kpctl_rec *rec = (void *)(rings[r].data +
						 (tail & (rings_info.data_size - 1)));

		if (KPCTL_REC_SIZE(rec) < sizeof(*rec) || rec->size_ctx & 4 ||
		    KPCTL_REC_SIZE(rec) > head - tail) {
			n_torn++;
			tail = head;
			break;
		}
		one(r, rec);
		tail += KPCTL_REC_SIZE(rec);
	}
	states[r].tail = tail;
	ring_set_tail(&rings[r], tail);
	return tail != start;
}

static void follow(unsigned int slow)
{
	int any, stop;
	unsigned int r;

	do {
		stop = !access("/tmp/stop", F_OK);
		any = 0;
		for (r = 0; r < rings_info.nr_rings; r++)
			any |= look(r);
		usleep(slow);
	} while (any || !stop);
}

int main(int argc, char **argv)
{
	unsigned int r;

	rings_attach();
	learn_all();
	for (r = 0; r < rings_info.nr_rings; r++) {
		states[r].tail = rings[r].consumer->tail;
		states[r].last = -1;
		states[r].lost = rings[r].meta->lost;
	}
	create("/tmp/attached");
	follow(argc > 1 ? atoi(argv[1]) : 100);
	for (r = 0; r < rings_info.nr_rings; r++) {
		n_lost += rings[r].meta->lost - states[r].lost;
		n_told += states[r].told;
		n_gap += states[r].gap;
	}
	printf("seq %llu\nirq %llu\nother %llu\nlost %llu\ntold %llu\ngap %llu\nunexact %llu\n"
	       "late %llu\ntorn %llu\nback %llu\nstrange %llu\n", n_seq, n_irq, n_other, n_lost,
	       n_told, n_gap, n_unexact, n_late, n_torn, n_back, n_strange);
	return 0;
}
