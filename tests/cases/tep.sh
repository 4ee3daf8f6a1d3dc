#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# libtraceevent, given an event's format and a record, prints what kpread does.
# smoke: yes
# on: newest, because what a reader reads is the same everywhere
# kcsan: yes
# takes: 20
# turns: yes

. ./lib.sh
plan 14
setup

# everything CALL...: the records of these calls, by both
everything() {
	for c; do run call $c; done
	helper 3 tepcheck 2000
	clear_all
}

spec 'p:ints kpt_types a=+0($arg1):u8 b=+4($arg1):s8 c=+8($arg1):s16 d=+12($arg1):s16 e=+20($arg1):u32 f=+24($arg1):s32 g=+32($arg1):s64 h=+88($arg1):u64 i=+4($arg1):x8 j=+8($arg1):x16 k=+24($arg1):x32 l=+40($arg1)' \
	'p:arrays kpt_types a=+0($arg1):u8[8] b=+8($arg1):s16[4] c=+16($arg1):x32[3] d=+32($arg1):s64[2] e=+0($arg1):s8[5] f=+16($arg1):u32[1]' \
	'p:chars kpt_types a=+48($arg1):char b=+48($arg1):char[8] c=+48($arg1):char[3] d=+0($arg1):x8' \
	'p:bits kpt_types a=+88($arg1):b4@4/64 b=+88($arg1):b1@63/64 c=+88($arg1):b3@5/8 d=+88($arg1):b4@8/16[4] e=$arg1:b3@0/32' \
	'p:strings kpt_types a=+0(+56($arg1)):string b=+56($arg1):string[2] c=$comm d=\"text" e=+0(+80($arg1)):string f=+0($arg1):u8' \
	'p:be kpt_types a=+8($arg1):be16 b=+8($arg1):be32 c=+8($arg1):be64 d=+8($arg1):be16[3] e=+16($arg1):be32[2] f=$arg1:be64' \
	'p:addresses kpt_types a=+0($arg1):ip4 b=+0($arg1):ip6 c=+0($arg1):ip4[2] d=+16($arg1):ip6[2] e=$arg1:ip4 g=+0($arg1):mac h=+8($arg1):mac[2] f=+0($arg1):u8' \
	'p:counted kpt_types n=\\3 z=\\0 a=+0($arg1):u8[n] b=+8($arg1):s16[n] c=+16($arg1):x32[n] d=+32($arg1):s64[n] e=+8($arg1):be16[n] f=+0($arg1):x8[z] g=$arg1' \
	'p:lists kpt_types a=+56($arg1):string[] b=+72($arg1):string[] c=\\7' \
	'p:symbols kpt_types a=+96($arg1):symbol b=+96($arg1):symbol[2] c=+96($arg1):symstr d=$func e=$arg1' \
	'p:ours kpt_types $pid $tid $nspid $ppid $uid $cpu $cgroup c=$comm' \
	'p:stack kpt_types a=%si $stacktrace b=%di' \
	'r:ret kpt_types ret=$retval:s64 a=$arg1 b=$entry(+88($arg1)):u64 l=$lat' \
	'r:lat kpt_types lat=$retval:u8 x=$retval:x16' \
	'p:none kpt_types' 'r:rnone kpt_types'
everything types types 'ret 1'

# All values of a byte as a character, and as a number with a sign
spec 'p:bytes kpt_ret c=%di:char s=%di:s8 u=%di:u8 h=%di:s16'
i=-128
while [ $i -lt 256 ]; do
	run call ret $i
	i=$((i + 1))
done
helper 3 tepcheck 2000
clear_all

# Many arguments: two words of faults
spec "p:many kpt_nine$(for i in $(seq 1 100); do printf ' a%d=+%d(%%sp):u32' $i $((i % 16 * 8)); done)"
everything 'nine 1 2 3 4 5 6 7 8 9'

spec 'p:who kpt_str s=+0($arg1):string' \
	'r:whor kpt_str s=+0($arg1):string e=$entry(+0($arg1)):string'
everything 'str hello' 'str empty' 'str edge' 'str long'

ok "each event's file is a block of its own" sh -c "
	echo 'p:one kpt_add a=\$arg1' >>$D/control
	[ \$(grep -c '^name: ' $D/events/kprobes/one/format) = 1 ]"
like "its id is that of its records" "$(cat $D/events/kprobes/one/format)" \
	"*ID: $(cat $D/events/kprobes/one/id)*"
finish
