#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# if $cgroup in "PATH": in a cgroup or below it, in v2, in hierarchies of v1 with and without a
# controller; while tasks move, cgroups go and others come in their place.
# on: newest oldest, because between them cgroups have changed little
# takes: 20

. ./lib.sh
plan 71
setup kpt kpt_force
G=/tmp/groups
mkdir $G
if ! mount -t cgroup2 groups $G 2>/dev/null; then
	for i in $(seq 71); do skip "cgroups" "this kernel has no cgroup2"; done
	finish
	exit
fi

# inside DIR N: calls from a task in the cgroup of this directory
inside() { sh -c 'echo $$ >"$1/cgroup.procs" && echo call add 1 1 x$2 >/sys/kernel/debug/kpt/run' - "$1" $2; }
fates() { echo $(prof kprobes/$1 emitted) $(prof kprobes/$1 filtered); }

mkdir -p "$G/kpt/in/deep" "$G/kpt/with two  spaces" $G/kptx $G/other/kpt
spec 'p:in kpt_add if $cgroup in "/kpt"' 'p:out kpt_add if !($cgroup in "/kpt")' \
	'p:deep kpt_add if $cgroup in "/kpt/in/deep"' 'p:all kpt_add if $cgroup in "/"' \
	'p:name kpt_add if $cgroup in "/kpt/with two  spaces"' \
	"p:dir kpt_add if \$cgroup in \"$G/kpt/in\"" 'r:ret kpt_add if $cgroup in "/kpt" && $retval == 2' \
	'r:early kpt_add if $cgroup in "/kpt"' 'f:set kpt_add,kpt_nine if $cgroup in "/kpt"' \
	'p:arg kpt_add id=$cgroup if id in "/other" || id in "/kpt/in"' \
	'p:both kpt_add if $cgroup in "/kpt" && !($cgroup in "/kpt/in")'
run call add 1 1 x100
inside $G/kpt 1
inside $G/kpt/in 2
inside $G/kpt/in/deep 4
inside "$G/kpt/with two  spaces" 8
inside $G/kptx 16
inside $G/other 32
inside $G/other/kpt 64
is "in it and below it" "$(fates in)" "15 212"
is "... and the others" "$(fates out)" "212 15"
is "below others" "$(fates deep)" "4 223"
is "the root" "$(fates all)" "227 0"
is "a name with spaces" "$(fates name)" "8 219"
like "... in the listing" "$(cat $D/control)" '*"/kpt/with two  spaces"*'
is "by its directory" "$(fates dir)" "6 221"
is "at a return" "$(fates ret)" "15 212"
is "at a call's entry" "$(fates early)" "15 212"
is "a set" "$(fates set)" "15 212"
is "an argument that is it" "$(fates arg)" "102 125"
is "one and not the other" "$(fates both)" "9 218"
ok "ledger" ledger
collect
clear_all

# Shown by its path, and by its number when it has gone before it was looked for
number=$(stat -c %i "$G/kpt/with two  spaces")
spec 'p:id kpt_add $cgroup if $cgroup in "/kpt"' 'p:by kpt_add if $cgroup in "/kpt" do count by $cgroup'
inside $G/kpt/in 1
inside "$G/kpt/with two  spaces" 2
mkdir $G/kpt/short
short=$(stat -c %i $G/kpt/short)
inside $G/kpt/short 1
kpread -w /tmp/paths >/dev/null 2>&1 -t 1
is "paths" "$(kpread -r /tmp/paths 2>/dev/null | sed -n 's/.* id: ([^)]*) //p')" 'cgroup="/kpt/in"
cgroup="/kpt/with two  spaces"
cgroup="/kpt/with two  spaces"
cgroup="/kpt/short"'
rmdir $G/kpt/short
is "... of a recording, when they have gone" "$(kpread -r /tmp/paths 2>/dev/null | grep -c 'cgroup="/kpt/short"')" 1
is "... as JSON" "$(kpread -r /tmp/paths -f json 2>/dev/null | grep -c '"cgroup":"/kpt/in"')" 1
like "in tables" "$(kpread hist)" '*cgroup: "/kpt/with two  spaces"*'
like "... numbers of those that are not there" "$(kpread hist)" "*cgroup: $short*"
like "... the module has numbers" "$(cat $D/events/kprobes/by/hist)" "*cgroup: #$number*"
clear_all
# What is open: a start's key and what it kept, and a call's argument
spec 'p:start kpt_add mine=$cgroup do start by $cgroup' 'p:end kpt_a since start by $cgroup mine=mine' \
	'r:call vfs_read mine=$arg3:cgroup if $comm == "dd"'
inside $G/kpt/in 1
mkfifo /tmp/fed
dd of=/dev/null bs=$number count=1 <>/tmp/fed 2>/dev/null &	# the number of bytes is a cgroup's
dd=$!
in_read() { [ "$(cut -d' ' -f1 /proc/$dd/syscall 2>/dev/null)" = 0 ] && grep -q . $D/events/kprobes/call/open; }
until_ok in_read
kpread open >/tmp/open
like "in what is open: a key, and what was kept" "$(grep start /tmp/open)" '*cgroup="/kpt/in" *mine="/kpt/in"*'
like "... an argument of a call" "$(grep call /tmp/open)" '*mine="/kpt/with two  spaces"*'
like "... by it" "$(kpread open by mine | xargs -0)" '*1 * "/kpt/in"*'
like "... the module has numbers" "$(cat $D/events/kprobes/call/open)" "* dd-$dd mine=#$number"
echo >/tmp/fed
wait $dd
rm /tmp/fed
clear_all
spec 'p:id kpt_add $cgroup if $cgroup in "/kpt"'
mkdir $G/kpt/gone
gone=$(stat -c %i $G/kpt/gone)
inside $G/kpt/gone 1
rmdir $G/kpt/gone
collect
is "one that has gone" "$(args id)" "cgroup=$gone"
clear_all

# A task that moves
spec 'p:in kpt_add a=$arg1:u64 if $cgroup in "/kpt"'
sh -c 'for to in kpt other kpt/in kptx .; do
		echo $$ >'$G'/$to/cgroup.procs
		n=$((n + 1))
		echo call add $n 1 >/sys/kernel/debug/kpt/run
	done'
collect
is "a task that moves: when it is there" "$(field a in | tr '\n' ' ')" "1 3 "
clear_all

# A cgroup that goes: it is another one that comes in its place
spec 'p:in kpt_add if $cgroup in "/kpt/in/deep"'
inside $G/kpt/in/deep 3
ok "it may go, with its line planted" rmdir $G/kpt/in/deep
run call add 1 1 x5
mkdir $G/kpt/in/deep
inside $G/kpt/in/deep 7
is "... and is gone for the line" "$(fates in)" "3 12"
is "the condition anew" "$(put $D/events/kprobes/in/filter '$cgroup in "/kpt/in/deep"')" OK
inside $G/kpt/in/deep 9
is "... finds the other" "$(fates in)" "12 12"
is "none is called so" "$(put $D/events/kprobes/in/filter '$cgroup in "/kpt/no"')" ENOENT
is "... the old condition stays" "$(cat $D/events/kprobes/in/filter)" '$cgroup in "/kpt/in/deep"'
inside $G/kpt/in/deep 1
is "... and holds" "$(fates in)" "13 12"
collect
clear_all
mv $G/kptx $G/kpt/under 2>/dev/null	# no cgroup can be moved; if it could, the line would follow

# Refusals
clear_errors
refused 'p:x kpt_add if $cgroup in /kpt' EINVAL '/kpt'
like "... what to write" "$(last_error)" "*the path of a cgroup, as*"
refused 'p:x kpt_add if $cgroup in "kpt"' EINVAL '"kpt"'
refused 'p:x kpt_add if $cgroup in ""' EINVAL '""'
refused 'p:x kpt_add if $pid in "/kpt"' EINVAL in
refused 'p:x kpt_add if $cgroup in "/no/such"' ENOENT '"/no/such"'
like "... says which" "$(last_error)" '*no cgroup is called /no/such:*'
refused 'p:x kpt_add if $cgroup in "/tmp"' ENOENT '"/tmp"'
refused "p:x kpt_add if \$cgroup in \"$G/kpt/cgroup.procs\"" ENOENT "\"$G/kpt/cgroup.procs\""
echo kpctl_cgroup_use -95 >/sys/kernel/debug/kpt_force
refused 'p:x kpt_add if $cgroup in "/kpt"' EOPNOTSUPP '"/kpt"'
is "... a hierarchy that is laid out otherwise" "$(last_error)" \
	"kprobectl: error: /kpt: this kernel keeps the tasks of the cgroup's hierarchy in a way that is not known"
echo >/sys/kernel/debug/kpt_force
is "nothing is left of them" "$(cat $D/control)" ""

# A file system that does not answer: nobody waits for it but who writes its path
force=/sys/kernel/debug/kpt_force
told() { [ -s /tmp/told ]; }
spec 'p:in kpt_add if $cgroup in "/kpt"'
for file in control events/kprobes/in/filter; do
	echo kern_path -2 >$force
	echo hold >$force
	rm -f /tmp/told
	what="if \$cgroup in \"$G/kpt\""
	[ $file = control ] && what="p:slow kpt_add $what" || what=${what#if }
	put $D/$file "$what" >/tmp/put &
	writer=$!
	until_ok grep -q 1 $force
	(grep -c . $D/control >/tmp/listed; rm_module kpt; insmod /kmod/kpt.ko; prof kprobes/in mode >/tmp/told) &
	other=$!
	until_ok told
	is "a path that does not answer, in $file: lines are listed, a module goes and comes" \
		"$(cat /tmp/listed) $(cat /tmp/told)" "1 $(prof kprobes/in mode)"
	echo go >$force
	wait $writer $other
	is "... it is refused when the answer comes" "$(cat /tmp/put)" ENOENT
	echo >$force
done
clear_all

# The cgroup is the one that the writer saw, also when another task brings the module back
spec "p:dir kpt_add if \$cgroup in \"$G/kpt/in\""
rm_module kpt
unshare -m sh -c 'umount $1; insmod /kmod/kpt.ko' - $G
inside $G/kpt/in 3
is "a module that comes back where the directory is not" "$(fates dir)" "3 0"
rm_module kpt
collect
clear_all
spec 'p:late kpt:kpt_add if $cgroup in "/kpt/late"'
is "a line that waits takes a path that is of no cgroup yet" "$(prof kprobes/late mode)" parked
mkdir $G/kpt/late
insmod /kmod/kpt.ko
inside $G/kpt/late 2
run call add 1 1
is "... and finds the cgroup when its module comes" "$(fates late)" "2 1"
collect
clear_all
rmdir $G/kpt/late

# Hierarchies of v1: by a controller that v2 does not have, and by a name alone
v1() {
	local dir=/tmp/v1.$1
	mkdir $dir
	if ! mount -t cgroup -o $2 none $dir 2>/dev/null; then
		for i in 1 2 3 4; do skip "v1: $1" "this kernel has none"; done
		return
	fi
	mkdir -p $dir/a/b $dir/c
	spec "p:v kpt_add if \$cgroup in \"$dir/a\"" "p:top kpt_add if \$cgroup in \"$dir\""
	inside $dir/a 1
	inside $dir/a/b 2
	inside $dir/c 4
	run call add 1 1 x8
	is "v1: $1" "$(fates v)" "3 12"
	is "v1: $1: its root" "$(fates top)" "15 0"
	# Another moves it all the time; it never leaves
	sh -c 'echo $$ >'$dir'/a/cgroup.procs; until [ -e /tmp/go ]; do usleep 1000; done
		exec 9>/sys/kernel/debug/kpt/run; for i in 1 2 3 4 5; do echo call add 1 1 x4000 >&9; done' &
	local pid=$!
	until_ok grep -q "^$pid\$" $dir/a/cgroup.procs
	: >/tmp/go
	while kill -0 $pid 2>/dev/null; do
		echo $pid >$dir/a/b/cgroup.procs
		echo $pid >$dir/a/cgroup.procs
	done 2>/dev/null
	wait $pid
	rm /tmp/go
	is "v1: $1: moved under the probe, and always in it" "$(fates v)" "20003 12"
	collect
	clear_all
	rmdir $dir/a/b $dir/a $dir/c
	ok "v1: $1: nothing holds it" umount $dir
}
v1 pids pids
v1 name none,name=kpt

# The same in v2
spec 'p:in kpt_add if $cgroup in "/kpt"'
sh -c 'echo $$ >'$G'/kpt/cgroup.procs; until [ -e /tmp/go ]; do usleep 1000; done
	exec 9>/sys/kernel/debug/kpt/run; for i in 1 2 3 4 5; do echo call add 1 1 x4000 >&9; done' &
pid=$!
until_ok grep -q "^$pid\$" $G/kpt/cgroup.procs
: >/tmp/go
while kill -0 $pid 2>/dev/null; do
	echo $pid >$G/kpt/in/cgroup.procs
	echo $pid >$G/kpt/cgroup.procs
done 2>/dev/null
wait $pid
is "moved under the probe, and always in it" "$(fates in)" "20000 0"
collect
clear_all

# Cgroups that come and go with their tasks in them, under lines that come and go
spec 'p:in kpt_add if $cgroup in "/kpt"'
for i in $(seq 20); do
	mkdir $G/kpt/x$i
	spec "p:x$i kpt_add if \$cgroup in \"/kpt/x$i\""
	inside $G/kpt/x$i 10
	rmdir $G/kpt/x$i
done
is "cgroups that come and go" "$(for i in $(seq 20); do prof kprobes/x$i emitted; done | sort -u)" 10
is "... all of them below one" "$(prof kprobes/in emitted)" 200
clear_all
collect
rmdir "$G/kpt/with two  spaces" $G/kpt/in/deep $G/kpt/in $G/kpt $G/kptx $G/other/kpt $G/other
is "they are gone" "$(ls -d $G/kpt* $G/other 2>/dev/null)" ""
umount $G
finish
