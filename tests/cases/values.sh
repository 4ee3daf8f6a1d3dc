#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every source and type of an argument gives the exact value.
# smoke: yes
# on: newest, because values are read by one code everywhere, and names runs on each kernel
# not: rt, because vars and stack run there, and arguments are fetched by the same code
# kcsan: yes
# takes: 20
# turns: yes

. ./lib.sh
plan 93
setup

# value TEXT EVENT WANT: the only line of that event in the last collection
value() { is "$1" "$(args $2)" "$3"; }

# Registers and stack, $argN from 1 to 9
spec 'p:nine kpt_nine a=$arg1 b=$arg2 c=$arg3 d=$arg4 e=$arg5 f=$arg6 g=$arg7 h=$arg8 i=$arg9' \
	'p:regs kpt_nine %di %si %dx %cx %r8 %r9' \
	'p:stack kpt_nine s1=$stack1 s2=$stack2 s3=$stack3 same=+8($stack) ret=$stack0' \
	'r:nine_r kpt_nine ret=$retval'
run call nine 0x1111 0x2222 3 4 5 6 7 8 0xfedcba9876543210
collect
is "kpread: complete" $rc 0
value '$arg1 to $arg9' nine \
	"a=0x1111 b=0x2222 c=0x3 d=0x4 e=0x5 f=0x6 g=0x7 h=0x8 i=0xfedcba9876543210"
is "registers get names like tracefs's" "$(args regs | tr ' ' '\n' | sed 's/=.*//' | tr '\n' ' ')" \
	"arg1 arg2 arg3 arg4 arg5 arg6 "
is "%di %si" "$(args regs | cut -d' ' -f1,2)" "arg1=0x1111 arg2=0x2222"
is '$stack1 to $stack3' "$(args stack | cut -d' ' -f1-3)" "s1=0x7 s2=0x8 s3=0xfedcba9876543210"
is '+8($stack)' "$(field same stack)" 0x7
like '$stack0 at the entry is the return address' "$(field ret stack)" '0xffffffff????????'
value '$retval' nine_r "ret=$(printf '0x%x' $((0x1111 + 0x2222 + 33 + 0xfedcba9876543210)))"
clear_all

# Types
spec 'p:mixed kpt_mixed a=$arg1:u8 b=$arg2:s8 c=$arg3:u16 d=$arg4:s16 e=$arg5:u32 f=$arg6:s32' \
	'p:hex kpt_mixed a=$arg1:x8 b=$arg2:x8 c=$arg3:x16 d=$arg4:x16 e=$arg5:x32 f=$arg6:x32' \
	'p:cut kpt_add a=$arg1:u8 b=$arg1:s8 c=$arg1:u16 d=$arg1:s16 e=$arg1:u32 f=$arg1:s32 g=$arg1:u64 h=$arg1:s64 i=$arg1:x64' \
	'r:mixed_r kpt_mixed ret=$retval:s64'
run call mixed 255 -1 65535 -2 4294967295 -3
run call add 0xfffefdfcfbfaf9f8 0
collect
value "unsigned and signed, 8 to 32 bits" mixed "a=255 b=-1 c=65535 d=-2 e=4294967295 f=-3"
value "hexadecimal, 8 to 32 bits" hex "a=0xff b=0xff c=0xffff d=0xfffe e=0xffffffff f=0xfffffffd"
value "a wide value is cut to its type" cut \
	"a=248 b=-8 c=63992 d=-1544 e=4227529208 f=-67438088 g=18446460386757245432 h=-283686952306184 i=0xfffefdfcfbfaf9f8"
value "s64 return value" mixed_r "ret=$((255 - 1 + 65535 - 2 + 4294967295 - 3))"
clear_all

# The network's order: a register, memory, an array; compared and counted as numbers
spec 'p:be kpt_add a=$arg1:be16 b=$arg1:be32 c=$arg1:be64 d=@kpt_data:be16 e=@kpt_data:be32 f=@kpt_data:be64 g=@0:be16' \
	'p:bek kpt_add p=$arg1:be16 if p == 1 do count by p' \
	'r:ber kpt_add a=$entry(@kpt_data):be16 b=$arg1:be16 if b < 2' \
	'p:bea kpt_add a=+0($arg2):be16[3] b=+0($arg2):be64[1] if @kpt_data:be32 == 0x88776655 && @kpt_data:be32 > 0x11223344'
run call add 0x100 0x$(awk '$3 == "kpt_data" { print $1 }' /proc/kallsyms)
run call add 0x200 0
collect
is "the highest byte first" "$(args be | head -n 1)" \
	"a=1 b=65536 c=281474976710656 d=34935 e=2289526357 f=9833440827789222417 g=(fault)"
is "... in arrays" "$(args bea | head -n 1)" "a={34935,26197,17459} b={9833440827789222417}"
is "... of an entry" "$(args ber)" "a=34935 b=1"
like "... as a key" "$(cat $D/events/kprobes/bek/hist)" "*p: 1*"
clear_all

# Addresses: memory, a register, arrays, what is kept; as conditions and as keys
ip6=1:7f80:feff:6b7e:ffff:2c01:d4fe:80
spec 'p:ad kpt_types a=+0($arg1):ip4 b=+0($arg1):ip4[2] c=+0($arg1):ip6 d=+0($arg1):ip6[2] e=@0:ip6 f=@0:ip4 g=+0($arg1):mac h=+0($arg1):mac[2] if a == 0.1.127.128 && +4($arg1):ip4 in 254.0.0.0/7 && c in 1:7f80:fe00::/39' \
	"p:no kpt_types a=+0(\$arg1):ip6 if a != $ip6 || a in 1:7f80:ff00::/40 || !(+0(\$arg1):ip4 in 0.0.0.0/0)" \
	'p:nowhere kpt_types if @0:ip6 != ::1 || @0:ip4 in 0.0.0.0/0' \
	'r:adr kpt_types a=$entry(+0($arg1)):ip6 if a in 1::/16 && $entry(+4($arg1)):ip4 == 254.255.107.126 do emit, count by a, $entry(+4($arg1)):ip4, @0:ip6, $entry(+0($arg1)):mac, $tid' \
	'p:adk kpt_ret a=$arg1:ip4 do emit, count by a, comm'
run call types
run call ret 0x10000000100007f x2
collect
is "addresses" "$(args ad)" "a=0.1.127.128 b={0.1.127.128,254.255.107.126} c=$ip6 d={$ip6,::80:ffff:ffff:15cd:5b07} e=(fault) f=(fault) g=00:01:7f:80:fe:ff h={00:01:7f:80:fe:ff,6b:7e:ff:ff:2c:01}"
is "... of a register" "$(args adk | head -n 1)" "a=127.0.0.1"
is "... that were kept" "$(args adr)" "a=$ip6"
is "... in conditions that do not hold" "$(args no; args nowhere)" ""
like "... as keys" "$(cat $D/events/kprobes/adr/hist)" "*a: $ip6, entry(+4(\$arg1)):ip4: 254.255.107.126, @0:ip6: (fault), entry(+0(\$arg1)):mac: 00:01:7f:80:fe:ff, tid: *"
like "... of a register" "$(grep -c "^ *2 .*a: 127.0.0.1, comm: $(cat /proc/$$/comm)\$" $D/events/kprobes/adk/hist)" 1
clear_all

# Errors by name: returned, in memory; as conditions and as keys
spec 'r:er kpt_ret32 e=$retval:errno f=@0:errno if e == -ENOENT || e == EINTR || e >= 0' \
	'r:erk kpt_ret32 e=$retval:errno if e != -EPERM do count by e'
for v in -2 -4 -1 -41 7; do run call ret32 $v; done
collect
is "errors by name" "$(args er | tr '\n' ' ')" "e=-ENOENT f=(fault) e=-EINTR f=(fault) e=7 f=(fault) "
is "... as keys" "$(grep -o 'e: .*' $D/events/kprobes/erk/hist | sort | tr '\n' ' ')" \
	"e: -41 e: -EINTR e: -ENOENT e: 7 "
is "... numbers for other programs" "$(grep -c 'field:s32 e;.*signed:1;' $D/events/kprobes/er/format)" 1
clear_all

# Other numbers by name
spec 'r:nm kpt_ret32 s=$retval:signal c=$retval:cap d=$retval:dev o=$retval:oflags' \
	'r:nmc kpt_ret32 v=$retval:signal if v == SIGKILL || $retval:cap == CAP_SYS_ADMIN || $retval:dev == 8:1' \
	'r:nmf kpt_ret32 v=$retval:oflags if v & O_CREAT' \
	'r:nmk kpt_ret32 do count by $retval:oflags, $retval:dev'
for v in 9 21 8388609 577; do run call ret32 $v; done
collect
is "signals, capabilities, devices, flags of open" "$(args nm)" "s=SIGKILL c=CAP_LINUX_IMMUTABLE d=0:9 o=O_WRONLY|0x8
s=SIGTTIN c=CAP_SYS_ADMIN d=0:21 o=O_WRONLY|0x14
s=8388609 c=8388609 d=8:1 o=O_WRONLY|0x800000
s=577 c=577 d=0:577 o=O_WRONLY|O_CREAT|O_TRUNC"
is "... in conditions" "$(args nmc | tr '\n' ' ')" "v=SIGKILL v=SIGTTIN v=8388609 "
is "... some bits" "$(args nmf | tr '\n' ' ')" "v=O_WRONLY|O_CREAT|O_TRUNC "
is "... as keys" "$(grep -c ': O_WRONLY|O_CREAT|O_TRUNC, .*: 0:577$' $D/events/kprobes/nmk/hist)" 1
clear_all

# Return values
spec 'r:ret kpt_ret s=$retval:s64 u=$retval:u64 x=$retval' 'r:ret32 kpt_ret32 s=$retval:s32'
run call ret -1
run call ret -9223372036854775808
run call ret 9223372036854775807
run call ret 0
run call ret32 -5
run call ret32 2147483647
collect
is "64-bit extremes" "$(args ret | tr '\n' ';')" "s=-1 u=18446744073709551615 x=0xffffffffffffffff;\
s=-9223372036854775808 u=9223372036854775808 x=0x8000000000000000;\
s=9223372036854775807 u=9223372036854775807 x=0x7fffffffffffffff;s=0 u=0 x=0x0;"
is "s32" "$(args ret32 | tr '\n' ';')" "s=-5;s=2147483647;"
clear_all

# Kernel strings. The event's name says which; NULL and holes must not fault.
spec 'p:str kpt_str s=+0($arg1):string'
want='"hello, world" "" "edge" (fault) (fault) (fault)'
for s in hello empty edge hole null wild; do run call str $s; done
collect
for s in hello empty edge hole null wild; do
	n=$((${n:-0} + 1))
	is "string: $s" "$(args str | sed -n ${n}p)" "s=$(case $s in
		hello) echo '"hello, world"' ;;
		empty) echo '""' ;;
		edge) echo '"edge"' ;;
		*) echo '(fault)' ;;
		esac)"
done
run call str over
collect
is "string: runs into a hole, what could be read and a mark" "$(args str)" 's="ooooo"...'
run call str long
collect
long=$(args str)
like "string: 5000 characters are cut, its beginning is right" "$long" \
	's="abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz*'
ok "string: much of it is there" [ ${#long} -gt 1000 ]
ok "string: not all of it" [ ${#long} -lt 4100 ]
like "string: the cut is shown" "$long" '*"...'
clear_all

# User strings
spec 'p:ustr kpt_ustr s=+0($arg1):ustring' 'p:ustr2 kpt_ustr s=+u0($arg1):ustring'
for s in hello empty edge over hole kernel; do run call ustr $s; done
collect
n=0
for s in hello empty edge over hole kernel; do
	n=$((n + 1))
	is "user string: $s" "$(args ustr | sed -n ${n}p)" "s=$(case $s in
		hello) echo '"hello, user"' ;;
		empty) echo '""' ;;
		edge) echo '"edge"' ;;
		over) echo '"over"...' ;;
		*) echo '(fault)' ;;
		esac)"
done
is "+u0(...) is the same" "$(args ustr2)" "$(args ustr)"
clear_all

# Strings up to a NULL pointer, and as many numbers as an argument says
spec 'p:list kpt_types a=+56($arg1):string[] b=+72($arg1):string[] c=@0:string[] d=+56($arg1):string[3] x=+88($arg1)' \
	'p:ulist kpt_ustr a=+u0($arg1):ustring[] b=+0($arg1):ustring[] c=+8($arg1):string[] d=$comm' \
	'r:listr kpt_types a=+56($entry($arg1)):string[] b=$retval:u8' \
	'p:counted kpt_types n=\3:s8 z=\-1:s32 h=@0:u8 a=+0($arg1):x8[n] b=+8($arg1):s16[n] c=+16($arg1):be32[n] d=+0($arg1):ip4[n] e=+48($arg1):char[n] f=+96($arg1):symbol[n] g=+0($arg1):u8[z] i=+0($arg1):u8[h] j=@0:u64[n] k=@0:u64[z] l=+88($arg1):b4@4/8[n]' \
	'r:countedr kpt_add n=$retval:s64 a=@kpt_text:char[n]' \
	'p:ucounted kpt_ustr n=\5 a=+u0($arg1):x8[n] b=$comm' \
	'p:most kpt_str n=\-1 a=+0($arg1):char[n]'
run call types
run call add 2 2
run call add 0xffffffffffffff00 1
for s in array hello hole; do run call ustr $s; done
for s in long over hello; do run call str $s; done
collect
is "strings up to a NULL" "$(args list | sed 's/ x=.*//')" 'a={"one",""} b={} c=(fault) d={"one","",(fault)}'
is "... of a user" "$(args ulist | head -n 1)" \
	'a={"user1","user2",(fault),(fault),(fault)} b={"user1","user2",(fault),(fault),(fault)} c={"user2",(fault),(fault),(fault)} d="sh"'
is "... that is no list" "$(args ulist | tail -n 1)" 'a=(fault) b=(fault) c=(fault) d="sh"'
like "... at a return" "$(args listr)" 'a={"one",""} b=*'
is "so many numbers" "$(args counted | sed 's/ f={.*//')" \
	"n=3 z=-1 h=(fault) a={0x0,0x1,0x7f} b={-1,300,-300} c={0,128,4294967295} d={0.1.127.128,254.255.107.126,255.255.44.1} e={'k','p','t'}"
like "... symbols" "$(args counted)" '* f={kpt_add+0x0/0x* [[]kpt],kpt_add+0x4/0x* [[]kpt],kpt_data+0x0/0x* [[]kpt]} *'
is "... less than none, so many as nobody can read, of what nobody can read" \
	"$(args counted | sed 's/.* g=/g=/')" 'g={} i=(fault) j=(fault) k={} l={1,3,5}'
is "... as a return says" "$(args countedr | tr '\n' ' ')" "n=4 a={'t','e','x','t'} n=-255 a={} "
is "... of a user" "$(args ucounted | sed -n 2,3p | tr '\n' ' ')" \
	'n=0x5 a={0x68,0x65,0x6c,0x6c,0x6f} b="sh" n=0x5 a=(fault) b="sh" '
most=$(args most | head -n 1)
like "as many as a record has room for" "$most" "n=0xffffffffffffffff a={'a','b','c',*}..."
is "... of a page and more" "$(echo "$most" | tr -cd , | wc -c)" 3071
is "... of what ends sooner" "$(args most | sed -n 2p)" "n=0xffffffffffffffff a=(fault)"
f=$D/events/kprobes/counted/format
ok "format: dynamic arrays" grep -q 'field:__data_loc u32\[\] c;.*size:4;.*signed:0;' $f
ok "... and a list as a text" grep -q 'field:__data_loc char\[\] a;.*size:4;' $D/events/kprobes/list/format
refused 'p:list kpt_ret a=+56($arg1):string[2] b=+72($arg1):string[] c=@0:string[] d=+56($arg1):string[3] x=+88($arg1)' \
	EEXIST 'a=+56($arg1):string[2]'
spec 'p:pair kpt_a n=$arg1 m=$arg1 a=@kpt_text:u8[n]'
refused 'p:pair kpt_b n=$arg1 m=$arg1 a=@kpt_text:u8[m]' EEXIST 'a=@kpt_text:u8[m]'
clear_all

# Memory
spec 'p:m kpt_deref m=+0($arg1) neg=+24($arg1):s64 a=+0(+16($arg1)):s32 b=+4(+16($arg1)):x16' \
	'p:n kpt_deref name=+6(+16($arg1)):string text=+0(+16(+16($arg1))):string' \
	'p:d12 kpt_deref v=+0(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8(+8($arg1))))))))))))' \
	'p:bad kpt_deref v=+0(+0($arg1)) s=+0(+0($arg1)):string ok=\7'
run call deref
collect
value "one and two levels" m "m=0x1000 neg=-1 a=-7 b=0xbeef"
value "strings in a struct" n 'name="inner" text="text in struct"'
value "twelve levels" d12 "v=0x100b"
like "a value that cannot be read is no value" "$(field v bad)" '(fault)'
is "nor a string, and the next argument is right" "$(args bad | cut -d' ' -f2-)" "s=(fault) ok=0x7"
clear_all

# Symbols, constants, names
address=$(awk '$3 == "kpt_data" { print $1 }' /proc/kallsyms)
spec 'p:sym kpt_add d=@kpt_data n=@kpt_data_neg:s32 h=@kpt_data+4:x32 t=@kpt_text:string' \
	"p:at kpt_add d=@0x$address o=+4(@0x$address)" \
	'p:imm kpt_add a=\0x2a b=\-1:s64 c=\255:u8' \
	'p:comm kpt_add c=$comm' \
	'p:auto kpt_add $arg1 @kpt_data $comm'
run call add 1 2
collect
value "@SYM, @SYM+off, string at @SYM" sym \
	'd=0x1122334455667788 n=-42 h=0x11223344 t="text of kpt"'
is "@ADDR" "$(field d at)" 0x1122334455667788
value "constants" imm "a=0x2a b=-1 c=255"
value '$comm' comm 'c="sh"'
is "unnamed arguments are numbered" "$(args auto | sed 's/=[^ ]*//g')" "arg1 arg2 arg3"
like "the task stands in front" "$(grep ': comm: ' $out)" " *sh-$$ *\[00[01]\] *"
like "the place is named" "$(grep ': comm: ' $out)" '*: comm: (kpt_add+0x[04]/0x*'
clear_all

# Addresses where nothing is to be read: zero, vsyscall, a hole, not canonical
spec 'p:wild kpt_add a=@0 b=@0xffffffffff600000 c=@0xffffc8ffffffff00 d=@0x8000000000000000 e=+0($arg1) f=@0xffffffffffffffff ok=$arg2'
run call add 0xdead000000000000 3
collect
value "addresses where nothing is" wild \
	"a=(fault) b=(fault) c=(fault) d=(fault) e=(fault) f=(fault) ok=0x3"
clear_all

# An instruction in the middle: +7 is behind (a + 5), +12 behind ecx = 0x1234
spec 'p:i0 kpt_insns ax=%ax:u8' 'p:i7 kpt_insns+7 ax=%ax:u64' \
	'p:i12 kpt_insns+12 ax=%ax:u64 cx=%cx' 'p:i21 kpt_insns+21 ax=%ax:u64 dx=%dx'
run call insns 10 3
collect
is "offset 0, no ftrace location" "$(lines i0)" 1
value "offset 7" i7 "ax=15"
value "offset 12" i12 "ax=15 cx=0x1234"
is "offset 21" "$(args i21 | cut -d' ' -f1,2)" "ax=45 dx=0x5678"
like "the place has its offset" "$(grep ': i21: ' $out)" '*(kpt_insns+0x15/0x*'
clear_all

# A return probe sees its arguments as they were at the entry
spec 'r:re kpt_recurse d=$arg1:u64 ret=$retval:u64' 'p:re2 kpt_nine%return a=$arg1 i=$arg6 ret=$retval'
run call recurse 3
run call nine 1 2 3 4 5 6 7 8 9
collect
is '$arg1 in r is that of the entry' "$(args re | tr '\n' ';')" \
	"d=0 ret=0;d=1 ret=1;d=2 ret=2;d=3 ret=3;"
like "%return is an r" "$(args re2)" "a=0x1 i=0x6 ret=0x2d*"
like "who called stands in front" "$(grep ': re2: ' $out)" '*: re2: (*+0x*/0x* <- kpt_nine*'

# format and events describe the same record
f=$D/events/kprobes/re/format
like "format: its name" "$(head -n 1 $f)" "name: re"
is "format: its id" "$(sed -n 's/^ID: //p' $f)" "$(cat $D/events/kprobes/re/id)"
ok "format: its arguments" grep -q 'field:u64 d;' $f
ok "format: a print format" grep -q '^print fmt: ' $f
clear_all

# The same values as tracefs, where it can read them too
spec 'p:same kpt_nine a=$arg1 b=%si c=$stack1 d=@kpt_data e=$arg2:s16 ip=%ip'
echo 'p:kpt/same kpt_nine a=$arg1 b=%si c=$stack1 d=@kpt_data e=$arg2:s16 ip=%ip' >$T/kprobe_events
echo 1 >$T/events/kpt/same/enable
run call nine 0x10 0xffff8001 3 4 5 6 7 8 9
collect
is "as tracefs prints it" "$(args same)" "$(sed -n 's/.*: same: ([^)]*) *//p' $T/trace)"
echo 0 >$T/events/kpt/same/enable
echo >$T/kprobe_events
finish
