#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kplend and kpread -s: a user who may connect to the socket reads what the administrator's
# lines record, and does nothing else.
# on: newest, because descriptors are one code everywhere
# takes: 10

. ./lib.sh
plan 34
setup

S=/tmp/kprobectl.socket
member() { caps -u 1000 all "$@"; }
other() { caps -u 1001 all "$@"; }
said() { "$@" 2>&1 >/tmp/said; echo "status $?"; }
steps() { "$@" | tr '\n' ';'; }

is "without a lender" "$(said member kpread -s $S)" \
	"kpread: nobody lends at $S: start kprobectl.socket.
status 2"
lending() {
	lender $S 1000 "$@" &
	lender=$!
	while [ ! -S $S ]; do sleep 0.05; done
}
lending_ends() {
	kill $lender
	wait $lender
	rm $S
}
lending caps perfmon,syslog kplend

# Reading
spec 'p:x kpt_add a=$arg1:u64' 'p:s kpt_ret do count by $comm'
like "the device is not the member's" "$(said member kpread -n 1)" "*no permission to open*status 2"
caps -u 1000 all kpread -s $S -n 3 >$out 2>$err &
reader=$!
while ! attached $reader && kill -0 $reader; do sleep 0.05; done
run call add 7 1 x3
wait $reader
is "a member reads the events" "$? $(lines x) $(field a x | xargs)" "0 3 7 7 7"
like "... all of them, as the summary says" "$(cat $err)" "3 events, 0 lost, 0 missed: complete*"
run call ret 1 x5
like "... the aggregates" "$(member kpread hist -s $S)" "*kprobes/s*count by \$comm*5*"
like "... and the ledger" "$(member kpread stat -s $S)" "*kprobes/x*"
is "symbols are named" "$(grep -c '(kpt_add+0x[04]/0x' $out)" 3
like "--stats" "$(member kpread -s $S --stats -t 0.1 2>&1)" "*kprobes/x*total hits=*"
like "-e, -f json" "$( (sleep 0.5; run call add 9 1) & member kpread -s $S -e x -f json -n 1 2>&1)" '*"a":9*'

# One reader at a time, and the place is free again
caps -u 1000 all kpread -s $S >$out 2>$err &
reader=$!
while ! attached $reader && kill -0 $reader; do sleep 0.05; done
is "another reader has to wait" "$(said member kpread -s $S)" \
	"kpread: another reader has the main session: stop it first.
status 2"
like "root, too" "$(said kpread -n 1)" "*another reader has the main session*status 2"
like "aggregates can be read meanwhile" "$(member kpread hist -s $S)" "*kprobes/s*"
kill -9 $reader
wait $reader
is "a reader that was killed leaves it free" "$(steps dev attach)" "attach OK;"

# Who may not
like "another user does not get in" "$(said other kpread -s $S)" \
	"kpread: no permission to use $S: be a member of its group*status 2"
like "-x wants the device" "$(said member kpread -s $S -x 'p:y kpt_add')" "*-x wants the device*status 1"
like "hist: -x, too" "$(said member kpread hist -s $S -i 1 -x 'p:y kpt_add')" "*-x wants the device*status 1"
like "a path that is too long" "$(said member kpread -s /$(printf '%0200d' 0))" "*File name too long*status 2"

# What is lent reads, and no more: not even in root's hands, as the lender lacked CAP_SYS_ADMIN
for who in member 'caps all'; do
	tried() { steps $who dev socket $S "$@"; }
	is "$who: does not write lines" "$(tried write 'p:z kpt_add')" "socket OK;write EPERM;"
	is "$who: does not stop the tracing" "$(tried tracing 0)" "socket OK;tracing EPERM;"
	is "$who: does not switch events" "$(tried switch 16 0)" "socket OK;switch EPERM;"
	is "$who: does not resize" "$(tried buffer 8192)" "socket OK;buffer EPERM;"
done
is "a member does not change the view" "$(steps member dev socket $S view 1)" "socket OK;view EPERM;"
is "the lines are what they were" "$(cut -d' ' -f1 $D/control | xargs) $(cat $D/tracing_on)" \
	"p:kprobes/x p:kprobes/s 1"

# Addresses, as for everybody
echo 2 >/proc/sys/kernel/kptr_restrict
like "kptr_restrict 2: no records" "$(said member kpread -s $S -t 0.1)" "*status 2"
like "... and no aggregates" "$(said member kpread hist -s $S)" "*status 2"
echo 0 >/proc/sys/kernel/kptr_restrict

# The lender's own trouble
is "a terminal is no socket" "$(said kplend </dev/null)" "kplend: standard input is no socket
status 2"
like "an argument" "$(said kplend x)" "usage: kplend*status 1"
lending_ends
lending caps none kplend 2>/tmp/lender.err
like "a lender without capabilities" "$(said member kpread -s $S)" \
	"kpread: the lender at $S cannot open /dev/kprobectl: Operation not permitted.
status 2"
lending_ends
lending true
like "what is no lender" "$(said member kpread -s $S)" "*is no kplend of this version.
status 2"
ok "each hit has one fate" ledger
finish
