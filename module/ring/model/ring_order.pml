/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring's barriers, for spin: each CPU puts its stores off, each word for
 * itself, until it likes or has to. A store-release waits until those before it
 * are done, a full barrier and a locked operation until all are. That is weaker
 * than x86, which keeps stores in order; that loads change places is left to
 * the litmus tests.
 *
 * Two scenes. DATA: a record, meta->lost and meta->head against a reader, on a
 * ring of one record. Otherwise claims 9 and 10 of ring.c: why the writer has no
 * barrier between meta->head and wake_at, and what the waiters do instead.
 *
 * A whole delay is long: within it each CPU has done once all that it had put
 * off. So a timer that is put off to a whole delay from now does not run before
 * every CPU has.
 *
 * Set-ups and mistakes: as in ring.pml.
 */
#define NO_WAKE	255
#define HALF	2

/* The CPUs that writers and their work, the poller and the timer run on. */
#define WRITER	0
#define POLLER	1
#define TIMER	2
#define CPUS	3

/* The words they share */
#define TAIL	0
#define HEAD	1
#define WAKE	2
#define PENDING	3	/* the timer */
#define RECORD	4
#define LOST	5
#define WORDS	6

/* Mistakes to make, each with a set-up that must find it. */
#define nothing_broken		0
#define head_stored_plainly	1	/* DATA=1 TASK=1 */
#define lost_after_head		2	/* DATA=1 TASK=1 */
#define tail_before_record	3	/* DATA=1 TASK=2 */
#define started_is_enough	4	/* TASK=1 STARTED=1 */
#define delay_is_short		5	/* TASK=1 */
#define work_without_barrier	6	/* TASK=2 */
#define timer_without_barrier	7	/* TASK=2 */
#define timer_arms_in_vain	8	/* TASK=2 ARMED=2 */
byte broken;

/* The set-up */
byte tries;
bool data;

byte memory[WORDS];
bool put_off[18];		/* CPUS * WORDS: put off, and what */
byte value[18];
bool settle[CPUS];		/* has not done all since the timer was put off */
bool asleep, woken, begun;

#define is(mistake)	(broken == mistake)
#define at(cpu, word)	((cpu) * WORDS + (word))
#define load(word)	(put_off[at(me, word)] -> value[at(me, word)] : memory[word])
#define all_done(cpu)	(!put_off[at(cpu, TAIL)] && !put_off[at(cpu, HEAD)] && !put_off[at(cpu, WAKE)] && \
			 !put_off[at(cpu, PENDING)] && !put_off[at(cpu, RECORD)] && !put_off[at(cpu, LOST)])

inline store(word, what)
{
	atomic { put_off[at(me, word)] = true; value[at(me, word)] = what }
}

inline smp_mb()
{
	(all_done(me))
}

inline store_release(word, what)
{
	atomic { all_done(me) -> put_off[at(me, word)] = true; value[at(me, word)] = what }
}

/* Does one store that was put off. */
proctype processor(byte cpu)
{
	byte word;

end_idle:
	atomic {
		put_off[at(cpu, 0)] || put_off[at(cpu, 1)] || put_off[at(cpu, 2)] || put_off[at(cpu, 3)] ||
		put_off[at(cpu, 4)] || put_off[at(cpu, 5)] ->
		if
		:: put_off[at(cpu, 0)] -> word = 0
		:: put_off[at(cpu, 1)] -> word = 1
		:: put_off[at(cpu, 2)] -> word = 2
		:: put_off[at(cpu, 3)] -> word = 3
		:: put_off[at(cpu, 4)] -> word = 4
		:: put_off[at(cpu, 5)] -> word = 5
		fi;
		memory[word] = value[at(cpu, word)];
		put_off[at(cpu, word)] = false;
		value[at(cpu, word)] = 0;
		word = 0;
		if
		:: all_done(cpu) -> settle[cpu] = false
		:: else
		fi;
		goto end_idle
	}
}

/* Under the timers' lock, under which the one that runs off was taken out too. */
inline mod_timer(whole)
{
	atomic {
		all_done(me) && !put_off[at(TIMER, PENDING)] -> memory[PENDING] = 1;
		if
		:: (whole) && !is(delay_is_short) ->
			settle[WRITER] = !all_done(WRITER);
			settle[POLLER] = !all_done(POLLER);
			settle[TIMER] = !all_done(TIMER)
		:: else
		fi
	}
}

/* Who is woken sees what its waker has stored: pollwake() sees to that. */
inline wake_up()
{
	atomic { all_done(me) -> woken = true }
}

/* The wake-up work: right behind the commit that asked for it. */
inline work()
{
	t = load(TAIL);
	h = load(HEAD);
	if
	:: h - t >= HALF -> wake_up()
	:: else ->
		atomic {	/* cmpxchg */
			is(work_without_barrier) || all_done(me) ->
			if
			:: is(work_without_barrier) && load(WAKE) == NO_WAKE ->
				store(WAKE, t + HALF)
			:: !is(work_without_barrier) && memory[WAKE] == NO_WAKE ->
				memory[WAKE] = t + HALF
			:: else
			fi
		};
		/* wake_later() */
		if
		:: is(work_without_barrier)
		:: else -> smp_mb()
		fi;
		if
		:: load(PENDING) == 0 -> mod_timer(false)
		:: else
		fi
	fi
}

proctype writer()
{
	byte me, n, h, t, w;

	(begun);
	do
	:: n < tries ->
		n++;
		store_release(HEAD, n);
		w = load(WAKE);
		if
		:: n >= w ->
			store(WAKE, NO_WAKE);
			work()
		:: else
		fi;
		atomic { h = 0; t = 0; w = 0 }
	:: else -> break
	od
}

/* kpctl_stream_poll() and kpctl_ring_await() */
inline session_poll()
{
	t = load(TAIL);
	atomic { h = load(HEAD); ready = (h != t) };
	if
	:: ready
	:: else ->
		w = load(WAKE);
		if
		:: w > h + 1 ->
			store(WAKE, h + 1);
			if
			:: is(timer_arms_in_vain) && me == TIMER
			:: is(started_is_enough) && load(PENDING) == 1
			:: else -> mod_timer(true)
			fi
		:: else
		fi
	fi;
	atomic { t = 0; h = 0; w = 0 }
}

proctype timer()
{
	byte me, h, t, w;
	bool ready;

	(begun);
	me = TIMER;
end_idle:
	atomic {
		memory[PENDING] == 1 && !put_off[at(TIMER, PENDING)] &&
		!settle[WRITER] && !settle[POLLER] && !settle[TIMER] ->
		store(PENDING, 0)
	};
	if
	:: is(timer_without_barrier)
	:: else -> smp_mb()
	fi;
	session_poll();
	if
	:: ready -> wake_up()
	:: else
	fi;
	atomic { ready = false; goto end_idle }
}

proctype poller()
{
	byte me, h, t, w;
	bool ready;

	(begun);
	me = POLLER;
	do
	:: atomic { all_done(me) -> woken = false };	/* enters the queue, under its lock */
again:
		session_poll();
		if
		:: ready -> h = load(HEAD); store_release(TAIL, h); h = 0
		:: else ->
			asleep = true;
end_asleep:
			atomic { woken -> woken = false; asleep = false; goto again }
		fi
	od
}

/* DATA */

proctype write_data()
{
	byte me, n;

	do
	:: n < tries ->
		(load(TAIL) == n);	/* look: room for one */
		n++;
		store(RECORD, n);
		if
		:: is(lost_after_head)
		:: else -> store(LOST, n)
		fi;
		if
		:: is(head_stored_plainly) -> store(HEAD, n)
		:: else -> store_release(HEAD, n)
		fi;
		if
		:: is(lost_after_head) -> store(LOST, n)
		:: else
		fi
	:: else -> break
	od
}

proctype read_data()
{
	byte me, n;

	me = POLLER;
	do
	:: n < tries ->
		(load(HEAD) == n + 1);
		n++;
		if
		:: is(tail_before_record) -> store_release(TAIL, n)
		:: else
		fi;
		assert(load(RECORD) == n);
		assert(load(LOST) >= n);
		if
		:: is(tail_before_record)
		:: else -> store_release(TAIL, n)
		fi
	:: else -> break
	od
}

#define set_up(name)	(getenv(name) ? atoi(getenv(name)) : 0)

init
{
	atomic {
		c_code {
			now.tries = set_up("TASK");
			now.data = set_up("DATA");
			now.memory[2] = set_up("ARMED");
			now.memory[3] = set_up("STARTED");
			now.broken = set_up("BROKEN");
		};
		if
		:: memory[WAKE] == 0 -> memory[WAKE] = NO_WAKE
		:: else
		fi;
		run processor(WRITER);
		run processor(POLLER);
		run processor(TIMER);
		if
		:: data -> run write_data(); run read_data()
		:: else -> run writer(); run timer(); run poller()
		fi;
		begun = true
	};
	/* nobody can go on, and nothing is put off */
end_watching:
	timeout;
	assert(memory[HEAD] == tries && memory[TAIL] == tries);
	assert(data || asleep)
}
