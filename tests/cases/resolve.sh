#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Lines that kplint --resolve writes without names mean what the lines with names mean, and are
# taken by no other kernel, and with no other build of a module.
# on: newest, because kplint is one program everywhere
# takes: 60
# timeout: 400
# turns: yes

. ./lib.sh

# Arguments of vfs_read(): by names, by casts, of the task, of this CPU
set -- \
	'count' '$arg*' 'n=count:x32 file:x64' 'file->f_path.dentry->d_name.name:string' \
	'file->f_path.dentry->d_name.len' 'mode=file->f_inode->i_mode:x16' \
	'magic=file->f_inode->i_sb->s_magic:x64' 'pos=pos[0]:u32' 'file->f_flags file->f_mode' \
	'id=file->f_inode->i_sb->s_id' 'id=file->f_inode->i_sb->s_id:string' \
	'(file)%di->f_path.dentry->d_name.name:string' 'b=(dentry)(file->f_path.dentry)->d_name.len' \
	'ino=(inode,i_mode)(file->f_inode)->i_mode:u16' 'bad=(inode)\8->i_mode' \
	'$current->comm' 'tid=$current->pid t=$tid' 'n=$current->real_parent->tgid' \
	'who=(rq)this_cpu_ptr(&runqueues)->curr->pid' 'who=(rq)this_cpu_ptr(@runqueues)->curr->pid' \
	'a=this_cpu_read(@this_cpu_off)' 'first=(task_struct)&init_task->comm' 'is=&init_task:symstr' \
	'at=+0(pos):u64' 'file:%pD d=file->f_path.dentry:%pd' 'c=$comm d=$arg3:u64 e=%dx' \
	'c=$comm($current->real_parent)' 's=$stacktrace($current->real_parent)' \
	'a=$current->real_parent:task b=$comm((task_struct)$current->group_leader)'
other=0123456789abcdef0123456789abcdef01234567
marks=26 shared=4 types=
[ ! -e /sys/kernel/btf/vmlinux ] || types=yes
plan $((marks + shared + ${types:+$# + 15}))
setup
# one CPU: who reads runs there, so that the parent does not, and has a stack that stands still
taskset -p 1 $$ >/dev/null

# shown EVENT: the arguments in its line, and the lines of a stack below it
shown() {
	awk -v e=": $1: (" '/^ [^ ]/ { if (on) print; next } { on = 0 }
		index($0, e) { on = 1; sub(/.*: [^ ]*: \([^)]*\) */, ""); print }' $out
}

# hex FILE: the notes in it, by their bytes
hex() { hexdump -ve '1/1 "%02x"' "$1"; }
gnu=040000001400000003000000474e5500
id=$(hex /sys/kernel/notes | sed "s/.*$gnu\(.\{40\}\).*/\1/")
is "the kernel has a build-id" ${#id} 40

# A mark
spec "p:m/same kpt_add a=\$arg1:u64   #  for  $id, hello" "p:m/same2 kpt_add # for $id and more"
is "an ID is a word of its own; what follows a mark is a comment" "$(cat $D/control)" \
	"p:m/same kpt_add a=\$arg1:u64
p:m/same2 kpt_add # for $id"
clear_all
spec "p:m/same kpt_add a=\$arg1:u64 if a > 1 do count by a # for $id"
is "a line for this kernel is listed with its mark" "$(cat $D/control)" \
	"p:m/same kpt_add a=\$arg1:u64 if a > 1 do count by a # for $id"
cat $D/control >/tmp/list
clear_all
cat /tmp/list >$D/control
is "what is listed is taken again" "$(cat $D/control)" "$(cat /tmp/list)"
echo 'a > 2' >$D/events/m/same/filter
is "the mark stays behind another condition" "$(cat $D/control)" \
	"p:m/same kpt_add a=\$arg1:u64 if a > 2 do count by a # for $id"
refused "p:m/no kpt_add  # for $other" EINVAL $other
like "... which kernel it is for, and which this is" "$(last_error)" "*build-id $other, this one has $id: *"
refused "p:m/no kpt_add a=+0(\$arg1) if a == 3 # for $other kpt=$other" EINVAL $other
is "... and nothing is made" "$(grep -c . $D/control)" 1
is "a longer or shorter word is a comment" \
	"$(put $D/control "p:m/a kpt_add # for ${other}00") $(put $D/control 'p:m/b kpt_add # for me')" "OK OK"
is "... which is not kept" "$(grep -c '#' $D/control)" 1
spec "-:m/same # for $other"
is "a line that removes is for any kernel" "$(grep -c m/same $D/control)" 0
clear_all
printf "p:m/x kpt_add # for $id\np:m/y kpt_add # for $other\np:m/z kpt_add\n" >$D/control 2>/dev/null
is "each line is for itself" "$(cut -d' ' -f1 $D/control)" p:m/x
clear_all
like "kpread -x says so" "$(kpread -x "p:x kpt_add # for $other" 2>&1)" "*for the kernel with build-id $other*"
mkdir -p /tmp/load
printf "p:m/x kpt_add # for $id\np:m/y kpt_add # for $other\n" >/tmp/load/a.probes
like "kpload says so" "$(kpload /tmp/load 2>&1)" "/tmp/load/a.probes:2:21: the line is for the kernel *"
is "... and loads the others" "$(cut -d' ' -f1 $D/control)" p:m/x
clear_all

# A module's build
note=/sys/module/kpt/notes/.note.gnu.build-id
if [ -e $note ]; then
	mod=$(hex $note | sed "s/.*$gnu//")
	spec "p:m/mod kpt:kpt_add # for $id kpt=$mod"
	is "a line for this build of a module" "$(cat $D/control)" "p:m/mod kpt:kpt_add # for $id kpt=$mod"
	refused "p:m/no kpt:kpt_add # for $id kpt=$other" EINVAL $other
	like "... which module" "$(last_error)" "*module kpt with build-id $other, it has $mod: *"
	rmmod kpt
	is "the line when its module is away" "$(prof m/mod mode)" parked
	spec "p:m/odd kpt:kpt_add # for $id kpt=$other"
	is "... and one for another build" "$(prof m/odd mode)" parked
	clear_errors
	insmod /kmod/kpt.ko
	is "the module comes: the one is planted, the other is not" \
		"$(prof m/mod mode) $(prof m/odd mode)" "ftrace refused"
	like "... for a reason" "$(last_error)" "*module kpt with build-id $other*"
	clear_all
else
	for t in 1 2 3 4 5 6 7 8; do skip "a module's build" "the modules of tests have no build-id"; done
fi

# kplint on a line with a mark: by --btf
kplint_says() { printf '%s\n' "$@" | kplint 2>&1; }
is "kplint without types takes any mark" "$(kplint_says "p f # for $other")" ""
is "... with a mistake in front" "$(kplint_says "p f %no # for $other" | sed 1q | cut -d: -f1-3)" "-:1:5"
no "a build-id is hex" sh -c "echo | kplint --resolve --build-id what 2>/dev/null"
no "no list is resolved" sh -c "kplint --resolve -L vfs_read 2>/dev/null"
if [ ! "$types" ]; then
	finish
	exit
fi

is "kplint --btf refuses what is for another kernel" \
	"$(echo "p f # for $other" | kplint --btf /sys/kernel/btf/vmlinux | sed 1q | cut -c1-30)" \
	"-:1:11: the line is for the ke"
is "... and takes what is for that" "$(echo "p f # for $id" | kplint --btf /sys/kernel/btf/vmlinux)" ""

# Each line with names and without, side by side on one read
i=0
: >/tmp/named
for args; do
	i=$((i + 1))
	printf 'p:a%d vfs_read %s if count == 777\n' $i "$args" >>/tmp/named
done
sed 's/^p:a/p:b/' /tmp/named | kplint --resolve >/tmp/plain
is "each line has a form without names, and a mark" "$(grep -c " == 777 # for $id\$" /tmp/plain)" $#
cat /tmp/named /tmp/plain >$D/control
is "all are taken" "$(grep -c . $D/control)" $(($# * 2))
echo hello >/tmp/resolve.txt
dd if=/tmp/resolve.txt of=/dev/null bs=777 count=1 2>/dev/null
collect
i=0
for args; do
	i=$((i + 1))
	is "the same: $args" "$(shown b$i | grep .)" "$(shown a$i | grep . || echo no hit)"
done
clear_all

# Conditions and actions
cat >/tmp/named <<'END'
r:c vfs_read ret=$retval kept=$entry(file->f_path.dentry->d_name.len) if count == 777 && file->f_path.dentry->d_name.name:string == "resolve.txt" && $retval < 1000 do emit, stats(count) by file->f_inode->i_sb->s_magic, comm
END
kplint --resolve /tmp/named >/tmp/plain
cat /tmp/named >$D/control
dd if=/tmp/resolve.txt of=/dev/null bs=777 count=1 2>/dev/null
collect
args c >/tmp/one
like "in if and do, with names" "$(cat $D/events/kprobes/c/hist)" "*  1  777  777  777  777  *$((0x1021994))*dd*"
clear_all
cat /tmp/plain >$D/control
dd if=/tmp/resolve.txt of=/dev/null bs=777 count=1 2>/dev/null
collect
is "... without: the same values" "$(args c)" "$(grep . /tmp/one || echo no hit)"
like "... and keys" "$(cat $D/events/kprobes/c/hist)" "*  1  777  777  777  777  *$((0x1021994))*dd*"
clear_all

# What records look like, of some of many functions, one form after the other
kplint -L 'vfs_*' | sed 's/(.*//' | uniq -u | sed -n '1,52s/.*/p:all\/p_& & $arg*\nr:all\/r_& & $arg* ret=$retval/p' >/tmp/named
kplint --resolve /tmp/named 2>/dev/null >/tmp/plain
ok "hundred lines have a form without names" [ $(grep -c "# for $id" /tmp/plain) -ge 100 ]
formats() { (cd $D/events/all && grep -v '^ID' */format); }
while read -r line; do echo "$line" >>$D/control 2>/dev/null; done <<END
$(head -n 30 /tmp/plain)
END
formats >/tmp/formats.plain
cut -d' ' -f1 $D/control >/tmp/events
clear_all
ok "... and are taken, nearly all" [ $(grep -c . /tmp/events) -ge 20 ]
while read -r event; do grep "^$event " /tmp/named; done </tmp/events >/tmp/both
cat /tmp/both >$D/control
formats >/tmp/formats.named
is "... and with names, the same" "$(cut -d' ' -f1 $D/control)" "$(cat /tmp/events)"
ok "... their records are the same" cmp /tmp/formats.named /tmp/formats.plain
clear_all

# Samples, but one about a module that is not here, and those about programs
samples=$(for f in /samples/*.probes; do in_programs $f || echo $f; done | grep -v arrays-flushed)
kplint --resolve $samples 2>/tmp/said >/tmp/plain
is "samples are resolved" "$(grep -c "# for $id\$" /tmp/plain)$(cat /tmp/said)" \
	"$(cat $samples | grep -vc '^#')"
# sets of all functions take long, and what needs one of them goes with it
grep -v '^f\|^[a-z]*:ahead/' /tmp/plain >/tmp/small
while read -r line; do echo "$line" >>$D/control 2>/dev/null || last_error; done </tmp/small >/tmp/refused
is "... and taken, but for names that other samples have" "$(grep -vc 'is there with other arguments\|very probe' /tmp/refused)" 0
clear_all

# What has no form
like "a set with a parameter" "$(echo 'f vfs_* count' | kplint --resolve 2>&1)" '-:1:3: of a set *'
like "a file without a build-id" "$(cp /sys/kernel/btf/vmlinux /tmp/types; echo 'p vfs_read count' | kplint --btf /tmp/types --resolve 2>&1)" \
	"*build-id is not in the file*p vfs_read count=\$arg3:u64"
finish
