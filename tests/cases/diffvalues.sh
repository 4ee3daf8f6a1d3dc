#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same probes in kprobe_events and in control, the same calls: every line of
# kpread is that of tracefs, the place included.
#
# Left out, since they are meant to differ: integers that cannot be read (ours is
# (fault), tracefs's what was there), strings that run into a hole or are cut (ours
# show what could be read, and a mark), bytes that a terminal does not print, empty
# strings of user memory, which tracefs takes for a fault, and a symstr with a string
# behind it: tracefs forgets its NUL, and the one runs into the other.
# on: newest, because values are read by one code everywhere, and names runs on each kernel
# not: rt, because its kprobe_events is that of 6.1
# timeout: 180
# takes: 20
# turns: yes

. ./lib.sh
plan 51
setup

theirs=/tmp/theirs
mine=/tmp/mine
lines=/tmp/lines
all=0
steps=$(awk '$3 == "kpt_steps" { print $1 }' /proc/kallsyms)
mov=$(awk '$1 == "steps_mov" { print $2 }' $KPT/places)

# `new` marks the lines that 6.1's tracefs does not know, `old` those that 7.3's does not.
known() {
	case $(uname -r) in
	6.1.*) grep -v '^new ' $lines ;;
	7.*) grep -v '^old ' $lines ;;
	*) cat $lines ;;
	esac | sed 's/^\(new\|old\) //'
}

# What stands behind the time, without r's lat, which is the last there, and without
# the size of data in a module: 6.1 has it wrong (0xffffffffffffcfd0).
shown() {
	sed -n 's/^[^:]*: \([a-z0-9_]*: (.*\)/\1/p' $1 |
		sed 's/ lat=[^ ]*$//; s/\(kpt_data+0x[0-9a-f]*\)\/0x[0-9a-f]*/\1/g'
}

# same: `ok` or `not ok` for each event of $lines, after its lines that differ
same() {
	awk '
	FILENAME == ARGV[1] {
		marked = $1 == "new" || $1 == "old"
		name = marked ? $2 : $1
		sub(/^[pr][0-9]*:d\//, "", name)
		if (!(name in must)) order[++events] = name
		must[name] = !marked
		next
	}
	{ name = $1; sub(/:$/, "", name) }
	FILENAME == ARGV[2] { theirs[name, ++n[name]] = $0; next }
	{ ours[name, ++m[name]] = $0 }
	END { for (e = 1; e <= events; e++) verdict(order[e]) }

	function verdict(name, i, bad) {
		if (!n[name] && !must[name]) {
			print "ok " name " # SKIP unknown to the tracefs of this kernel"
			return
		}
		bad = !n[name] || n[name] != m[name]
		if (bad) print name ": " n[name] + 0 " lines, ours " m[name] + 0
		for (i = 1; i <= n[name] && i <= m[name]; i++) {
			if (theirs[name, i] == ours[name, i]) continue
			bad = 1
			print "tracefs: " theirs[name, i]
			print "ours:    " ours[name, i]
		}
		print (bad ? "not ok " : "ok ") name ": " n[name] + 0 " lines"
	}' $lines $theirs $mine
}

make_theirs() {
	known | while read -r line; do
		printf '%s\n' "$line" >>$T/kprobe_events || diag "tracefs refuses: $line"
	done
	echo >$T/trace
	echo 1 >$T/events/d/enable
}

make_mine() {
	sed 's/^\(new\|old\) //' $lines | while read -r line; do
		spec "$line" || diag "refused: $line"
	done
	reading
}

take_theirs() {
	echo 0 >$T/events/d/enable
	shown $T/trace >$theirs
	echo >$T/kprobe_events
}

take_mine() {
	collect
	shown $out >$mine
	clear_all
}

call_all() { for c; do run call $c; done; }
input() { sed "s/MOV/$((mov - 0x$steps))/; s/STEPS/$steps/" >$lines; }

judge() {
	helper $(sed 's/^new //' $lines | cut -d' ' -f1 | sort -u | wc -l) same
	all=$((all + $(wc -l <$theirs)))
}

# together CALL...: the lines on standard input on both sides under these calls
together() {
	input
	make_mine
	make_theirs
	call_all "$@"
	take_theirs
	take_mine
	judge
}

# in_turns CALL...: the calls twice. Of two r on one function one would see the
# other's trampoline where the function returns to.
in_turns() {
	input
	make_theirs
	call_all "$@"
	take_theirs
	make_mine
	call_all "$@"
	take_mine
	judge
}

# In order
taskset -p 1 $$ >/dev/null

together "add 0xfffefdfcfbfaf9f8 -2" "add 0 65" "add 0x8000000080008080 1" \
	"mixed 255 -1 65535 -2 4294967295 -3" "nine 0x1111 0x2222 3 4 5 6 7 8 0xfedcba9876543210" \
	"ret -1" "ret -9223372036854775808" "ret 7" "seq 65" "steps 5" <<'E'
p:d/ints kpt_add a=%di:u8 b=%di:u16 c=%di:u32 d=%di:u64 e=%di:s8 f=%di:s16 g=%di:s32 h=%di:s64
p:d/hexes kpt_add a=%di:x8 b=%di:x16 c=%di:x32 d=%di:x64 e=%di
p:d/mixed kpt_mixed a=$arg1:u8 b=$arg2:s8 c=$arg3:u16 d=$arg4:s16 e=$arg5:u32 f=$arg6:s32
new p:d/char kpt_seq a=$arg1:char b=\66:char
p:d/bits kpt_add a=%di:b4@0/8 b=%di:b8@4/32 c=%di:b1@63/64 d=%di:b64@0/64 e=%di:b12@20/64 f=%di:b3@13/16
p:d/args kpt_nine $arg1 $arg2 $arg3 $arg4 $arg5 $arg6 $arg7 $arg8 $arg9
p:d/regs kpt_nine %di %si %dx %cx %r8 %r9 %sp %ip %ax %bx %bp %r10 %r11 %r12 %r13 %r14 %r15 %cs %ss
p:d/stack kpt_nine s=$stack r=$stack0 a=$stack1 b=$stack2:u8 c=$stack3 d=+8($stack) e=+16(%sp):s8
p:d/constants kpt_add a=\0x2a b=\-1:s64 c=\255:u8 d=\+5 e=\-1:x16 f=\0x80:s8
p:d/texts kpt_add a=\"text" b=\"" c=\"a=b(c)":string
p:d/comm kpt_add a=$comm b=$COMM c=$comm:string
p:d/memory kpt_add a=@kpt_data b=@kpt_data_neg:s32 c=@kpt_data+4:x32 d=@kpt_text+1:u8
p:d/memories kpt_add a=@kpt_data:u8[8] b=@kpt_text:string c=@kpt_text+8:string d=@kpt_data:b4@4/8[8]
p:d/places kpt_add a=%ip:symbol c=$stack0:symbol d=$stack0:symstr
p:d/middle kpt_steps+MOV a=%di:u8
p:d/address 0xSTEPS a=%di:u8
p:d/two kpt_add a=%di
p:d/two kpt_ret a=%di
p:d/nothing kpt_ret
E

# Memory: structs, arrays, what a pointer in it points at
together types deref <<'E'
p:d/arrays8 kpt_types a=+0(%di):u8[8] b=+0(%di):s8[8] c=+0(%di):x8[8] d=+0(%di):u8[1]
p:d/arrays16 kpt_types a=+8(%di):s16[4] b=+8(%di):u16[4] c=+8(%di):x16[2]
p:d/arrays32 kpt_types a=+16(%di):u32[4] b=+16(%di):s32[4] c=+16(%di):x32[4]
p:d/arrays64 kpt_types a=+32(%di):s64[2] b=+32(%di):u64[2] c=+32(%di):x64[2]
p:d/array64 kpt_types a=+0(%di):x8[64]
new p:d/chars kpt_types a=+48(%di):char[8] b=+48(%di):char c=+6(%di):char[2]
p:d/fields kpt_types a=+88(%di):b4@4/64 b=+88(%di):b8@0/8[8] c=+88(%di):b3@13/16[4] d=+88(%di):b31@1/32[2]
p:d/strings kpt_types a=+56(%di):string[4] b=+0(+56(%di)):string c=+0(+64(%di)):string d=+0(+72(%di)):string
p:d/strings1 kpt_types a=+80(%di):string[1] b=+56(%di):string[2] c=\7
p:d/symbols kpt_types a=+96(%di):symbol[4] b=+96(%di):symbol c=+104(%di):symbol d=+112(%di):symbol e=+32(%di):symbol f=\0:symbol
p:d/symstr1 kpt_types a=+96(%di):symstr
p:d/symstr2 kpt_types a=+104(%di):symstr
p:d/symstr3 kpt_types a=+112(%di):symstr
p:d/structs kpt_deref a=+0(%di) b=+24(%di):s64 c=+0(+16(%di)):s32 d=+4(+16(%di)):x16 e=-8(+8(%di))
p:d/names kpt_deref a=+6(+16(%di)):string b=+0(+16(+16(%di))):string c=+6(+16(%di)):u8[6]
old p:d/deep kpt_deref a=+0(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(%di)))))))))))) b=+0(+8(+8(%di)))
E

# Strings, those that cannot be read too, user memory, names of files
together "str hello" "str empty" "str edge" "str hole" "str null" "str wild" \
	"ustr hello" "ustr edge" "ustr hole" "ustr kernel" path <<'E'
p:d/str kpt_str a=+0(%di):string b=\7 c=+0(%di):string
p:d/ustr kpt_ustr a=+0(%di):ustring b=+u0(%di):string c=+u0(%di):ustring
new p:d/path kpt_path a=$arg1:%pd b=$arg2:%pD $arg1:%pd
E
together "ustr array" <<'E'
p:d/uarray kpt_ustr a=+u0(%di):ustring[3] b=+0(+u8(%di)):ustring c=+u0(+u8(%di)):string
p:d/uvalue kpt_ustr a=+u24(%di):u64 b=+u24(%di):b4@4/8 c=-u8(+u8(%di)):x32 d=+u0(%di):ustring[1]
E

# Returns, one for each function
in_turns "nine 0x1111 0x2222 3 4 5 6 7 8 0xfedcba9876543210" "ret -1" "ret 7" \
	"ret -9223372036854775808" "mixed 255 -1 65535 -2 4294967295 -3" "recurse 3" \
	"str hello" "str empty" "str null" "ustr hello" "ustr hole" path types "ret32 -5" \
	"seq 65" "a 5" <<'E'
r:d/result kpt_nine a=$retval b=$retval:u8 c=$retval:s32 d=%ax e=$comm f=$retval:b8@4/64
r:d/results kpt_ret a=$retval:s64 b=$retval:u64 c=$retval:x64 d=\-1:s8
new r:d/entry kpt_mixed a=$arg1:u8 b=$arg2:s8 c=$arg5:x32 d=$arg6:s32 e=$retval:s64
new r:d/entries kpt_recurse a=$arg1:s32 b=$retval:u8
r:d/strret kpt_str a=+0($retval):string
new r:d/userentry kpt_ustr a=+0($arg1):ustring b=+u0($arg1):string
new r:d/pathentry kpt_path a=$arg1:%pd b=$arg2:%pD
new r:d/memory kpt_types a=+96($arg1):symbol[4] b=+0($arg1):u8[4] c=+56($arg1):string[4]
r16:d/none kpt_ret32
p:d/percent kpt_seq%return a=$retval
r:d/tworets kpt_a a=$retval
r:d/tworets kpt_c a=$retval
E
ok "many lines were compared ($all)" [ $all -ge 70 ]
finish
