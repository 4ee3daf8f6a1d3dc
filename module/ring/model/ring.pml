/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring's protocol, for spin: every interleaving of up to three nested writers
 * and a reader on a ring of four records, or a snapshot of a ring that overwrites.
 * Steps are those of ring.c and ring.h and bear their names; 1 to 7 and 11 are the
 * claims at the head of ring.c.
 *
 * Memory is one and the same for all here; ring_order.pml is about processors that
 * put stores off, ring_wake.pml about who sleeps.
 *
 * A set-up and a mistake to make are read from the environment at the start, so
 * that one compilation does for all of them: tests/unit/ring_model.sh.
 */
#define SLOTS	4
#define LEVELS	3
#define CLOSED	(-32)		/* as init leaves limit, and no drop */

/* Mistakes to make, each with a set-up that must find it. */
#define nothing_broken		0
#define publish_too_early	1	/* TASK=1 NMI=1 */
#define publish_unfilled	2	/* TASK=1 */
#define leave_first		3	/* TASK=1 NMI=1 */
#define no_second_look		4	/* TASK=1 NMI=1 */
#define no_third_look		5	/* TASK=1 IRQ=1 NMI=1 */
#define owed_cleared_late	6	/* TASK=1 IRQ=1 NMI=1 */
#define nested_owes_nothing	7	/* TASK=1 NMI=1 */
#define lost_before_head	8	/* TASK=1 NMI=2 FILLED=4 */
#define lost_plain		9	/* TASK=1 NMI=1 FILLED=4 */
#define refused_keeps_quiet	10	/* TASK=1 NMI=1 FILLED=4 */
#define head_plain		11	/* TASK=1 NMI=1 */
#define tail_plain		12	/* TASK=1 NMI=1 FILLED=4 */
#define tail_trusted		13	/* TASK=2 LIES=1 FILLED=4 */
#define seen_after_tail		14	/* TASK=1 NMI=1 FILLED=4 */
#define room_for_one_more	15	/* TASK=2 FILLED=3 */
#define stamp_before_head	16	/* TASK=1 NMI=1 */
#define stamp_before_loop	17	/* TASK=1 NMI=1 */
#define stamp_after_reserve	18	/* TASK=1 NMI=1 */
#define clock_believed		19	/* TASK=2 NMI=1 CLOCK_BACK=1 */
#define last_plain		20	/* TASK=2 NMI=1 CLOCK_BACK=1 */
#define loss_not_told		21	/* TASK=3 FILLED=4 */
#define told_too_much		22	/* TASK=3 NMI=1 FILLED=4 */
#define total_after_reserve	23	/* TASK=2 NMI=1 FILLED=4 */
#define trim_plain		24	/* TASK=1 NMI=1 TRIMS=1 */
#define limit_left_open		25	/* TASK=3 TRIMS=1 FILLED=2 */
#define limit_closed_late	26	/* TASK=2 NMI=1 TRIMS=1 FILLED=2 */
#define limit_opened_plain	27	/* TASK=2 NMI=1 TRIMS=1 FILLED=2 */
#define limit_opened_nested	28	/* TASK=2 NMI=2 FILLED=3 */
#define limit_opened_untold	29	/* TASK=3 NMI=1 FILLED=3 */
#define limit_closed_alike	30	/* TASK=3 NMI=1 TRIMS=1 FILLED=3 */
#define limit_too_far		31	/* TASK=2 FILLED=3 */
#define oldest_plain		32	/* TASK=1 IRQ=1 NMI=1 FILLED=4 KEEPS_NEWEST=1 */
#define oldest_unpublished	33	/* TASK=1 NMI=4 FILLED=4 KEEPS_NEWEST=1 */
#define oldest_late		34	/* TASK=1 FILLED=4 KEEPS_NEWEST=1 */
#define oldest_in_half		35	/* TASK=3 NMI=1 TRIMS=1 FILLED=2 KEEPS_NEWEST=1 */
#define copy_not_looked_at	36	/* TASK=1 FILLED=4 KEEPS_NEWEST=1 */
#define copy_beyond_head	37	/* TASK=1 FILLED=3 KEEPS_NEWEST=1 */
byte broken;

/* The set-up */
byte tries[LEVELS + 1];		/* of each level: task, interrupt, NMI */
byte start;			/* position at which the ring starts */
byte filled;			/* records in it beforehand */
bool lies;			/* the reader writes any position */
bool keeps_newest;		/* the ring overwrites, and a snapshot is taken */
bool trims;			/* records are of one slot or two, of which one is given back */
bool clock_back;		/* the clock may be read behind of itself */

/* struct kpctl_ring, and the pages the reader sees */
byte nest, head, last, tail, lost, lost_told, owed;
short limit = CLOSED;
byte meta_head, meta_lost;
byte consumer_tail;

/* A record, and what is known of it from outside. */
typedef record {
	byte seq;		/* position it was written for */
	byte size;
	byte time;
	bool is_lost;
	byte total;		/* of a lost record */
	byte low, high;		/* drops that must, that may have been told before */
	bool whole;
}
record slot[SLOTS];

byte top;			/* the level that runs: those below wait */
byte clock = 1;
byte drops;			/* really */
byte kept;			/* where head has to be, by all that was granted */
byte taken;			/* what an honest reader has given back */
bool begun;

/* A step: nobody on top of us. */
#define step(what)	atomic { top == me -> what }
#define is(mistake)	(broken == mistake)

/* Needs pos, h, l. Only with nest == 1, which is given up. */
inline publish()
{
	if
	:: is(leave_first) -> step(nest = 0)
	:: else
	fi;
	if
	:: is(lost_before_head) -> step(l = lost); step(h = head)
	:: else -> step(h = head); step(l = lost)
	fi;
	step(assert(meta_lost <= l); meta_lost = l);
	step(assert(meta_head <= h); check_whole(h); meta_head = h);
	step(nest = 0);
}

/* 1: what lies before meta->head is filled. A liar may have had it written over. */
inline check_whole(upto)
{
	pos = meta_head;
	do
	:: pos < upto && upto - pos <= SLOTS ->
		assert(lies || (slot[pos % SLOTS].whole && slot[pos % SLOTS].seq == pos));
		pos = pos + slot[pos % SLOTS].size
	:: else -> break
	od;
	pos = 0
}

inline publish_again()
{
	do
	:: step(nest = 1);
		if
		:: is(owed_cleared_late) -> publish(); step(owed = 0); break
		:: else -> step(owed = 0); publish()
		fi;
		if
		:: atomic { top == me && (!owed || is(no_third_look)) -> break }
		:: atomic { top == me && owed && !is(no_third_look) -> skip }
		fi
	od
}

inline commit()
{
	if
	:: atomic { top == me && (nest == 1 || is(publish_too_early)) -> skip };
		publish();
		if
		:: atomic { top == me && owed && !is(no_second_look) -> skip };
			publish_again()
		:: atomic { top == me && (!owed || is(no_second_look)) -> skip }
		fi
	:: atomic { top == me && nest != 1 && !is(publish_too_early) -> skip };
		step(if :: is(nested_owes_nothing) :: else -> owed = 1 fi);
		step(nest--)
	fi
}

/* It looks full: where is the reader now? Needs seen, now. */
inline look()
{
	if
	:: is(seen_after_tail) -> step(now = consumer_tail); step(seen = tail)
	:: else -> step(seen = tail); step(now = consumer_tail)
	fi;
	atomic {
		top == me ->
		bad = now < seen || now > meta_head;
		assert(!bad || lies);		/* 6: no honest reader is called a liar */
		bad = bad && !is(tail_trusted)
	};
	if
	:: bad
	:: else ->
		atomic {
			top == me ->
			if
			:: tail == seen || is(tail_plain) || is(tail_trusted) ->
				assert(tail <= now && now <= meta_head);	/* 6 */
				tail = now
			:: else
			fi
		}
	fi;
	bad = false;
	now = 0;
	seen = 0
}

/* A step over a record: its size may be one that was written over it meanwhile. */
inline walk_on()
{
	atomic {
		top == me ->
		if
		:: slot[to % SLOTS].size && to + slot[to % SLOTS].size <= now ->
			to = to + slot[to % SLOTS].size
		:: else -> bad = true
		fi
	}
}

/* 11: the oldest records go, in one step for all that was walked. Needs seen, now, to. */
inline drop_oldest()
{
	do
	:: step(seen = tail);
		step(now = (is(oldest_unpublished) -> head : meta_head));
		to = seen;
		do
		:: !bad && to + SLOTS < end && to < now ->
			if
			:: is(oldest_in_half) -> step(to++)
			:: else -> walk_on()
			fi
		:: bad || to + SLOTS >= end || to >= now -> break
		od;
		bad = false;
		atomic {
			top == me ->
			if
			:: tail == seen || is(oldest_plain) ->
				tail = (is(oldest_late) -> tail : to);
				break
			:: tail != seen && !is(oldest_plain) -> skip
			fi
		}
	od;
	seen = 0;
	now = 0
}

inline make_room()
{
	if
	:: keeps_newest -> drop_oldest()
	:: else -> look()
	fi
}

/* Ends in time, or, as an interrupter stamped meanwhile, begins again. Needs seen. */
inline stamp()
{
	step(seen = last);
	atomic {
		top == me -> clock++; time = clock;
		if
		:: clock_back && clock > 2 -> time = clock - 2
		:: true
		fi
	};
	atomic {
		top == me ->
		if
		:: time < seen && !is(clock_believed) -> time = seen; seen = 0
		:: else ->
			if
			:: last == seen || is(last_plain) -> last = time; seen = 0
			:: else -> seen = 0; time = 0; goto again
			fi
		fi
	}
}

/* 8: who is outermost, and finds that all is told. Needs was. */
inline open()
{
	step(was = limit);
	if
	:: atomic { top == me && (nest == 1 || is(limit_opened_nested)) &&
		    (lost == lost_told || is(limit_opened_untold)) -> skip };
		atomic {
			top == me ->
			if
			:: limit == was || is(limit_opened_plain) ->
				limit = tail + SLOTS + is(limit_too_far)
			:: else
			fi
		}
	:: atomic { top == me && !((nest == 1 || is(limit_opened_nested)) &&
		    (lost == lost_told || is(limit_opened_untold))) -> skip }
	fi;
	was = 0
}

inline count_lost()
{
	if
	:: is(lost_plain) -> step(now = lost); step(lost = now + 1; drops++); now = 0
	:: else -> step(lost++; drops++)
	fi
}

/* 8: closed before it is counted. Needs was. */
inline drop()
{
	if
	:: is(limit_left_open) || is(limit_closed_late)
	:: is(limit_closed_alike) -> step(limit = -1)
	:: else -> step(was = -1 - lost); step(limit = was); was = 0
	fi;
	count_lost();
	if
	:: is(limit_closed_late) -> step(limit = -1 - lost)
	:: else
	fi;
	if
	:: is(refused_keeps_quiet) -> step(nest--)
	:: else -> commit()
	fi
}

/* It was full, and the reader has not moved: refused, and no more is asked. */
inline refuse_fast()
{
	step(now = tail);
	if
	:: atomic { top == me && limit < 0 -> skip };
		if
		:: atomic { top == me && consumer_tail == now -> skip };
			if
			:: atomic { top == me && head + size - now > SLOTS -> skip };
				step(if :: is(limit_closed_alike) :: else -> limit-- fi);
				now = 0;
				count_lost();
				commit();
				goto left
			:: atomic { top == me && head + size - now <= SLOTS -> skip }
			fi
		:: atomic { top == me && consumer_tail != now -> skip }
		fi
	:: atomic { top == me && limit >= 0 -> skip }
	fi;
	now = 0
}

/* 4: stamps do not fall along the stream; 6: nothing unread is overwritten; 11: nor what is kept. */
inline claim()
{
	assert(lies || keeps_newest || end - taken <= SLOTS);
	assert(!keeps_newest || is(oldest_late) || (end - tail <= SLOTS && tail <= meta_head));
	kept = kept + end - pos;
	slot[pos % SLOTS].whole = false;
	slot[(end - 1) % SLOTS].whole = false
}

inline put(at, slots, lost_record, what)
{
	slot[(at) % SLOTS].seq = at;
	slot[(at) % SLOTS].size = slots;
	slot[(at) % SLOTS].time = time;
	slot[(at) % SLOTS].is_lost = lost_record;
	slot[(at) % SLOTS].total = what;
	slot[(at) % SLOTS].low = low;
	slot[(at) % SLOTS].high = high;
	slot[(at) % SLOTS].whole = true
}

proctype writer(byte me)
{
	byte below, pos, end, time, total, seen, now, to, h, l, low, high, size;
	short was;
	bool bad, fast;

	/* one that interrupts whoever runs below it */
end_idle:
	atomic {
		begun && tries[me] && top < me ->
		below = top; top = me; tries[me]--; low = drops;
		if
		:: size = 1
		:: trims -> size = 2
		fi
	};
	step(nest++);
	if
	:: is(stamp_before_loop) -> stamp()
	:: else
	fi;
	/* reserve_fast: room, and nothing to tell */
	fast = true;
	step(pos = head);
	end = pos + size;
	if
	:: atomic { top == me && limit >= end -> skip };
		if
		:: is(stamp_before_loop)
		:: else -> stamp()
		fi;
		goto fits
	:: atomic { top == me && limit < end -> skip }
	fi;
slow:
	fast = false;
	if
	:: keeps_newest		/* it waits for no reader, and refuses nothing in haste */
	:: else -> refuse_fast()
	fi;
again:
	if
	:: fast -> goto slow
	:: else
	fi;
	if
	:: is(stamp_before_head) -> stamp()
	:: else
	fi;
	step(pos = head);
	if
	:: is(stamp_before_head) || is(stamp_before_loop)
	:: else -> stamp()
	fi;
	step(total = lost);
	step(end = pos + size + (total != lost_told && !is(loss_not_told)));
	if
	:: atomic { top == me && end - tail <= SLOTS + is(room_for_one_more) -> goto fits }
	:: atomic { top == me && end - tail > SLOTS + is(room_for_one_more) -> skip }
	fi;
	make_room();
	if
	:: atomic { top == me && (end - tail <= SLOTS + is(room_for_one_more) || is(oldest_late)) -> goto fits }
	:: atomic { top == me && end - tail > SLOTS + is(room_for_one_more) && !is(oldest_late) -> skip }
	fi;
	drop();
	goto left;
fits:
	atomic {
		top == me ->
		if
		:: head == pos || is(head_plain) -> head = end; high = lost; claim()
		:: else -> time = (is(stamp_before_loop) -> time : 0); goto again
		fi
	};
	if
	:: is(oldest_late) -> step(tail = (to > tail -> to : tail))
	:: else
	fi;
	to = 0;
	if
	:: is(stamp_after_reserve) -> step(clock++; time = clock)
	:: else
	fi;
	if
	:: end - pos == size
	:: else ->	/* tell */
		step(lost_told = (is(told_too_much) -> lost : total));
		step(if :: is(total_after_reserve) -> total = lost :: else fi);
		step(put(pos, 1, true, total); pos++)
	fi;
	if
	:: !fast -> open()
	:: else
	fi;
	if
	:: size == 2 ->	/* give back all but one, unless somebody stands behind it */
		atomic {
			top == me ->
			if
			:: head == end || is(trim_plain) ->
				head = pos + 1; end = pos + 1; size = 1; kept--
			:: else
			fi
		}
	:: else
	fi;
	if
	:: is(publish_unfilled) -> step(meta_head = end)
	:: else
	fi;
	step(put(pos, size, false, 0));
	commit();
left:
	/* 2, 5: with nobody inside all is published, and the drops are counted */
	atomic {
		top == me ->
		top = below;
		assert(top || (!nest && meta_head == head && meta_lost == lost));
		assert(top || (head == kept && lost == drops));
		below = 0; pos = 0; end = 0; time = 0; total = 0; seen = 0; now = 0;
		h = 0; l = 0; low = 0; high = 0; size = 0; fast = false; bad = false;
		goto end_idle
	}
}

/* Reads what is published, gives back some of it or all. */
proctype reader()
{
	byte upto, pos, time, total;
	bool told;

	(begun);
	atomic { pos = taken; upto = taken };
end_reading:
	do
	:: atomic { meta_head != upto && pos == upto -> upto = meta_head }
	:: atomic {
		pos < upto ->
		assert(slot[pos % SLOTS].whole && slot[pos % SLOTS].seq == pos);	/* 1 */
		assert(slot[pos % SLOTS].time >= time);					/* 4 */
		/* only its own record has a lost record's stamp */
		assert(slot[pos % SLOTS].time > time || clock_back || told);
		time = slot[pos % SLOTS].time;
		told = slot[pos % SLOTS].is_lost;
		if
		:: slot[pos % SLOTS].is_lost ->						/* 5 */
			assert(slot[pos % SLOTS].total >= total);
			total = slot[pos % SLOTS].total;
			assert(total <= meta_lost)
		:: else ->
			assert(slot[pos % SLOTS].low <= total);
			assert(total <= slot[pos % SLOTS].high)
		fi;
		pos = pos + slot[pos % SLOTS].size
	}
	:: atomic { pos != taken -> taken = pos; consumer_tail = pos }
	od
}

/*
 * 11: a snapshot, taken once at any moment: tail, head, the records, then tail again. What lies
 * behind the last tail is what was written there, whole, and begins with a record.
 */
proctype snapshot()
{
	byte from, upto, pos, next;
	byte seq[SLOTS], size[SLOTS];
	bool whole[SLOTS];

	(begun);
	from = tail;
	upto = (is(copy_beyond_head) -> head : meta_head);
	pos = from;
	do
	:: pos < upto ->
		atomic {
			seq[pos % SLOTS] = slot[pos % SLOTS].seq;
			size[pos % SLOTS] = slot[pos % SLOTS].size;
			whole[pos % SLOTS] = slot[pos % SLOTS].whole;
			pos++
		}
	:: else -> break
	od;
	atomic {
		next = (is(copy_not_looked_at) -> from : tail);
		if
		:: next < from -> next = from
		:: else
		fi;
		do
		:: next < upto ->
			assert(whole[next % SLOTS] && seq[next % SLOTS] == next);	/* 11 */
			assert(size[next % SLOTS]);
			next = next + size[next % SLOTS]
		:: else -> break
		od
	}
}

/* Hostile: any position, at any time. */
proctype liar()
{
	byte any;

end_lying:
	do
	:: atomic {
		begun ->
		any = 0;
		do
		:: any < 12 -> any++
		:: break
		od;
		consumer_tail = any;
		any = 0
	}
	:: atomic { begun -> consumer_tail = 255 }
	od
}

/* A word of the set-up, 0 when it is not there. */
#define set_up(name)	(getenv(name) ? atoi(getenv(name)) : 0)

init
{
	byte i;

	atomic {
		c_code {
			now.tries[1] = set_up("TASK");
			now.tries[2] = set_up("IRQ");
			now.tries[3] = set_up("NMI");
			now.start = set_up("START");
			now.filled = set_up("FILLED");
			now.lies = set_up("LIES");
			now.keeps_newest = set_up("KEEPS_NEWEST");
			now.trims = set_up("TRIMS");
			now.clock_back = set_up("CLOCK_BACK");
			now.broken = set_up("BROKEN");
		};
		head = start; meta_head = start; tail = start; consumer_tail = start;
		taken = start; kept = start + filled;
		do
		:: i < filled ->
			i++;
			slot[head % SLOTS].seq = head;
			slot[head % SLOTS].size = 1;
			slot[head % SLOTS].time = clock;
			slot[head % SLOTS].whole = true;
			last = clock;
			clock++; head++; meta_head = head
		:: else -> break
		od;
		i = 0;
		run writer(1);
		run writer(2);
		run writer(3);
		if
		:: lies -> run liar()
		:: keeps_newest -> run snapshot()
		:: else -> run reader()
		fi;
		begun = true
	}
}
