#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What is open: calls in flight, of the kernel's functions and of programs', and starts that
# nobody has ended: each with its age, task and arguments; and `kpread open`, which lists and
# sums them. What has returned or ended is gone from the list.
# on: newest oldest, because 6.12 keeps return instances as 6.1 does
# kcsan: yes
# takes: 40
# timeout: 300

. ./lib.sh
plan 45
setup
U=$(which userret)

# blocked PID: until it waits in read()
blocked() { while [ "$(cut -d' ' -f1 /proc/$1/syscall 2>/dev/null)" != 0 ]; do usleep 20000; done; }
# reader NAME BYTES: a task that is in vfs_read() until it is fed; its number is in $last
reader() {
	[ -p /tmp/$1 ] || mkfifo /tmp/$1
	dd of=/dev/null bs=$2 count=1 <>/tmp/$1 2>/dev/null &
	last=$!
	blocked $last
}
# later NAME BYTES: the same of a task that is there already, and reads when gate is open
later() {
	mkfifo /tmp/$1 /tmp/gate
	(head -c 1 <>/tmp/gate >/dev/null; exec dd of=/dev/null bs=$2 count=1 <>/tmp/$1 2>/dev/null) &
	last=$!
}
# feed NAME PID: what PID waits for
feed() {
	echo >/tmp/$1
	wait $2
}
# of EVENT: the lines of its file, without the ages
of() { sed 's/^[^ ]* //' $D/events/$1/open; }
# ages EVENT: the ages in ms, a line each
ages() {
	sed 's/^\([0-9]*\)\.*\([0-9]*\)\([a-z]*\) .*/\1 \2 \3/' $D/events/$1/open |
		awk '{ v = $1 "." $2; print $3 == "s" ? v * 1000 : $3 == "ms" ? v + 0 : 0 }'
}
up() { awk '{ print $1 * 1000 }' /proc/uptime; }
# rest FILE: lines of kpread's list without the first two, and without ages
rest() { sed '1,3d; s/^ *[^ ]* *//' $1; }

# r in the kernel
spec 'r:op/rd vfs_read n=$arg3:u64 name=$entry(file->f_path.dentry->d_name.name):string who=$comm pos=file->f_pos ret=$retval if $comm == "dd"' \
	'f:op/set vfs_read,kpt_a*%return n=$arg3:u64 ret=$retval if $comm == "dd"' 'p:op/no kpt_a'
is "nothing is open" "$(of op/rd)$(of op/set)" ""
like "an event that can have nothing open says so" "$(cat $D/events/op/no/open)" "nothing: *"
began=$(up)
reader one 7
first=$last
is "r: a call that is blocked: task and arguments of the entry" "$(of op/rd)" \
	"dd-$first n=7 name=\"one\""
is "f %return: the function, too" "$(of op/set)" "dd-$first vfs_read n=7"
one=$(ages op/rd)
usleep 200000
two=$(ages op/rd)
ok "the age grows as time does" [ $(echo "$two $one" | awk '{ print ($1 - $2 >= 199) }') = 1 ]
ok "... and is not more than has gone by" [ $(echo "$(up) $began $two" | awk '{ print ($3 <= $1 - $2 + 20) }') = 1 ]
later three 9
third=$last
reader two 9
second=$last
echo >/tmp/gate
until [ "$(cat /proc/$third/comm)" = dd ]; do usleep 20000; done
blocked $third
is "several: the oldest first" "$(of op/rd | cut -d' ' -f1 | xargs)" "dd-$first dd-$second dd-$third"
is "... of a set as well" "$(of op/set | xargs)" "dd-$first vfs_read n=7 dd-$second vfs_read n=9 dd-$third vfs_read n=9"
is "as many as are in flight" "$(prof op/rd inflight)" 3

# kpread open
kpread open -e op/rd >/tmp/list
is "kpread open: what is open, of how much" "$(head -n 1 /tmp/list)" "3 open"
is "... a head, and lines" "$(sed -n 3p /tmp/list | xargs)" "age task event"
is "... each with task, event and arguments" "$(rest /tmp/list | sed 's/  */ /g')" \
	"dd-$first op/rd n=7 name=\"one\"
dd-$second op/rd n=9 name=\"two\"
dd-$third op/rd n=9 name=\"three\""
is "... of sets, the function" "$(kpread open -e op/set | rest - | sed 's/  */ /g' | head -n 1)" \
	"dd-$first op/set vfs_read n=7"
counts() { sed '1,3d' | awk '{ print $1, $3 }' | xargs; }
is "by an argument: the most first" "$(kpread open -e op/rd by n | counts)" "2 9 1 7"
is "by event" "$(kpread open by event | counts | xargs -n 2 | sort | xargs)" "3 op/rd 3 op/set"
is "by comm" "$(kpread open by comm | counts)" "6 dd"
is "by tid" "$(kpread open -e op/rd by tid | counts | xargs -n 2 | sort | xargs)" \
	"$(printf '1 %s\n' $first $second $third | sort | xargs)"
is "by func: those that have one" "$(kpread open by func | counts)" "3 vfs_read"
is "... and how many have none" "$(kpread open by func | head -n 1)" "6 open, 3 without func"
is "by a key that nothing has" "$(kpread open by nonsense)" "6 open, 6 without nonsense"
kpread open -e op/rd by comm >/tmp/list
# The clock is read once the list is there: a pipe would read it while the list is made.
is "the oldest of each" "$(sed '1,3d' /tmp/list | awk -v now=$(up) -v began=$began '{
	age = $2 ~ /[0-9]s$/ ? $2 * 1000 : $2 ~ /ms$/ ? $2 + 0 : 0
	print (age <= now - began + 20 && age > 0)
}')" 1
kpread open -e op/rd -i 0.1 -n 2 by n >/tmp/list
is "-i: again and again" "$(grep -c '^3 open' /tmp/list) $(grep -c '^---' /tmp/list)" "2 2"
is "by what, is to be said" "$(kpread open by 2>&1)" "kpread: by which key: by (see kpread -h)"

# They return
feed one $first
is "a call that has returned is gone" "$(of op/rd | cut -d' ' -f1 | sort | xargs)" "$(printf 'dd-%s\n' $second $third | sort | xargs)"
feed two $second
feed three $third
is "... all of them" "$(of op/rd)$(of op/set)" ""
is "kpread open then has nothing" "$(kpread open)" "0 open"
ok "the ledger is closed" ledger
clear_all

# A session of kpread's own
kpread open -x 'r:mine vfs_read n=$arg3:u64 if $comm == "dd"' -i 1 -n 1000 >/tmp/own 2>&1 &
own=$!
reads $own
reader four 5
await "dd-$last .*kprobes/mine  n=5" /tmp/own
kill $own
like "-x: calls of a session of kpread's own" "$(tail -n 2 /tmp/own)" "*dd-$last*kprobes/mine  n=5*"
feed four $last

# A call that is on a CPU
spec 'r:op/busy vfs_read n=$arg3:u64 if $comm == "dd"'
dd if=/dev/urandom of=/dev/null bs=32M 2>/dev/null &
busy=$!
tries=0
while ! grep -q . $D/events/op/busy/open && [ $tries -lt 1000 ]; do tries=$((tries + 1)); done
until l=$(of op/busy) && [ "$l" ]; do tries=$((tries + 1)); [ $tries -lt 2000 ] || break; done
is "a call that runs is seen as well" "$l" "dd-$busy n=33554432"
kill -9 $busy
wait $busy
tries=0
while [ "$(of op/busy)" ] && [ $tries -lt 1000 ]; do tries=$((tries + 1)); done
is "a task that has ended is in no call" "$(of op/busy)" ""
clear_all
spec 'r:op/exit kpt_exit' 'f:op/fexit kpt_exit%return'
run exit 20
none_is_open() { [ ! "$(of op/exit)$(of op/fexit)" ]; }
ok "... also if the call never comes back" until_ok none_is_open	# the last one may be ending still
ok "... and is still counted as in flight" [ $(prof op/exit inflight) -gt 0 ]
clear_all

spec 'r:op/dead do_exit if $comm == "dd"'
sh -c 'dd if=/dev/null of=/dev/null 2>/dev/null & exec sleep 1000' &
parent=$!
until grep -q "(dd) Z" /proc/[0-9]*/stat; do usleep 20000; done 2>/dev/null
is "... nor of a task that nobody has waited for" "$(of op/dead)" ""
is "... whose call is counted as in flight" "$(prof op/dead inflight)" 1
kill $parent
wait $parent
clear_all

# Lists that change under the look: what is shown is of the task that is shown
spec 'r:fl/seq kpt_seq cpu=$arg1:u64' 'f:fl/set kpt_seq%return cpu=$arg1:u64' \
	'r64:fl/few kpt_seq cpu=$arg1:u64'
(while [ ! -e /tmp/stop ]; do run flood 20000; done) &
flood=$!
i=0
: >/tmp/seen
while [ $i -lt 60 ]; do
	cat $D/events/fl/*/open >>/tmp/seen
	i=$((i + 1))
done
touch /tmp/stop
wait $flood
is "under a flood each line has the cpu of its task" \
	"$(awk '{ split($2, t, /[-\/]/); sub(/.*cpu=/, ""); if (t[1] != "flood" || t[2] != $0) print }' /tmp/seen)" ""
diag "$(wc -l </tmp/seen) lines"
ok "the ledger is closed" ledger
clear_all

# Starts that nobody ends
spec 'p:op/st kpt_add i=$arg1:u64 do start by i' 'p:op/end kpt_ret since op/st by $arg1' \
	'r:op/both kpt_a v=$arg1:u64 do start by v'
for i in 0 1 2 3; do run call add $i 0; done
run call ret 2
is "starts: the one that has ended is gone" "$(of op/st | sed 's/^[^ ]* //' | sort | xargs)" "i: 0 i=0 i: 1 i=1 i: 3 i=3"
is "... those that leak stay" "$(kpread open -e op/st by i | counts | xargs -n 2 | sort | xargs)" "1 0 1 1 1 3"
run call a 5
is "r with do start: the span, and no call" "$(of op/both)" "sh-$$ v: 5 v=5"
clear_all

# Programs
spec "r:u/w $U:$($U where waits) f=\$entry(+0(\$arg1)):ustring ret=\$retval:s64"
$U wait /tmp/open.told &
pid=$!
until [ "$(of u/w)" ]; do usleep 20000; done
is "r at a program's function" "$(of u/w)" "userret-$pid f=\"/tmp/open.told\""
is "... through the device" "$(kpread open by f | counts)" "1 /tmp/open.told"
touch /tmp/open.told
wait $pid
is "... is gone when it has returned" "$(of u/w)" ""
clear_all

# Who may read it
spec 'r:op/rd vfs_read n=$arg3:u64 if $comm == "dd"'
reader five 3
lender /tmp/open.socket 1000 caps perfmon,syslog kplend &
lender=$!
while [ ! -S /tmp/open.socket ]; do usleep 20000; done
is "a borrower reads it" "$(caps -u 1000 all kpread open -s /tmp/open.socket by n | counts)" "1 3"
kill $lender
wait $lender
echo 2 >/proc/sys/kernel/kptr_restrict
is "not where addresses are hidden" "$(kpread open 2>&1 | grep -c kptr_restrict)" 1
like "... nor the file" "$(cat $D/events/op/rd/open 2>&1)" "*not permitted*"
echo 0 >/proc/sys/kernel/kptr_restrict
feed five $last
finish
