#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Parameters and members by their names, in the kernel's own functions: the same values as by
# offsets, and as tracefs has them where it knows names, too.
# takes: 10

. ./lib.sh
plan 24
setup

# A file whose name, length, mode and file system are known, read by a size nobody else uses
echo hello >/tmp/names.txt
chmod 640 /tmp/names.txt
read_it() { dd if=/tmp/names.txt of=/dev/null bs=777 count=1 2>/dev/null; }

spec 'p:n vfs_read count file->f_path.dentry->d_name.name:string len=file->f_path.dentry->d_name.len mode=file->f_inode->i_mode:x16 magic=file->f_inode->i_sb->s_magic:x64 pos=pos[0]:u32 if count == 777'
is "the line is listed as it was written" "$(cat $D/control)" \
	'p:kprobes/n vfs_read count=count arg2=file->f_path.dentry->d_name.name:string len=file->f_path.dentry->d_name.len mode=file->f_inode->i_mode:x16 magic=file->f_inode->i_sb->s_magic:x64 pos=pos[0]:u32 if count == 777'
read_it
is "a parameter, members, members behind pointers" "$(collect; args n)" \
	'count=777 arg2="names.txt" len=9 mode=0x81a0 magic=0x1021994 pos=0'
cat $D/control >/tmp/list
clear_all
cat /tmp/list >$D/control
is "what is listed is taken again" "$(cat $D/control)" "$(cat /tmp/list)"
clear_all

# At a return: kept from the entry
spec 'r:ret vfs_read name=file->f_path.dentry->d_name.name:string kept=$entry(file->f_path.dentry->d_name.len) n=count ret=$retval:s64 if count == 777'
read_it
is "at a return" "$(collect; args ret)" 'name="names.txt" kept=9 n=777 ret=6'
clear_all

# What a function returns
spec 'r:made d_alloc_parallel name=$retval->d_name.name:string if $retval->d_name.name:string == "names.new"'
: >/tmp/names.new
is "members of what a function returns" "$(collect; args made)" 'name="names.new"'
clear_all

# Conditions and actions
spec 'p:c vfs_read if file->f_path.dentry->d_name.name:string == "names.txt" do count by file->f_inode->i_sb->s_magic, stats(count)'
read_it
read_it
is "in if and do: hits that pass" "$(prof kprobes/c aggregated)" 2
like "... by a member" "$(cat $D/events/kprobes/c/hist)" "*s_magic: $((0x1021994))*2  1554  777  777  777*"
ok "... each hit has one fate" ledger kprobes/c
clear_all

# The program is that of the line by offsets: an event with both has each value twice
off() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" /tmp/both; }
spec 'p:both vfs_read a=count b=$arg3:u64 c=file:x64 d=$arg1:x64 if count == 777'
read_it
collect
args both >/tmp/both
is "a parameter is its register" "$(off a) $(off c)" "$(off b) $(off d)"
clear_all

# As tracefs has it
theirs='vfs_read count file->f_path.dentry->d_name.name:string mode=file->f_inode->i_mode'
if echo "p:names/t $theirs" >$T/kprobe_events 2>/dev/null; then
	spec "p:t $theirs if count == 777"
	echo 'count == 777' >$T/events/names/t/filter
	echo 1 >$T/events/names/t/enable
	read_it
	collect
	is "as tracefs by the same line" "$(args t)" \
		"$(sed -n 's/.*: t: ([^)]*) *//p' $T/trace)"
	echo 0 >$T/events/names/t/enable
	echo >$T/kprobe_events
	echo >$T/trace
	clear_all
else
	skip "as tracefs by the same line" "this kernel's tracefs knows no names"
fi

# Refusals: what is wrong, at which character, and what there is
refused 'p:x vfs_read nosuch' EINVAL nosuch
like "... the parameters that there are" "$(last_error)" "*file buf count pos"
refused 'p:x vfs_read file->f_path.nosuch' EINVAL nosuch
like "... of which struct" "$(last_error)" "*struct path has no member*"
refused 'p:x vfs_read file->f_path->dentry' EINVAL dentry
refused 'p:x vfs_read file->f_path' EINVAL 'file->f_path'
refused 'p:x kpt_add a' EINVAL a
refused 'f:x vfs_* file' EINVAL file
finish
