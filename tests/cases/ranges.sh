#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Conditions that are a single test of a whole register or of an id, as a range: each
# comparison at the edges of its numbers, where a hit passes and where it does not. And
# hits that are counted and nothing else.
# on: newest, because conditions are one code everywhere
# timeout: 400
# takes: 60
# long: 400
# turns: yes

. ./lib.sh
plan 16
setup

MIN=$((1 << 63)) MAX=$(((1 << 63) - 1))

# holds A OP B KIND: of two numbers, that KIND takes as signed or not
holds() {
	local a=$1 b=$3
	[ $4 = s ] || a=$((a ^ MIN)) b=$((b ^ MIN))
	case $2 in
	==) [ $a -eq $b ] ;;
	!=) [ $a -ne $b ] ;;
	'<') [ $a -lt $b ] ;;
	'<=') [ $a -le $b ] ;;
	'>') [ $a -gt $b ] ;;
	'>=') [ $a -ge $b ] ;;
	esac
}

values="0 1 4 5 6 -1 -5 $MIN $MAX"
edges="0 1 5 -1 $MIN $MAX"

# number N KIND: as a condition has it
number() { [ $2 = s ] && echo $1 || printf '0x%x' $1; }

# tested PROBE ARGUMENT DO: events of that kind, one for each comparison, edge and sign,
# are called with all values
tested() {
	local n=0 op edge sign arg passed value
	: >/tmp/specs
	: >/tmp/want
	for sign in u s; do
		arg=$2:${sign}64
		for op in == != '<' '<=' '>' '>='; do
			for edge in $edges; do
				case $sign$op$edge in
				'u<0' | 'u>=0') continue ;;	# refused: it says nothing
				esac
				n=$((n + 1))
				echo "$1:t/e$n kpt_ret if $arg $op $(number $edge $sign)$3" >>/tmp/specs
				passed=0
				for value in $values; do
					! holds $value $op $edge $sign || passed=$((passed + 1))
				done
				echo "t/e$n $passed $(($(echo $values | wc -w) - passed))" >>/tmp/want
			done
		done
	done
	cat /tmp/specs >>$D/control
	for value in $values; do run call ret $value; done
	# a call that is refused at its entry has no instance
	awk 'NR > 1 { print $1, $3 + $4 + $6, $5 }' $D/profile >/tmp/got
	says "$1 if $2 OP NUMBER$3: all $n" diff /tmp/want /tmp/got
	clear_all
}

tested p '$arg1' ''
tested p '$arg1' ' do count'
# One code makes a range of a comparison, for all kinds: half of the edges tell whether a kind
# asks the range.
long || edges="5 -1 $MIN"
tested p %di ' do hist($arg1)'
tested f '$arg1' ''
tested f '$arg1' ' do count'
tested r4 '$arg1' ''
tested r4 '$arg1' ' do hist($lat)'
tested r4 '$retval' ''

# Ids: this shell writes, a child does not
spec 'p:i/is kpt_ret if $pid == '$$ 'p:i/isnt kpt_ret if $pid != '$$ "p:i/tid kpt_ret if \$tid == $$" \
	"f:i/f kpt_ret if \$pid == $$" "f:i/below kpt_ret if \$pid < $$ do count" "r:i/r kpt_ret if \$pid == $$" \
	"p:i/narrow kpt_ret if \$pid:u32 == $$" "p:i/least kpt_ret if \$tid:s32 >= $$" \
	"p:i/wide kpt_ret if \$pid:u64 == $$" "p:i/wider kpt_ret if \$tid:s64 <= $$ do count"
for i in 1 2 3; do run call ret 1; done
sh -c "echo call ret 2 x5 >$KPT/run; exit 0"
pass_of() { awk -v e=i/$1 '$1 == e { print $3 + $4 + $6 " " $5 }' $D/profile; }
is "\$pid" "$(pass_of is) $(pass_of isnt)" "3 5 5 3"
is "\$tid" "$(pass_of tid)" "3 5"
is "of a set, of a return" "$(pass_of f) $(pass_of r)" "3 5 3 5"
is "of another width" "$(pass_of narrow) $(pass_of least)" "3 5 8 0"
is "of 64 bits" "$(pass_of wide) $(pass_of wider)" "3 5 3 5"
is "by order" "$(pass_of below)" "0 8"
clear_all

# Counted alone, from each CPU, with interrupts on top
spec 'p:c/p kpt_seq do count' 'f:c/f kpt_seq do count' 'p:c/irq kpt_hardirq do count' 'f:c/firq kpt_hardirq do count'
run reset
run timer start 300
flood_interrupted 20000
run timer stop
got() { prof c/$1 aggregated; }
is "do count: each call" "$(got p) $(got f)" "$(calls seq) $(calls seq)"
ok "do count: the ledgers are closed" ledger
finish
