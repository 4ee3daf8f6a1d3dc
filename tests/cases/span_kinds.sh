#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Spans from and to each kind of event: each end takes or sees the span that is open, or is
# unmatched, exactly; ends that want two spans take both or none.
# on: newest oldest, because what 6.12 does otherwise 7.3 does as well
# takes: 15
# turns: yes

. ./lib.sh
plan 62
setup

# figures EVENT: starts ended open replaced stale full dropped
figures() {
	for c in starts ended open replaced stale full dropped; do
		printf '%s ' $(prof $1 $c)
	done
}

# Samples come while they are armed, and the others when the function is called. A sample's
# spans have the key that a sample knows as well.
ticked() { [ $(prof k/e hits) -ge $1 ]; }
# fire N: N hits of k/e, or at least as many samples; $fired is how many it has had
fire() {
	local n=$1
	case $end in
	i:*)
		echo 1 >$D/events/k/e/enable
		until_ok ticked $((fired + n))
		echo 0 >$D/events/k/e/enable
		fired=$(prof k/e hits)
		return
		;;
	w:*) run store task $n ;;
	t:*) run call point 1 2 x$n ;;
	*) run call add 1 2 x$n ;;
	esac
	fired=$((fired + n))
}
# had: what k/e has had, and what has become of the starts
had() {
	local c
	for c in hits aggregated unmatched filtered; do printf '%s ' $(prof k/e $c); done
	figures k/s
}

# A start's value is 7 where kpt_victim() has that, or returns it: 7 ^ 1 is 6.
# one CLAUSE: before any start, behind one with a 7, behind one with another number
one() {
	local text="${start#*/s }: $1 at ${end#*/e } (${end%%:*})" key=tid first second third want
	case $end in i:*) key=@kpt_data:u64 ;; esac
	spec "$start do start by $key" "$end $1 k/s by $key if v == 7 do count"
	fired=0
	fire 3
	first=$fired
	run call victim $seven
	fire 3
	second=$((fired - first))
	run call victim 100
	fire 2
	third=$((fired - first - second))
	case $1 in
	since) want="1 $((first + second - 1 + third - 1)) 1 2 2 0 0 0 0 0 " ;;
	while) want="$second $first $third 2 0 1 1 0 0 0 " ;;
	esac
	is "$text" "$(had)$(ledger && echo closed)" "$fired ${want}closed"
	clear_all
}

for start in 'f:k/s kpt_victim v=$arg1:u64' 'f:k/s kpt_victim%return v=$retval:u64'; do
	case $start in *%return*) seven=6 ;; *) seven=7 ;; esac
	for end in 'f:k/e kpt_add' 'f:k/e kpt_add%return' 'r:k/e kpt_add' 'i:k/e 5ms' \
		'w:k/e w@kpt:kpt_watched:8' 't:k/e kpt_point'; do
		one since
		one while
	done
done

# Two clauses in a line: all or none. kpt_victim(n) starts one, kpt_ret(n) the other.
both() { echo "$(prof k/end emitted) $(prof k/end unmatched): $(figures k/one)/ $(figures k/two)"; }
# two KIND CLAUSES: ends, of which each wants both
two() {
	spec 'p:k/one kpt_victim n=$arg1:u64 do emit, start by tid' \
		'p:k/two kpt_ret n=$arg1:u64 do emit, start by tid' \
		"$1:k/end kpt_add $2 a=one.n b=two.n"
}
# in_time START: each end's $lat is no longer than from the record of its first clause's start
in_time() {
	awk -F'[,:{}]' -v first="k/$1" 'function v(name, i) {
			for (i = 1; i < NF; i++) if ($i == "\"" name "\"") return $(i + 1) + 0
			return -1 }
		index($0, "\"" first "\"") { time = v("time"); next }
		/"k\/end"/ { n++
			if (v("lat") < 0 || v("lat") > v("time") - time) { print "# too long: " $0; bad = 1 } }
		END { exit bad || !n }' $out
}

for kind in p f r; do
	two $kind 'since one by tid since two by tid'
	reading -f json
	run call add 0 0
	is "$kind, two since: none is open" "$(both)" "0 1: 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 "
	run call victim 3
	run call add 0 0
	is "... one is: it stays open" "$(both)" "0 2: 1 0 1 0 0 0 0 / 0 0 0 0 0 0 0 "
	run call ret 4
	run call add 0 0
	is "... both are: both have ended" "$(both)" "1 2: 1 1 0 0 0 0 0 / 1 1 0 0 0 0 0 "
	run call ret 5
	run call add 0 0
	is "... the other one is: it stays open" "$(both)" "1 3: 1 1 0 0 0 0 0 / 2 1 1 0 0 0 0 "
	usleep 20000
	run call victim 6
	run call add 0 0
	is "... and ends with the next" "$(both)" "2 3: 2 2 0 0 0 0 0 / 2 2 0 0 0 0 0 "
	ok "... each ledger is closed" ledger
	collect
	is "... the values are those of each" \
		"$(grep '"k/end"' $out | grep -o '"a":[0-9]*,"b":[0-9]*' | xargs)" "a:3,b:4 a:6,b:5"
	ok "... the time is that of the first" in_time one
	clear_all
done

for clauses in 'since one by tid while two by tid' 'while two by tid since one by tid'; do
	two p "$clauses"
	reading -f json
	run call victim 1
	run call add 0 0
	is "$clauses: what is to be looked at is not open" "$(both)" "0 1: 1 0 1 0 0 0 0 / 0 0 0 0 0 0 0 "
	run call ret 2
	run call add 0 0
	is "... both are: one has ended" "$(both)" "1 1: 1 1 0 0 0 0 0 / 1 0 1 0 0 0 0 "
	run call add 0 0
	is "... what is to be taken is not open" "$(both)" "1 2: 1 1 0 0 0 0 0 / 1 0 1 0 0 0 0 "
	usleep 20000
	run call victim 9
	run call add 0 0
	is "... the next one is" "$(both)" "2 2: 2 2 0 0 0 0 0 / 1 0 1 0 0 0 0 "
	ok "... each ledger is closed" ledger
	collect
	is "... the values are those of each" \
		"$(grep '"k/end"' $out | grep -o '"a":[0-9]*,"b":[0-9]*' | xargs)" "a:1,b:2 a:9,b:2"
	[ "${clauses%% *}" = since ] && first=one || first=two
	ok "... the time is that of the first" in_time $first
	clear_all
done
finish
