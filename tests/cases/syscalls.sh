#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# sys:NAME and sys:GLOB: system calls by their names, with the arguments of the program. Values
# and counts are those of ftrace's events of system calls, of the same calls.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# smoke: yes
# takes: 60
# timeout: 400
# turns: yes

. ./lib.sh
plan 96
setup
E=$T/events

# with EVENT COMMAND...: runs it while ftrace's event records
with() {
	local event=$1
	shift
	: >$T/trace
	echo 1 >$E/$event/enable
	"$@" >/dev/null 2>&1
	echo 0 >$E/$event/enable
}
# ftrace may not know the name of a task that ended soon, "<...>": dd's pids tell.
ran() { sh -c 'echo $$ >>/tmp/pids; exec "$@"' sh "$@"; }
work() {
	: >/tmp/pids
	ran dd if=/proc/version of=/tmp/work bs=10 count=7
	ran dd if=/dev/zero of=/dev/null bs=1M count=1	# which asks for memory
}
# of_dd FILE: the lines of dd's tasks
of_dd() { grep -- "-\($(sed '$!s/$/\\|/' /tmp/pids | tr -d '\n')\) " $1; }
# theirs NR N: the first N arguments that ftrace has of dd's calls, in hexadecimal
theirs() {
	of_dd $T/trace | sed -n "s/^.*sys_enter: NR $1 (\(.*\))$/\1/p" | sed 's/,//g' | cut -d' ' -f1-$2
}
# ours EVENT: the values of dd's records
ours() {
	of_dd $out | grep ": $1: (" | sed "s/.*: $1: ([^)]*) *//; s/ *lat=[^ ]*$//" |
		sed 's/[a-z_0-9]*=//g; s/0x//g'
}
# same CALL NR ARGS...: so they are for us and for ftrace
same() {
	local call=$1 nr=$2
	shift 2
	collect
	spec "p:v/a sys:$call $*"
	reading
	with raw_syscalls/sys_enter work
	collect
	clear_all
	theirs $nr $# >/tmp/want
	ours a >/tmp/got
	ok "$call: there are some" [ -s /tmp/want ]
	says "$call: the arguments" diff /tmp/want /tmp/got
}

# Values
same openat 257 '$arg1' '$arg2' '$arg3' '$arg4'
same openat 257 dfd:x64 filename flags:x64 mode:x64
same read 0 '$arg1' '$arg2' '$arg3'
same write 1 fd:x64 buf count:x64
same mmap 9 '$arg1' '$arg2' '$arg3' '$arg4' '$arg5' '$arg6'
same dup2 33 oldfd:x64 newfd:x64

# returned CALL: what it returned
returned() {
	spec "r:v/r sys:$1 ret=\$retval:x64"
	reading
	with syscalls/sys_exit_$1 work
	collect
	clear_all
	of_dd $T/trace | sed -n "s/^.*: sys_$1 -> 0x\(.*\)$/\1/p" >/tmp/want
	ours r >/tmp/got
	ok "$1: it returned" [ -s /tmp/want ]
	says "$1: what it returned" diff /tmp/want /tmp/got
}
returned read
returned write

# Names, strings, errors
collect
spec 'p:v/o sys:openat dfd filename:ustring flags:oflags mode if filename ~ "/tmp/no*"' \
	'r:v/q sys:openat filename:ustring $retval again=$retval:errno if filename == "/tmp/nosuch"' \
	'r:v/k sys:kill pid sig:signal $retval:errno first=$entry($arg1):s32'
cat /tmp/nosuch 2>/dev/null
kill -USR1 999999 2>/dev/null
kill -0 $$
collect
like "names and their types" "$(args o)" \
	'dfd=-100 filename="/tmp/nosuch" flags=O_RDONLY*mode=0'
is "what was returned" "$(args q)" 'filename="/tmp/nosuch" arg2=-2 again=-ENOENT'
is "kill" "$(args k | grep pid=999999)" "pid=999999 sig=SIGUSR1 arg3=-ESRCH first=999999"
is "... and one that is there" "$(args k | grep "pid=$$ " | tail -n 1)" "pid=$$ sig=0 arg3=0 first=$$"
is "as it was written" "$(cat $D/control)" \
	'p:v/o sys:openat dfd=dfd filename=filename:ustring flags=flags:oflags mode=mode if filename ~ "/tmp/no*"
r:v/q sys:openat filename=filename:ustring arg2=$retval again=$retval:errno if filename == "/tmp/nosuch"
r:v/k sys:kill pid=pid sig=sig:signal arg3=$retval:errno first=$entry($arg1):s32'
clear_all	# while it is armed, whoever asks for the ledger makes hits
ok "ledger" stats_ledger

# What arguments point at
spec 'p:v/e sys:execve filename:ustring arg=argv:ustring[3] second=+u0(+u8(argv)):string' \
	'p:v/n sys:clock_nanosleep sec=rqtp->tv_sec nsec=rqtp->tv_nsec' \
	'r:v/n2 sys:clock_nanosleep $arg3->tv_nsec for=+u8($entry($arg3)):u64'
reading
echo one two >/dev/null
/bin/busybox echo one two >/dev/null
usleep 33000
collect
is "strings of an array" "$(args e | grep busybox)" \
	'filename="/bin/busybox" arg={"/bin/busybox","echo","one"} second="echo"'
if [ -e /sys/kernel/btf/vmlinux ]; then
	# other tasks sleep, too
	is "members" "$(args n | grep -x 'sec=0 nsec=33000000')" "sec=0 nsec=33000000"
	is "members, at the return" "$(args n2 | grep '^arg1=33000000 ')" "arg1=33000000 for=33000000"
else
	skip "members" "this kernel has no types"
	skip "members, at the return" "this kernel has no types"
fi
clear_all

# An address of the kernel in a program's hands: nothing of what is there
banner=0x$(awk '$3 == "linux_banner" { print $1 }' /proc/kallsyms)
spec 'p:m/s sys:openat filename:ustring byte=+u0(filename):u8 array=filename:ustring[1] if $comm == "syscall"' \
	'r:m/r sys:openat filename:ustring byte=+u0(filename):u8 $retval:errno if $comm == "syscall"' \
	'f:m/f sys:openat filename:ustring if filename ~ "Linux*"'
reading
syscall 257 -100 $banner 0 0 >/dev/null
syscall 257 -100 $(printf %d $banner) 0 0 >/dev/null
collect
is "an address of the kernel: unreadable" "$(args s | tail -n 1) $(args r | tail -n 1)" \
	'filename=(fault) byte=(fault) array={(fault)} filename=(fault) byte=(fault) arg3=-EFAULT'
is "... and no condition compares it" "$(prof m/f emitted)" 0
clear_all

# Other ABIs have entries of their own
spec 'p:i/own sys:kill pid if pid == 999999' 'f:i/set sys:kill pid if pid == 999999' \
	'p:i/other __ia32_sys_kill pid=+40($arg1):s32'
if [ "$(syscall -i 37 999999 10)" = -3 ]; then
	collect
	is "a 32-bit call is none" "$(prof i/own emitted) $(prof i/set emitted) $(args other)" \
		"0 0 pid=999999"
else
	skip "a 32-bit call is none" "this kernel takes no calls of 32-bit programs"
	collect
fi
syscall 62 999999 10 >/dev/null
is "... and the other is one" "$(prof i/own emitted) $(prof i/set emitted)" "1 1"
clear_all

# Sets: each call of one program is counted, and in no other set than its own
spec 'f:s/all sys:* do count by tid, func size=65536' \
	'f:s/ret sys:*%return do hist($lat) by func' \
	'f:s/few sys:read,sys:wr*,!sys:writev do count by tid, func' \
	'f:s/arg sys:* if $arg1 == 11 do count by tid'
is "all of them" "$(prof s/all hits | wc -l)" 1
child() {
	sh -c 'echo $$ >/tmp/child; exec dd if=/dev/zero of=/dev/null bs=1 count=1000'
}
with raw_syscalls/sys_enter child
pid=$(cat /tmp/child)
# hits SET PATTERN: of the child, by its table
hits() {
	grep "tid: $pid\\b" $D/events/$1/hist | grep "$2" | awk '{ s += $1 } END { print s + 0 }'
}
number() { grep -c -- "-$pid .*sys_enter: NR $1" $T/trace; }
diag "$(grep "tid: $pid\\b" $D/events/s/all/hist)"
is "as many as ftrace has" "$(hits s/all .)" "$(number '')"
is "read" "$(hits s/all 'func: __x64_sys_read+')" "$(number '0 ')"
is "write" "$(hits s/all 'func: __x64_sys_write+')" "$(number '1 ')"
is "read and write alone" "$(hits s/few .)" "$(($(number '0 ') + $(number '1 ')))"
is "those of the list" "$(sort $D/events/s/few/functions | sed 's/:.*//' | tr '\n' ' ')" \
	"__x64_sys_read __x64_sys_write "
is "calls without arguments are in it" \
	"$(grep -c 'sys_getpid\(:\|$\)\|sys_getppid\(:\|$\)\|sys_sched_yield\(:\|$\)' $D/events/s/all/functions)" 3
like "times by call" "$(cat $D/events/s/ret/hist)" "*func: __x64_sys_read*"
is "no call of another ABI" "$(grep -c '^__ia32' $D/events/s/all/functions)" 0
clear_all	# while it is armed, whoever asks for the ledger makes hits
ok "ledger" stats_ledger

# A call without arguments is an alias of another symbol
spec 'p:a/p sys:getppid' 'r:a/r sys:getppid $retval' 'f:a/f sys:getppid' 'f:a/g sys:getpp*%return' \
	'f:a/no sys:get*,sys:!getppid'
sh -c 'echo $PPID' >/dev/null
collect
is "an alias: all kinds see it" "$(prof a/r hits) $(prof a/f hits) $(prof a/g hits)" \
	"$(prof a/p hits) $(prof a/p hits) $(prof a/p hits)"
ok "an alias: hit" [ "$(prof a/p hits)" -gt 0 ]
is "an alias: left out of a set" "$(grep -c 'sys_getppid$' $D/events/a/no/functions)" 0
is "an alias: named" "$(cat $D/events/a/f/functions)" "$(cat $D/events/a/g/functions)"
clear_all

# check
like "check: one" "$(verdict sys:openat)" "ok: __x64_sys_openat+0x*
	sys:openat(int dfd, const char *filename, int flags, umode_t mode) -> long"
is "check: without arguments" "$(verdict sys:getppid | tail -n 1)" "	sys:getppid() -> long"
verdict 'sys:open*' >/tmp/got
like "check: several" "$(head -n 1 /tmp/got)" "ok: [3-9] functions: ftrace"
is "check: each of them" "$(grep -c '^	sys:open[a-z0-9_]*(.*) -> long$' /tmp/got)" \
	"$(sed -n 's/^ok: \([0-9]*\) .*/\1/p' /tmp/got)"
like "check: none" "$(verdict sys:nosuch)" "refused: no system call * is called sys:nosuch: *"
like "check: none by a pattern" "$(verdict 'sys:nosuch*')" "refused: no system call * is called nosuch\*: *"
# each event of ftrace's is a system call of ours with these parameters
verdict 'sys:*' >/tmp/check
for call in read openat mmap kill execve epoll_ctl pselect6 getpid sendto io_uring_enter; do
	[ -d $E/syscalls/sys_enter_$call ] || continue
	echo "$call $(sed -n 's/^\tfield:.*[ *]\([a-z_0-9]*\);.*/\1/p' \
		$E/syscalls/sys_enter_$call/format | sed '/^common_\|^__syscall_nr\|^__.*_val$/d' | tr '\n' ' ')"
done >/tmp/want
while read -r call rest; do
	sed -n "s/^\tsys:$call(\(.*\)) -> long$/\1/p" /tmp/check | tr ',' '\n' |
		sed 's/.*[ *]//' | tr '\n' ' ' | sed "s/^/$call /; s/ *$/ /"
	echo
done </tmp/want | sed 's/  *$/ /' >/tmp/got
sed -i 's/  *$/ /' /tmp/want
says "check: parameters as ftrace's events have them" diff /tmp/want /tmp/got

# A parameter by its name in a set: where most calls have it, and as they have it
# as_most NAME GLOB...: of /tmp/check, those of the globs that have it so
as_most() {
	awk -v param="$1" -v globs="$2" '
		sub(/^\tsys:/, "") {
			call = $0
			sub(/\(.*/, "", call)
			if (call !~ globs)
				next
			sub(/^[^(]*\(/, "")
			sub(/\) -> long$/, "")
			n = split($0, arg, ", ")
			for (i = 1; i <= n; i++)
				if (match(arg[i], "[ *]" param "$")) {
					form[call] = i " " substr(arg[i], 1, RSTART)
					count[form[call]]++
				}
		}
		END {
			for (f in count)
				if (count[f] > count[most])
					most = f
			for (call in form)
				if (form[call] == most)
					print call
		}' /tmp/check | sort
}
spec 'f:n/fd sys:*read*,sys:*write*,sys:getpid fd as=$arg1:u32 if fd < 1000' \
	'f:n/name sys:open* filename:ustring'
as_most fd 'read|write|^getpid$' >/tmp/want
sed 's/^__x64_sys_//; s/:.*//' $D/events/n/fd/functions | sort >/tmp/got
says "a name in a set: the calls that have it as most have it" diff /tmp/want /tmp/got
ok "... which are some" [ "$(wc -l </tmp/want)" -gt 5 ]
# others EVENT WHY CALLS: the list of those that are left out must be all of the calls that are
# not in /tmp/want, each for this reason. A call without parameters may have __do_sys_NAME.
others() {
	sed -n "s/^\tsys:\([a-z0-9_]*\)(.*/\1/p" /tmp/check | grep -E "$3" | sort |
		grep -vxFf /tmp/want | sed "s/\$/ $2/" >/tmp/others
	sed 's/^__\(x64\|do\)_sys_//; s/: */ /' $D/events/$1/left_out | sort | diff /tmp/others -
}
says "... all others are left out, and why" others n/fd "has no parameter fd where most have it" 'read|write|^getpid$'
as_most filename '^open' >/tmp/want
sed 's/^__x64_sys_//; s/:.*//' $D/events/n/name/functions | sort >/tmp/got
says "... another one" diff /tmp/want /tmp/got
reading
cat /proc/version >/dev/null
collect
ok "... values: there are some" [ "$(lines fd)" -gt 3 ]
is "... are those of the place" "$(args fd | awk '{ sub(/fd=/, "", $1); sub(/as=/, "", $2); if ($1 != $2) n++ } END { print n + 0 }')" 0
is "... strings" "$(args name | grep -c '"/proc/version"')" 1
clear_all

# $arg*: the parameters that most calls have, all of them; $argN->MEMBER: the struct of most
spec 'f:n/all sys:close,sys:fsync,sys:fdatasync,sys:kill $arg*'
sed 's/^__x64_sys_//; s/:.*//' $D/events/n/all/functions | sort >/tmp/want
is "all parameters in a set: the calls that have them" "$(xargs </tmp/want)" "close fdatasync fsync"
says "... and the others" others n/all \
	"has no parameter fd where most have it" '^(close|fsync|fdatasync|kill)$'
reading
syscall 3 9999 >/dev/null
syscall 74 9998 >/dev/null
syscall 62 999999 10 >/dev/null
collect
is "... values" "$(args all | grep 'fd=999[89]$' | tr '\n' ' ')" "fd=9999 fd=9998 "
clear_all
if [ -e /sys/kernel/btf/vmlinux ]; then
	spec 'f:n/to sys:connect,sys:bind,sys:getpeername,sys:kill to=$arg2->sa_family:u16'
	is "a struct in a set: the calls that have it" \
		"$(sed 's/^__x64_sys_//; s/:.*//' $D/events/n/to/functions | sort | tr '\n' ' ')" "bind connect getpeername "
	is "... and the other" "$(sed 's/^__x64_sys_//' $D/events/n/to/left_out)" \
		'kill: has not the struct where $arg2 points that most have'
	reading
	sockets >/dev/null
	collect
	# IPv4 and IPv6, of both calls
	for f in bind:2 bind:10 connect:2 connect:10; do
		ok "... $f" grep -q "__x64_sys_${f%:*}[+)].* to=${f#*:}\$" $out
	done
else
	for i in 1 2 3 4 5 6; do skip "a struct in a set" "this kernel has no types"; done
fi
clear_all

# Refusals
refused 'p:x sys:nosuch' ENOENT sys:nosuch
refused 'f:x sys:read,sys:nosuch*' ENOENT 'sys:nosuch*'
refused 'p:x sys:opnat' ENOENT sys:opnat
like "... and what may have been meant" "$(last_error)" "*is called opnat; near: openat"
refused 'f:x sys:read,sys:openatt' ENOENT sys:openatt
like "... by a set" "$(last_error)" "*is called openatt; near: openat"
refused 'p:x sys:openat a=$arg5' EINVAL '$arg5'
is "which says how many there are" "$(last_error)" "kprobectl: error: openat has 4 arguments, no \$arg5"
refused 'p:x sys:openat a=$arg7' EINVAL '$arg7'
refused 'p:x sys:openat fd' EINVAL fd
is "which says what there is" "$(last_error)" \
	"kprobectl: error: openat has no parameter 'fd': it has dfd filename flags mode"
refused 'f:x sys:open* nosuch' EINVAL nosuch
refused 'f:x sys:open,sys:openat $arg2->x' EINVAL '$arg2->x'
refused 'f:x sys:open,sys:openat $arg*' EINVAL '$arg*'
refused 'p:x sys:openat a=+0(filename)' EINVAL 'filename)'
refused 'f:x sys:*,vfs_*' EINVAL 'vfs_*'
refused 'r:x sys:openat+9' EINVAL '+9'
clear_all
finish
