#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Strings made of the names of dentries: the same as printk's, and whole paths.
# on: newest, because they are read by one code everywhere
# takes: 15
# timeout: 600

. ./lib.sh
plan 37
setup

# printks TYPE: what printk said of the last file; args are in quotes
printks() { sed -n "s/^$1 //p" $KPT/names; }
all='%pd %pd2 %pd3 %pd4 %pD %pD2 %pD3 %pD4'

# same TEXT PATH: as printk has it, each type in an event of its own, for the room of long names
same() {
	local type n=0 got= want=
	run call path "$2"
	collect
	for type in $all; do
		n=$((n + 1))
		got="$got $(args n$n)"
		want="$want a=\"$(printks ${type#%})\""
	done
	is "$1" "$got" "$want"
}

set --
n=0
for type in $all; do
	n=$((n + 1))
	case $type in
	%pd*) set -- "$@" "p:n$n kpt_path a=\$arg1:$type" ;;
	*) set -- "$@" "p:n$n kpt_path a=\$arg2:$type" ;;
	esac
done
spec "$@"
long=$(printf '%0250d' 7)
mkdir -p /p/a/b/$long/$long/$long
echo text >/p/a/b/file
echo text >/p/a/b/$long/$long/$long/$long
same "the root" /
same "the root of a third" /tmp
same "one below" /p
same "a file" /p/a/b/file
same "the root of another mount" /dev
same "a device" /dev/null
same "long names" /p/a/b/$long/$long/$long/$long
same "a file of proc" /proc/self/status
mv /p/a/b /p/c
same "... moved" /p/c/file
exec 3</p/c/file
mv /p/c/file /p/renamed
same "... renamed while it is open" /proc/self/fd/3
rm /p/renamed
same "... deleted" /proc/self/fd/3
exec 3<&-
clear_all
echo text >/p/c/file

# Whole paths: as d_path() has them, where the file is in the first mount
spec 'p:w kpt_path a=$arg1:%pd* b=$arg2:%pD*' 'r:r kpt_path a=$arg2:%pD*' \
	'p:k kpt_path if $arg2:%pD* == "/p/c/file" do count by $arg2:%pD*, $arg1:%pd2'
run call path /p/c/file
collect
is "d_path has the same" "$(printks d_path)" /p/c/file
is "a path" "$(args w)" 'a="/p/c/file" b="/p/c/file"'
is "... at the return" "$(args r)" 'a="/p/c/file"'
like "... in a condition, as a key" "$(cat $D/events/kprobes/k/hist)" \
	'*arg2:%pD\*: "/p/c/file", arg1:%pd2: "c/file"*'
run call path /
collect
is "the root" "$(args w)" 'a="/" b="/"'
run call path /dev/null
collect
is "up to the mount's root" "$(args w)" 'a="/null" b="/null"'
run call path /dev
collect
is "a mount's root" "$(args w)" 'a="/" b="/"'
mkdir /p/m
mount --bind /p/c /p/m
run call path /p/m/file
collect
is "a mount of a part" "$(args w)" 'a="/p/c/file" b="/file"'
umount /p/m
run call path /proc/self/fd/1
exec 3</p/c/file
rm /p/c/file
run call path /proc/self/fd/3
collect
is "deleted" "$(args w | tail -n 1)" 'a="/p/c/file" b="/p/c/file"'
exec 3<&-

# 32 names at most; those that are left out stand in front
deep=/p
want=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
	deep=$deep/$i
	want=$want/$i
done
mkdir -p $deep/31/32
run call path $deep/31
collect
is "32 names" "$(args w)" "a=\"$deep/31\" b=\"$deep/31\""
run call path $deep/31/32
collect
is "33 names" "$(args w)" "a=\"...$want/31/32\" b=\"...$want/31/32\""
clear_all

# What is no dentry has no name
spec 'p:bad kpt_path a=$arg3:%pd2 b=+0($arg1):path c=\0:%pD* d=\8:%pd4 ok=\7'
run call path /
collect
like "what is no dentry" "$(args bad)" '* c=(fault) d=(fault) ok=0x7'
clear_all

# While names change: short names are words, and so each is the old or the new
mkdir /p/s
echo text >/p/s/old
spec 'p:s vfs_open a=+8($arg1):%pd2 if +8($arg1):%pd3 == "/p/s" || +8($arg1):%pd2 ~ "s/*"'
{ while [ ! -e /tmp/stop ]; do mv /p/s/old /p/s/new; mv /p/s/new /p/s/old; done; } &
n=0
while [ $n -lt 150 ]; do
	cat /p/s/old /p/s/new >/dev/null 2>&1
	n=$((n + 1))
done
echo >/tmp/stop
wait $!
cat /p/s/old >/dev/null
collect
is "no other name than the two" "$(args s | grep -v '^a="s/old"$' | grep -v '^a="s/new"$')" ""
ok "... and one of them" [ $(lines s) -gt 0 ]
ok "each hit has one fate" ledger kprobes/s
clear_all

# By the names of parameters, with the types that the kernel gives
if [ -e /sys/kernel/btf/vmlinux ]; then
	spec 'p:o vfs_open a=path:path b=path->dentry:%pd2 if $comm == "cat"' \
		'p:v vfs_read a=file:path b=file->f_path:path c=file:%pD2 cwd=$current->fs->pwd:path if count == 777'
	mkdir /p/cwd
	echo text >/p/cwd/name
	(cd /p/cwd && dd if=name of=/dev/null bs=777 count=1 2>/dev/null && cat name >/dev/null)
	collect
	is "a struct file by its name" "$(args v | head -n 1)" \
		'a="/p/cwd/name" b="/p/cwd/name" c="cwd/name" cwd="/p/cwd"'
	is "a struct path" "$(args o | tail -n 1)" 'a="/p/cwd/name" b="cwd/name"'
	clear_all
	spec 'p:i vfs_read n=count if file:path == "/p/cwd/name" && file->f_path.dentry:%pd ~ "n*"' \
		'r:i2 vfs_read n=$entry(count) if file->f_path:path == "/p/cwd/name"' \
		'f:i3 vfs_read,vfs_write n=count if file:path ~ "/p/cwd/n*" do emit, count by file:%pD2'
	dd if=/p/cwd/name of=/p/cwd/none bs=778 count=1 2>/dev/null
	collect
	is "operands of a condition by names" "$(args i) $(args i2) $(args i3 | xargs)" "n=778 n=778 n=778 n=5"
	like "... and a key" "$(cat $D/events/kprobes/i3/hist)" '*file:%pD2: "cwd/name"*'
	clear_all
	spec 'r:kept vfs_read a=$entry(file->f_path):path b=file:path if count == 777'
	mkdir /p/$long
	echo text >/p/$long/bc
	(cd /p && dd if=cwd/name of=/dev/null bs=777 count=1 && dd if=$long/bc of=/dev/null bs=777 count=1) 2>/dev/null
	collect
	is "an entry keeps 255 characters" "$(args kept)" "a=\"/p/cwd/name\" b=\"/p/cwd/name\"
a=\"/p/$long/b\"... b=\"/p/$long/bc\""
	refused 'p:x vfs_read count:path' EINVAL count:path
	like "... and why" "$(last_error)" "*is no struct path and no struct file*"
	clear_all
else
	for i in 1 2 3 4 5 6 7 8; do skip "by names" "this kernel has no types"; done
fi
refused 'p:x vfs_read $arg1:path' EINVAL path
like "... and what to write" "$(last_error)" '*write +0($arg1):path*'
finish
