#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# p at places in programs: what records say, that each hit is counted, beside ftrace's events
# at the same places, memory that is not there yet, and what becomes of the file.
# on: newest oldest, because PREEMPT_RT changes nothing in it that userret does not meet
# kcsan: yes
# takes: 30

. ./lib.sh
plan 88
setup
U=$(which userprog)
at() { echo $U:$($U where $1); }
hits() { prof $1 hits; }

# What a record says, beside ftrace's event at the same place
echo "p:kpt_user $(at add) a=%di b=%si" >$T/uprobe_events
echo 1 >$T/events/uprobes/kpt_user/enable
spec "p:u/add $(at add) a=\$arg1:u64 b=\$arg2:s64 di=%di:u64 \$pid c=\$comm"
reading
$U add 3 7 -2 &
user=$!
wait $user
collect
is "one hit for each call" "$(lines add)" 3
is "arguments by number" "$(field a add | sort -u)" 7
is "arguments with a sign" "$(field b add | sort -u)" -2
is "registers" "$(field di add | sort -u)" 7
is "variables of the task" "$(field pid add | sort -u)" $user
is "its name" "$(field c add | sort -u)" '"userprog"'
is "the place is the address in the process, as ftrace has it" \
	"$(grep -o ': add: (0x[0-9a-f]*)' $out | sed 's/.*(//; s/)//' | sort -u)" \
	"$(sed -n 's/.* kpt_user: (\(0x[0-9a-f]*\)).*/\1/p' $T/trace | sort -u)"
is "ftrace has seen as many" "$(grep -c ' kpt_user: ' $T/trace)" 3
ok "each hit has one fate" ledger u/add
echo 0 >$T/events/uprobes/kpt_user/enable
echo >$T/uprobe_events
is "mode" "$(prof u/add mode)" uprobe
is "functions says where" "$(cat $D/events/u/add/functions)" "$(at add)"
is "control lists the line" "$(cat $D/control)" \
	"p:u/add $(at add) a=\$arg1:u64 b=\$arg2:s64 di=%di:u64 pid=\$pid c=\$comm"
clear_all
spec "p $(at add)"
ok "a name is made up as in tracefs" [ -d $D/events/uprobes/p_userprog_$($U where add) ]
clear_all

# The stack is the program's
spec "p:u/seven $(at seven) seventh=\$stack1:u64 sp=\$stack top=+8(%sp):u64"
reading
$U seven 2
collect
is "the seventh argument, on the stack" "$(field seventh seven | sort -u)" 7
is "by a deref of the stack pointer" "$(field top seven | sort -u)" 7
like "the stack pointer is the program's" "$(field sp seven | head -n 1)" "0x7f*"
clear_all

# Memory: there, not there yet, in the next page, and nowhere
head -c 4092 /dev/zero | tr '\0' x >/tmp/two
printf 'over the edge\0' >>/tmp/two
printf 'in no page\0' >/tmp/one
long=$(printf '%01000d' 0)
spec "p:u/text $(at text) s=+0(\$arg1):string u=+0(\$arg1):ustring c=+0(\$arg1):u8 a=+0(\$arg1):u8[4]"
reading
$U text hello
$U absent /tmp/one
$U absent2 /tmp/two
$U bad 16
$U bad 0xffffffff81000000
$U text $long
collect
is "a string" "$(field s text | sed -n 1p)" '"hello"'
is "as ustring" "$(field u text | sed -n 1p)" '"hello"'
is "a number in memory" "$(field c text | sed -n 1p)" 104
is "an array" "$(field a text | sed -n 1p)" '{104,101,108,108}'
is "memory that was not there yet" "$(sed -n 's/.* s=\("in no page"\) .*/\1/p' $out)" '"in no page"'
is "a string that goes on in a page that was not there" \
	"$(sed -n 's/.* s=\("over the edge"\) .*/\1/p' $out)" '"over the edge"'
is "an address that is none" "$(grep -c ' s=(fault) u=(fault) c=(fault) a=(fault)' $out)" 2
is "kernel memory is not read for a program" "$(field c text | sed -n 5p)" "(fault)"
ok "a long string" grep -q "s=\"$long\"" $out
clear_all
spec "p:u/text $(at text) do count by +0(\$arg1):string"
$U absent /tmp/one
ok "a key that was not there yet" grep -q 'in no page' $D/events/u/text/hist
clear_all
spec "p:u/text $(at text) if +0(\$arg1):string == \"in no page\""
$U absent /tmp/one
$U text other
is "a condition on what was not there yet" "$(prof u/text emitted)" 1
is "and the others" "$(prof u/text filtered)" 1
clear_all
spec "p:u/list $(at list) all=+0(\$arg1):string[2] none=+0(\$arg1):string[]"
reading
$U list /tmp/one
collect
like "an array of strings" "$(args list)" 'all={"first","in no page"} *'
like "strings up to the NULL pointer" "$(args list)" '*none={"first","in no page"}'
clear_all

# The counter of who watches
spec "p:u/add $(at add)($($U where watched))"
is "a program sees that it is watched" "$($U watched)" 1
clear_all
is "and that it is not" "$($U watched)" 0

# Many at once: threads, processes, with a condition, off and on
spec "p:u/add $(at add) do count"
$U threads 8 500
is "threads" "$(hits u/add)" 4000
$U forks 5 400
is "processes" "$(hits u/add)" 6000
echo 0 >$D/events/u/add/enable
$U add 10 1 2
is "switched off" "$(hits u/add)" 6000
echo 1 >$D/events/u/add/enable
$U add 10 1 2
is "and on" "$(hits u/add)" 6010
ok "each of them has one fate" ledger u/add
clear_all
spec "p:u/add $(at add) if \$arg1 == 1" "p:u/more $(at add) if \$arg1 == 2"
$U add 5 1 0
$U add 6 2 0
is "two events at one place: the first" "$(prof u/add emitted)" 5
is "two events at one place: the second" "$(prof u/more emitted)" 6
echo '$arg2 == 3' >$D/events/u/add/filter
$U add 4 9 3
is "another condition" "$(prof u/add emitted)" 9
clear_all

# One process alone
$U until /tmp/stop >/tmp/said &
user=$!
spec "p:u/add $(at add) if \$pid == $user && \$arg1 == 1"
many() { [ "$(prof u/add emitted)" -gt $1 ]; }
until many 100; do sleep 0.02; done
$U add 50 1 2
is "other processes are not probed" "$(prof u/add filtered)" 0
$U add 50 1 2 &
other=$!
wait $other
echo "\$pid == 1 || \$arg2 == 77" >$D/events/u/add/filter
$U add 5 3 77
is "another condition: all are" "$(($(prof u/add filtered) > 0))" 1
passed=$(prof u/add emitted)
$U add 6 3 77
is "... of which some pass" $(($(prof u/add emitted) - passed)) 6
echo "\$pid == 1 && \$arg2 == 2" >$D/events/u/add/filter
before=$(hits u/add)
$U add 50 1 2
is "a process that does not run it: nobody is" "$(hits u/add)" $before
: >/tmp/stop
wait $user
rm /tmp/stop
ok "each hit has one fate, then, too" ledger u/add
clear_all

# Names, which kpread, kpload and kplint look up
planted() {
	reading -x "$1"
	reads $kpread_pid
}
planted "p:x/add $U:add a=\$arg1:u64"
$U add 3 7 -2
collect
is "a function by its name" "$(lines add) $(field a add | sort -u)" "3 7"
planted "p:x/some $U:[st]e[vx]* a=\$arg1:u64"
$U seven 2
$U text hello
collect
is "functions by a pattern" "$(lines some)" 3
planted "p:x/note $U:mine:noted \$arg1 b=\$arg2 s=+0(\$arg3):string"
is "the program sees that its named place is watched" "$($U note -5)" 1
collect
is "a named place and its arguments" "$(args note)" 'arg1=-5 b=7 s="some text"'
is "it is not watched any more" "$($U note -5)" 0
planted "p:x/add $U:add a=\$arg1:u64
p:x/more $U:add b=\$arg2:s64"
$U add 1 7 -2
collect
is "two lines" "$(field a add) $(field b more)" "7 -2"
kpread -x "p $U:nosuch" -t 1 >/tmp/said 2>&1
is "kpread: no such function" "$? $(sed -n 2,3p /tmp/said)" "2   p $U:nosuch
$(printf '%*s^' $((5 + ${#U})) '')"
echo "p $U:add a=\$arg1:u64" >/tmp/one.probes
ok "kpload looks names up" kpload /tmp/one.probes
is "what control has got" "$(cat $D/control)" "p:uprobes/p_userprog_add $(at add) a=\$arg1:u64"
ok "kpload -r does" kpload -r /tmp/one.probes
is "all is removed" "$(cat $D/control)" ""
if [ -e /sys/kernel/btf/vmlinux ]; then
	is "kplint --resolve" "$(kplint --resolve /tmp/one.probes)" \
		"p:p_userprog_add $(at add) a=\$arg1:u64"
else
	skip "kplint --resolve" "this kernel has no types"
fi

# What is refused
refused "p /no/such:0x10" ENOENT /no/such:0x10
refused "p /tmp:0x10" EINVAL /tmp:0x10
refused "p /tmp/one:0x1" ENOEXEC /tmp/one:0x1
refused "p $U:0x7fffffff" EINVAL $U:0x7fffffff

# Removed, unloaded and deleted while a program runs on
cp $U /tmp/copy
spec "p:u/copy /tmp/copy:$($U where add)"
/tmp/copy until /tmp/stop >/tmp/said &
user=$!
some() { [ "$(hits u/copy)" -gt 1000 ]; }
until some; do sleep 0.05; done
refused "p:u/taken /tmp/copy:$($U where taken)" EINVAL "/tmp/copy:$($U where taken)"
like "... because of the kernel" "$(last_error)" "*the kernel refuses a probe at this place in '/tmp/copy', error -*"
where_is() { prof u/copy mode; }
is "the file is where it was" "$(where_is)" uprobe
mv /tmp/copy /tmp/other
is "... moved" "$(where_is)" elsewhere
cp $U /tmp/copy
is "... moved, and another has its name" "$(where_is)" elsewhere
mv /tmp/other /tmp/copy
is "... back again" "$(where_is)" uprobe
mount -o bind $U /tmp/copy
is "... and another is mounted over it" "$(where_is)" elsewhere
umount /tmp/copy
is "... no more" "$(where_is)" uprobe
is "... in another mount namespace" "$(unshare -m sh -c "mount -o bind $U /tmp/copy; cat $D/profile" |
	awk '$1 == "u/copy"' | grep -o elsewhere)" elsewhere
is "... but not here" "$(where_is)" uprobe
n=$(hits u/copy)
more() { [ "$(hits u/copy)" -gt $n ]; }
until more; do sleep 0.05; done
pass "it hits all the time"
ln /tmp/copy /tmp/other
rm /tmp/copy
is "... of two names the one that was asked for is gone" "$(where_is)" elsewhere
rm /tmp/other
is "the file is deleted" "$(where_is)" deleted
clear_all

# A container's file: it is that of the layer below, for whoever runs that one
mkdir /tmp/low /tmp/up /tmp/work /tmp/both
cp $U /tmp/low/prog
[ ! -e /drivers/overlay.ko ] || insmod /drivers/overlay.ko
if mount -t overlay overlay -o lowerdir=/tmp/low,upperdir=/tmp/up,workdir=/tmp/work /tmp/both 2>/dev/null; then
	spec "p:u/layer /tmp/both/prog:$($U where add)"
	is "a file of an overlay" "$(prof u/layer mode)" uprobe
	/tmp/both/prog add 3 1 2
	chroot /tmp/both /prog add 4 1 2
	/tmp/low/prog add 5 1 2
	is "... hits by each of its names" "$(hits u/layer)" 12
	chmod 700 /tmp/both/prog	# makes a copy of the file, with an inode of its own
	is "... whose copy takes its place" "$(prof u/layer mode)" elsewhere
	/tmp/low/prog add 5 1 2
	is "... stays where it was" "$(hits u/layer)" 17
	clear_all
	ok "... and is taken out there" /tmp/low/prog add 1 1 2
	umount /tmp/both
else
	for i in 1 2 3 4 5; do skip "a file of an overlay" "this kernel has no overlayfs"; done
fi
[ ! -e /drivers/overlay.ko ] || rmmod overlay
rm -r /tmp/low /tmp/up /tmp/work /tmp/both
spec "p:u/copy $U:$($U where add)"
is "and is taken from its new place" "$(prof u/copy mode)" uprobe
clear_all
ok "unloaded while the program runs" rm_module kprobectl
insmod /kprobectl.ko governor=0
: >/tmp/stop
wait $user
is "the program has ended well" $? 0
rm -f /tmp/stop
(until [ -e /tmp/calm ]; do $U add 50 1 2; done) &
for i in 1 2 3 4 5 6 7 8 9 10; do
	spec "p:u/add $(at add) s=+0(\$arg1):string"
	rm_module kprobectl
	insmod /kprobectl.ko governor=0
done
pass "ten times loaded and unloaded under calls"
: >/tmp/calm
wait
finish
