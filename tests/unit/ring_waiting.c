// SPDX-License-Identifier: GPL-2.0
/*
 * A poller that sleeps is woken: the ring's own code for writers and waiters,
 * and every schedule of them with a few switches.
 *
 * Who runs at the same time has a stack of its own, and between every two steps
 * a choice stands: go on, let one of the others go on, or, on the writers' CPU,
 * let another writer or the wake-up work interrupt. Going on is free, what one
 * run may do of the rest is limited. Paths are walked as in ring_schedules.c.
 *
 *   cpu	writers, one after another; others and the work on top of them
 *   poller	poll(): asks, sleeps, is woken, asks again; reads all there is
 *   timer	runs at any time once it has been started
 *
 * The glue between them is what session.c and ring_mem.c do with one ring. A run
 * is over when nobody can go on. Asleep with something to read is a failure.
 */
#define _GNU_SOURCE
static void step(void);
#define HOST_STEP()		step()
#include "ring/ring.c"
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>
#include "ring_check.h"
#include "choices.h"

#define SIZE		128
#define LEN		24
#define MAX_LOOKS	16
#define STACK		(64 << 10)

enum who { CPU, POLLER, TIMER, NR_WHO };

struct setup {
	u32 filled;		/* records in the ring beforehand, unread */
	u64 armed;		/* bytes from its beginning; 0: nobody has */
	bool started;		/* the timer runs already */
	u32 base;		/* tries one after another */
	u32 nested;		/* that come in anywhere */
	u32 switches;		/* from one who could have gone on, and interrupts */
};

/* One run. */
static const struct setup *setup;
static struct kpctl_ring ring;
static u64 memory[2 * SIZE / 8];
static struct kpctl_meta meta;
static struct kpctl_consumer consumer;
static u32 switches_left, nested_left;
static bool work_pending, work_running, timer_pending, woken, asleep;
static bool done[NR_WHO], live;

static jmp_buf at[NR_WHO], out;
static u8 stacks[NR_WHO][STACK] __attribute__((aligned(16)));
static ucontext_t fresh[NR_WHO], home;
static bool begun[NR_WHO];
static enum who running;

static void fail(const char *what)
{
	fail_here(what, "filled %u armed %llu started %u base %u nested %u\n"
		  "head %ld published %llu read %llu wake_at %llu",
		  setup->filled, setup->armed, setup->started, setup->base, setup->nested,
		  ring.head.v, meta.head, consumer.tail, ring.wake_at);
}

/* Who goes on */

static bool can_run(enum who who)
{
	switch (who) {
	case CPU:
		return !done[CPU];
	case POLLER:
		return !asleep || woken;
	default:
		return timer_pending || !done[TIMER];
	}
}

static void work(void);
static void cpu(void);
static void poller(void);
static void timer(void);
static void (*const bodies[NR_WHO])(void) = { cpu, poller, timer };

static void begin(void)
{
	bodies[running]();
	fail("came to an end");
}

/* From whoever runs to who; comes back when it is chosen again. */
static void switch_to(enum who who)
{
	enum who from = running;

	if (_setjmp(at[from]))
		return;
	running = who;
	if (begun[who])
		_longjmp(at[who], 1);
	begun[who] = true;
	setcontext(&fresh[who]);
}

/* The one that runs cannot go on: any other. Nobody: the run is over. */
static void give_up(void)
{
	enum who can[NR_WHO];
	u32 n = 0;

	for (enum who who = 0; who < NR_WHO; who++)
		if (who != running && can_run(who))
			can[n++] = who;
	if (!n)
		_longjmp(out, 1);
	switch_to(can[choose(n)]);
}

static void try_write(void);

/* Between two steps. */
static void step(void)
{
	enum { WRITE = NR_WHO, WORK };
	u32 can[NR_WHO + 2], n = 0, c;

	if (!live)
		return;
	if (!switches_left)
		return;
	for (enum who who = 0; who < NR_WHO; who++)
		if (who != running && can_run(who))
			can[n++] = who;
	if (running == CPU && nested_left)
		can[n++] = WRITE;
	if (running == CPU && work_pending && !work_running)
		can[n++] = WORK;
	c = choose(n + 1);
	if (!c)
		return;
	switches_left--;
	if (can[c - 1] < NR_WHO) {
		switch_to(can[c - 1]);
	} else if (can[c - 1] == WORK) {
		work();
	} else {
		nested_left--;
		try_write();
	}
}

/* The glue */

static void wake_up(void)
{
	step();
	woken = true;
}

static bool session_poll(void)
{
	bool armed = false, ready = true;

	if (!kpctl_ring_fill(&ring)) {
		ready = kpctl_ring_await(&ring, &armed);
		if (armed) {
			step();
			timer_pending = true;
		}
	}
	return ready;
}

static void work(void)
{
	work_running = true;
	work_pending = false;
	if (kpctl_ring_more(&ring)) {
		wake_up();
	} else {
		step();
		timer_pending = true;
	}
	work_running = false;
}

static void timer(void)
{
	for (u32 looks = 0; ; looks++) {
		if (looks > MAX_LOOKS)
			fail("the timer finds no rest");
		timer_pending = false;
		done[TIMER] = false;
		if (session_poll())
			wake_up();
		done[TIMER] = true;
		while (!timer_pending)
			give_up();
	}
}

static void try_write(void)
{
	struct kpctl_reservation res;
	bool wake;

	if (kpctl_ring_reserve(&ring, LEN, &res)) {
		memset(res.rec, 0, LEN);
		wake = kpctl_ring_commit(&ring);
	} else {
		wake = res.wake;
	}
	if (wake)
		work_pending = true;
}

static void cpu(void)
{
	for (u32 i = 0; i < setup->base; i++) {
		try_write();
		step();
	}
	/* the last interrupts: who has not come by now does not come */
	while (work_pending)
		work();
	for (;;) {
		done[CPU] = true;
		give_up();
	}
}

static void poller(void)
{
	for (;;) {
		/* poll() enters the queue; a wake-up from before is none */
		woken = false;
		while (!session_poll()) {
			asleep = true;
			while (!woken)
				give_up();
			woken = asleep = false;
		}
		step();
		smp_store_release(&consumer.tail, smp_load_acquire(&meta.head));
	}
}

static void prepare(void)
{
	memset(&ring, 0, sizeof(ring));
	memset(&meta, 0, sizeof(meta));
	memset(&consumer, 0, sizeof(consumer));
	memset(begun, 0, sizeof(begun));
	kpctl_ring_init(&ring, memory, SIZE, &meta, &consumer, 0);
	work_pending = work_running = woken = asleep = done[CPU] = false;
	timer_pending = setup->started;
	done[TIMER] = true;
	for (u32 i = 0; i < setup->filled; i++)
		try_write();
	if (setup->armed)
		ring.wake_at = setup->armed;
	switches_left = setup->switches;
	nested_left = setup->nested;
	for (enum who who = 0; who < NR_WHO; who++) {
		getcontext(&fresh[who]);
		fresh[who].uc_stack.ss_sp = stacks[who];
		fresh[who].uc_stack.ss_size = STACK;
		makecontext(&fresh[who], begin, 0);
	}
}

static void run(void)
{
	prepare();
	running = choose(2) ? POLLER : CPU;
	begun[running] = true;
	live = true;
	if (!_setjmp(out))
		swapcontext(&home, &fresh[running]);
	live = false;
	if (!asleep)
		fail("the poller does not sleep, though nobody can go on");
	if (meta.head != (u64)ring.head.v)
		fail("not all is published");
	if (meta.head != consumer.tail)
		fail("asleep, with something to read");
}

static void walk(const struct setup *s)
{
	setup = s;
	walk_paths(run);
}

/* What is armed beforehand: nothing, the next, half a ring. */
static void walk_states(struct setup s)
{
	for (s.filled = 0; s.filled <= 2; s.filled++)
		for (int started = 0; started <= 1; started++)
			for (int armed = 0; armed <= 2; armed++) {
				s.started = started;
				s.armed = armed == 0 ? 0 :
					armed == 1 ? s.filled * LEN + 1 : SIZE / 2;
				walk(&s);
			}
}

static void one_writer(void)
{
	walk_states((struct setup) { .base = 1, .switches = 3 });
}

static void two_in_turn(void)
{
	walk_states((struct setup) { .base = 2, .switches = 2 });
}

static void three_in_turn(void)
{
	walk_states((struct setup) { .base = 3, .switches = 2 });
}

static void nested(void)
{
	walk_states((struct setup) { .base = 1, .nested = 1, .switches = 2 });
}

static void nested_in_turn(void)
{
	walk_states((struct setup) { .base = 2, .nested = 2, .switches = 2 });
}

static const struct {
	const char *name;
	void (*walk)(void);
} groups[] = {
	{ "three in turn", three_in_turn },
	{ "one writer", one_writer },
	{ "nested", nested },
	{ "two in turn", two_in_turn },
	{ "nested, in turn", nested_in_turn },
};

int main(void)
{
	u32 nr = sizeof(groups) / sizeof(groups[0]);
	u64 before;

	ktap_plan(nr);
	for (u32 i = 0; i < nr; i++) {
		before = schedules;
		groups[i].walk();
		ktap_ok(true, "a poller is woken, %s: %llu schedules",
			groups[i].name, schedules - before);
	}
	return ktap_done();
}
