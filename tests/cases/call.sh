#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# call:NAME(X...) and do call(NAME, X...): functions that another module has registered, their values
# and counts, in each context; what is refused; modules that go, under fire as well.
# on: newest oldest rt, because between them nothing has changed, and rt has contexts of its own
# kcsan: yes
# takes: 30

. ./lib.sh
plan 60
setup kpt kpt_helper

told() { awk -v n=$1 '$1 == n { print $2 }' /sys/kernel/debug/kpt_helper; }
# of FUNCTION COLUMN: of the file helpers
of() {
	awk -v f=$1 -v c=$2 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
		$1 == f && k { print $k }' $D/helpers
}

# The list
is "columns" "$(head -n 1 $D/helpers)" "function module values uses contexts ran failed unread context gone"
is "functions" "$(sed 1d $D/helpers)" "kpt_sum kpt_helper 3 0 task,softirq,hardirq,nmi 0 0 0 0 0
kpt_tell kpt_helper 0 0 task,softirq,hardirq,nmi 0 0 0 0 0
kpt_task kpt_helper 1 0 task 0 0 0 0 0
kpt_odd kpt_helper 1 0 task,softirq,hardirq,nmi 0 0 0 0 0"
is "what cannot be registered" "$(grep bad /sys/kernel/debug/kpt_helper)" "bad0 -17
bad1 -22
bad2 -22
bad3 -22
bad4 -22
bad5 -22"

# Refusals
refused 'p:x kpt_add call:kpt_none($arg1)' ENOENT 'call:kpt_none($arg1)'
refused 'p:x kpt_add call:kpt_odd()' EINVAL 'call:kpt_odd()'
like "how many values" "$(last_error)" "*: kpt_odd takes 1 values, and the line gives 0: *"
refused 'p:x kpt_add do call(kpt_none)' ENOENT 'kpt_none)'
like "what is not registered" "$(last_error)" "*: no module has registered a function kpt_none: *"
refused 'p:x kpt_add do call(kpt_odd, $comm)' EINVAL '$comm)'
refused 'p:x kpt_add call:kpt_odd($arg1)x' EINVAL x
refused 'p:x kpt_add call:kpt_odd($arg1):string' EINVAL string
# kept N: a line that keeps 253 + N values of the entry: three for each of 84 calls, and x
kept() {
	printf 'r:many kpt_ret x=$entry(+0($arg1))'
	for i in $(seq 84); do printf " a$i=call:kpt_sum(\$entry(+8(\$arg1)),x,x)"; done
	for i in $(seq $1); do printf " b$i=\$entry(+16(\$arg1))"; done
	echo
}
gives "255 values that are kept of an entry" OK $D/control "$(kept 2)"
clear_all
gives "... and not one more" E2BIG $D/control "$(kept 3)"
like "... as is said" "$(last_error)" "*the event keeps 2048 bytes of each call's entry, *at most 2040*"
is "nothing is left of them" "$(cat $D/control; of kpt_odd uses)" 0

# Values: whole and cut, of the entry and the return, in a condition, as a key
spec 'p:v kpt_add a=$arg1 b=$arg2 s=call:kpt_sum($arg1,a,b):u32 o=call:kpt_odd($arg2):u8' \
	'r:ret kpt_add r=$retval e=call:kpt_odd($arg1) o=call:kpt_odd($retval)' \
	'f:set kpt_add o=call:kpt_odd($arg1):s8' \
	'p:if kpt_add a=$arg1 if call:kpt_odd($arg1) == 7' \
	'p:key kpt_add do count by call:kpt_odd($arg1):u8'
reading
run call add 7 9
run call add 255 256
collect
is "values" "$(args v)" "a=0x7 b=0x9 s=48 o=9
a=0xff b=0x100 s=1533 o=(fault)"
is "of entry and return" "$(args ret)" "r=0x10 e=0x7 o=(fault)
r=0x1ff e=0xff o=0x1ff"
is "of a set" "$(args set)" "o=7
o=-1"
is "in a condition" "$(args if)" "a=0x7"
is "by it" "$(grep -c 'call:kpt_odd(.arg1):u8: *\(7\|255\)' $D/events/kprobes/key/hist)" 2
ok "the ledger" ledger
is "uses" "$(of kpt_odd uses)" 6
is "each call is counted once" "$(told kpt_odd)" "$(($(of kpt_odd ran) + $(of kpt_odd failed)))"
is "those that gave none" "$(of kpt_odd failed)" 2
no "its module stays" rmmod kpt_helper
clear_all
is "until the lines are gone" "$(of kpt_odd uses)" 0

# As an action: alone, with others, behind a condition; a value that cannot be read
before=$(told kpt_sum)
spec 'p:a kpt_add do call(kpt_sum, $arg1, $arg2, $pid)' \
	'p:b kpt_add a=$arg1 if a > 5 do emit, count, call(kpt_sum, a, a, a), call(kpt_tell)' \
	'p:c kpt_add do call(kpt_odd, +0($arg1))'
run call add 1 1
run call add 6 1 x3
collect
is "as an action" "$(($(told kpt_sum) - before))" 7
is "another beside it" "$(told kpt_tell)" 3
is "with a record" "$(lines b)" 3
is "without one" "$(prof kprobes/a aggregated)" 4
is "what cannot be read is not given" "$(of kpt_odd unread)" 4
ok "the ledger of actions" ledger
clear_all

# Contexts: what the function is told is what the record says; others are counted and not run
runs=$(told kpt_task)
wrong=$(of kpt_task context)
spec 'p:task kpt_add c=call:kpt_tell():u8 t=call:kpt_task(\5):u8' \
	'p:soft kpt_softirq c=call:kpt_tell():u8 t=call:kpt_task(\5):u8' \
	'p:hard kpt_irqwork c=call:kpt_tell():u8 t=call:kpt_task(\5):u8' \
	'f:nmi kpt_nmi c=call:kpt_tell():u8 t=call:kpt_task(\5):u8' \
	'p:nmip kpt_nmi_leaf c=call:kpt_tell():u8 t=call:kpt_task(\5):u8'
run call add 1 1
run softirq 3
run irqwork 1
run nmi 2
collect
is "in a task" "$(args task)" "c=1 t=5"
is "in a softirq" "$(args soft | sort -u)" "c=2 t=(fault)"
is "in an interrupt" "$(args hard | sort -u)" "c=4 t=(fault)"
is "in an NMI" "$(args nmi | sort -u)" "c=8 t=(fault)"
is "in an NMI, by a kprobe" "$(args nmip | sort -u)" "c=8 t=(fault)"
is "run once" "$(($(told kpt_task) - runs))" 1
is "the others are counted" "$(($(of kpt_task context) - wrong))" \
	"$(($(lines soft) + $(lines hard) + $(lines nmi) + $(lines nmip)))"
ok "the ledger of contexts" ledger
clear_all

# By an int3, which enters the kernel as an NMI does, the context is that of the probed code.
spec 'p:trap kpt_insns c=call:kpt_tell():u8' 'p:aft kpt_after+3 a=$after(%ax) o=call:kpt_odd($after(%ax))'
run call insns 40 2
run call after 0 0 2
collect
is "by a breakpoint" "$(args trap)" "c=1"
is "after the instruction" "$(args aft)" "a=0x7 o=0x7"
clear_all

# Unregistered while a line uses it: it does not run again, whatever hits; and under fire
# Of programs: the look for memory that is not there yet calls no function, and brings in what
# the function is given
U=$(which userprog)
printf in >/tmp/one
spec "p:u $U:$($U where text) s=+0(\$arg1):string o=call:kpt_odd(+0(\$arg1):u8):u8"
before=$(told kpt_odd)
reading
$U absent /tmp/one
collect
is "memory that is not there yet, for a function" "$(args u)" 's="in" o=105'
is "... which is called once" $(($(told kpt_odd) - before)) 1
clear_all

spec 'p:gone kpt_seq o=call:kpt_odd(\1) do count by call:kpt_odd(\1), emit'
run flood 2000 &
sleep 0.1
echo 1 >/sys/module/kpt_helper/parameters/gone
now=$(told kpt_odd)
wait
run flood 10
is "it does not run any more" "$(told kpt_odd)" $now
is "it is not listed" "$(of kpt_odd values)" ""
refused 'p:x kpt_add call:kpt_odd($arg1)' ENOENT 'call:kpt_odd($arg1)'
no "its module is still used" rmmod kpt_helper
clear_all
ok "the ledger of the flood" stats_ledger
ok "then it goes" rm_module kpt_helper
is "and its functions" "$(sed 1d $D/helpers)" ""

# It comes and goes while lines that use it do, under fire
run flood 20000 &
n=0
while [ $n -lt 20 ]; do
	insmod /kmod/kpt_helper.ko
	spec 'p:x kpt_seq a=$arg1 s=call:kpt_sum($arg1,a,a) do emit, call(kpt_tell)'
	clear_all
	rm_module kpt_helper || break
	n=$((n + 1))
done
wait
is "it comes and goes under fire" $n 20
ok "nothing is left" stats_ledger
finish
