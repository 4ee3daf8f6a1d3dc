#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The modules of samples/modules: each beside the line of kprobectl that replaces it, at the same
# calls: both find the same. Its functions for call().
# on: oldest middle newest rt, because each is built against that kernel's own interfaces
# takes: 30
# turns: yes

. ./lib.sh
plan 32
setup
sample() { m=$1; shift; insmod /kmod/$m.ko "$@"; }
has() { cat /sys/module/$m/parameters/$1; }

# A kprobe
sample kps_entry symbol=kpt_add
spec 'p:entry kpt_add do count, sum($arg1)'
run call add 5 1 x4
run call add 100 1
is "entry: calls" "$(has calls)" 5
is "entry: the same as the line's" "$(prof kprobes/entry hits)" "$(has calls)"
is "entry: the sum" "$(has sum)" 120
is "entry: the same as the line's sum" "$(sed -n 's/^ *5 .* \([0-9][0-9]*\)$/\1/p' $D/events/kprobes/entry/hist)" "$(has sum)"
clear_all
run call add 1 1
is "entry: without the line" "$(has calls)" 6
ok "entry: it goes" rm_module kps_entry
no "entry: a function that is not there" insmod /kmod/kps_entry.ko symbol=kpt_nowhere

# A post-handler
sample kps_after symbol=kpt_after offset=3
spec 'p:after kpt_after+3 before=%ax after=$after(%ax)'
run call after 0 0 7
collect
is "after: the register before and after" "$(has before) $(has after) $(has hits)" "7 12 1"
is "after: the same as the line's" "$(args after)" "before=0x7 after=0xc"
clear_all
ok "after: it goes" rm_module kps_after
no "after: in the midst of an instruction" insmod /kmod/kps_after.ko symbol=kpt_after offset=4

# A kretprobe
sample kps_calls symbol=kpt_add maxactive=32
spec 'r32:calls kpt_add a=$arg1 ret=$retval if $retval != 0 do emit, hist($lat)'
run call add 0 0 x3
run call add 20 3
collect
is "calls: those that return something" "$(has calls)" 1
is "calls: the longest one's argument and result" "$(has argument) $(has result)" "20 23"
ok "calls: it took some time" [ "$(has longest)" -gt 0 ]
is "calls: the same as the line's" "$(args calls)" "a=0x14 ret=0x17"
is "calls: none is missed" "$(has missed)" 0
clear_all
ok "calls: it goes" rm_module kps_calls
sample kps_calls symbol=kpt_sleep maxactive=1
run sleepers 4 10 burst
run sleepers wait
is "calls: more are inside than there is room for" "$(has missed)" 3
ok "calls: and goes" rm_module kps_calls

# A tracepoint. The task has ended when both are read, so that its counts stand.
sample kps_switches
spec 't:switches sched_switch do count by cpu, $arg3:task'
sh -c 'echo $$ >/tmp/pid; n=0; while [ $n -lt 100 ]; do usleep 1000; n=$((n + 1)); done'
pid=$(cat /tmp/pid)
# Rows are: count, share, cpu, task as "NAME/TID".
of_line() { awk -v t="/$pid\"" 'index($0, t) { n += $1 } END { print n + 0 }' $D/events/kprobes/switches/hist; }
of_module() { awk -v t=$pid '$2 == t { n += $3 } END { print n + 0 }' /sys/kernel/debug/kps_switches; }
ok "switches: the task has run" [ "$(of_module)" -ge 1 ]
is "switches: the same as the line's" "$(of_line)" "$(of_module)"
is "switches: there is room" "$(awk '$1 == "no_room" { print $2 }' /sys/kernel/debug/kps_switches)" 0
clear_all
ok "switches: it goes" rm_module kps_switches

# dump_page of a page argument
sample kps_dump_page
echo some text >/tmp/page
spec 'p:page folio_mark_accessed n=call:dump_page($arg1) if $pid == '$$' do emit, call(dump_page, $arg1)' \
	'p:bad kpt_add n=call:dump_page($arg1)'
read text </proc/self/comm
read text <./lib.sh
read text <./lib.sh
run call add 4096 1
collect
is "dump_page: what is no page has none" "$(args bad)" "n=(fault)"
is "dump_page: each is one" "$(field n page | grep -c fault)" 0
ok "dump_page: the log has it" sh -c '[ "$(dmesg | grep -c "page dumped because: kps_dump_page")" -ge 1 ]'
clear_all
ok "dump_page: it goes" rm_module kps_dump_page

# tx_queue of a socket
sample kps_tx_queue
spec 'p:sock kpt_sock q=call:tx_queue($arg1):s32' 'p:none kpt_add q=call:tx_queue($arg1):s32'
sockets >/tmp/sockets 2>&1
run call add 1 1
collect
ok "tx_queue: sockets" [ "$(lines sock)" -gt 0 -o ! -e /proc/net/if_inet6 ]
is "tx_queue: none is chosen" "$(field q sock | grep -v fault | sort -u)" "$([ $(lines sock) = 0 ] || echo -1)"
is "tx_queue: of what is no socket" "$(args none)" "q=(fault)"
no "tx_queue: it is in use" rmmod kps_tx_queue
clear_all
ok "tx_queue: it goes" rm_module kps_tx_queue
finish
