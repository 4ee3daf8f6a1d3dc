#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Parameters and members by their names, in the kernel's own functions: the same values as by
# offsets, and as tracefs has them where it knows names, too.
# on: newest middle oldest, because PREEMPT_RT changes nothing in what names stand for
# takes: 10
# turns: yes

. ./lib.sh

# A kernel without types says so; lines without names need none
if [ ! -e /sys/kernel/btf/vmlinux ]; then
	plan 8
	setup
	refused 'p:x vfs_read file' EINVAL file
	like "... that there are no types" "$(last_error)" "*this kernel has no types*"
	refused 'p:x vfs_read (file)$arg1->f_flags' EINVAL 'file)$arg1->f_flags'
	refused 'f:x vfs_* file' EINVAL file
	spec 'r:e vfs_read $retval $arg3'
	is "lines without names are taken" "$(cat $D/control)" 'r:kprobes/e vfs_read arg1=$retval arg2=$arg3'
	finish
	exit
fi
plan 59
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
# off NAME: the value, or words that no other name gives
off() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" /tmp/both | grep . || echo "no $1"; }
spec 'p:both vfs_read a=count b=$arg3:u64 c=file:x64 d=$arg1:x64 if count == 777'
read_it
collect
args both >/tmp/both
is "a parameter is its register" "$(off a) $(off c)" "$(off b) $(off d)"
clear_all

# as_tracefs TEXT ARGS REASON: an event of ours and one of tracefs say the same of one read
as_tracefs() {
	if ! echo "p:names/t vfs_read $2" >$T/kprobe_events 2>/dev/null; then
		skip "$1" "$3"
		return
	fi
	spec "p:t vfs_read $2 if count == 777"
	echo 'count == 777' >$T/events/names/t/filter
	echo 1 >$T/events/names/t/enable
	read_it
	collect
	local theirs=$(sed -n 's/.*: t: ([^)]*) *//p' $T/trace)
	is "$1" "$(args t)" "${theirs:-what tracefs says}"
	echo 0 >$T/events/names/t/enable
	echo >$T/kprobe_events
	echo >$T/trace
	clear_all
}
as_tracefs "as tracefs by the same line" \
	'count file->f_path.dentry->d_name.name:string mode=file->f_inode->i_mode' \
	"this kernel's tracefs knows no names"

# Casts: of a register, of what a value points at, of the struct around a member
spec 'p:cast vfs_read (file)%di->f_path.dentry->d_name.name:string b=(dentry)(file->f_path.dentry)->d_name.len around=(shmem_inode_info,vfs_inode)(file->f_inode)->vfs_inode.i_ino ino=file->f_inode->i_ino bad=(inode)\8->i_mode if count == 777'
read_it
collect
args cast >/tmp/both
like "casts" "$(cat /tmp/both)" 'arg1="names.txt" b=9 around=* ino=* bad=(fault)'
is "... of the struct around a member" "$(off around)" "$(off ino)"
clear_all

# The current task, a CPU's own variables, what a symbol is
spec 'p:own vfs_read $current->comm tid=$current->pid on=(rq)this_cpu_ptr(&runqueues)->cpu cpu=$cpu who=(rq)this_cpu_ptr(@runqueues)->curr->pid a=this_cpu_read(@this_cpu_off) b=this_cpu_ptr(\0) first=(task_struct)&init_task->comm is=&init_task:symstr if count == 777 && $current->tgid:u32 == $pid'
read_it
collect
args own >/tmp/both
like "the current task" "$(cat /tmp/both)" "arg1=\"dd\" tid=$(off who) *"
is "a variable of this CPU" "$(off on) $(off a)" "$(off cpu) $(off b)"
like "the object that a symbol is" "$(cat /tmp/both)" '* first="swapper/0" is="init_task+0x0*"'
clear_all

# All parameters, and a return value with its type
spec 'p:all vfs_read $arg* if count == 777'
is "all parameters" "$(cat $D/control)" \
	'p:kprobes/all vfs_read file=file buf=buf count=count pos=pos if count == 777'
read_it
like "... with their values" "$(collect; args all)" 'file=0x* buf=0x* count=777 pos=0x*'
clear_all
mkdir -p /tmp/names.full/within
spec 'r:gone vfs_rmdir $retval if $retval < 0'
rmdir /tmp/names.full 2>/dev/null
is "an int that is returned" "$(collect; args gone)" 'arg1=-39'
clear_all

# A condition that is written later
spec 'p:later vfs_read count'
echo 'file->f_path.dentry->d_name.name:string == "names.txt" && $current->comm == "dd"' \
	>$D/events/kprobes/later/filter
read_it
is "names in the file filter" "$(collect; args later)" 'count=777'
no "... where a wrong one is refused" eval "echo 'nosuch == 1' >$D/events/kprobes/later/filter 2>/dev/null"
like "... with what there is" "$(last_error)" "*nosuch*"
clear_all

# A module's functions and structs, and the module that goes and comes back
mkdir -p /tmp/low1 /tmp/low2 /tmp/over
: >/tmp/low1/names.over
overlay() { mount -t overlay -o lowerdir=/tmp/low1:/tmp/low2 names /tmp/over; }
look() { ls /tmp/over/names.over >/dev/null; }
if [ -e /drivers/overlay.ko ]; then
	refused 'p:x overlay:ovl_lookup dentry' EINVAL dentry
	insmod /drivers/overlay.ko && overlay
	spec 'p:ov ovl_lookup dentry->d_name.name:string a=(ovl_inode,vfs_inode)dir->vfs_inode.i_ino b=dir->i_ino c=(overlay:ovl_inode,vfs_inode)dir->vfs_inode.i_ino if dentry->d_name.len == 10'
	look
	collect
	args ov >/tmp/both
	like "in a module: parameters" "$(cat /tmp/both)" 'arg1="names.over" *'
	is "... structs of its own" "$(off a) $(off c)" "$(off b) $(off b)"
	umount /tmp/over && rmmod overlay
	is "... parked while it is away" "$(prof kprobes/ov mode)" parked
	insmod /drivers/overlay.ko && overlay
	no "... planted when it is back" [ "$(prof kprobes/ov mode)" = parked ]
	look
	like "... and sees the same" "$(collect; args ov)" 'arg1="names.over" *'
	clear_all
	umount /tmp/over && rmmod overlay
else
	for t in 1 2 3 4 5 6 7; do skip "in a module" "this kernel has no overlay.ko"; done
fi

# A set: a parameter is where most functions of the set have it; the others are left out
spec 'f:set vfs_read,vfs_write,vfs_llseek,vfs_fsync file->f_path.dentry->d_name.name:string if file->f_path.dentry->d_name.name:string == "names.txt"'
read_it
like "in a set: all have the parameter" "$(collect; args set | sort -u)" '*arg1="names.txt"*'
is "... so none is left out" "$(wc -l <$D/events/kprobes/set/functions) $(cat $D/events/kprobes/set/left_out)" "4 "
clear_all
spec 'f:set vfs_read,vfs_write,vfs_getattr,vfs_rename count do count by func'
is "... those that have it" "$(sed 's/:.*//' $D/events/kprobes/set/functions | sort | tr '\n' ' ')" "vfs_read vfs_write "
like "... and those that do not" "$(cat $D/events/kprobes/set/left_out)" "*vfs_getattr*has no parameter count where most have it*"
read_it
like "... with their values" "$(cat $D/events/kprobes/set/hist)" "*vfs_read*"
no "... which a filter cannot change" eval "echo 'file == 1' >$D/events/kprobes/set/filter 2>/dev/null"
clear_all
spec 'f:one vfs_rmdir%return $arg* $retval if $retval == -39'
rmdir /tmp/names.full 2>/dev/null
like "one function is no set" "$(collect; args one)" '*dentry=0x*-39'
clear_all


# Functions that share a name: the types may be another's
shared=$(sed 's/ .*//' $T/available_filter_functions | sort | uniq -d | grep -x 't_next')
if [ "$shared" ]; then
	spec 'f:many t_next,m_next v'
	like "functions of one name are left out" "$(cat $D/events/kprobes/many/left_out)" "*t_next*shares its name*"
	no "... all of them" grep -q t_next $D/events/kprobes/many/functions
	clear_all
else
	for t in 1 2; do skip "functions of one name" "there is one t_next"; done
fi

as_tracefs "casts as tracefs has them" \
	'count (file)$arg1->f_flags (inode)(file->f_inode)->i_mode $current->pid (inode,i_ino)(file->f_inode)->i_mode:u8 (rq)this_cpu_ptr(@runqueues)->cpu' \
	"this kernel's tracefs knows no casts"

# Refusals: what is wrong, at which character, and what there is
refused 'p:x vfs_read nosuch' EINVAL nosuch
like "... the parameters that there are" "$(last_error)" "*file buf count pos"
refused 'p:x vfs_read file->f_path.nosuch' EINVAL nosuch
like "... of which struct" "$(last_error)" "*struct path has no member*"
refused 'p:x vfs_read file->f_dentry' EINVAL f_dentry
like "... and what there is instead" "$(last_error)" "*, but f_path.dentry*"
refused 'p:x vfs_read file->f_path->dentry' EINVAL dentry
refused 'p:x vfs_read file->f_path' EINVAL 'file->f_path'
refused 'p:x kpt_add a' EINVAL a
refused 'p:x vfs_read (nosuch)$arg1->x' EINVAL 'nosuch)$arg1->x'
refused 'p:x vfs_read (file)$arg1' EINVAL ''
refused 'f:x vfs_* nosuch' EINVAL nosuch
finish
