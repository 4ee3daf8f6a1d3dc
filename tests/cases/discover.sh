#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What `check` tells for writing lines: prototypes, members, the places within a function; and
# kplint the same from a file of types.
# not: rt, because PREEMPT_RT changes nothing in files and grammar
# takes: 20
# timeout: 600
# smoke: yes
# turns: yes

. ./lib.sh
plan 35
setup kpt kpt_last
BTF=/sys/kernel/btf/vmlinux

# inside FUNCTION: the offsets and modes that are listed
inside() { verdict "$1+" | sed -n "s/^\t$1+\(.*\)/\1/p"; }
# each_byte FUNCTION SIZE: the same, asked place by place
each_byte() {
	local i=0
	while [ $i -lt $2 ]; do
		verdict "$1+$i"
		i=$((i + 1))
	done | sed -n 's/^ok: [^+]*+\(0x[0-9a-f]*\)\/.*\]: \(int3\|optimized\|ftrace\).*/\1: \2/p'
}

# Places within a function
inside kpt_insns >/tmp/got
is "where instructions begin" "$(sed 's/:.*//' /tmp/got | xargs)" "0x0 0x3 0x7 0xc 0x10 0x15 0x16 0x17"
each_byte kpt_insns 24 >/tmp/want
says "... with the mode that each place alone is said to have" diff /tmp/want /tmp/got
is "so many" "$(verdict kpt_insns+ | head -n 1)" "ok: 8 places"
is "nothing is left of the trials" "$(cat /sys/kernel/debug/kprobes/list)" ""
case $(verdict vfs_read | head -n 1) in
*ftrace*) like "the entry, and ftrace's place" "$(inside vfs_read | head -n 1)" "0x[04]: ftrace" ;;
*) skip "the entry, and ftrace's place" "this kernel has none there" ;;
esac
verdict vfs_read+ >/tmp/got
is "no place is there twice" "$(uniq -d /tmp/got)" ""
is "as many as are said" "$(grep -c '^	vfs_read+' /tmp/got)" "$(sed -n 's/^ok: \([0-9]*\) places$/\1/p' /tmp/got)"
ok "what is called has a name" grep -q ', calls rw_verify_area$' /tmp/got
like "of a module, by its name" "$(verdict kpt:kpt_insns+ | tail -n 1)" "	kpt:kpt_insns+0x17: *"
says "none: that of the place" [ "$(verdict nosuch_function+)" = "$(verdict nosuch_function)" ]
like "excluded: that of the place" "$(verdict kpt_last_barred+)" "refused: *blacklisted*"
like "the last of a module" "$(verdict kpt_last_fn+)" "refused: *"
like "one function at a time" "$(verdict 'vfs_*+')" "refused: the + at the end lists*"
like "without an offset" "$(verdict 'vfs_read+4+')" "refused: *"
like "without a return" "$(verdict 'vfs_read%return+')" "refused: *"
is "two lines" "$(printf 'kpt_insns+\nkpt_insns+3\n' | put -n -r $D/check | wc -l)" 10

# Names
if [ ! -e $BTF ]; then
	like "no types" "$(verdict 'struct file')" "refused: this kernel has no types*"
	is "a place has no prototype" "$(verdict vfs_read | wc -l)" 1
	for t in $(seq 17); do skip "types" "this kernel has none"; done
	finish
	exit
fi
P='vfs_read(struct file *file, char *buf, size_t count, loff_t *pos) -> ssize_t'
is "a prototype behind a place" "$(verdict vfs_read | tail -n 1)" "	$P"
is "... and a return" "$(verdict vfs_read%return | tail -n 1)" "	$P"
is "not behind an offset" "$(verdict vfs_read+$(inside vfs_read | sed -n '2s/:.*//p') | wc -l)" 1
is "kplint says the same" "$(kplint --btf $BTF -L vfs_read)" "$P"
is "of a tracepoint" "$(verdict 't sched_process_exec' | tail -n 1)" \
	"	sched_process_exec(struct task_struct *p, pid_t old_pid, struct linux_binprm *bprm)"
verdict 'struct file' >/tmp/got
like "a struct" "$(head -n 1 /tmp/got)" "ok: struct file, * bytes"
ok "its members" grep -q '^	+[0-9]* *\(const \)*struct path f_path$' /tmp/got
kplint --btf $BTF -t file | sed '1s/^/ok: /' >/tmp/want
says "kplint says the same" diff /tmp/want /tmp/got
is "a member of it" "$(verdict 'struct file.f_path')" "ok: struct path, 16 bytes
	+0      struct vfsmount *mnt
	+8      struct dentry *dentry"
is "behind a pointer" "$(verdict '(file)->f_path.dentry->d_name' | head -n 1)" "ok: struct qstr, 16 bytes"
# each offset is where a line finds the member
off=$(sed -n 's/^\t+\([0-9]*\) *struct inode \*f_inode$/\1/p' /tmp/got)
spec "p:o vfs_read a=file->f_inode:x64 b=+$off(\$arg1):x64 if count == 777"
echo x >/tmp/x
dd if=/tmp/x of=/dev/null bs=777 count=1 2>/dev/null
got=$(collect; args o)
[ -n "$got" ] || got=none
is "a line finds a member at its offset" "$(echo "$got" | sed 's/a=\(.*\) b=\1/the same/')" "the same"
clear_all
if [ -e /drivers/overlay.ko ]; then
	insmod /drivers/overlay.ko
	like "of a module" "$(verdict 'struct overlay:ovl_inode' | head -n 1)" "ok: struct ovl_inode, * bytes"
	rmmod overlay
else
	skip "of a module" "this kernel has no overlay.ko"
fi

# What kplint said of this kernel's types elsewhere (tests/vm/image)
if [ -e /types/prototypes ]; then
	for s in $(ls /types | grep -v prototypes); do
		verdict "struct $s" | sed '1s/^ok: //' | diff - /types/$s >/dev/null || echo $s
	done >/tmp/differ
	is "$(($(ls /types | wc -l) - 1)) structs as kplint has them elsewhere" "$(cat /tmp/differ)" ""
	ok "... so many" [ $(ls /types | wc -l) -gt 50 ]
	sed 's/(.*//' /types/prototypes | put -n -r $D/check | sed -n 's/^\t\(.*(.*\)/\1/p' >/tmp/got
	grep -v -x -F -f /types/prototypes /tmp/got >/tmp/differ
	is "$(wc -l </tmp/got) prototypes are, too" "$(cat /tmp/differ)" ""
	ok "... so many" [ $(wc -l </tmp/got) -gt $(($(wc -l </types/prototypes) * 3 / 4)) ]
else
	for t in 1 2 3 4; do skip "as kplint has it elsewhere" "kplint was told nothing of it"; done
fi
like "no such struct" "$(verdict 'struct nosuch')" "refused: the types have no struct nosuch*"
like "no such member, and the one that was meant" "$(verdict 'struct file.f_dentry')" \
	"refused: struct file has no member 'f_dentry', but f_path.dentry"
like "nonsense" "$(verdict '(')" "refused: *"
finish
