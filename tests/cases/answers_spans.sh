#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Samples with spans answer their questions, as answers.sh has it for the others.
# on: newest middle oldest, because PREEMPT_RT changes nothing in what a sample answers
# takes: 15
# turns: yes

. ./lib.sh
plan 39
setup

if [ ! -e /sys/kernel/btf/vmlinux ] || [ ! -e /drivers/loop.ko ]; then
	for i in $(seq 39); do skip "answers" "this kernel has no types, or no loop.ko"; done
	finish
	exit
fi

# ask SAMPLE
ask() {
	cat "/samples/$1.probes" >$D/control 2>/dev/null || diag "$1: $(last_error)"
}
hist() { cat $D/events/$1/hist; }
# waited FUNCTION US: of the stack with it in lock/got, the longest time
waited() {
	hist lock/got | awk -v f="$1+" -v us=$2 '/^ => / && index($0, f) { its = 1 }
		its && $1 ~ /^[0-9]+$/ && NF == 8 { max = $8
			times = max ~ /ns$/ ? .001 : max ~ /us$/ ? 1 : max ~ /ms$/ ? 1000 : 1000000
			exit }
		END { exit !(max * times >= us) }'
}
# closed: each ledger, at rest: the scheduler's events never are while they are armed
closed() { echo 0 >$D/events/enable && ledger; }
# seen EVENT: the arguments of its records, $lat among them
seen() { sed -n "s/.*: $1: ([^)]*) *//p" $out; }
# at_least EVENT US: the $lat of its last record
at_least() {
	seen $1 | tail -n 1 | sed 's/.*lat=\([0-9.]*\)\([a-z]*\).*/\1 \2/' | awk -v us=$2 '{
		f["ns"] = .001; f["us"] = 1; f["ms"] = 1000; f["s"] = 1e6
		exit !($1 * f[$2] >= us) }'
}

ask how-long-do-tasks-wait-for-a-cpu
usleep 1000
like "waits for a CPU" "$(hist rq/run)" "*total: * hits*"
ok "... of each switch to a task that was ready" [ $(prof rq/run aggregated) -gt 0 ]
clear_all

ask who-waits-for-a-cpu-for-long
run split wait 20 100
collect
ok "a task that waited for 100 ms" sh -c "grep ': late: .*task=\"member\" pid=' $out | grep -q 'lat=1[0-9][0-9]\.\|lat=[2-9][0-9][0-9]\.\|[0-9]s'"
clear_all
ask where-are-locks-waited-for
run split contend 100
like "where a task waited for a lock" "$(hist lock/got)" "*contender+*"
run split sem 100 0
run split sem 100 1
like "... to write under a semaphore" "$(hist lock/got)" "*sem_writer+*"
ok "... for as long as it was, or about" waited sem_writer 90000	# the nap of 100 ms is by another clock
like "... and to read" "$(hist lock/got)" "*sem_reader+*"
ok "... for as long as it was, or about" waited sem_reader 90000
ok "... of each start" closed
clear_all

ask how-long-are-tasks-off-the-cpu
usleep 333000
like "a pause" "$(hist off/in)" "*comm:string: \"usleep\"*"
clear_all

ask who-wakes-whom
sh -c 'sleep 1000 & echo $! >/tmp/sleeper; wait $!'  &
await '^[0-9]' /tmp/sleeper
await sleep /proc/$(cat /tmp/sleeper)/comm
kill $(cat /tmp/sleeper)
wait
like "who woke the sleeper" "$(hist wk/woken)" "*comm:string: \"sleep\", comm: sh*"
clear_all

ask where-are-tasks-off-the-cpu
run split contend 100
like "where they were off" "$(hist offcpu/in)" "*member*contender+*"
ok "... of each time" closed
clear_all
ask who-ends-whose-sleep
run split contend 100
like "from where it was woken" "$(hist ends/woken)" "*unlock*kthread+*"
clear_all
ask where-do-tasks-sleep-until-who-wakes-them
run split contend 100
like "where it slept" "$(hist sleep/ends)" "*contender+*"
like "... and who woke it" "$(hist sleep/ends)" "*holder+*"
ok "... each end of a sleep is counted" closed
clear_all

insmod /drivers/loop.ko
truncate -s 16M /tmp/disk0
losetup /dev/loop0 /tmp/disk0
ask how-long-do-disk-requests-take
dd if=/dev/zero of=/dev/loop0 bs=64k count=10 oflag=direct 2>/dev/null
like "requests of a disk" "$(hist disk/done)" "*\"loop0\"*total: 10 hits*"
clear_all
ask where-are-disk-requests-made
dd if=/dev/zero of=/dev/loop0 bs=64k count=10 oflag=direct 2>/dev/null
dd if=/dev/loop0 of=/dev/null bs=64k count=5 iflag=direct 2>/dev/null
# made_in FUNCTION: those of the stacks with it
made_in() {
	hist bio/done | awk -v f="$1+" '!NF { next } /^ => / { its += index($0, f) > 0; next }
		NF == 8 && $1 ~ /^[0-9]+$/ { if (its) n += $1; its = 0 }
		END { print n + 0 }'
}
is "requests by the stacks that made them" "$(made_in vfs_write) $(made_in vfs_read)" "10 5"
like "... and no others" "$(hist bio/done)" "*total: 15 hits = 15 in *"
clear_all
ask which-disk-requests-are-made
dd if=/dev/zero of=/dev/loop0 bs=64k count=2 seek=1 oflag=direct 2>/dev/null
collect
is "each request" "$(seen done | grep -c 'disk="loop0" who=".*" task=[0-9]* bytes=65536 sector=\(128\|256\) err=0 lat=')" 2
clear_all
ask how-soon-is-read-ahead-used
echo 3 >/proc/sys/vm/drop_caches
dd if=/dev/loop0 of=/dev/null bs=64k count=8 2>/dev/null
ok "pages that were read ahead" [ $(prof ahead/page starts) -gt 0 ]
ok "... and used" [ $(prof ahead/used aggregated) -gt 0 ]
clear_all
ask how-long-does-writing-back-take
exec 8>/dev/loop0
dd if=/dev/zero bs=64k count=4 >&8 2>/dev/null
sync
collect
ok "pages that were written back" \
	grep -q ': done: .*disk="7:0" why=WB_REASON_SYNC pages=[0-9]* left=-*[0-9]* lat=' $out
is "... as nothing of it is going on" "$(grep -c . $D/events/wb/begun/open)" 0
exec 8>&-
clear_all
losetup -d /dev/loop0
ok "the disk may go" rm_module loop

ask which-files-are-short-lived
: >/tmp/shortlived
usleep 20000
rm /tmp/shortlived
collect
like "a file that was removed" "$(seen gone | tail -n 1)" "file=\"*/shortlived\" who=\"sh\" task=$$ lat=*"
ok "... and was as old" at_least gone 20000
clear_all

ask how-long-does-connecting-take
cat /samples/how-long-do-connections-live.probes >>$D/control
answers tcp
collect
like "connecting" "$(seen answered | tail -n 1)" 'conn="127.0.0.1:* > 127.0.0.1:7001 SYN_SENT" who="answers" task=* lat=*'
is "no connection is open" "$(cat $D/events/syn/sent/open)" ""
like "the life of a connection" "$(seen died | tail -n 1)" 'conn="127.0.0.1:* > 127.0.0.1:*" lat=*'
answers backlog
collect
ok "what is answered took time" at_least answered 0.001
clear_all

ask which-states-do-connections-go-through
answers tcp
collect
like "states of a connection" "$(seen set | head -n 1)" 'conn="*" to=*'
like "how long it was in one" "$(seen left | tail -n 1)" 'conn="127.0.0.1:*" to=* lat=*'
clear_all

ask what-goes-through-unix-sockets
answers unix
collect
like "what was received" "$(seen data | tail -n 1)" \
	'len=21 data={0x62,0x65,0x74,0x77,0x65,0x65,0x6e,*,0x0}*'
is "... and by whom" "$(hist un/end | grep -c 'comm: answers')" 1
clear_all

ask which-memory-is-not-freed
mkfifo /tmp/fifo
exec 9<>/tmp/fifo
ok "memory that is held" grep -q "sh-$$ .*from=\"\?alloc_pipe_info+.* bytes=" $D/events/mem/got/open
exec 9<&-
no "... is gone when it is freed" grep -q "sh-$$ .*from=\"\?alloc_pipe_info+" $D/events/mem/got/open
ok "the ledger is closed" closed
clear_all
finish
