#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Samples answer their questions: each sample is planted as it stands, something is done, and
# the answer is right.
# on: newest middle oldest, because PREEMPT_RT changes nothing in what a sample answers
# takes: 30
# turns: yes

. ./lib.sh
plan 40
setup

if [ ! -e /sys/kernel/btf/vmlinux ]; then
	for i in $(seq 40); do skip "answers" "this kernel has no types: samples name parameters"; done
	finish
	exit
fi

# ask SAMPLE
ask() {
	cat "/samples/$1.probes" >$D/control 2>/dev/null || diag "$1: $(last_error)"
}
# ipv6 COMMAND...: where the kernel has it; a test is skipped where it has not
ipv6() {
	if [ -e /proc/net/if_inet6 ]; then
		"$@"
	elif [ "$1" != answers ]; then
		skip "$2" "this kernel has no IPv6"
	fi
}
# hist EVENT: its tables
hist() { cat $D/events/$1/hist; }

ask who-kills-whom
sleep 1000 &
child=$!
await sleep /proc/$child/comm
kill -TERM $child
wait $child 2>/dev/null
kill -USR1 999999 2>/dev/null
collect
like "a signal" "$(args kill | grep pid=$child)" "pid=$child sig=SIGTERM err=0"
like "nobody there" "$(args kill | grep pid=999999)" "pid=999999 sig=SIGUSR1 err=-ESRCH"
ok "the kernel's side" grep -q "signal: .*sig=SIGTERM to=\"sleep\" pid=$child" $out

ask who-needs-which-capability
caps -u 1000 all hostname nobody 2>/dev/null
collect
ok "a privilege that is not there" sh -c "grep hostname- $out | grep -q 'cap=CAP_SYS_ADMIN err=-EPERM'"

ask what-is-executed
long=$(head -c 5000 /dev/zero | tr '\0' a)
answers 2>/dev/null
answers a "" "b c" '"' 2>/dev/null
answers $(seq 62) 2>/dev/null
answers $(seq 69) 2>/dev/null
answers x "$long" y 2>/dev/null
caps all /tmp/no-program a "" 2>/dev/null
collect
# executed N: the Nth run of `answers`
executed() { args exec | grep 'file="[^"]*/answers"' | sed -n "$1p"; }
is "a program without arguments, and its parent" \
	"$(executed 1 | sed 's/^pid=[0-9]* //; s/file="[^"]*"/file/')" "ppid=$$ file argv={\"answers\"}"
like "arguments, an empty one among them" "$(executed 2)" '* argv={"answers","a","","b c","\\\""}'
like "as many as a list has" "$(executed 3)" '* argv={"answers","1","2",*,"61","62"}'
like "... and more" "$(executed 4)" '* argv={"answers","1","2",*,"61","62"}...'
like "a long one" "$(executed 5)" '* argv={"answers","x","aaa*aaa"...}...'
ok "... much of it" [ $(executed 5 | tr -cd a | wc -c) -gt 2500 ]
like "none of this failed" "$(args failed | grep -c answers\")" 0
like "what is not there" "$(args failed | tail -n 1)" \
	'*err=-ENOENT file="/tmp/no-program" argv={"/tmp/no-program","a",""}'

ask who-opens-what
: >/tmp/answer
cat /tmp/no-answer 2>/dev/null
mkdir -p /srv/answer/below
(cd /srv/answer/below && cat no-answer 2>/dev/null)
collect
like "how it is opened" "$(grep ' open: .*file="/tmp/answer"' $out)" \
	"*flags=O_WRONLY|O_CREAT|O_TRUNC|O_LARGEFILE*"
like "what came of it" "$(grep ' opened: .*file="/tmp/answer"' $out)" "*fd=[0-9]*"
like "no such file" "$(grep ' opened: .*file="/tmp/no-answer"' $out)" "*fd=-ENOENT*"
like "where it was looked for" "$(grep ' opened: .*file="no-answer"' $out)" \
	'* in="/srv/answer/below" fd=-ENOENT*'

ask who-changes-identity
caps -u 1001 all true
collect
like "another user" "$(args changed | tail -n 1)" "from=0 uid=1001 euid=1001"
is "... and nobody else" "$(args changed | grep -c 'from=0 uid=0 euid=0')" 0

ask who-looks-at-which-file
[ -e /tmp/answer ]
[ -e /tmp/no-answer ]
collect
ok "a file that is there" grep -q 'file="/tmp/answer" err=0' $out
ok "one that is not" grep -q 'file="/tmp/no-answer" err=-ENOENT' $out

ask who-writes-back
sync
dd if=/dev/zero of=/tmp/answer bs=1 count=1 conv=fsync 2>/dev/null
collect
ok "all" sh -c "grep '^ *sync-' $out | grep -q 'sys_sync'"
ok "one file" sh -c "grep '^ *dd-' $out | grep -q 'sys_fsync'"

ask which-names-are-not-cached
[ -e /tmp/never-there-$$ ]
collect
ok "a name that nobody has asked for" grep -q "name=\"never-there-$$\" in=\"/tmp\"\|name=\"never-there-$$\" in=\"/\"" $out

ask which-system-calls-are-made
dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null
is "so many reads of dd" "$(hist sys/calls | sed -n 's/^ *\([0-9]*\) .*comm: dd, func: __x64_sys_read+.*/\1/p')" 1000

ask how-long-do-interrupts-take
answers tcp
like "softirqs, by function" "$(hist irq/soft)" "*func: net_rx_action*"
await 'name:string: "' $D/events/irq/hard/hist
like "interrupts, by device" "$(hist irq/hard)" '*action->name:string: "*'

ask who-connects-where
answers tcp
collect
like "who connects" "$(args connect)" 'sk="127.0.0.1:* > 127.0.0.1:7001 SYN_SENT" err=0'
like "who accepts" "$(args accept)" 'from="127.0.0.1:7001 > 127.0.0.1:* ESTABLISHED"'
ipv6 answers -6 tcp
collect
ipv6 like "who connects by IPv6" "$(args connect)" 'sk="\[::1\]:* > \[::1\]:7001 SYN_SENT" err=0'
ipv6 like "who accepts that" "$(args accept)" 'from="\[::1\]:7001 > \[::1\]:* ESTABLISHED"'

ask which-packets-are-sent-again
cat /samples/how-full-are-accept-queues.probes >>$D/control
answers backlog
collect
ok "who is not answered" grep -q 'again: .* sk="127.0.0.1:[0-9]* > 127.0.0.1:7002 SYN_SENT"$' $out
like "so long became the queue" "$(hist net/queue)" \
	'*"127.0.0.1:7002 > 0.0.0.0:0 LISTEN", *sk_max_ack_backlog: 2*3 hits*'
ipv6 answers -6 backlog
collect
ipv6 ok "who is not answered by IPv6" \
	grep -q 'again: .* sk="\[::1\]:[0-9]* > \[::1\]:7002 SYN_SENT"$' $out
ipv6 like "... and the queue" "$(hist net/queue)" \
	'*"\[::1\]:7002 > \[::\]:0 LISTEN", *sk_max_ack_backlog: 2*3 hits*'

ask which-packets-are-sent-again
if insmod /drivers/sch_netem.ko 2>/dev/null; then
	times=$(answers lossy)
	collect
	ok "a byte that was lost is sent again" [ "$times" -ge 1 ]
	is "... as often as the connection knows of" "$(grep -c \
		'again: .* sk="127.0.0.1:[0-9]* > 127.0.0.1:7004 ESTABLISHED"$' $out)" "$times"
else
	skip "a byte that was lost is sent again" "netem is not there"
	skip "... as often as the connection knows of" "netem is not there"
fi

ask which-packets-are-dropped
answers udp
like "where the packet was dropped" "$(hist net/drop)" "*location:symbol: *udp*reason: SKB_DROP_REASON_NO_SOCKET*"

ask who-sleeps-how-long
usleep 33000
collect
is "what it asked for" "$(args nap | grep -c "^for=33.000ms parent=$$ err=0$")" 1

echo some >/tmp/answer
ln /tmp/answer /tmp/other
sed "s/== 1 /== $(stat -c %i /tmp/answer) /; s/8:1/0:$(stat -c %d /tmp/answer)/" \
	/samples/who-uses-this-file.probes >$D/control
dd if=/tmp/other of=/dev/null 2>/dev/null
dd if=/proc/version of=/dev/null 2>/dev/null
collect
like "a file by another name" "$(args used | head -n 1)" 'name="other" count=*'
is "... and no other" "$(args used | grep -vc 'name="\(other\|answer\)"')" 0
finish
