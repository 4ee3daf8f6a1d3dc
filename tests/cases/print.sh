#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# do print: the hit's line in the kernel log, from any context, at most so many in a second; what is
# left out is said, to the hit.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# takes: 20

. ./lib.sh
plan 33
setup
# What follows each other stands in one ring, then.
taskset -p 1 $$ >/dev/null

# printed EVENT: its lines in the log since `fresh`, without the log's time
printed() { dmesg | sed '1,/kpctl: from here on '$mark'$/d' | sed -n 's/^\[[^]]*\] kprobectl: //p' | grep ": $1: "; }
mark=0
fresh() { mark=$((mark + 1)); echo "<3>kpctl: from here on $mark" >/dev/kmsg; }
# until_printed EVENT N: it has so many lines, or a minute goes by
until_printed() {
	local n=0
	until [ "$(printed $1 | wc -l)" -ge $2 ] || [ $n -ge 600 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	printed $1 | wc -l
}
# left_out GROUP/EVENT: so many have been said to be left out
left_out() { dmesg | sed '1,/kpctl: from here on '$mark'$/d' | sed -n "s,.*kprobectl: $1: \([0-9]*\) lines were left out$,\1,p" | awk '{ n += $1 } END { print n + 0 }'; }

fresh
spec 'p:x/add kpt_add a=$arg1 b=$arg2:u8 do print'
run call add 1 2 x3
is "a line for each hit" "$(until_printed add 3)" 3
like "... with task, context and arguments" "$(printed add | head -n 1)" \
	"sh-* [[]000] ???? *: add: (kpt_add+0x[04]/0x* [[]kpt]) a=0x1 b=2"
is "no record was asked for" "$(prof x/add emitted) $(prof x/add aggregated)" "0 3"
ok "the ledger is closed" ledger x/add
clear_all

# Beside a record, and tables
fresh
spec 'p:x/both kpt_add a=$arg1 do emit, count, print' 'r:x/ret kpt_ret v=$retval:s64 do print, emit' \
	'p:x/str kpt_str s=+0($arg1):string do emit, print' 'p:x/stack kpt_c $stacktrace do emit, print'
run call add 7 8 x2
run call ret -5
run call str hello
run call a 1
is "beside a record" "$(until_printed both 2)" 2
is "a return" "$(until_printed ret 1)" 1
is "a string" "$(until_printed str 1)" 1
is "a stack" "$(until_printed stack 1)" 1
ok "... with its frames" sh -c "dmesg | grep -q 'kprobectl: => kpt_[abc]+0x'"
grep -v '^#' $D/trace | sed 's/^ *//' >/tmp/trace
# An interrupt between the two records may ask for a switch.
plain() { sed -E 's/(\[[0-9]{3}\] .)[^ ]/\1./; s/ +[0-9]+\.[0-9]{6}: / /'; }
for e in both str stack; do
	printed $e | plain >/tmp/printed
	grep ": $e: (" /tmp/trace | plain >/tmp/want
	ok "$e: the line of the record, but for its time" cmp /tmp/printed /tmp/want
done
like "of a return too" "$(printed ret)" "*: ret: (*<- kpt_ret) v=-5 lat=*"
is "one of each in the rings" "$(prof x/both emitted) $(prof x/ret emitted)" "2 1"
clear_all

# Spans
fresh
spec 'p:x/in kpt_a n=$arg1 do start by $tid' 'p:x/out kpt_c since x/in by $tid was=n do print'
run call a 9
is "what a span has" "$(until_printed out 1)" 1
like "... is printed" "$(printed out)" "*: out: (kpt_c+*) was=0x9*"
clear_all

# Contexts
fresh
spec 'p:x/hard kpt_hardirq do print(2)' 'p:x/soft kpt_softirq do print(2)' 'f:x/nmi kpt_nmi do print(2)'
run timer start 1000
run softirq 2
run nmi 5
ok "from a hard interrupt" [ "$(until_printed hard 1)" -ge 1 ]
ok "from a soft interrupt" [ "$(until_printed soft 1)" -ge 1 ]
ok "from an NMI" [ "$(until_printed nmi 1)" -ge 1 ]
run timer stop
clear_all

# No more than so many, and each of the others counted
fresh
spec 'p:x/seq kpt_seq i=$arg2:u64 do print(5)'
run flood 300
n=$(prof x/seq hits)
spec 'p:x/more kpt_seq i=$arg2:u64 if i == 7 do count'	# not of the event
sleep 2
run call seq 0 x1
total=$(prof x/seq hits)
last=0
until [ $(($(printed seq | wc -l) + $(left_out x/seq))) -ge $total ] || [ $last -ge 300 ]; do
	last=$((last + 1))
	sleep 0.1
done
is "lines and what is said to be left out are all hits" $(($(printed seq | wc -l) + $(left_out x/seq))) $total
ok "... and some are" [ $(left_out x/seq) -gt 0 ]
ok "... which is said when it begins" sh -c "dmesg | grep -q 'kprobectl: x/seq: no more lines in this second$'"
ok "the ledger is closed" ledger x/seq
clear_all

# A line does not make the next
fresh
spec 'p:x/log vprintk_emit do print(1000)'
echo "<3>kpctl: a line" >/dev/kmsg
ok "of printing itself" [ "$(until_printed log 1)" -ge 1 ]
sleep 1
n=$(printed log | wc -l)
sleep 1
ok "a line does not make the next" [ $(printed log | wc -l) -lt $((n + 20)) ]
clear_all

# A session of a descriptor, which goes before its lines are printed: the thread that prints has
# nothing but the rest of CPU 0, of which another task takes all that there is.
fresh
spec 'p:x/first kpt_seq i=$arg2:u64 do print(1000)'
printer=$(grep -lx kprobectl_print /proc/[0-9]*/comm | cut -d / -f 3)
taskset -p 1 $printer >/dev/null
renice 19 -p $printer
(while :; do :; done) &
busy=$!
taskset -p 1 $busy >/dev/null
taskset -p 2 $$ >/dev/null
run call seq 0 x500
dev write 'p:mine kpt_add a=$arg1 do print' put $KPT/run 'call add 4 4 x2' >/dev/null
kill $busy
renice 0 -p $printer
is "of a session's own" "$(until_printed mine 2)" 2
clear_all

# Refusals
for bad in 'print(0)' 'print(1001)' 'print()' 'print(x)'; do
	gives "$bad is refused" EINVAL $D/control "p:x/bad kpt_add do $bad"
done
is "nothing is left of them" "$(cat $D/control)" ""

# What has not been printed is printed when it goes
fresh
spec 'p:x/end kpt_add a=$arg1 do print(1000)'
run call add 1 1 x200
ok "rmmod: nothing is in use" rm_module kprobectl
is "all was printed by then" "$(printed end | wc -l)" 200
finish
