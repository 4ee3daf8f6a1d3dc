#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Samples about disks and memory answer their questions, as answers.sh has it for the others:
# disks are files here, and the memory that runs out is that of a control group.
# warns: memory
# turns: yes

. ./lib.sh
plan 6
setup

if [ ! -e /sys/kernel/btf/vmlinux ] || [ ! -e /drivers/loop.ko ] || [ ! -e /drivers/raid1.ko ]; then
	for i in $(seq 6); do skip "answers" "this kernel has no types, or no loop.ko and raid1.ko"; done
	finish
	exit
fi

# ask SAMPLE
ask() {
	cat "/samples/$1.probes" >$D/control 2>/dev/null || diag "$1: $(last_error)"
}

disk() {
	truncate -s 16M /tmp/disk$1
	losetup /dev/loop$1 /tmp/disk$1
}
insmod /drivers/loop.ko
insmod /drivers/md-mod.ko
insmod /drivers/raid1.ko
disk 0
disk 1

ask how-large-are-disk-requests
dd if=/dev/zero of=/dev/loop0 bs=64k count=10 oflag=direct 2>/dev/null	# on 6.1 by a kworker
like "so many requests of this size" "$(cat $D/events/io/size/hist)" \
	"* 65536  65536  65536*total: 10 hits = 10 in *"

ask who-has-arrays-flushed
mirror /dev/loop0 /dev/loop1
collect
dd if=/dev/zero of=/dev/md0 bs=4k count=1 conv=fsync 2>/dev/null
collect
like "an array is flushed" "$(grep 'dd-.* flush: ' $out)" '*array="md0"'
mirror
echo >$D/control
ok "its modules may go" eval "rm_module raid1 && rm_module md-mod"
losetup -d /dev/loop0
losetup -d /dev/loop1
ok "... and the disk's" rm_module loop

ask who-is-killed-for-memory
mkdir /tmp/groups
mount -t cgroup2 groups /tmp/groups
mkdir /tmp/groups/little
echo +memory >/tmp/groups/cgroup.subtree_control
echo 8M >/tmp/groups/little/memory.max
sh -c 'echo $$ >/tmp/groups/little/cgroup.procs; exec dd if=/dev/zero of=/dev/null bs=64M count=1' 2>/dev/null &
greedy=$!
wait $greedy 2>/dev/null
is "killed" $? 137
collect
is "... says the sample" "$(args oom | sed 's/ pages=.*//')" "victim=\"dd\" pid=$greedy"
rmdir /tmp/groups/little
umount /tmp/groups
finish
