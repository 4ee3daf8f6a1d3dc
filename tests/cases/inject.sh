#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Fault injection on a real path: reads of one file by one process on an ext4 fail, and nothing else
# does; what the file system's own code returns is changed, behind a cache and a journal.
# on: newest oldest, because ext4 is another one in each
# takes: 10
# turns: yes

. ./lib.sh
plan 17
trap teardown EXIT
if [ ! -e /drivers/ext4.ko ] || [ ! -e /drivers/loop.ko ]; then
	for i in $(seq 17); do skip "reads that fail" "no ext4.ko, or no loop.ko"; done
	finish
	exit
fi

for m in loop crc16 crc32c_generic mbcache jbd2 ext4; do
	[ ! -e /drivers/$m.ko ] || insmod /drivers/$m.ko
done
insmod /kprobectl.ko governor=0 act=return,skip
truncate -s 32M /tmp/disk
/sbin/mke2fs -q -t ext4 /tmp/disk
losetup /dev/loop0 /tmp/disk
mkdir -p /tmp/ext4
mount -t ext4 /dev/loop0 /tmp/ext4
echo one >/tmp/ext4/one
echo two >/tmp/ext4/two
mkdir -p /tmp/other
cp "$(command -v acted)" /tmp/other/spared
ino=$(stat -c %i /tmp/ext4/one)
reads() { "$@" | tr '\n' ' '; }
plant() { spec "$1" 2>/dev/null || diag "$(last_error)"; }
errors() { dmesg | grep -c 'EXT4-fs error\|EXT4-fs warning\|I/O error'; }
before=$(errors)

# By names of ext4's own function
cast='iocb->ki_filp->f_inode->i_ino'
plant "r:e/read ext4:ext4_file_read_iter ino=$cast was=\$retval:s64 if \$comm == \"acted\" && $cast == $ino do emit, return(-EIO) for=600s"
is "reads of the file by the process fail" "$(reads acted read /tmp/ext4/one 3)" "-5 -5 -5 "
is "... of another file do not" "$(reads acted read /tmp/ext4/two 3)" "1 1 1 "
is "... nor by another process" "$(reads /tmp/other/spared read /tmp/ext4/one 3)" "1 1 1 "
is "what it read is there all the same" "$(cat /tmp/ext4/one)" one
echo more >>/tmp/ext4/one
is "... and can be written" "$(cat /tmp/ext4/one | tr '\n' ' ')" "one more "
is "so many acted" "$(prof e/read acted) $(prof e/read suppressed)" "3 0"
collect
is "each is a record, with what had been read" "$(grep -c " read: .* ino=[0-9a-fx]* was=1 .*\[ACTED\]" $out)" 3
ok "the ledger is closed" ledger e/read
clear_all

# Each second one, and the first ones
# ... and by a cast: ext4's types have more than one struct file, of one layout
cast='(file)(iocb->ki_filp)->f_inode->i_ino'
plant "r:e/half ext4:ext4_file_read_iter if \$comm == \"acted\" && $cast == $ino do return(-EIO) 1 in 2 for=600s"
is "each second one" "$(reads acted read /tmp/ext4/one 6)" "1 -5 1 -5 1 -5 "
clear_all
plant "r:e/once vfs_read if \$comm == \"acted\" && file->f_inode->i_ino == $ino && file->f_inode->i_sb->s_magic == 0xef53 do return(-EINTR) first 1"
is "by names, of vfs_read" "$(reads acted read /tmp/ext4/one 3)" "-4 1 1 "
clear_all

# An allocation that fails: the file system's own way out of it
plant 'p:e/new ext4:ext4_alloc_inode if $comm == "touch" do emit, skip(0)! first 1 for=600s'
is "an inode for which there is no memory" "$(touch /tmp/ext4/three 2>&1 | sed 's/.*: //')" "Cannot allocate memory"
is "... the next time there is" "$(touch /tmp/ext4/three && echo made)" made
is "one acted" "$(prof e/new acted)" 1
clear_all

is "without lines nothing fails" "$(reads acted read /tmp/ext4/one 2)$(cat /tmp/ext4/two)" "1 1 two"
is "ext4 has not complained" "$(errors)" "$before"
ok "it can be unmounted" umount /tmp/ext4
losetup -d /dev/loop0
ok "the module goes" rm_module kprobectl
for m in ext4 jbd2 mbcache crc32c_generic crc16 loop; do
	[ ! -d /sys/module/$m ] || rm_module $m 2>/dev/null
done
finish
