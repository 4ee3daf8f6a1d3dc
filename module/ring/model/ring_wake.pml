/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who sleeps is woken, for spin: writers that nest, the work they ask for, the
 * timer, and pollers. Steps are those of ring.h, ring.c (commit, await, more),
 * ring_mem.c and session.c and bear their names; this is claim 9 of ring.c.
 *
 * Records count one, a ring has four. The timer may run at any time once it has
 * been started: with one memory for all that is enough. That processors put
 * stores off, and what the delay is for, is in ring_order.pml.
 *
 * Set-ups and mistakes: as in ring.pml.
 */
#define SIZE	4
#define NO_WAKE	255

/* Mistakes to make, each with a set-up that must find it. */
#define nothing_broken		0
#define armed_behind_reserved	1	/* TASK=1 */
#define armed_if_nobody		2	/* TASK=1 ARMED=2 */
#define armed_without_look	3	/* TASK=1 */
#define timer_never_arms	4	/* TASK=2 ARMED=2 */
#define work_starts_no_timer	5	/* TASK=1 */
#define work_done_if_read	6	/* TASK=2 ARMED=2 */
#define taken_without_work	7	/* TASK=1 */
#define passed_if_behind	8	/* TASK=1 */
#define passed_before_published	9	/* TASK=1 NMI=1 */
#define passed_by_the_first	10	/* TASK=1 NMI=1 */
#define nested_owes_nothing	11	/* TASK=1 NMI=1 */
#define queued_after_look	12	/* TASK=1 */
#define pending_while_looking	13	/* TASK=1 */
#define ready_starts_no_timer	14	/* TASK=2 EDGE=1 */
byte broken;

/* The set-up */
byte tries[4];			/* of each level: task, interrupt, NMI */
byte pollers;
bool thread;			/* the work runs in a thread: writers come on top of it */
bool edge;			/* pollers sleep when they have read, and ask when woken */

byte nest, head, owed, wake_at;
byte meta_head, consumer_tail;
bool work_pending, timer_pending;
bool asleep[2], woken[2];

byte top;			/* the level that runs on the writers' CPU */
bool begun;

#define step(what)	atomic { top == me -> what }
#define is(mistake)	(broken == mistake)

inline wake_up()
{
	atomic { woken[0] = true; woken[1] = true }
}

/* pos: what was published, or for who found no room any position. */
inline take_wake(pos)
{
	step(w = (is(passed_before_published) -> w : wake_at));
	if
	:: pos < w + is(passed_if_behind)
	:: else ->
		step(wake_at = NO_WAKE);
		step(work_pending = !is(taken_without_work))
	fi;
	w = 0
}

proctype writer(byte me)
{
	byte below, h, w;

end_idle:
	atomic { begun && tries[me] && top < me -> below = top; top = me; tries[me]-- };
	/* enter and reserve; who finds no room leaves and publishes like all */
	atomic {
		top == me -> nest++;
		if
		:: head - consumer_tail < SIZE -> head++
		:: else -> h = NO_WAKE - 1
		fi
	};
	if
	:: h == 0
	:: else -> take_wake(h)
	fi;
	if
	:: atomic { top == me && nest != 1 -> h = 0 };
		step(owed = !is(nested_owes_nothing));
		step(nest--);
		goto left
	:: atomic { top == me && nest == 1 -> h = 0 }
	fi;
	if
	:: is(passed_before_published) -> step(w = wake_at)
	:: else
	fi;
	step(h = head);
	step(meta_head = h);
	step(nest = 0);
	do
	:: atomic { top == me && owed -> nest = 1 };
		step(owed = 0);
		if
		:: is(passed_by_the_first) -> step(meta_head = head)
		:: else -> step(h = head); step(meta_head = h)
		fi;
		step(nest = 0)
	:: atomic { top == me && !owed -> break }
	od;
	take_wake(h);
left:
	atomic { top == me -> top = below; below = 0; h = 0; goto end_idle }
}

/* kpctl_stream_wake() and kpctl_ring_more(): an interrupt, or in a thread below all. */
proctype work()
{
	byte me, below, t, h;

	(begun);
	me = (thread -> 0 : 2);
end_idle:
	atomic {
		work_pending && (thread && top == 0 || !thread && top < 2) ->
		below = top; top = me; work_pending = false
	};
	step(t = consumer_tail);
	step(h = meta_head);
	if
	:: h - t >= SIZE / 2 -> step(wake_up())
	:: h == t && is(work_done_if_read)
	:: else ->
		atomic {	/* cmpxchg */
			top == me ->
			if
			:: wake_at == NO_WAKE -> wake_at = t + SIZE / 2
			:: else
			fi
		};
		/* wake_later() */
		if
		:: atomic { top == me && timer_pending -> skip }
		:: atomic { top == me && !timer_pending -> skip };
			step(timer_pending = !is(work_starts_no_timer))
		fi
	fi;
	atomic { top == me -> top = below; below = 0; t = 0; h = 0; goto end_idle }
}

/* kpctl_stream_poll(), by pollers and the timer. */
inline session_poll(arms)
{
	t = consumer_tail;
	atomic { h = meta_head; ready = (h != t) };
	if
	:: ready || !(arms)
	:: else ->
		if
		:: is(armed_behind_reserved) -> h = head
		:: else
		fi;
		w = wake_at;
		if
		:: w > h + 1 && (!is(armed_if_nobody) || w == NO_WAKE) ->
			wake_at = h + 1;
			if
			:: is(armed_without_look)
			:: else -> timer_pending = true
			fi
		:: else
		fi
	fi;
	atomic { t = 0; h = 0; w = 0 }
}

proctype timer()
{
	byte t, h, w;
	bool ready;

	(begun);
end_idle:
	if
	:: atomic { timer_pending && is(pending_while_looking) -> skip }
	:: atomic { timer_pending && !is(pending_while_looking) -> timer_pending = false }
	fi;
	session_poll(!is(timer_never_arms));
	if
	:: ready -> wake_up()
	:: else
	fi;
	atomic {
		ready = false;
		if
		:: is(pending_while_looking) -> timer_pending = false
		:: else
		fi;
		goto end_idle
	}
}

/* poll(), and all is read once it has returned. */
proctype poller(byte me)
{
	byte t, h, w;
	bool ready;

	(begun);
	do
	:: woken[me] = false;
again:
		session_poll(true);
		if
		:: ready && !edge -> consumer_tail = meta_head
		:: else ->
			if
			:: ready ->
				/* wake_later(): pending or not, it is now */
				timer_pending = timer_pending || !is(ready_starts_no_timer);
				consumer_tail = meta_head
			:: else
			fi;
			if
			:: is(queued_after_look) -> woken[me] = false
			:: else
			fi;
			asleep[me] = true;
end_asleep:
			atomic { woken[me] -> woken[me] = false; asleep[me] = false; goto again }
		fi
	od
}

#define set_up(name)	(getenv(name) ? atoi(getenv(name)) : 0)

init
{
	atomic {
		c_code {
			now.tries[1] = set_up("TASK");
			now.tries[2] = set_up("IRQ");
			now.tries[3] = set_up("NMI");
			now.pollers = set_up("POLLERS");
			now.thread = set_up("THREAD");
			now.edge = set_up("EDGE");
			now.wake_at = set_up("ARMED");
			now.timer_pending = set_up("STARTED");
			now.broken = set_up("BROKEN");
		};
		if
		:: wake_at == 0 -> wake_at = NO_WAKE
		:: else
		fi;
		run writer(1);
		run writer(2);
		run writer(3);
		run work();
		run timer();
		run poller(0);
		if
		:: pollers == 2 -> run poller(1)
		:: else
		fi;
		begun = true
	};
	/* nobody can go on: there is nothing left to be read by who sleeps */
end_watching:
	timeout;
	assert(asleep[0] && (pollers != 2 || asleep[1]));
	assert(meta_head == head && consumer_tail == meta_head)
}
