#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Spans: the time from one event to another of the same key, and what was kept of the first.
# Durations lie between what the probed functions measured and what the records' times say;
# each start has one end, also in floods from tasks, interrupts and NMIs on all CPUs.
# on: newest oldest, because what 6.12 does otherwise 7.3 does as well
# kcsan: yes
# takes: 60
# timeout: 500

. ./lib.sh
plan 73
setup

cpus=$(nproc)

# figures EVENT: starts ended open replaced stale full dropped
figures() {
	for c in starts ended open replaced stale full dropped; do
		printf '%s ' $(prof $1 $c | awk '{ s += $1 } END { print s }')
	done
}
# closed EVENT: each start has had one end; nothing runs
closed() {
	set -- $(figures $1)
	[ $1 = $(($2 + $3 + $4 + $5 + $6 + $7)) ] && [ $1 != 0 ]
}
session_closed() {
	[ $(total starts) = $(($(total ended) + $(total open) + $(total replaced) + $(total stale) + \
		$(total full) + $(total dropped))) ]
}

# Durations
spec 'p:sp/in kpt_timed nr=$arg1:u64 us=$arg2:u64 do emit, start by nr' \
	'p:sp/out kpt_told inside=$arg2:u64 us since in by $arg1 was=in.nr n=$arg1:u64'
is "listed as it can be written again" "$(tail -n 1 $D/control)" \
	'p:sp/out kpt_told inside=$arg2:u64 us=us was=in.nr n=$arg1:u64 since in by $arg1'
run reset
reading -f json
run timed 200 300
collect
n=$(calls told)
is "the stream is complete" $rc 0
is "each end found its start" "$(prof sp/out emitted) $(prof sp/out unmatched)" "$n 0"
is "... and the start's figures say so" "$(figures sp/in)" "$n $n 0 0 0 0 0 "
like "the closing line has the spans" "$(tail -n 1 $err)" "*; spans: $n started, $n ended, 0 open*"
awk -F'[,:{}]' 'function v(name, i) {
		for (i = 1; i < NF; i++) if ($i == "\"" name "\"") return $(i + 1) + 0
		return -1 }
	/"sp\/in"/ { time[v("nr")] = v("time"); us[v("nr")] = v("us"); next }
	/"sp\/out"/ { n++; nr = v("n"); lat = v("lat"); most = (v("time") - time[nr])
		if (v("was") != nr || v("us") != us[nr]) { print "not its start: " $0; bad = 1 }
		if (lat < v("inside") || lat > most) { print lat " " v("inside") " " most; bad = 1 } }
	END { print n " spans"; exit bad || n < 100 }' $out >/tmp/judged
rc=$?
diag "$(cat /tmp/judged)"
is "each is as long as it was inside, and no longer than from record to record" $rc 0
ok "the ledger is closed" ledger
clear_all

# Durations from one context and CPU to another, the last begun ended first; of a key that is
# begun twice the newest start counts, with once the first
lapsed() {
	awk -F'[,:{}]' -v counts=$1 'function v(name, i) {
			for (i = 1; i < NF; i++) if ($i == "\"" name "\"") return $(i + 1) + 0
			return -1 }
		/"la\/out"/ { key = v("key"); lat[key] = v("lat"); nr[key] = v("nr") }
		/"la\/told"/ { key = v("key"); if (told[key]++ == counts) { inside[key] = v("inside"); around[key] = v("around") } }
		END { for (key in inside) { n++
				if (nr[key] != counts || lat[key] < inside[key] || lat[key] > around[key]) {
					print key ": start " nr[key] ", " inside[key] " " lat[key] " " around[key]; bad = 1 } }
			print n " spans"; exit bad || n != 96 }' $out
}
# lapses STARTS COUNTS HOW: the starts of a key, the one that is to count, and its line's word
lapses() {
	spec "p:la/in kpt_seq nr=\$arg1:u64 do start by \$arg2$3" \
		'p:la/out kpt_add key=$arg1:u64 since in by $arg1 nr' \
		'p:la/told kpt_told key=$arg1:u64 inside=$arg2:u64 around=$arg3:u64'
	run reset
	reading -f json -a	# an interrupt may come while kpread runs
	run lapses 6 $1
	collect
	is "other contexts, $1 starts$3: each end found one" "$(figures la/in)$(prof la/out unmatched)" \
		"$((96 * $1)) 96 0 $((96 * ($1 - 1))) 0 0 0 0"
	says "... it is as long as it was there" lapsed $2
	ok "... the ledger is closed" ledger
	clear_all
}
lapses 1 0 ''
lapses 2 1 ''
lapses 2 0 ' once'

# Conditions and tables
spec 'p:sp/in kpt_timed us=$arg2:u64 do start by $arg1' \
	'p:sp/slow kpt_told since in by $arg1 if $lat >= 300us && us > 5 do count by us, hist($lat)'
run reset
run timed 50 300
n=$(calls told)
ok "a condition by \$lat: all hits are accounted for" ledger
is "... of calls that took long" "$(prof sp/slow aggregated) $(prof sp/slow emitted)" "$(prof sp/slow hits | awk -v f=$(prof sp/slow filtered) '{ print $1 - f }') 0"
ok "... and some did not" [ $(prof sp/slow filtered) -ge 1 ]
is "a span that the condition refuses has ended all the same" "$(figures sp/in)" "$n $n 0 0 0 0 0 "
like "the start's argument is a key" "$(cat $D/events/sp/slow/hist)" "*us: 300*"
gives "a filter names it, too" OK $D/events/sp/slow/filter 'us == 300'
gives "... and is refused for what is no argument of it" EINVAL $D/events/sp/slow/filter 'nr == 300'
clear_all

# Calls: while looks, since takes, r has the start's time
spec 'p:sp/a kpt_a v=$arg1:u64 do start by tid' \
	'p:sp/c kpt_c while sp/a by tid if v == v do count' \
	'r:sp/ra kpt_a v since sp/a by tid if $lat < 1000s' \
	'p:sp/none kpt_c since sp/a by $arg1, tid' 2>/dev/null
like "a clause with too many keys is refused" "$(last_error)" "*sp/a starts by 1 keys: write as many here*"
run reset
run flood 500 nested
collect
n=$(calls a)
is "while finds the span, and leaves it" "$(prof sp/c aggregated) $(prof sp/c unmatched)" "$(calls c) 0"
is "since takes it" "$(prof sp/ra emitted) $(prof sp/ra unmatched)" "$n 0"
is "... and it has ended" "$(figures sp/a)" "$n $n 0 0 0 0 0 "
is "all records are there" "$(lines ra)" "$n"
ok "the ledger is closed" ledger
clear_all

# What is kept: strings, arrays
spec 'p:sp/s kpt_str s=+0($arg1):string b=+0($arg1):u8[4] who=$comm do start by tid' \
	'r:sp/e kpt_str s b who since sp/s by tid if s != "none"'
run call str hello
collect
like "strings and arrays of the start" "$(grep 'e:' $out | tail -n 1)" '*s="hello*" b={104,101,108,108} who="sh"*'
clear_all

# Stacks: of where it started, in a record that has them itself, in one of the end, of a look
spec 'p:sp/in kpt_c who=$comm st=$stacktrace us=$ustacktrace v=$arg1:u64 do emit, start by tid' \
	'p:sp/look kpt_ret who st us v while in by tid' \
	'p:sp/out kpt_add who st us v since in by tid do emit, count by st'
# frames EVENT: the stacks of its last record
frames() {
	awk -v e=": $1: " '/ [0-9]+\.[0-9]+: / { its = index($0, e); if (its) block = ""; next }
		its { block = block $0 "\n" }
		END { printf "%s", block }' $out
}
run call a 1
like "a stack is listed in open" "$(cat $D/events/sp/in/open)" \
	"* who=\"sh\" st=;kpt_c+*;kpt_b+*;kpt_a+* us=;\[$$\];0x* v=1"
run call ret 0
run call add 0 0
run call a 2
run call add 0 0
collect
like "the stack of the start" "$(frames in)" "*=> kpt_c+*=> kpt_b+*=> kpt_a+*=> run_write+*=> 0x*"
is "... is that of the end" "$(frames out)" "$(frames in)"
is "... and of who looked" "$(frames look)" "$(frames in)"
like "... and a key" "$(cat $D/events/sp/out/hist)" "*kpt_c+*kpt_b+*kpt_a+*total: 2 hits = 2 in 1 entry*"
ok "the ledger is closed" ledger
clear_all
spec 'p:sp/deep kpt_recurse st=$stacktrace if $arg1 == 0 do start by tid'
run call recurse 100
is "a stack of many frames is cut" "$(tr ';' '\n' <$D/events/sp/deep/open | grep -c kpt_recurse)" 64
clear_all

# Ends without a start
spec 'p:sp/never kpt_add do start by $arg1' 'p:sp/alone kpt_c since sp/never by $arg1'
run reset
run flood 100 nested
is "an end without a start is unmatched" "$(prof sp/alone unmatched)" "$(calls c)"
is "... and a hit" "$(prof sp/alone hits)" "$(calls c)"
ok "... which the ledger has" ledger
clear_all

# One key, over and over
for how in '' ' once'; do
	spec "p:sp/same kpt_seq i=\$arg2:u64 do start by \$arg1$how" \
		'p:sp/end kpt_add i since sp/same by $arg1'
	run reset
	run flood 300
	n=$(calls seq)
	is "one key for each CPU$how: the others are replaced" "$(figures sp/same)" \
		"$n 0 $cpus $((n - cpus)) 0 0 0 "
	run call add 0 0
	collect
	is "... and the$how start that counts is kept" "$(field i end)" "$([ "$how" ] && echo 0 || echo 299)"
	clear_all
done

# A table that is full, and one that pushes out
spec 'p:sp/full kpt_seq do start by $arg1, $arg2 size=1 within=3600s' \
	'p:sp/stale kpt_seq do start by $arg1, $arg2 size=1 within=1ns'
run reset
run flood 200
n=$(calls seq)
is "a full table" "$(figures sp/full)" "$n 0 8 0 0 $((n - 8)) 0 "
ok "one that pushes out is accounted for" closed sp/stale
ok "... and full of the newest" [ "$(prof sp/stale open) $(prof sp/stale stale)" != "8 0" ]
before=$(total dropped)
spec '-:sp/full'
is "what is open when the event goes is dropped" $(($(total dropped) - before)) 8
ok "the session's sum is closed" session_closed
clear_all
ok "... and when all is gone" session_closed
is "... nothing is open then" $(total open) 0

# What is open
spec 'p:op/en kpt_str s=+0($arg1):string b=+0($arg1):u8[2] c=+0($arg1):s8 who=$comm do start by tid' \
	'p:op/many kpt_seq i=$arg2:u64 do start by $arg1, i' 'p:op/no kpt_a'
run call str hello
like "open has age, task, key and arguments" "$(cat $D/events/op/en/open)" \
	"*s sh-$$ tid: $$ s=\"hello*\" b={104,101} c=104 who=\"sh\""
run reset
run flood 5
is "... of each span" "$(grep -c . $D/events/op/many/open)" "$(calls seq)"
is "... the oldest first" "$(sed -n 's/.*arg1: 0x0, .* i=//p' $D/events/op/many/open | tr '\n' ' ')" "0 1 2 3 4 "
like "an event that can have nothing open says so" "$(cat $D/events/op/no/open)" "nothing: *"
clear_all

# Who names whom
spec 'p:sp/a kpt_a do start by tid' 'p:sp/b kpt_b since sp/a by tid do start by tid' \
	'p:sp/c kpt_c since sp/b by tid'
gives "a start that is named stays" EBUSY $D/control '-:sp/a'
like "... and the refusal says by whom" "$(last_error)" "*sp/b names this start in its since*"
is "all are there" "$(grep -c . $D/control)" 3
run reset
run flood 100 nested
is "a chain: the end of one is the start of the next" "$(prof sp/c unmatched) $(figures sp/b)" \
	"0 $(calls c) $(calls c) 0 0 0 0 0 "
spec '-:sp/'
is "with those that name it, it goes" "$(grep -c . $D/control)" 0
spec 'p:sp/a kpt_a do start by tid'
spec 'p:sp/b kpt_b since sp/a by tid'
clear_all
is "... also when all events go" "$(grep -c . $D/control)" 0

# Two probes of one start
spec 'p:sp/two kpt_a do start by tid' 'p:sp/two kpt_seq do start by tid' 'p:sp/end kpt_c since sp/two by tid'
run reset
run flood 100 nested
n=$(calls a)
is "probes of one name share the table" "$(prof sp/end unmatched)" 0
no "... and must start alike" spec 'p:sp/two kpt_b do start by tid once' 2>/dev/null
spec '-:sp/two kpt_a'
ok "one of them may go" grep -q kpt_seq $D/control
no "... the last may not" spec '-:sp/two' 2>/dev/null
clear_all

# Floods: starts and ends in tasks, in interrupts and in NMIs, on all CPUs, few keys
spec 'p:fl/s kpt_seq k=$arg2:u64 do start by $arg2:b4@0/64' 'p:fl/s kpt_hardirq k=$arg1:u64 do start by $arg1:b4@0/64' \
	'p:fl/s kpt_nmi k=$arg1:u64 do start by $arg1:b4@0/64' \
	'p:fl/e kpt_c k since fl/s by $arg1:b4@0/64 do count' 'p:fl/e kpt_hardirq k since fl/s by $arg1:b4@0/64 do count' \
	'p:fl/e kpt_nmi_leaf k since fl/s by $arg1:b4@0/64 do count' \
	'p:fl/l kpt_b k while fl/s by $arg1:b4@0/64 do count' \
	'p:fl/tiny kpt_seq do start by $arg2 size=1 within=1us' 'p:fl/te kpt_c since fl/tiny by $arg1 do count'
run reset
run timer start 200
i=0
while [ $i -lt 6 ]; do
	run flood 2000
	run flood 500 nested
	run nmi 200
	i=$((i + 1))
done
run timer stop
diag "$(figures fl/s) / $(figures fl/tiny)"
ok "floods: each hit has one fate" ledger
ok "... each start has one end" closed fl/s
ok "... also where there is no room" closed fl/tiny
ok "... some ended" [ $(set -- $(figures fl/s); echo $2) -gt 100 ]
is "... as many as ends found one" "$(awk '$1 == "fl/e" { s += $4 } END { print s }' $D/profile)" "$(set -- $(figures fl/s); echo $2)"
ok "... looks were taken as well" [ $(prof fl/l aggregated) -gt 0 ]
ok "... and interrupts came" [ $(calls hardirq) -gt 0 ]
clear_all
ok "the session's sum is closed" session_closed
finish
