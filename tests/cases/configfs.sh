#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Sessions with names, directories of configfs: each has its own events, rings and limits, is
# read by who may, is not removed while it is, and leaves nothing.
# on: newest oldest, because configfs is one code everywhere
# timeout: 1200
# kcsan: yes
# takes: 90
# long: 1800

. ./lib.sh
plan 109
C=/sys/kernel/config/kprobectl

named_end() {
	rmdir $C/* 2>/dev/null
	[ ! -d /sys/module/kprobectl_configfs ] || rm_module kprobectl_configfs
}
all_end() {
	kill -9 $(jobs -p) 2>/dev/null
	wait
	named_end
	teardown
	umount /sys/kernel/config
	rmmod configfs
} 2>/dev/null

setup
trap all_end EXIT
member() { caps -k 1000 perfmon,syslog "$@"; }
other() { caps -k 1001 perfmon,syslog "$@"; }
said() { "$@" 2>&1 >/tmp/said; echo "status $?"; }
steps() { "$@" | tr '\n' ';'; }
# its NAME EVENT COLUMN: of the session's profile
its() {
	awk -v e="$2" -v c="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
		$1 == e && k { print $k }' $C/$1/profile
}
no_such() { ! [ -e $1 ]; }
# reads_of OPTION...: a reader in the background, once it has its mappings
reads_of() {
	"$@" >$out 2>$err &
	reader=$!
	while ! attached $reader && kill -0 $reader 2>/dev/null; do sleep 0.05; done
}

# Coming
ok "kprobectl needs nothing of configfs" no_such /sys/kernel/config/kprobectl
like "nor is there a session, then" "$(said kpread -s a)" \
	"kpread: no session is called a: mkdir $C/a makes one*status 2"
[ -d /sys/module/configfs ] || [ ! -e /drivers/configfs.ko ] || insmod /drivers/configfs.ko
mount -t configfs none /sys/kernel/config
ok "its module comes" insmod /kprobectl_configfs.ko
is "an empty directory" "$(ls $C)" ""
no "kprobectl stays" rmmod kprobectl 2>/dev/null

# Names
for name in -x .x 'a b' 'a;b' 'a\b' "$(printf 'a\001')" "$(printf '\303\244')"; do
	no "no name: $name" mkdir -- "$C/$name" 2>/dev/null
done
long=$(printf '%063d' 0)
ok "63 letters" mkdir $C/$long
no "64" mkdir $C/${long}0 2>/dev/null
no "one that is there" mkdir $C/$long 2>/dev/null
is "the 63 are told from none" "$(steps dev looks $long)" "looks OK;"
ok "and go" rmdir $C/$long
is "nothing came of the others" "$(ls $C)" ""

# Two sessions
ok "two are made" mkdir $C/a $C/b.2_c-d
b=b.2_c-d
is "their files" "$(cd $C/a && stat -c '%n %a' * | xargs)" \
	"buffer_size_kb 600 check 600 control 600 error_log 600 overwrite 600 owner 600 profile 400 stats 400 stopped 400 tracing_on 600"
no "which cannot be removed alone" rm $C/a/control 2>/dev/null
no "a directory in it" mkdir $C/a/b 2>/dev/null
is "a line" "$(put $C/a/control 'p:s/x kpt_add n=$arg1:u64')" OK
is "the same name in the other" "$(put $C/$b/control 'p:s/x kpt_ret n=$arg1:u64')" OK
spec 'p:s/main kpt_add'
is "each has its list" "$(cat $C/a/control $C/$b/control $D/control | tr '\n' ';')" \
	'p:s/x kpt_add n=$arg1:u64;p:s/x kpt_ret n=$arg1:u64;p:s/main kpt_add;'
run call add 7 1 x3
run call ret 9 x5
is "its hits" "$(its a s/x hits) $(its $b s/x hits) $(prof s/main hits)" "3 5 3"
kpread -s a -n 3 >$out 2>$err
is "kpread -s: its events" "$? $(lines x) $(field n x | xargs)" "0 3 7 7 7"
like "... all of them" "$(cat $err)" "3 events, 0 lost, 0 missed: complete*"
kpread -s $b -n 5 >$out 2>$err
is "the other's" "$? $(lines x) $(field n x | sort -u)" "0 5 9"
is "none of them twice" "$(kpread -s a -t 0.2 2>/dev/null | wc -l)" 0
like "kpread stat -s" "$(kpread stat -s $b)" "*s/x*5*"
like "stats" "$(cat $C/a/stats)" "cpu written*total hits=3 emitted=3 *clock *"
collect
is "the main session's" "$(lines main)" 3
clear_all

# Refusals
is "a bad line" "$(put $C/a/control 'p:s/y kpt_add n=$nonsense')" EINVAL
like "its sentence and caret" "$(cat $C/a/error_log)" \
	"*error: no variable '\$nonsense'*Command: p:s/y*   ^"
is "in no other log" "$(cat $C/$b/error_log $D/error_log)" ""
echo >$C/a/error_log
is "a write clears it" "$(cat $C/a/error_log)" ""
echo kpt_add >$C/a/check
like "check" "$(cat $C/a/check)" "ok: kpt_add+0x*"
is "... of this session" "$(cat $C/$b/check)" ""
is "an event that is not there" "$(put $C/a/control '-:s/none')" ENOENT

# Numbers, each session's own
echo 0 >$C/a/tracing_on
run call add 7 1 x2
run call ret 9 x2
is "tracing_on 0" "$(its a s/x off) $(its $b s/x off) $(cat $D/tracing_on)" "2 0 1"
echo 1 >$C/a/tracing_on
echo 5 >$C/a/buffer_size_kb
is "buffer_size_kb" "$(cat $C/a/buffer_size_kb) $(cat $C/$b/buffer_size_kb)" "8 1024"
for what in 'tracing_on 2' 'tracing_on x' 'buffer_size_kb 0' 'buffer_size_kb 65537' 'overwrite 2' \
		'owner -1' 'owner 4294967295' 'owner 4294967296' 'owner root'; do
	no "not taken: $what" sh -c "echo ${what#* } >$C/a/${what% *}" 2>/dev/null
done
echo 1 >$C/a/overwrite
like "overwrite: kpread names --snapshot" "$(said kpread -s a)" "*kpread --snapshot*status 2"
run call add 7 1 x4
is "a snapshot" "$(kpread -s a --snapshot 2>/dev/null | grep -c ': x: ')" 4
is "again" "$(kpread -s a --snapshot 2>/dev/null | grep -c ': x: ')" 4
echo 0 >$C/a/overwrite

# What is longer than a page
for i in $(seq 200); do echo "p:long/e$i kpt_add n=\$arg1:u64 # a word or two"; done >/tmp/long
ok "200 lines in one write" cp /tmp/long $C/$b/control
is "all are there" "$(kpread -s $b --view control | wc -l)" 201
is "a page of them is shown, and how many more" \
	"$(cat $C/$b/control | wc -c | awk '{ print ($1 > 3900 && $1 <= 4096) }')
$(($(grep -c '^p:' $C/$b/control) + $(sed -n 's/^# \([0-9]*\) more lines: kpread --view has all$/\1/p' $C/$b/control)))" \
	"1
201"
is "profile is whole" "$(wc -l <$C/$b/profile) $(tail -n 1 $C/$b/profile | cut -d' ' -f1)" "202 long/e200"
is "and the same by the device" "$(kpread -s $b --view profile | md5sum)" "$(cat $C/$b/profile | md5sum)"
is "a line that no page holds" "$(printf 'p:long/f kpt_add %04090d\n' 0 | put -n $C/$b/control)" E2BIG
is "a group is removed" "$(put $C/$b/control '-:long/'; cat $C/$b/control)" 'OK
p:s/x kpt_ret n=$arg1:u64'
like "--view help" "$(kpread --view help | xargs)" "control error_log check profile stats*"

# Who may. Of the device the administrator has let everybody try.
chmod 666 /dev/kprobectl
is "the owner is root" "$(cat $C/a/owner)" 0
like "another user" "$(said member kpread -s a)" "kpread: the session a is another user's: *owner*status 2"
echo 1000 >$C/a/owner
run call add 7 1 x2
is "the owner reads it" "$(member kpread -s a -n 2 2>/dev/null | grep -c ': x: (kpt_add+')" 2
like "... and its counts" "$(member kpread stat -s a)" "*s/x*"
is "a third does not" "$(steps other dev session a)" "session EACCES;"
is "nor root without CAP_SYS_ADMIN" "$(steps caps perfmon,syslog dev looks a)" "looks EACCES;"
is "who could not read records reads none" "$(caps -k 1000 none dev looks a)" "open EPERM"
is "the owner changes nothing" "$(steps member dev session a write 'p:s/z kpt_add' buffer 8192 tracing 0 overwrite 1)" \
	"session OK;write EPERM;buffer EPERM;tracing EPERM;overwrite EPERM;"
chmod 600 /dev/kprobectl
is "root without capabilities" "$(for f in control error_log check tracing_on buffer_size_kb overwrite owner; do
	caps none put $C/a/$f 1; done | sort -u)" EPERM
no "makes no session" caps none mkdir $C/none 2>/dev/null
chmod 666 $C/a/control
cp /tests/bin/errand /tmp/errand
chmod 4755 /tmp/errand
for how in '' -r -f; do
	is "a set-user-ID program's output${how:+, $how}" \
		"$(caps -u 1000 all /tmp/errand $how 'p:s/z kpt_add' 2>&1 >>$C/a/control)" EPERM
done
chmod 600 $C/a/control
is "root's own programs write" "$(echo 'p:s/cat kpt_add' | cat 2>&1 >>$C/a/control)" ""
addr=$(sed -n 's/^\([0-9a-f]*\) . kpt_add\t.*/\1/p' /proc/kallsyms)
put $C/a/control "p:s/at 0x$addr" >/dev/null
is "addresses are for CAP_SYSLOG" "$(grep -c $addr $C/a/control) $(caps sys_admin cat $C/a/control | grep -c $addr) $(
	caps sys_admin cat $C/a/control | grep -c 0x0000000000000000)" "1 0 1"

# The descriptor
is "no such session" "$(steps dev session c)" "session ENOENT;"
is "once" "$(steps dev session a session $b looks $b attach)" "session OK;session EBUSY;looks EBUSY;attach EBUSY;"
is "not with events of its own" "$(steps dev write 'p:own kpt_add' session a)" "write OK;session EBUSY;"
is "a name that was wrong costs nothing" "$(steps dev session c session a)" "session ENOENT;session OK;"
is "nonsense" "$(steps dev nameless 0 nameless 1 nameless 2)" "nameless EINVAL;nameless EINVAL;nameless EINVAL;"
is "a line by the device" "$(steps dev looks a write 'p:s/dev kpt_add'; tail -n 1 $C/a/control)" \
	"looks OK;write OK;p:s/dev kpt_add"
is "who looks maps no consumer's page" "$(steps dev looks a map 0)" "looks OK;map EPERM;"

# Not removed while it is read
reads_of kpread -s a
no "a reader: rmdir" rmdir $C/a 2>/tmp/why
like "... says that it is busy" "$(cat /tmp/why)" "*busy*"
like "a second reader" "$(said kpread -s a)" "kpread: another reader has the session a: *status 2"
is "who looks is none" "$(steps dev looks a)" "looks OK;"
no "the module stays" rmmod kprobectl_configfs 2>/dev/null
kill -9 $reader
wait $reader
exec 9<>$C/a/tracing_on
ok "the reader is gone: rmdir" rmdir $C/a
is "a file that was open: no such file" "$(cat <&9 2>&1; echo 0 2>&1 >&9)" \
	"$(printf 'cat: read error: No such file or directory\nsh: write error: No such file or directory')"
exec 9>&-
rm -f /tmp/never /tmp/stop
(dev looks $b map 0 view 3 say there wait /tmp/stop) >/tmp/dev.out &
await there /tmp/dev.out
no "one that looks: rmdir" rmdir $C/$b 2>/dev/null
: >/tmp/stop
wait $!
no "a session, unread: the module stays" rmmod kprobectl_configfs 2>/dev/null
ok "rmdir" rmdir $C/$b
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""

# The eighth of memory that all sessions have together
mkdir $C/a $C/b
echo 'p:s/x kpt_add' >$C/a/control
echo 'p:s/x kpt_add' >$C/b/control
is "64 MB of rings" "$(put $C/a/buffer_size_kb 32768)" OK
is "as many again are more than there may be" "$(put $C/b/buffer_size_kb 32768)" ENOMEM
ok "the first goes" rmdir $C/a
is "then there is room" "$(put $C/b/buffer_size_kb 32768)" OK
rmdir $C/b

# Hundreds, in test-long a thousand, while their functions are called
sessions=200
! long || sessions=1000
! slow || sessions=100
every=5
! long || every=1
helper 1 named 50 $every	# whatever grows at first
run reset
come_and_go() {
	rm -f /tmp/stop
	(while [ ! -e /tmp/stop ]; do run call add 1 2 x20; usleep 3000; done) &
	if [ $1 = 1 ]; then helper 1 named $sessions $every; else named $sessions $every >/dev/null; fi
	: >/tmp/stop
	wait
}
# The kernel's caches take about 500 kB of 1,000 sessions, and no more of 2,000.
room=
! long || room="800 2000"
loses_nothing "$sessions sessions" "$room" come_and_go
is "no directory is left" "$(ls $C)" ""
is "nor a probe" "$(cat /sys/kernel/debug/kprobes/list)" ""
mkdir $C/a
echo 'p:s/x kpt_add' >$C/a/control
is "the eighth is whole again" "$(put $C/a/buffer_size_kb 32768)" OK
ok "and goes with the last session" rmdir $C/a

# Going
ok "the module goes" rm_module kprobectl_configfs
like "and with it the names" "$(steps dev session a)" "session ENOENT;"
ok "and kprobectl" rm_module kprobectl
umount /sys/kernel/config
[ ! -e /drivers/configfs.ko ] || rmmod configfs
finish
