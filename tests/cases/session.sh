#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# /dev/kprobectl: sessions live and die with their descriptor, and who may what.
# on: newest, because descriptors are one code everywhere, and churn runs on two kernels
# smoke: yes
# not: rt, because PREEMPT_RT changes nothing in descriptors; churn and storm_kill run there
# kcsan: yes
# takes: 20

. ./lib.sh
plan 80
setup

armed() { grep -v "kpctl_pool_" /sys/kernel/debug/kprobes/list | wc -l; }	# a pool stands on one of those
# settles FILE-TEST: a session's end may take a moment after its descriptor's
gone() {
	local n=0
	while [ $(armed) != 0 ] && [ $n -lt 2400 ]; do n=$((n + 1)); sleep 0.05; done
	[ $(armed) = 0 ]
}

is "the device is root's" "$(stat -c '%a %u' /dev/kprobectl)" "600 0"
is "read-only debugfs files are 0400" "$(stat -c %a $D/profile $D/stats | sort -u)" 400
is "the others 0600" "$(stat -c %a $D/control $D/check $D/error_log $D/tracing_on | sort -u)" 600

# Its own events
is "events of a session" "$(dev write 'p:s/x kpt_add a=$arg1' put $KPT/run 'call add 1 2 x5' \
	records view 0 read | tr '\n' ';')" \
	'write OK;put OK;5;view OK;p:s/x kpt_add a=$arg1;'
ok "gone with the descriptor" gone
is "not in the main list" "$(cat $D/control)" ""
spec 'p:s/main kpt_add'
is "the main session's are not in it" "$(dev read)" ""
is "one name in two sessions" "$(dev write 'p:s/main kpt_ret')" "write OK"
is "it cannot remove the main session's" "$(dev write '-:s/main')" "write ENOENT"
is "nor hear their hits" "$(dev write 'p:s/y kpt_ret' put $KPT/run 'call add 1 2 x5' \
	put $KPT/run 'call ret 3 x4' records | tail -n 1)" 4
is "a line that is bad" "$(dev write 'p:s/x kpt_add a=$nonsense' view 1 read | tr '\n' ';' |
	sed 's/\[[^]]*\]/[T]/')" \
	'write EINVAL;view OK;[T] kprobectl: error: no variable '"'"'$nonsense'"'"'; there are: $argN $arg* $retval $stack $stackN $comm $current $lat $oncpu $blocked $runq $pid $tid $nspid $ppid $uid $cpu $idle $cgroup $func $caller $stacktrace $ustacktrace $value $old $addr $entry(FETCHARG) $after(FETCHARG);  Command: p:s/x kpt_add a=$nonsense;                           ^;'
is "has not come to the main log" "$(cat $D/error_log)" ""
is "writing clears the session's log" "$(dev write 'p:bad' view 1 write x read | tail -n 1)" \
	"write OK"
is "check" "$(dev view 2 write kpt_insns+1 read | tail -n 1 | cut -c1-40)" \
	"refused: kpt_insns+0x1 is in the middle "
is "profile" "$(dev write 'p:s/x kpt_add' put $KPT/run 'call add 1 2 x6' view 3 read |
	awk '$1 == "s/x" { print $2, $3 }')" "6 6"
is "stats" "$(dev write 'p:s/x kpt_add' put $KPT/run 'call add 1 2 x6' view 4 read |
	sed -n 's/^total \(hits=[0-9]*\) .*/\1/p')" "hits=6"
like "events" "$(dev write 'p:s/x kpt_add a=$arg1:u32' view 5 read | tail -n 1)" \
	'[0-9]* armed p s/x kpt_add* $ip@16* a:u32@[0-9]*'
like "events removed are gone" \
	"$(dev write 'p:s/x kpt_add' write '-:s/x' view 5 read | tail -n 1)" \
	'[0-9]* gone p s/x kpt_add*'
is "formats" "$(dev write 'p:s/x kpt_add a=$arg1' view 6 read | grep -c '^name: x$')" 1
is "tracing 0 stops, 1 goes on" "$(dev write 'p:s/x kpt_add' tracing 0 put $KPT/run 'call add 1 2 x5' \
	tracing 1 put $KPT/run 'call add 1 2 x3' records | tail -n 1)" 3
is "that was this session's only" "$(cat $D/tracing_on)" 1
is "buffer" "$(dev buffer 8192 map 0 buffer 16384 unmap 0 buffer 16384 | tr '\n' ';')" \
	"buffer OK;map OK;buffer EBUSY;unmap OK;buffer OK;"
is "attached, it shows the main session's list" "$(dev attach view 0 read | tail -n 1)" \
	"p:s/main kpt_add"
is "attach twice" "$(dev attach attach | tail -n 1 | cut -c1-8)" "attach E"
clear_all

# The end of an owner
rm -f /tmp/never /tmp/dev.out
dev write 'p:s/k kpt_add' write 'r:s/kr kpt_ret' map 0 wait /tmp/never >/tmp/dev.out &
owner=$!
await 'map OK' /tmp/dev.out
is "an owner with two probes" $(armed) 2
kill -9 $owner
wait $owner
ok "SIGKILL: its probes are gone" gone
is "what is mapped outlives the descriptor, not its events' end" \
	"$(dev write 'p:s/m kpt_add' map 0 close put $KPT/run 'call add 1 2' say alive | tail -n 1)" alive
ok "and goes with the process" gone
run call add 1 2

# An inherited descriptor keeps the session
rm -f /tmp/dev.out /tmp/stop
(dev write 'p:s/f kpt_add' fork say forked wait /tmp/stop) >/tmp/dev.out &
await forked /tmp/dev.out
is "a child that inherited it: still armed" $(armed) 1
: >/tmp/stop
wait $!
ok "both gone: disarmed" gone

# Who may
is "dropped privileges: write" "$(dev drop write 'p:s/x kpt_add' | tail -n 1)" "write EPERM"
is "buffer" "$(dev drop buffer 8192 | tail -n 1)" "buffer EPERM"
is "attach" "$(dev drop attach | tail -n 1)" "attach EPERM"
is "in a child" "$(dev fork drop write 'p:s/x kpt_add' | tail -n 1)" "write EPERM"
like "a new descriptor" "$(dev drop put /dev/kprobectl x | tail -n 1)" "put EACCES"
exec 9>>$D/control
is "the control file's descriptor, passed on" \
	"$(caps none sh -c 'echo p:s/x kpt_add >&9' 2>&1 | grep -c 'not permitted')" 1
exec 9>&-
exec 9>>$D/control
is "to one that has what it takes: not the opener's credentials, but as good" \
	"$(sh -c 'echo p:s/x kpt_add >&9' 2>&1)" ""
exec 9>&-
clear_all

# Opener without, writer with: a descriptor got from the unprivileged is no use
is "control: none" "$(caps none put $D/control 'p:s/x kpt_add' | sed 's/open //')" EPERM
is "control: perfmon,syslog" \
	"$(caps perfmon,syslog put $D/control 'p:s/x kpt_add' | sed 's/open //')" EPERM
is "control: sys_admin" "$(caps sys_admin put $D/control 'p:s/x kpt_add')" OK
clear_all
is "ring: none" "$(caps none dev attach | tail -n 1 | sed 's/.* //')" EPERM
is "ring: perfmon alone" "$(caps perfmon dev attach | tail -n 1 | sed 's/.* //')" EPERM
is "ring: syslog alone" "$(caps syslog dev attach | tail -n 1 | sed 's/.* //')" EPERM
is "ring: perfmon and syslog" "$(caps perfmon,syslog dev attach map 0 | tr '\n' ';')" \
	"attach OK;map OK;"
is "ring: sys_admin and syslog" "$(caps sys_admin,syslog dev attach map 0 | tr '\n' ';')" \
	"attach OK;map OK;"
is "events need sys_admin" "$(caps perfmon,syslog dev write 'p:s/x kpt_add')" "write EPERM"
ok "nothing came of all that" gone

# No raw addresses where they can be read
spec 'p:s/a kpt_add' 'r:s/b kpt_ret'
verdict kpt_insns+1 >/dev/null
ok "no raw address in the text files" sh -c \
	"! cat $D/control $D/profile $D/stats $D/check $D/error_log | grep -q 'ffffffff[89a-f]'"
clear_all

helper 29 ioctls
helper 3 attachrace 100
finish
