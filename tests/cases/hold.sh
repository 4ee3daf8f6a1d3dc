#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread hold: what a task did in the calls that the first line lets pass, and nothing else;
# live and of a recording; each record is shown, or counted as not shown.
# on: newest, because kpread is one program everywhere
# not: rt, because PREEMPT_RT changes nothing in what kpread reads
# takes: 20
# timeout: 300

. ./lib.sh
plan 19
setup

# hold OPTIONS...: in the background, until it reads
hold() {
	kpread hold "$@" >$out 2>$err &
	reader=$!
	reads $reader
}
# held: tells it to end; $status is its exit status
held() {
	kill -TERM $reader
	wait $reader
	status=$?
}
# seen: what it showed, without times and places
seen() { sed -n 's/ lat=[^ ]*$//; s/.*: \([a-z]*\): ([^)]*)\(.*\)/\1\2/p' $out; }
unseen() { sed -n 's/^held back and not shown: \([0-9]*\) events.*/\1/p' $err; }
pushed() { sed -n 's/^held back.* \([0-9]*\) of them only as long.*/\1/p' $err; }

# kpt_a calls kpt_b, which calls kpt_c.
gate='r:g/gate kpt_a n=$arg1:u64 if $arg1 == 3'
hold "$gate" 'p:g/in kpt_c' 'p:g/add kpt_add a=$arg1:u64 b=$arg2:u64'
run call add 1 2
run call a 1 x5
run call a 3
run call add 3 4
run call a 3
run call a 2
held
is "status" $status 0
is "those in the calls, and the calls themselves" "$(seen | tr '\n' ';')" \
	"in;gate n=3;in;gate n=3;"
is "all others are counted" "$(unseen)" 8
like "none for want of room" "$(cat $err)" "held back and not shown: 8 events
4 events, 0 lost, 0 missed: complete*"

# The same of a recording, as JSON
rm -f /tmp/rec
kpread -w /tmp/rec -x "$gate" -x 'p:g/in kpt_c' -x 'p:g/ret kpt_ret' 2>$err &
reader=$!
reads $reader
run call a 1 x5
run call a 3 x2
run call ret 1
held
is "recorded" $status 0
timeout 60 kpread hold -r /tmp/rec -f json >$out 2>$err
is "of a recording: status" $? 0
is "... the same" "$(grep -o '"event":"[a-z/]*"' $out | tr '\n' ' ')" \
	'"event":"g/in" "event":"g/gate" "event":"g/in" "event":"g/gate" '
is "... the rest is counted" "$(unseen)" 6

# Another task is not meant: it does the same meanwhile, on the other CPU
hold 'r:g/gate kpt_sleep' 'p:g/in kpt_c c=$tid' 'p:g/me kpt_add t=$tid'
run sleepers 1 300
run call a 1 x50
run sleepers wait
held
is "another task's: status" $status 0
is "... are not shown" "$(seen | sed 's/=.*//' | sort | uniq -c | tr -s ' \n' ' ')" " 1 gate "
is "... are counted" "$(unseen)" 50

# Calls in each other: each record once
hold 'r:g/gate kpt_c' 'r:g/out kpt_a'
run call a 1
held
is "a gate within: status" $status 0
is "... what comes later is none of its" "$(seen | sed 's/ .*//' | tr '\n' ' ')" "gate "
hold 'r:g/gate kpt_b' 'p:g/in kpt_c'
run call a 1 x3
held
is "twice: status" $status 0
is "... each once" "$(seen | sed 's/ .*//' | tr '\n' ' ')" "in gate in gate in gate "

# More than there is room for: the oldest make room, the newest are there. The buffer has all.
rm_module kprobectl
insmod /kprobectl.ko buffer_size_kb=8192 governor=0
spec 'r:g/gate kpt_a if $arg1 == 3' 'p:g/in kpt_c' \
	'p:g/add kpt_add a=$arg1 b=$arg2 c=$arg1 d=$arg2 e=$arg1'
hold
i=0
while [ $i -lt 60 ]; do run call add 1 2 x1000; i=$((i + 1)); done
run call a 3
held
is "many: the newest are shown" "$(seen | sed 's/ .*//' | tr '\n' ' ')" "in gate "
is "... each is counted" "$(unseen)" 60000
diag "$(cat $err)"
ok "... some for want of room" [ "$(pushed)" -gt 0 -a "$(pushed)" -lt "$(unseen)" ]

is "a gate that is no return" "$(timeout 20 kpread hold 'p:g/x kpt_a' 2>&1; echo $?)" \
	"kpread: hold wants an event at a return first, r or f with %return: when its call ends, what the task did in the call is shown.
2"
finish
