/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines for the tests of the parser. Legal ones with what they mean, in the
 * form of spec_dump.h; illegal ones with code and column of the caret.
 */
#ifndef SPEC_LINES_H
#define SPEC_LINES_H

#include "spec/errors.h"

#define TEN(text) text text text text text text text text text text

/* By length: a line may hold NULs. */
#define LINE(text) (text), sizeof(text) - 1

static const struct {
	const char *line;
	size_t len;
	const char *dump;
} legal[] = {
	{ LINE("p vfs_read"),
	  "p kprobes/p_vfs_read_0 vfs_read+0 t2 e2" },
	{ LINE("f vfs_read"),
	  "f kprobes/f_vfs_read vfs_read t2 e2" },
	{ LINE("p f a=%di:ip4 b=+4(%si):ip4[3] if a == 192.0.2.1||!(+u0(%dx):ip4 in 10.1.0.0/8) do count by a"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di:ip4 reg:112 ip4 c4]"
	  " [b=+4(%si):ip4[3] reg:104 +4 ip4[3] c14]"
	  " if{a == 192.0.2.1||!(+u0(%dx):ip4 in 10.1.0.0/8)} c34"
	  " [=+u0(%dx):ip4 reg:96 u+0 ip4 c52]"
	  " 0:a NET c0000201/32 y 1 1:+u0(%dx):ip4 NONET 0a010000/8 y n"
	  " do{count by a} c83 count by a 4096 'count by a'" },
	{ LINE("p f a=%di:errno if a == -ENOENT || a != EPERM"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di:errno reg:112 errno c4]"
	  " if{a == -ENOENT || a != EPERM} c19"
	  " 0:a sEQ -2 y 1 1:a sNE -1 y n" },
	{ LINE("p f s=%di:signal c=%si:cap d=%dx:dev o=%cx:oflags if s == SIGKILL && c != CAP_BPF "
	       "&& d == 8:1 && o & O_CREAT"),
	  "p kprobes/p_f_0 f+0 t2 e2 [s=%di:signal reg:112 signal c4] [c=%si:cap reg:104 cap c17] "
	  "[d=%dx:dev reg:96 dev c27] [o=%cx:oflags reg:88 oflags c37]"
	  " if{s == SIGKILL && c != CAP_BPF && d == 8:1 && o & O_CREAT} c53"
	  " 0:s sEQ 9 1 n 1:c sNE 39 2 n 2:d EQ 8388609 3 n 3:o BITS 64 y n" },
	{ LINE("r f a=+u8(%si):ip6 b=@x:ip6[4] if a in 2001:db8::/32 && $entry(+0($arg1)):ip6 != ::1 do count by a"),
	  "r kprobes/r_f_0 f+0 t2 e2 [a=+u8(%si):ip6 reg:104 u+8 ip6 c4]"
	  " [b=@x:ip6[4] sym:x ip6[4] c19]"
	  " if{a in 2001:db8::/32 && $entry(+0($arg1)):ip6 != ::1} c34"
	  " [=$entry(+0($arg1)):ip6 arg:1 +0 | ip6 c56]"
	  " 0:a NET 20010db8000000000000000000000000/32 1 n"
	  " 1:$entry(+0($arg1)):ip6 NONET 00000000000000000000000000000001/128 y n"
	  " do{count by a} c88 count by a 4096 'count by a'" },
	{ LINE("p f &x+8:symbol c=this_cpu_read(@x):u32 d=this_cpu_ptr(@x+8) e=+8(this_cpu_ptr(+4(%di))):string if &x != 0&&this_cpu_read(@x)&1"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=&x+8:symbol symaddr:x+8 symbol c4]"
	  " [c=this_cpu_read(@x):u32 symaddr:x cpu+0 +0 u32 c16]"
	  " [d=this_cpu_ptr(@x+8) symaddr:x+8 cpu+0 x64 c40]"
	  " [e=+8(this_cpu_ptr(+4(%di))):string reg:112 +4 cpu+0 +8 string c61]"
	  " if{&x != 0&&this_cpu_read(@x)&1} c99 [=&x symaddr:x x64 c99]"
	  " [=this_cpu_read(@x) symaddr:x cpu+0 +0 x64 c108] 0:&x NE 0 1 n"
	  " 1:this_cpu_read(@x) BITS 1 y n" },
	{ LINE("r f $current e=$entry(this_cpu_read(\\4096))"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$current current:0 x64 c4]"
	  " [e=$entry(this_cpu_read(\\4096)) imm:4096 cpu+0 +0 | x64 c13]" },
	{ LINE("f tcp_*"),
	  "f kprobes/f_tcp__ tcp_* t2 e2" },
	{ LINE("f:io/all vfs_*,!vfs_fsync,ext4:ext4_[f-i]*,8021q:!?$_ $arg1 fn=$func"),
	  "f io/all vfs_*,!vfs_fsync,ext4:ext4_[f-i]*,8021q:!?$_ t9 e5"
	  " [arg1=$arg1 arg:1 x64 c54] [fn=$func func:0 symbol c60]" },
	{ LINE("f vfs_read%return"),
	  "f%return kprobes/f_vfs_read__exit vfs_read t2 e2" },
	{ LINE("f64:io/all vfs_*,ext4:!a*%return $retval a=$arg1 e=$entry(+0($arg2)) if $lat > 5 do hist($lat) by $func"),
	  "f%return64 io/all vfs_*,ext4:!a* t11 m1 e7 [arg1=$retval retval:0 x64 c33]"
	  " [a=$arg1 arg:1 | x64 c41] [e=$entry(+0($arg2)) arg:2 +0 | x64 c49]"
	  " if{$lat > 5} c72 [=$lat lat:0 ns c72] 0:$lat GT 5 y n"
	  " do{hist($lat) by $func} c84 [lat=$lat lat:0 ns c89] [func=$func func:0 symbol c98]"
	  " hist($lat) by $func 4096 'hist($lat) by $func'" },
	{ LINE("f:x/ *,*[!a-z_]*.isra.[0-9]"),
	  "f x/f______a_z____isra__0_9_ *,*[!a-z_]*.isra.[0-9] t5 e5" },
	{ LINE("f:a b if $func == 4096"),
	  "f kprobes/a b t4 e2 if{$func == 4096} c9 [=$func func:0 symbol c9]"
	  " 0:$func EQ 4096 y n" },
	{ LINE("i 10ms"),
	  "i kprobes/i_10ms 10ms =10000000 t2 e2" },
	{ LINE("i 100us"),
	  "i kprobes/i_100us 100us =100000 t2 e2" },
	{ LINE("i 1000us"),
	  "i kprobes/i_1ms 1ms =1000000 t2 e2" },
	{ LINE("i:load/ 2000ms l=@avenrun:u64"),
	  "i load/i_2s 2s =2000000000 t8 e8 [l=@avenrun:u64 sym:avenrun u64 c15]" },
	{ LINE("i:a/b 0x100us %ip $comm if $func == 4096 do count by cpu"),
	  "i a/b 256us =256000 t6 e4 [arg1=%ip reg:128 x64 c14] [arg2=$comm comm:0 string c18]"
	  " if{$func == 4096} c27 [=$func func:0 symbol c27] 0:$func EQ 4096 y n"
	  " do{count by cpu} c44 [cpu=$cpu cpu:0 u32 c53] count by $cpu 4096 'count by cpu'" },
	{ LINE("i 99hz"),
	  "i kprobes/i_99hz 99hz =99 t2 e2" },
	{ LINE("i:cpu/x 0x63hz  cycles c=$cpu"),
	  "i cpu/x 99hz cycles =99 t8 e6 [c=$cpu cpu:0 u32 c23]" },
	{ LINE("i 10000hz cycles=%ip do count by idle"),
	  "i kprobes/i_10000hz 10000hz =10000 t2 e2 [cycles=%ip reg:128 x64 c10]"
	  " do{count by idle} c24 [idle=$idle idle:0 u8 c33] count by $idle 4096 'count by idle'" },
	{ LINE("i 1hz if $idle == 0"),
	  "i kprobes/i_1hz 1hz =1 t2 e2 if{$idle == 0} c9 [=$idle idle:0 u8 c9]"
	  " 0:$idle EQ 0 y n" },
	{ LINE("w @jiffies"),
	  "w wprobes/w_jiffies rw@jiffies:4 rw {jiffies}+0 len4 w3 t2 e2" },
	{ LINE("w w@jiffies-0x10:8"),
	  "w wprobes/w_jiffies__16 w@jiffies-16:8 w {jiffies}-16 len8 w4 t2 o11 e2" },
	{ LINE("w:my/w rw@kpt:kpt_watched+4:0x2 o=$old:s16 $value $addr by=$func"),
	  "w my/w rw@kpt:kpt_watched+4:2 rw kpt{kpt_watched}+4 len2 w10 t7 o25 e5"
	  " [o=$old:s16 old:0 s16 c32] [value=$value value:0 x16 c43] [addr=$addr addr:0 x64 c50] [by=$func func:0 symbol c56]" },
	{ LINE("w w@0xffff888000001234:1 %ax $value $old"),
	  "w wprobes/w_0xffff888000001234 w@0xffff888000001234:1 w 0xffff888000001234 len1 w4 t2 e2"
	  " [arg1=%ax reg:80 x64 c25] [value=$value value:0 x8 c29] [old=$old old:0 x8 c36]" },
	{ LINE("w @8021q:x:8 $value v=+8($value):u32 f=$value:symstr if $old != $value do count by value,old"),
	  "w wprobes/w_8021q_x rw@8021q:x:8 rw 8021q{x}+0 len8 w3 t2 e2 [value=$value value:0 x64 c13]"
	  " [v=+8($value):u32 value:0 +8 u32 c20] [f=$value:symstr value:0 symstr c37]"
	  " if{$old != $value} c56 [=$old old:0 x64 c56] [=$value value:0 x64 c64] 0:$old NE $value y n"
	  " do{count by value,old} c74 [old=$old old:0 x64 c89]"
	  " count by value,$old 4096 'count by value,old'" },
	{ LINE("p sys:openat a=$arg2"),
	  "p kprobes/p_sys_openat __x64_sys_openat+0 sys t2 e2 [a=$arg2 arg:1 +104 x64 c13]" },
	{ LINE("r:g/e sys:openat a=$arg2:ustring if $arg1 > 2"),
	  "r g/e __x64_sys_openat+0 sys t6 e4 [a=$arg2:ustring arg:1 +104 | u+0 ustring c17]"
	  " if{$arg1 > 2} c36 [=$arg1 arg:1 +112 | x64 c36] 0:$arg1 GT 2 y n" },
	{ LINE("f sys:*,!sys:exit*%return a=$arg4:u8 do hist($lat) by func"),
	  "f%return kprobes/f_sys____sys_exit___exit sys:*,!sys:exit* sys t2 e2"
	  " [a=$arg4:u8 arg:1 +56 | u8 c26] do{hist($lat) by func} c40 [lat=$lat lat:0 ns c45]"
	  " [func=$func func:0 symbol c54] hist($lat) by $func 4096 'hist($lat) by func'" },
	{ LINE("f !sys:a,sys:!b,sys:*"),
	  "f kprobes/f__sys_a_sys__b_sys__ !sys:a,sys:!b,sys:* sys t2 e2" },
	{ LINE("t sched_switch"),
	  "t kprobes/t_sched_switch sched_switch t2 e2" },
	{ LINE("t:sys/enter sys_enter regs=$arg1 nr=$arg2 fn=$func if nr == 257 do emit,count by comm"),
	  "t sys/enter sys_enter t12 e6 [regs=$arg1 arg:1 x64 c22] [nr=$arg2 arg:2 x64 c33]"
	  " [fn=$func func:0 symbol c42] if{nr == 257} c54 0:nr EQ 257 y n"
	  " do{emit,count by comm} c67 [comm=$comm comm:0 string c81] emit"
	  " count by $comm 4096 'count by comm'" },
	{ LINE("t:x/ sched_*,!sched_stat_*,kpt:*_tp +8($arg12):string $stacktrace"),
	  "t x/t_sched____sched_stat___kpt___tp sched_*,!sched_stat_*,kpt:*_tp t5 e5"
	  " [arg1=+8($arg12):string arg:12 +8 string c36]"
	  " [stacktrace=$stacktrace stacktrace:0 stack c54]" },
	{ LINE("r16:a /bin/sh:0x10 $arg1 $retval $lat"),
	  "r16 uprobes/a /bin/sh:0x10 =16 t6 m1 e4 [arg1=$arg1 arg:1 | x64 c19]"
	  " [arg2=$retval retval:0 x64 c25] [lat=$lat lat:0 ns c33]" },
	{ LINE("p:g/a /bin/sh:0x10%return(0x20)"),
	  "r g/a /bin/sh:0x10(0x20) =16 ref32 t6 e4" },
	{ LINE("r /bin/a%b:0x10%return"),
	  "r uprobes/r_a_b_0x10 /bin/a%b:0x10 =16 t2 e2" },
	{ LINE("p /bin/sh:0x10"),
	  "p uprobes/p_sh_0x10 /bin/sh:0x10 =16 t2 e2" },
	{ LINE("p:io/rd /usr/lib/libc-2.36.so:4096(0x20) a=$arg6 s=+0(+8($arg1)):string w=$stack2:u32"
	       " x=+8($stack1):s8 if $comm == \"sh\" do count by $pid"),
	  "p io/rd /usr/lib/libc-2.36.so:4096(0x20) =4096 ref32 t8 e5 [a=$arg6 arg:6 x64 c41]"
	  " [s=+0(+8($arg1)):string arg:1 u+8 u+0 ustring c49]"
	  " [w=$stack2:u32 reg:152 u+16 u32 c72] [x=+8($stack1):s8 reg:152 u+8 u+8 s8 c86]"
	  " if{$comm == \"sh\"} c106 [=$comm comm:0 string c106] 0:$comm SAME 'sh' y n"
	  " do{count by $pid} c123 [pid=$pid pid:0 u32 c132] count by $pid 4096 'count by $pid'" },
	{ LINE("p:a/b /c:1 n=$arg2:u32 a=+0($arg1):u8[4] s=+0($arg1):string[2] l=+8($arg1):string[]"
	       " c=+0($arg1):x8[n]"),
	  "p a/b /c:1 =1 t6 e4 [n=$arg2:u32 arg:2 u32 c11] [a=+0($arg1):u8[4] arg:1 u+0 u8[4] c23]"
	  " [s=+0($arg1):string[2] arg:1 u+0 ustring[2] c41]"
	  " [l=+8($arg1):string[] arg:1 u+8 ustring[] c63]"
	  " [c=+0($arg1):x8[n] arg:1 u+0 x8[#0] c84]" },
	{ LINE("p /a:b:0x1 $stack s=@0x4000:string"),
	  "p uprobes/p_a_0x1 /a:b:0x1 =1 t2 e2 [arg1=$stack stackaddr:0 x64 c11]"
	  " [s=@0x4000:string addr:16384 string c18]" },
	{ LINE("p:open do_sys_openat2 file=+0($arg2):ustring"),
	  "p kprobes/open do_sys_openat2+0 t7 e2"
	  " [file=+0($arg2):ustring arg:2 u+0 ustring c22]" },
	{ LINE("r:rd vfs_read n=$arg3 ret=$retval:s64"),
	  "r kprobes/rd vfs_read+0 t5 e2 [n=$arg3 arg:3 | x64 c14]"
	  " [ret=$retval:s64 retval:0 s64 c22]" },
	{ LINE("r16:kprobes/rd vfs_read n=$arg3"),
	  "r16 kprobes/rd vfs_read+0 t15 m1 e12 [n=$arg3 arg:3 | x64 c24]" },
	{ LINE("r16 vfs_read"),
	  "r16 kprobes/r_vfs_read_0 vfs_read+0 t4 m1 e4" },
	{ LINE("r0x10 vfs_read"),
	  "r16 kprobes/r_vfs_read_0 vfs_read+0 t6 m1 e6" },
	{ LINE("r010:a/b vfs_read+0"),
	  "r8 a/b vfs_read+0 t9 o17 m1 e7" },
	{ LINE("p:grp/ev vfs_read+4 %di"),
	  "p grp/ev vfs_read+4 t9 o17 e6 [arg1=%di reg:112 x64 c20]" },
	{ LINE("p:grp.ev vfs_read"),
	  "p grp/ev vfs_read+0 t9 e6" },
	{ LINE("p:my-grp/ev vfs_read"),
	  "p my-grp/ev vfs_read+0 t12 e9" },
	{ LINE("p:grp/ vfs_read+0x10"),
	  "p grp/p_vfs_read_16 vfs_read+16 t7 o15 e7" },
	{ LINE("r:grp/ vfs_read"),
	  "r grp/r_vfs_read_0 vfs_read+0 t7 e7" },
	{ LINE("r 0xffffffff81000000"),
	  "r kprobes/r_0xffffffff81000000 0xffffffff81000000 t2 e2" },
	{ LINE("p 0xffffffff81000000"),
	  "p kprobes/p_0xffffffff81000000 0xffffffff81000000 t2 e2" },
	{ LINE("p 4096"),
	  "p kprobes/p_0x1000 0x1000 t2 e2" },
	{ LINE("p:a 0"),
	  "p kprobes/a 0x0 t4 e2" },
	{ LINE("p vfs_read%return"),
	  "r kprobes/r_vfs_read_0 vfs_read+0 t2 e2" },
	{ LINE("p:x/y ext4:ext4_file_open+0%return $retval"),
	  "r x/y ext4:ext4_file_open+0 t6 o25 e4 [arg1=$retval retval:0 x64 c35]" },
	{ LINE("p nf_tables:nft_do_chain+012"),
	  "p kprobes/p_nf_tables_nft_do_chain_10 nf_tables:nft_do_chain+10 t2 o24 e2" },
	{ LINE("p 8021q:vlan_dev_hard_header"),
	  "p kprobes/p_8021q_vlan_dev_hard_header_0 8021q:vlan_dev_hard_header+0 t2 e2" },
	{ LINE("p foo.isra.0"),
	  "p kprobes/p_foo_isra_0_0 foo.isra.0+0 t2 e2" },
	{ LINE("p:e foo$bar.llvm.123 "),
	  "p kprobes/e foo$bar.llvm.123+0 t4 e2" },
	{ LINE("r foo.constprop.0.cold"),
	  "r kprobes/r_foo_constprop_0_cold_0 foo.constprop.0.cold+0 t2 e2" },
	{ LINE("p _f+4294967295"),
	  "p kprobes/p__f_4294967295 _f+4294967295 t2 o4 e2" },
	{ LINE("\t p  vfs_read\t\ta=%ax "),
	  "p kprobes/p_vfs_read_0 vfs_read+0 t5 e5 [a=%ax reg:80 x64 c15]" },
	{ LINE("p vfs_read # comment"),
	  "p kprobes/p_vfs_read_0 vfs_read+0 t2 e2" },
	{ LINE("p f %r15 %r14 %r13 %r12 %bp %bx %r11 %r10 %r9 %r8 %ax"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%r15 reg:0 x64 c4]"
	  " [arg2=%r14 reg:8 x64 c9] [arg3=%r13 reg:16 x64 c14]"
	  " [arg4=%r12 reg:24 x64 c19] [arg5=%bp reg:32 x64 c24]"
	  " [arg6=%bx reg:40 x64 c28] [arg7=%r11 reg:48 x64 c32]"
	  " [arg8=%r10 reg:56 x64 c37] [arg9=%r9 reg:64 x64 c42]"
	  " [arg10=%r8 reg:72 x64 c46] [arg11=%ax reg:80 x64 c50]" },
	{ LINE("p f %cx %dx %si %di %orig_ax %ip %cs %flags %sp %ss"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%cx reg:88 x64 c4]"
	  " [arg2=%dx reg:96 x64 c8] [arg3=%si reg:104 x64 c12]"
	  " [arg4=%di reg:112 x64 c16] [arg5=%orig_ax reg:120 x64 c20]"
	  " [arg6=%ip reg:128 x64 c29] [arg7=%cs reg:136 x64 c33]"
	  " [arg8=%flags reg:144 x64 c37] [arg9=%sp reg:152 x64 c44]"
	  " [arg10=%ss reg:160 x64 c48]" },
	{ LINE("p f $arg1 $arg6 $arg2048"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=$arg1 arg:1 x64 c4]"
	  " [arg2=$arg6 arg:6 x64 c10] [arg3=$arg2048 arg:2048 x64 c16]" },
	{ LINE("p f $stack $stack0 $stack2048:u32"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=$stack stackaddr:0 x64 c4]"
	  " [arg2=$stack0 stack:0 x64 c11] [arg3=$stack2048:u32 stack:2048 u32 c19]" },
	{ LINE("p f $comm $COMM $comm:string c=$comm"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=$comm comm:0 string c4]"
	  " [arg2=$COMM comm:0 string c10] [arg3=$comm:string comm:0 string c16]"
	  " [c=$comm comm:0 string c29]" },
	{ LINE("r f $retval $arg1 $stack1 $comm %ax"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$retval retval:0 x64 c4]"
	  " [arg2=$arg1 arg:1 | x64 c12] [arg3=$stack1 stack:1 x64 c18]"
	  " [arg4=$comm comm:0 string c26] [arg5=%ax reg:80 x64 c32]" },
	{ LINE("p f @0xffffffff82000000 @10:u8 @0x10:string @0x10:ustring"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=@0xffffffff82000000 addr:-2113929216 x64 c4]"
	  " [arg2=@10:u8 addr:10 u8 c24] [arg3=@0x10:string addr:16 string c31]"
	  " [arg4=@0x10:ustring addr:16 ustring c44]" },
	{ LINE("p f @jiffies @jiffies+8 @jiffies-0x10:u32 @linux_banner:string"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=@jiffies sym:jiffies x64 c4]"
	  " [arg2=@jiffies+8 sym:jiffies+8 x64 c13]"
	  " [arg3=@jiffies-0x10:u32 sym:jiffies-16 u32 c24]"
	  " [arg4=@linux_banner:string sym:linux_banner string c42]" },
	{ LINE("p f +8(@current_task+4):s32 -0(@0x10)"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+8(@current_task+4):s32 sym:current_task+4 +8 s32 c4]"
	  " [arg2=-0(@0x10) addr:16 +0 x64 c28]" },
	{ LINE("p f +0(%di) -8(%sp):x8 +u4(%si):u16 -u4(%si) +-8(%di) ++8(%di) +u-8(%di)"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=+0(%di) reg:112 +0 x64 c4]"
	  " [arg2=-8(%sp):x8 reg:152 -8 x8 c12]"
	  " [arg3=+u4(%si):u16 reg:104 u+4 u16 c23]"
	  " [arg4=-u4(%si) reg:104 u-4 x64 c36] [arg5=+-8(%di) reg:112 -8 x64 c45]"
	  " [arg6=++8(%di) reg:112 +8 x64 c54] [arg7=+u-8(%di) reg:112 u-8 x64 c63]" },
	{ LINE("p f +0(+8(-16(+u32(%di)))):string"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+0(+8(-16(+u32(%di)))):string reg:112 u+32 -16 +8 +0 string c4]" },
	{ LINE("p f +0(%di):ustring +u0(%di):string +u0(%di):ustring +0(+u8(%di)):string"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=+0(%di):ustring reg:112 u+0 ustring c4]"
	  " [arg2=+u0(%di):string reg:112 u+0 ustring c20]"
	  " [arg3=+u0(%di):ustring reg:112 u+0 ustring c36]"
	  " [arg4=+0(+u8(%di)):string reg:112 u+8 +0 string c53]" },
	{ LINE("p f \\1 \\0x10:u8 \\-1:s32 \\+5 \\+-5 \\18446744073709551615 \\010"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=\\1 imm:1 x64 c4]"
	  " [arg2=\\0x10:u8 imm:16 u8 c7] [arg3=\\-1:s32 imm:-1 s32 c16]"
	  " [arg4=\\+5 imm:5 x64 c24] [arg5=\\+-5 imm:-5 x64 c28]"
	  " [arg6=\\18446744073709551615 imm:-1 x64 c33] [arg7=\\010 imm:8 x64 c55]" },
	{ LINE("p f \\0x1000:string \\0x1000:ustring"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=\\0x1000:string addr:4096 string c4]"
	  " [arg2=\\0x1000:ustring addr:4096 ustring c19]" },
	{ LINE("p f %di:u8 %di:u16 %di:u32 %di:u64 %di:s8 %di:s16 %di:s32 %di:s64"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%di:u8 reg:112 u8 c4]"
	  " [arg2=%di:u16 reg:112 u16 c11] [arg3=%di:u32 reg:112 u32 c19]"
	  " [arg4=%di:u64 reg:112 u64 c27] [arg5=%di:s8 reg:112 s8 c35]"
	  " [arg6=%di:s16 reg:112 s16 c42] [arg7=%di:s32 reg:112 s32 c50]"
	  " [arg8=%di:s64 reg:112 s64 c58]" },
	{ LINE("p f %di:x8 %di:x16 %di:x32 %di:x64"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%di:x8 reg:112 x8 c4]"
	  " [arg2=%di:x16 reg:112 x16 c11] [arg3=%di:x32 reg:112 x32 c19]"
	  " [arg4=%di:x64 reg:112 x64 c27]" },
	{ LINE("p f +0(\\4096):u32 +9223372036854775807(%di) -9223372036854775808(%di) -u9223372036854775808(%di)"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=+0(\\4096):u32 imm:4096 +0 u32 c4]"
	  " [arg2=+9223372036854775807(%di) reg:112 +9223372036854775807 x64 c18]"
	  " [arg3=-9223372036854775808(%di) reg:112 -9223372036854775808 x64 c44]"
	  " [arg4=-u9223372036854775808(%di) reg:112 u-9223372036854775808 x64 c70]" },
	{ LINE("p f lat=%di arg2=%si"),
	  "p kprobes/p_f_0 f+0 t2 e2 [lat=%di reg:112 x64 c4] [arg2=%si reg:104 x64 c12]" },
	{ LINE("p f +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di))))))))))))"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di)))))))))))) reg:112 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 x64 c4]" },
	{ LINE("probe:ev vfs_read"),
	  "p kprobes/ev vfs_read+0 t9 e6" },
	{ LINE("probe vfs_read"),
	  "p kprobes/p_vfs_read_0 vfs_read+0 t6 e6" },
	{ LINE("rxyz:g/e f"),
	  "r g/e f+0 t9 e7" },
	{ LINE("p +4096"),
	  "p kprobes/p_0x1000 0x1000 t2 e2" },
	{ LINE("p f-0"),
	  "p kprobes/p_f_0 f+0 t2 o3 e2" },
	{ LINE("p f+0x10 %di a=$arg2 $arg1"),
	  "p kprobes/p_f_16 f+16 t2 o3 e2 a15 [arg1=%di reg:112 x64 c9]"
	  " [a=$arg2 arg:2 x64 c13] [arg3=$arg1 arg:1 x64 c21]" },
	{ LINE("r f+4 $arg1"),
	  "r kprobes/r_f_4 f+4 t2 o3 e2 [arg1=$arg1 arg:1 | x64 c6]" },
	{ LINE("p f+4%return"),
	  "r kprobes/r_f_4 f+4 t2 o3 e2" },
	{ LINE("r 0x1000 $retval"),
	  "r kprobes/r_0x1000 0x1000 t2 e2 [arg1=$retval retval:0 x64 c9]" },
	{ LINE("p f %di:char %di:symbol %di:symstr %di:ns"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%di:char reg:112 char c4]"
	  " [arg2=%di:symbol reg:112 symbol c13] [arg3=%di:symstr reg:112 symstr c24]"
	  " [arg4=%di:ns reg:112 ns c35]" },
	{ LINE("p f $stack3:symstr +0($arg1):symstr @jiffies:symstr $arg1:symstr"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=$stack3:symstr stack:3 symstr c4]"
	  " [arg2=+0($arg1):symstr arg:1 +0 symstr c19]"
	  " [arg3=@jiffies:symstr sym:jiffies symstr c36]"
	  " [arg4=$arg1:symstr arg:1 symstr c52]" },
	{ LINE("r f $retval:symstr $retval:symbol"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$retval:symstr retval:0 symstr c4]"
	  " [arg2=$retval:symbol retval:0 symbol c19]" },
	{ LINE("p f %di:b4@2/8 +0(%di):b0x10@020/32 $arg1:b64@0/64 %si:b1@0/+16 @x:b3@1/8[4]"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=%di:b4@2/8 reg:112 u8 b4@2 c4]"
	  " [arg2=+0(%di):b0x10@020/32 reg:112 +0 u32 b16@16 c15]"
	  " [arg3=$arg1:b64@0/64 arg:1 u64 b64@0 c36]"
	  " [arg4=%si:b1@0/+16 reg:104 u16 b1@0 c51]"
	  " [arg5=@x:b3@1/8[4] sym:x u8[4] b3@1 c64]" },
	{ LINE("p f +0(%di):u8[16] @jiffies:x64[64] +0(%di):string[4] +u0(%di):string[3] +0(%di):ustring[2]"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=+0(%di):u8[16] reg:112 +0 u8[16] c4]"
	  " [arg2=@jiffies:x64[64] sym:jiffies x64[64] c19]"
	  " [arg3=+0(%di):string[4] reg:112 +0 string[4] c36]"
	  " [arg4=+u0(%di):string[3] reg:112 u+0 string[3] c54]"
	  " [arg5=+0(%di):ustring[2] reg:112 +0 ustring[2] c73]" },
	{ LINE("p f a=+u0($arg2):ustring[] b=@x:string[] n=%si:s32 c=+u4(%di):x8[n] d=@x:ip6[n] %di:u8"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=+u0($arg2):ustring[] arg:2 u+0 ustring[] c4]"
	  " [b=@x:string[] sym:x string[] c27] [n=%si:s32 reg:104 s32 c41]"
	  " [c=+u4(%di):x8[n] reg:112 u+4 x8[#2] c51] [d=@x:ip6[n] sym:x ip6[#2] c68]"
	  " [arg6=%di:u8 reg:112 u8 c80]" },
	{ LINE("r f n=$retval:s64 a=+u0($arg2):x8[n] b=+0($entry(+8($arg1))):b3@1/8[n] do count by n"),
	  "r kprobes/r_f_0 f+0 t2 e2 [n=$retval:s64 retval:0 s64 c4]"
	  " [a=+u0($arg2):x8[n] arg:2 | u+0 x8[#0] c18]"
	  " [b=+0($entry(+8($arg1))):b3@1/8[n] arg:1 +8 | +0 u8[#0] b3@1 c37]"
	  " do{count by n} c74 count by n 4096 'count by n'" },
	{ LINE("p f +u8(+0(%di)):ustring[1] \\0x1000:string[2] +0(%di):char[+5] +0(%di):symbol[0x2]"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+u8(+0(%di)):ustring[1] reg:112 +0 u+8 ustring[1] c4]"
	  " [arg2=\\0x1000:string[2] imm:4096 string[2] c28]"
	  " [arg3=+0(%di):char[+5] reg:112 +0 char[5] c46]"
	  " [arg4=+0(%di):symbol[0x2] reg:112 +0 symbol[2] c63]" },
	{ LINE("p f \\\"hello\" t=\\\"a\"b\":string \\\"\""),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=\\\"hello\" text:hello string c4]"
	  " [t=\\\"a\"b\":string text:a\"b string c13]"
	  " [arg3=\\\"\" text:0 string c29]" },
	{ LINE("p f $arg1:%pd n=$arg2:%pD +8(%di):%pd"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+0x0(+0x28($arg1)):string arg:1 +40 +0 string c4]"
	  " [n=+0x0(+0x28(+0x98($arg2))):string arg:2 +152 +40 +0 string c14]"
	  " [arg3=+0x0(+0x28(+8(%di))):string reg:112 +8 +40 +0 string c26]" },
	{ LINE("p f $arg1:%pd2 n=$arg2:%pD4 +8(%di):%pd3 f=%di:%pd* @jiffies:%pD*"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=$arg1:%pd2 arg:1 +0 string w2 c4]"
	  " [n=$arg2:%pD4 arg:2 +152 +0 string w4 c15]"
	  " [arg3=+8(%di):%pd3 reg:112 +8 +0 string w3 c28]"
	  " [f=%di:%pd* reg:112 +0 string w5 c41]"
	  " [arg5=@jiffies:%pD* sym:jiffies +144 string w6 c52]" },
	{ LINE("r f $arg1:sock a=+0x18(%ax):sock $entry(+8($arg2)):sock +4($entry($arg2)):sock"
	       " do count by $retval:sock"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$arg1:sock arg:1 | +0 string w7 c4]"
	  " [a=+0x18(%ax):sock reg:80 +24 +0 string w7 c15]"
	  " [arg3=$entry(+8($arg2)):sock arg:2 +8 +0 | string w7 c33]"
	  " [arg4=+4($entry($arg2)):sock arg:2 | +4 +0 string w7 c56]"
	  " do{count by $retval:sock} c82 [retval:sock=$retval:sock retval:0 +0 string w7 c91]"
	  " count by $retval:sock 4096 'count by $retval:sock'" },
	{ LINE("r f $arg1:task a=+0x18(%ax):task $entry($arg2):task b=$comm($arg1) c=$comm(+8(%ax)):string"
	       " d=$entry($comm($arg2)) e=$stacktrace($arg1) g=$stacktrace($entry($arg1)):stack"
	       " do count by $comm($retval), $stacktrace($retval)"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$arg1:task arg:1 | +0 string w8 c4] "
	  "[a=+0x18(%ax):task reg:80 +24 +0 string w8 c15] [arg3=$entry($arg2):task arg:2"
	  " +0 | string w8 c33] [b=$comm($arg1) arg:1 | +0 string w9 c52] "
	  "[c=$comm(+8(%ax)):string reg:80 +8 +0 string w9 c67] [d=$entry($comm($arg2)) "
	  "arg:2 +0 | string w9 c91] [e=$stacktrace($arg1) arg:1 | +0 stack w10 c114] "
	  "[g=$stacktrace($entry($arg1)):stack arg:1 | +0 stack w10 c135] do{count by "
	  "$comm($retval), $stacktrace($retval)} c173 [comm($retval)=$comm($retval) "
	  "retval:0 +0 string w9 c182] [stacktrace($retval)=$stacktrace($retval) retval:0"
	  " +0 stack w10 c198] count by $comm($retval),$stacktrace($retval) 4096 'count "
	  "by $comm($retval), $stacktrace($retval)'" },
	{ LINE("p f a=$arg1:u32 b=call:nr($arg2,a) do call(nr, a, $pid), count by b"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=$arg1:u32 arg:1 u32 c4] [b=call:nr($arg2,a) arg:2 x64 call nr(2:x64,#0) c16] do{call(nr, a, $pid), count by b} c38 [pid=$pid pid:0 u32 c50] call nr(a,$pid) c43 count by b 4096 'count by b'" },
	{ LINE("r f $retval call:nr($arg1):u32 if call:nr($lat) > 1"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$retval retval:0 x64 c4] [nr=call:nr($arg1):u32 arg:1 | u32 call nr(1:x64) c12] if{call:nr($lat) > 1} c34 [=call:nr($lat) lat:0 x64 call nr(1:ns) c34] 0:call:nr($lat) GT 1 y n" },
	{ LINE("p f x=$arg2 call:a(+8($arg1):u8,x):s16"),
	  "p kprobes/p_f_0 f+0 t2 e2 [x=$arg2 arg:2 x64 c4] [a=call:a(+8($arg1):u8,x):s16 arg:1 +8 s16 call a(2:u8,#0) c12]" },
	{ LINE("p f call:now() b=call:now() call=$arg1 do count by call, call(now), emit"),
	  "p kprobes/p_f_0 f+0 t2 e2 [now=call:now() imm:0 x64 call now(0:x64) c4] [b=call:now() imm:0 x64 call now(0:x64) c15] [call=$arg1 arg:1 x64 c28] do{count by call, call(now), emit} c42 emit call now() c62 count by call 4096 'count by call'" },
	{ LINE("p f if $cgroup in \"/a b\" && !($cgroup in \"/\")"),
	  "p kprobes/p_f_0 f+0 t2 e2 if{$cgroup in \"/a b\" && !($cgroup in \"/\")} c7 "
	  "[=$cgroup cgroup:0 cgroup c7] [=$cgroup in incgroup:17179869184 u8 c18] [=$cgroup"
	  " in incgroup:4294967301 u8 c41] 0:$cgroup in EQ 1 1 n 1:$cgroup in NE 1 y n" },
	{ LINE("r f a=$cgroup if a in \"/a\" || $lat > 1"),
	  "r kprobes/r_f_0 f+0 t2 e2 [a=$cgroup cgroup:0 cgroup c4] if{a in \"/a\" || $lat >"
	  " 1} c17 [=$cgroup in incgroup:8589934592 | u8 c22] [=$lat lat:0 ns c30] "
	  "0:$cgroup in EQ 1 y 1 1:$lat GT 1 y n" },
	{ LINE("p f +0x90($arg1):path @0xffffffff81000000:path"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+0x90($arg1):path arg:1 +144 string w6 c4]"
	  " [arg2=@0xffffffff81000000:path addr:-2130706432 string w6 c22]" },
	{ LINE("r f $entry($arg1):%pd2 $entry(+8($arg1)):path if $arg1:%pD* ~ \"*.so\""),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$entry($arg1):%pd2 arg:1 | +0 string w2 c4]"
	  " [arg2=$entry(+8($arg1)):path arg:1 +8 | string w6 c23]"
	  " if{$arg1:%pD* ~ \"*.so\"} c49"
	  " [=$arg1:%pD* arg:1 | +144 string w6 c49] 0:$arg1:%pD* GLOB '*.so' y n" },
	{ LINE("p f +0(%di)x:u8 +0(+8(%di)8)"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=+0(%di)x:u8 reg:112 +0 u8 c4]"
	  " [arg2=+0(+8(%di)8) reg:112 +8 +0 x64 c16]" },
	{ LINE("p f $arg+1 $arg01"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=$arg+1 arg:1 x64 c4]"
	  " [arg2=$arg01 arg:1 x64 c11]" },
	{ LINE("p f @0x10:u16 +8(\\0x1000):string"),
	  "p kprobes/p_f_0 f+0 t2 e2 [arg1=@0x10:u16 addr:16 u16 c4]"
	  " [arg2=+8(\\0x1000):string imm:4096 +8 string c14]" },
	{ LINE("p f $pid $tid $uid $cpu $cgroup $func $caller $stacktrace"),
	  "p kprobes/p_f_0 f+0 t2 e2 [pid=$pid pid:0 u32 c4] [tid=$tid tid:0 u32 c9]"
	  " [uid=$uid uid:0 u32 c14] [cpu=$cpu cpu:0 u32 c19]"
	  " [cgroup=$cgroup cgroup:0 cgroup c24] [func=$func func:0 symbol c32]"
	  " [caller=$caller caller:0 symbol c38]"
	  " [stacktrace=$stacktrace stacktrace:0 stack c46]" },
	{ LINE("p f $pid:s64 p=$pid $pid $uid:u64 tid=%di $tid"),
	  "p kprobes/p_f_0 f+0 t2 e2 [pid=$pid:s64 pid:0 s64 c4]"
	  " [p=$pid pid:0 u32 c13] [arg3=$pid pid:0 u32 c20]"
	  " [uid=$uid:u64 uid:0 u64 c25] [tid=%di reg:112 x64 c34]"
	  " [arg6=$tid tid:0 u32 c42]" },
	{ LINE("p f $pid $pid $caller:symstr +8($caller):u64 +0($func):x8 st=$stacktrace:stack $stacktrace"),
	  "p kprobes/p_f_0 f+0 t2 e2 [pid=$pid pid:0 u32 c4] [arg2=$pid pid:0 u32 c9]"
	  " [caller=$caller:symstr caller:0 symstr c14]"
	  " [arg4=+8($caller):u64 caller:0 +8 u64 c29]"
	  " [arg5=+0($func):x8 func:0 +0 x8 c45]"
	  " [st=$stacktrace:stack stacktrace:0 stack c58]"
	  " [stacktrace=$stacktrace stacktrace:0 stack c79]" },
	{ LINE("r f $lat l=$lat:u64 lat2=$lat:ns"),
	  "r kprobes/r_f_0 f+0 t2 e2 [lat=$lat lat:0 ns c4] [l=$lat:u64 lat:0 u64 c9]"
	  " [lat2=$lat:ns lat:0 ns c20]" },
	{ LINE("r f $oncpu b=$blocked:u64 $runq:s32 $runq"),
	  "r kprobes/r_f_0 f+0 t2 e2 [oncpu=$oncpu oncpu:0 ns c4] [b=$blocked:u64 blocked:0 u64 c11]"
	  " [runq=$runq:s32 runq:0 s32 c26] [arg4=$runq runq:0 ns c36]" },
	{ LINE("r f if $blocked > 5ms && $runq <= $oncpu"),
	  "r kprobes/r_f_0 f+0 t2 e2 if{$blocked > 5ms && $runq <= $oncpu} c7"
	  " [=$blocked blocked:0 ns c7] [=$runq runq:0 ns c25] [=$oncpu oncpu:0 ns c34]"
	  " 0:$blocked GT 5000000 1 n 1:$runq LE $oncpu y n" },
	{ LINE("r f $entry($arg1) +8($entry($arg1)) $entry(+0($arg2)):string $entry(+8(+0(%di))):u32"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$entry($arg1) arg:1 | x64 c4]"
	  " [arg2=+8($entry($arg1)) arg:1 | +8 x64 c18]"
	  " [arg3=$entry(+0($arg2)):string arg:2 +0 | string c36]"
	  " [arg4=$entry(+8(+0(%di))):u32 reg:112 +0 +8 | u32 c61]" },
	{ LINE("r f +0(+4($entry(+8(%di)))) $entry($comm) $entry($func) $entry($pid) $entry($stack2):u8"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " [arg1=+0(+4($entry(+8(%di)))) reg:112 +8 | +4 +0 x64 c4]"
	  " [arg2=$entry($comm) comm:0 | string c28]"
	  " [arg3=$entry($func) func:0 | symbol c42]"
	  " [arg4=$entry($pid) pid:0 | u32 c56]"
	  " [arg5=$entry($stack2):u8 stack:2 | u8 c69]" },
	{ LINE("r f $entry(@jiffies) $entry(\\5):u8 $entry(+0(%di)):u8[4] $entry($arg1):symstr $entry($COMM):string"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$entry(@jiffies) sym:jiffies | x64 c4]"
	  " [arg2=$entry(\\5):u8 imm:5 | u8 c21]"
	  " [arg3=$entry(+0(%di)):u8[4] reg:112 +0 | u8[4] c35]"
	  " [arg4=$entry($arg1):symstr arg:1 | symstr c57]"
	  " [arg5=$entry($COMM):string comm:0 | string c78]" },
	{ LINE("r f $entry(%di):b3@4/8 +u0($entry($arg2)):string $entry($stack):x32"),
	  "r kprobes/r_f_0 f+0 t2 e2 [arg1=$entry(%di):b3@4/8 reg:112 | u8 b3@4 c4]"
	  " [arg2=+u0($entry($arg2)):string arg:2 | u+0 ustring c23]"
	  " [arg3=$entry($stack):x32 stackaddr:0 | x32 c49]" },
	{ LINE("p f+4 b=%ax a=$after(%ax) m=+8($after(%di)):u8 n=$after(+0(+8(%sp))):string"),
	  "p kprobes/p_f_4 f+4 t2 o3 e2 i14 [b=%ax reg:80 x64 c6]"
	  " [a=$after(%ax) reg:80 x64 after c12] [m=+8($after(%di)):u8 reg:112 +8 u8 after c26]"
	  " [n=$after(+0(+8(%sp))):string reg:152 +8 +0 string after c47]" },
	{ LINE("p f+4 $after($stack2) $after(@x) $after(&x+8) $after(+4($current)):u32 $after(\\5)"),
	  "p kprobes/p_f_4 f+4 t2 o3 e2 i6 [arg1=$after($stack2) stack:2 x64 after c6]"
	  " [arg2=$after(@x) sym:x x64 after c22] [arg3=$after(&x+8) symaddr:x+8 x64 after c33]"
	  " [arg4=$after(+4($current)):u32 current:0 +4 u32 after c46]"
	  " [arg5=$after(\\5) imm:5 x64 after c71]" },
	{ LINE("p f if %di == 1 && $after(%ax) > 2 do count by $after(%cx):u32, $comm"),
	  "p kprobes/p_f_0 f+0 t2 e2 i19 if{%di == 1 && $after(%ax) > 2} c7"
	  " [=%di reg:112 x64 c7] [=$after(%ax) reg:80 x64 after c19] 0:%di EQ 1 1 n"
	  " 1:$after(%ax) GT 2 y n do{count by $after(%cx):u32, $comm} c38"
	  " [after(%cx):u32=$after(%cx):u32 reg:88 u32 after c47] [comm=$comm comm:0 string c64]"
	  " count by $after(%cx):u32,$comm 4096 'count by $after(%cx):u32, $comm'" },
	{ LINE("p f a=%di if a == 1"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di reg:112 x64 c4]"
	  " if{a == 1} c13 0:a EQ 1 y n" },
	{ LINE("p f if $pid == 1"),
	  "p kprobes/p_f_0 f+0 t2 e2 if{$pid == 1} c7"
	  " [=$pid pid:0 u32 c7] 0:$pid EQ 1 y n" },
	{ LINE("p:g/e f a=%di:s32 c=$comm if a<-1&&c~\"sh*\"||!(a==5)"),
	  "p g/e f+0 t6 e4 [a=%di:s32 reg:112 s32 c8] [c=$comm comm:0 string c18]"
	  " if{a<-1&&c~\"sh*\"||!(a==5)} c29 0:a sLT -1 1 2 1:c GLOB 'sh*' y 2 2:a sNE 5 y n" },
	{ LINE("p f a=%di b=%si if !(a == 1 && b == 2) || (a > b)"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di reg:112 x64 c4] [b=%si reg:104 x64 c10]"
	  " if{!(a == 1 && b == 2) || (a > b)} c19 0:a NE 1 y 1 1:b NE 2 y 2 2:a GT b y n" },
	{ LINE("p f a=%di b=%si if !!(a != 0x10) && !(a & 6 || !(b <= 010))"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di reg:112 x64 c4] [b=%si reg:104 x64 c10]"
	  " if{!!(a != 0x10) && !(a & 6 || !(b <= 010))} c19 0:a NE 16 1 n 1:a NOBITS 6 2 n 2:b LE 8 y n" },
	{ LINE("r f if $retval < 0 && $lat > 1ms"),
	  "r kprobes/r_f_0 f+0 t2 e2 if{$retval < 0 && $lat > 1ms} c7"
	  " [=$retval retval:0 s64 c7]"
	  " [=$lat lat:0 ns c22] 0:$retval sLT 0 1 n 1:$lat GT 1000000 y n" },
	{ LINE("r f ret=$retval if $retval == 18446744073709551615 && ret != 18446744073709551615"),
	  "r kprobes/r_f_0 f+0 t2 e2 [ret=$retval retval:0 x64 c4]"
	  " if{$retval == 18446744073709551615 && ret != 18446744073709551615} c19"
	  " [=$retval retval:0 s64 c19] 0:$retval sEQ -1 1 n 1:ret NE -1 y n" },
	{ LINE("r f n=$arg3 if n>4K || n >= 1M || n<2G || $lat<=10us || $lat==3s || $lat!=7ns"),
	  "r kprobes/r_f_0 f+0 t2 e2 [n=$arg3 arg:3 | x64 c4]"
	  " if{n>4K || n >= 1M || n<2G || $lat<=10us || $lat==3s || $lat!=7ns} c15"
	  " [=$lat lat:0 ns c42] 0:n GT 4096 y 1 1:n GE 1048576 y 2 2:n LT 2147483648 y 3 3:$lat LE 10000 y 4 4:$lat EQ 3000000000 y 5 5:$lat NE 7 y n" },
	{ LINE("p f if +16($arg1):u32 > 3 && $arg2 & 0x8000 && %di:s8 == -128 && -8(%sp) != @jiffies+4"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " if{+16($arg1):u32 > 3 && $arg2 & 0x8000 && %di:s8 == -128 && -8(%sp) != @jiffies+4} c7"
	  " [=+16($arg1):u32 arg:1 +16 u32 c7] [=$arg2 arg:2 x64 c29]"
	  " [=%di:s8 reg:112 s8 c47] [=-8(%sp) reg:152 -8 x64 c65]"
	  " [=@jiffies+4 sym:jiffies+4 x64 c76] 0:+16($arg1):u32 GT 3 1 n 1:$arg2 BITS 32768 2 n 2:%di:s8 sEQ -128 3 n 3:-8(%sp) NE @jiffies+4 y n" },
	{ LINE("r f if $entry(+0($arg1)):u8 == $entry($arg2):u8 && $entry($arg2):u8 > 1"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " if{$entry(+0($arg1)):u8 == $entry($arg2):u8 && $entry($arg2):u8 > 1} c7"
	  " [=$entry(+0($arg1)):u8 arg:1 +0 | u8 c7]"
	  " [=$entry($arg2):u8 arg:2 | u8 c31] 0:$entry(+0($arg1)):u8 EQ $entry($arg2):u8 1 n 1:$entry($arg2):u8 GT 1 y n" },
	{ LINE("p f   s=+0(%di):string   if   s   ==   \"a  b\\\"\\\\\"   &&   s  !=   \"\""),
	  "p kprobes/p_f_0 f+0 t2 e2 [s=+0(%di):string reg:112 +0 string c6]"
	  " if{s == \"a  b\\\"\\\\\" && s != \"\"} c30 0:s SAME 'a  b\"\\' 1 n 1:s OTHER '' y n" },
	{ LINE("p f c=\\\"x\" if c == \"x\" && $comm ~ \"a[!b]*\\\\*\""),
	  "p kprobes/p_f_0 f+0 t2 e2 [c=\\\"x\" text:x string c4]"
	  " if{c == \"x\" && $comm ~ \"a[!b]*\\\\*\"} c14"
	  " [=$comm comm:0 string c26] 0:c SAME 'x' 1 n 1:$comm GLOB 'a[!b]*\\*' y n" },
	{ LINE("p f if $pid == 1 && $pid == 2 || $uid == $pid && $uid != $pid"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " if{$pid == 1 && $pid == 2 || $uid == $pid && $uid != $pid} c7"
	  " [=$pid pid:0 u32 c7]"
	  " [=$uid uid:0 u32 c33] 0:$pid EQ 1 1 2 1:$pid EQ 2 y 2 2:$uid EQ $pid 3 n 3:$uid NE $pid y n" },
	{ LINE("p f if=%di do=%si if if == 1 && do == 2"),
	  "p kprobes/p_f_0 f+0 t2 e2 [if=%di reg:112 x64 c4] [do=%si reg:104 x64 c11]"
	  " if{if == 1 && do == 2} c21 0:if EQ 1 1 n 1:do EQ 2 y n" },
	{ LINE("p f a=%di:b3@1/8 if a == 7"),
	  "p kprobes/p_f_0 f+0 t2 e2 [a=%di:b3@1/8 reg:112 u8 b3@1 c4]"
	  " if{a == 7} c20 0:a EQ 7 y n" },
	{ LINE("p f if $arg1:%pd == \"passwd\""),
	  "p kprobes/p_f_0 f+0 t2 e2 if{$arg1:%pd == \"passwd\"} c7"
	  " [=+0x0(+0x28($arg1)):string arg:1 +40 +0 string c7] 0:+0x0(+0x28($arg1)):string SAME 'passwd' y n" },
	{ LINE("p f+4 a=%di if $arg1 == 2"),
	  "p kprobes/p_f_4 f+4 t2 o3 e2 a15 [a=%di reg:112 x64 c6] if{$arg1 == 2} c15"
	  " [=$arg1 arg:1 x64 c15] 0:$arg1 EQ 2 y n" },
	{ LINE("p f if $cpu==1#and so on"),
	  "p kprobes/p_f_0 f+0 t2 e2 if{$cpu==1} c7"
	  " [=$cpu cpu:0 u32 c7] 0:$cpu EQ 1 y n" },
	{ LINE("-:ev vfs_read"),
	  "del /ev e2 d5 l8" },
	{ LINE("-:a/ev  vfs_read+4  a=%di  #x"),
	  "del a/ev e4 d8 l17" },
	{ LINE("-:grp/ x"),
	  "del grp/ e2 d7 l1" },
	{ LINE("-:ev"),
	  "del /ev e2" },
	{ LINE("-:grp/ev"),
	  "del grp/ev e6" },
	{ LINE("-:grp/"),
	  "del grp/ e2" },
	{ LINE("-:my-grp/ev # gone"),
	  "del my-grp/ev e9" },
	/* who calls is asked at entry by a condition, at return by an action */
	{ LINE("r f if $comm == \"x\" && $cpu != 1 do count by comm"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " if{$comm == \"x\" && $cpu != 1} c7"
	  " [=$comm comm:0 | string c7]"
	  " [=$cpu cpu:0 u32 c23] 0:$comm SAME 'x' 1 n 1:$cpu NE 1 y n"
	  " do{count by comm} c36"
	  " [comm=$comm comm:0 string c45] count by $comm 4096 'count by comm'" },
	/* actions; an argument can be called as any word of them */
	{ LINE("p f do emit"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " do{emit} c7 emit" },
	{ LINE("r f do count"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " do{count} c7 count 4096 'count'" },
	{ LINE("p f a=%di if a == 1 do emit"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [a=%di reg:112 x64 c4]"
	  " if{a == 1} c13 0:a EQ 1 y n"
	  " do{emit} c23 emit" },
	{ LINE("p f do=%di x=%si if x == do && do != 1 do count by do"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [do=%di reg:112 x64 c4]"
	  " [x=%si reg:104 x64 c11]"
	  " if{x == do && do != 1} c20 0:x EQ do 1 n 1:do NE 1 y n"
	  " do{count by do} c42 count by do 4096 'count by do'" },
	{ LINE("p f do=%di if do & 1 do emit"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [do=%di reg:112 x64 c4]"
	  " if{do & 1} c14 0:do BITS 1 y n"
	  " do{emit} c24 emit" },
	{ LINE("p f if $comm == \" do \\\" do\" do count by comm"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " if{$comm == \" do \\\" do\"} c7"
	  " [=$comm comm:0 string c7] 0:$comm SAME ' do \" do' y n"
	  " do{count by comm} c31"
	  " [comm=$comm comm:0 string c40] count by $comm 4096 'count by comm'" },
	{ LINE("p f if (%di == 1 || $comm ~ \"*do \") do emit"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " if{(%di == 1 || $comm ~ \"*do \")} c7"
	  " [=%di reg:112 x64 c8]"
	  " [=$comm comm:0 string c20] 0:%di EQ 1 y 1 1:$comm GLOB '*do ' y n"
	  " do{emit} c39 emit" },
	{ LINE("p f do  count \t by  comm ,\tpid  size=16 ,  emit # why"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " do{count by comm , pid size=16 , emit} c8"
	  " [comm=$comm comm:0 string c20]"
	  " [pid=$pid pid:0 u32 c27] emit count by $comm,$pid 16 'count by comm , pid'" },
	{ LINE("r:rd f n=$arg3 do hist(lat)"),
	  "r kprobes/rd f+0 t5 e2"
	  " [n=$arg3 arg:3 | x64 c7]"
	  " do{hist(lat)} c18"
	  " [lat=$lat lat:0 ns c23] hist($lat) 4096 'hist(lat)'" },
	{ LINE("r:rd f n=$arg3 do emit,hist( $lat )by comm,n size=0x100,count by stacktrace"),
	  "r kprobes/rd f+0 t5 e2"
	  " [n=$arg3 arg:3 | x64 c7]"
	  " do{emit,hist( $lat )by comm,n size=0x100,count by stacktrace} c18"
	  " [lat=$lat lat:0 ns c29]"
	  " [comm=$comm comm:0 string c38]"
	  " [stacktrace=$stacktrace stacktrace:0 stack c65] emit hist($lat) by $comm,n"
	  " 256 'hist( $lat )by comm,n' count by $stacktrace 4096 'count by stacktrace'" },
	{ LINE("r f comm=%di do count by comm,$comm"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " [comm=%di reg:112 x64 c4]"
	  " do{count by comm,$comm} c16"
	  " [comm=$comm comm:0 string c30] count by comm,$comm 4096 'count by comm,$comm'" },
	{ LINE("r f do hist($retval) by $retval:s32, func,caller size=1048576"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " do{hist($retval) by $retval:s32, func,caller size=1048576} c7"
	  " [retval=$retval retval:0 s64 c12]"
	  " [retval:s32=$retval:s32 retval:0 s32 c24]"
	  " [func=$func func:0 symbol c37]"
	  " [caller=$caller caller:0 symbol c42] hist($retval) by $retval:s32,$func,$caller"
	  " 1048576 'hist($retval) by $retval:s32, func,caller'" },
	{ LINE("p f do count by $comm,cgroup,uid,count by cpu,tid,hist(cpu)by +0($arg1):string"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " do{count by $comm,cgroup,uid,count by cpu,tid,hist(cpu)by +0($arg1):string}"
	  " c7"
	  " [comm=$comm comm:0 string c16]"
	  " [cgroup=$cgroup cgroup:0 cgroup c22]"
	  " [uid=$uid uid:0 u32 c29]"
	  " [cpu=$cpu cpu:0 u32 c42]"
	  " [tid=$tid tid:0 u32 c46]"
	  " [+0($arg1):string=+0($arg1):string arg:1 +0 string c62] count by $comm,$cgroup,$uid"
	  " 4096 'count by $comm,cgroup,uid' count by $cpu,$tid 4096 'count by cpu,tid'"
	  " hist($cpu) by +0($arg1):string 4096 'hist(cpu)by +0($arg1):string'" },
	{ LINE("p f do hist(+8(+0($arg1)):u32)size=01,count by +0(%di):ustring,@x:symstr"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " do{hist(+8(+0($arg1)):u32)size=01,count by +0(%di):ustring,@x:symstr} c7"
	  " [+8(+0($arg1)):u32=+8(+0($arg1)):u32 arg:1 +0 +8 u32 c12]"
	  " [+0(%di):ustring=+0(%di):ustring reg:112 u+0 ustring c47]"
	  " [@x:symstr=@x:symstr sym:x symstr c63] hist(+8(+0($arg1)):u32) 1 'hist(+8(+0($arg1)):u32)'"
	  " count by +0(%di):ustring,@x:symstr 4096 'count by +0(%di):ustring,@x:symstr'" },
	{ LINE("p f+4 %di do count by $arg1"),
	  "p kprobes/p_f_4 f+4 t2 o3 e2 a22"
	  " [arg1=%di reg:112 x64 c6]"
	  " do{count by $arg1} c13"
	  " [arg1=$arg1 arg:1 x64 c22] count by $arg1 4096 'count by $arg1'" },
	{ LINE("p f+4 if $arg2 == 1 do count by $arg1"),
	  "p kprobes/p_f_4 f+4 t2 o3 e2 a9"
	  " if{$arg2 == 1} c9"
	  " [=$arg2 arg:2 x64 c9] 0:$arg2 EQ 1 y n"
	  " do{count by $arg1} c23"
	  " [arg1=$arg1 arg:1 x64 c32] count by $arg1 4096 'count by $arg1'" },
	{ LINE("r f do count by $arg1, $entry(+0($arg2)):s32, %ax"),
	  "r kprobes/r_f_0 f+0 t2 e2"
	  " do{count by $arg1, $entry(+0($arg2)):s32, %ax} c7"
	  " [arg1=$arg1 arg:1 | x64 c16]"
	  " [entry(+0($arg2)):s32=$entry(+0($arg2)):s32 arg:2 +0 | s32 c23]"
	  " [%ax=%ax reg:80 x64 c46] count by $arg1,$entry(+0($arg2)):s32,%ax 4096 'count"
	  " by $arg1, $entry(+0($arg2)):s32, %ax'" },
	{ LINE("p f $arg1 do hist(arg1) by arg1"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=$arg1 arg:1 x64 c4]"
	  " do{hist(arg1) by arg1} c13 hist(arg1) by arg1 4096 'hist(arg1) by arg1'" },
	{ LINE("p f count=%di by=%si hist=%dx size=%cx do hist(by) by count,size , by size=7, count by by, hist size=8, hist (size)"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [count=%di reg:112 x64 c4]"
	  " [by=%si reg:104 x64 c14]"
	  " [hist=%dx reg:96 x64 c21]"
	  " [size=%cx reg:88 x64 c30]"
	  " do{hist(by) by count,size , by size=7, count by by, hist size=8, hist (size)}"
	  " c42 hist(by) by count,size,by 7 'hist(by) by count,size , by' count by by,hist"
	  " 8 'count by by, hist' hist(size) 4096 'hist (size)'" },
	{ LINE("p f $arg1:%pd do count by $arg1:%pd , +0($arg1):string"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [arg1=+0x0(+0x28($arg1)):string arg:1 +40 +0 string c4]"
	  " do{count by $arg1:%pd , +0($arg1):string} c17"
	  " [arg1:%pd=+0x0(+0x28($arg1)):string arg:1 +40 +0 string c26]"
	  " [+0($arg1):string=+0($arg1):string arg:1 +0 string c38] count by +0x0(+0x28($arg1)):string,+0($arg1):string"
	  " 4096 'count by $arg1:%pd , +0($arg1):string'" },
	{ LINE("p f do count by %di:b4@2/8, $stack3, $stack"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " do{count by %di:b4@2/8, $stack3, $stack} c7"
	  " [%di:b4@2/8=%di:b4@2/8 reg:112 u8 b4@2 c16]"
	  " [stack3=$stack3 stack:3 x64 c28]"
	  " [stack=$stack stackaddr:0 x64 c37] count by %di:b4@2/8,$stack3,$stack 4096"
	  " 'count by %di:b4@2/8, $stack3, $stack'" },
	{ LINE("r16 f do hist(pid) by $pid"),
	  "r16 kprobes/r_f_0 f+0 t4 m1 e4"
	  " do{hist(pid) by $pid} c9"
	  " [pid=$pid pid:0 u32 c14] hist($pid) by $pid 4096 'hist(pid) by $pid'" },
	{ LINE("p f emit=%di do count by emit, emit"),
	  "p kprobes/p_f_0 f+0 t2 e2"
	  " [emit=%di reg:112 x64 c4]"
	  " do{count by emit, emit} c16 emit count by emit 4096 'count by emit'" },
};

/* Nothing to do: -ENOENT. */
static const struct {
	const char *line;
	size_t len;
} blank[] = {
	{ LINE("") },
	{ LINE(" ") },
	{ LINE("\t \v\f\r") },
	{ LINE("#") },
	{ LINE("# p vfs_read") },
	{ LINE("  #p vfs_read # more") },
};

static const struct {
	const char *line;
	size_t len;
	unsigned int code;
	unsigned int column;
} illegal[] = {
	{ LINE("x vfs_read"), KPCTL_E_BAD_KIND, 0 },
	/* 62 levels, as many as an argument's text has room for: the 15th from the inside */
	{ LINE("p f " TEN("+0(") TEN("+0(") TEN("+0(") TEN("+0(") TEN("+0(") TEN("+0(") "+0(+0(%di"
	       TEN(")") TEN(")") TEN(")") TEN(")") TEN(")") TEN(")") "))"),
	  KPCTL_E_TOO_MANY_DEREFS, 4 + 3 * 48 },
	{ LINE("vfs_read"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("fvfs_*"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("func:a vfs_*"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("i"), KPCTL_E_NO_TARGET, 1 },
	{ LINE("i:a  "), KPCTL_E_NO_TARGET, 3 },
	{ LINE("i3:a 1s"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("interval:a 1s"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("i s"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i -1s"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 99999999999999999999s"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 18446744073709652us"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 99us"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 0s"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 10"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 10m"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 10msec"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 1.5s"), KPCTL_E_BAD_TARGET, 3 },
	{ LINE("i 1s%return"), KPCTL_E_BAD_TARGET, 3 },
	{ LINE("i:a vfs_read"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 1s $arg1"), KPCTL_E_ARG_AT_ADDR, 5 },
	{ LINE("i 0hz"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 10001hz"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i -99hz"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i hz"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i 99Hz"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 99hzz"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 99.5hz"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("i 18446744073709551616hz"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("i3:a 99hz"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("i 99hz $arg1"), KPCTL_E_ARG_AT_ADDR, 7 },
	{ LINE("i 99hz cycles $retval"), KPCTL_E_RETVAL_ON_P, 14 },
	{ LINE("i 99hz cycles if $lat > 1"), KPCTL_E_LAT_ON_P, 17 },
	{ LINE("i 10ms cycles"), KPCTL_E_CYCLES_OF_TIMER, 7 },
	{ LINE("i 1s +0($arg2)"), KPCTL_E_ARG_AT_ADDR, 8 },
	{ LINE("i 1s $retval"), KPCTL_E_RETVAL_ON_P, 5 },
	{ LINE("i 1s $entry(%di)"), KPCTL_E_ENTRY_ON_P, 5 },
	{ LINE("i 1s if $lat > 1"), KPCTL_E_LAT_ON_P, 8 },
	{ LINE("i 1s do hist($arg1)"), KPCTL_E_ARG_AT_ADDR, 13 },
	{ LINE("w"), KPCTL_E_NO_TARGET, 1 },
	{ LINE("w4:a @x"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("watch:a @x"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("w jiffies"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("w w@"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("w w@:8"), KPCTL_E_BAD_TARGET, 4 },
	{ LINE("w r@jiffies"), KPCTL_E_WATCH_READ, 2 },
	{ LINE("w x@jiffies"), KPCTL_E_WATCH_ACCESS, 2 },
	{ LINE("w wr@jiffies"), KPCTL_E_WATCH_ACCESS, 2 },
	{ LINE("w w@jiffies:3"), KPCTL_E_WATCH_LEN, 12 },
	{ LINE("w w@jiffies:16"), KPCTL_E_WATCH_LEN, 12 },
	{ LINE("w w@jiffies:0"), KPCTL_E_WATCH_LEN, 12 },
	{ LINE("w w@jiffies:"), KPCTL_E_WATCH_LEN, 12 },
	{ LINE("w w@jiffies:4x"), KPCTL_E_WATCH_LEN, 12 },
	{ LINE("w w@kpt:jiffies:"), KPCTL_E_WATCH_LEN, 16 },
	{ LINE("w w@0x1000"), KPCTL_E_WATCH_USER, 4 },
	{ LINE("w w@0x7fffffffffffffff:1"), KPCTL_E_WATCH_USER, 4 },
	{ LINE("w w@4096"), KPCTL_E_WATCH_USER, 4 },
	{ LINE("w w@0xffff888000001234:8"), KPCTL_E_WATCH_UNALIGNED, 4 },
	{ LINE("w w@0xffff888000001235"), KPCTL_E_WATCH_UNALIGNED, 4 },
	{ LINE("w w@0xffff88800000123z"), KPCTL_E_BAD_ADDR, 4 },
	{ LINE("w w@0xffff888000001234+4"), KPCTL_E_BAD_ADDR, 4 },
	{ LINE("w w@jiffies+"), KPCTL_E_BAD_DATA_OFFSET, 11 },
	{ LINE("w w@jiffies+x"), KPCTL_E_BAD_DATA_OFFSET, 11 },
	{ LINE("w w@jiffies+9223372036854775808"), KPCTL_E_BAD_DATA_OFFSET, 11 },
	{ LINE("w w@jif*"), KPCTL_E_BAD_SYMBOL, 7 },
	{ LINE("w w@kpt:"), KPCTL_E_WATCH_LEN, 8 },
	{ LINE("w w@k-t:x"), KPCTL_E_BAD_MODULE, 5 },
	{ LINE("w w@a:b:c"), KPCTL_E_BAD_SYMBOL, 7 },
	{ LINE("w w@" TEN("abcdef") "abcd:x"), KPCTL_E_MODULE_TOO_LONG, 4 },
	{ LINE("w w@jiffies%return"), KPCTL_E_BAD_SYMBOL, 11 },
	{ LINE("w w@x $arg1"), KPCTL_E_ARG_AT_ADDR, 6 },
	{ LINE("w w@x $retval"), KPCTL_E_RETVAL_ON_P, 6 },
	{ LINE("w w@x $entry(%di)"), KPCTL_E_ENTRY_ON_P, 6 },
	{ LINE("w w@x $lat"), KPCTL_E_LAT_ON_P, 6 },
	{ LINE("w w@x $value:string"), KPCTL_E_BAD_STRING, 13 },
	{ LINE("w w@x $value:ip6"), KPCTL_E_NOT_IN_MEMORY, 13 },
	{ LINE("p f $value"), KPCTL_E_WATCH_VAR, 4 },
	{ LINE("r f a=+0($addr)"), KPCTL_E_WATCH_VAR, 9 },
	{ LINE("f f if $old > 1"), KPCTL_E_WATCH_VAR, 7 },
	{ LINE("t f do count by old"), KPCTL_E_WATCH_VAR, 16 },
	{ LINE("i 1s $addr"), KPCTL_E_WATCH_VAR, 5 },
	{ LINE("f16:a vfs_*"), KPCTL_E_MAXACTIVE_ON_F, 1 },
	{ LINE("f"), KPCTL_E_SET_EMPTY, 1 },
	{ LINE("f:a/b  "), KPCTL_E_SET_EMPTY, 5 },
	{ LINE("f ,vfs_*"), KPCTL_E_SET_EMPTY, 2 },
	{ LINE("f vfs_*,"), KPCTL_E_SET_EMPTY, 8 },
	{ LINE("f vfs_*,,ext4_*"), KPCTL_E_SET_EMPTY, 8 },
	{ LINE("f ext4:"), KPCTL_E_SET_EMPTY, 7 },
	{ LINE("f ext4:!"), KPCTL_E_SET_EMPTY, 8 },
	{ LINE("f !"), KPCTL_E_SET_EMPTY, 3 },
	{ LINE("f !vfs_read"), KPCTL_E_SET_ONLY_OUT, 2 },
	{ LINE("f !vfs_*,ext4:!*"), KPCTL_E_SET_ONLY_OUT, 2 },
	{ LINE("f vfs_*,!!vfs_read"), KPCTL_E_SET_BAD_CHAR, 9 },
	{ LINE("f vfs-*"), KPCTL_E_SET_BAD_CHAR, 5 },
	{ LINE("f a,b\\*"), KPCTL_E_SET_BAD_CHAR, 5 },
	{ LINE("f a,b]"), KPCTL_E_SET_BAD_CHAR, 5 },
	{ LINE("f vfs_*%x"), KPCTL_E_SET_BAD_CHAR, 7 },
	{ LINE("f vfs_*%ret"), KPCTL_E_SET_BAD_CHAR, 7 },
	{ LINE("f vfs_*%x%return"), KPCTL_E_SET_BAD_CHAR, 7 },
	{ LINE("f vfs_*,a+4%return"), KPCTL_E_SET_OFFSET, 9 },
	{ LINE("f %return"), KPCTL_E_SET_EMPTY, 2 },
	{ LINE("f vfs_*,%return"), KPCTL_E_SET_EMPTY, 8 },
	{ LINE("f !vfs_*%return"), KPCTL_E_SET_ONLY_OUT, 2 },
	{ LINE("f0 vfs_*%return"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("f16x:a vfs_*%return"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("f65537 vfs_*%return"), KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ LINE("f16 vfs_*%return,a"), KPCTL_E_SET_RETURN, 9 },
	{ LINE("f vfs_*%return $entry($retval)"), KPCTL_E_IN_ENTRY, 22 },
	{ LINE("f a,8*"), KPCTL_E_SET_BAD_CHAR, 4 },
	{ LINE("f ext4:ext4:*"), KPCTL_E_SET_BAD_CHAR, 11 },
	{ LINE("f vfs_\xe9"), KPCTL_E_SET_BAD_CHAR, 6 },
	{ LINE("f vfs_[rw"), KPCTL_E_SET_BRACKET, 6 },
	{ LINE("f vfs_[]"), KPCTL_E_SET_BRACKET, 6 },
	{ LINE("f vfs_[!]*"), KPCTL_E_SET_BRACKET, 6 },
	{ LINE("f vfs_[r,w]"), KPCTL_E_SET_BRACKET, 6 },
	{ LINE("f vfs_[[]"), KPCTL_E_SET_BRACKET, 6 },
	{ LINE("f vfs_read+4"), KPCTL_E_SET_OFFSET, 10 },
	{ LINE("f vfs_*,ext4_*+0 %di"), KPCTL_E_SET_OFFSET, 14 },
	{ LINE("f vfs_*%return,a"), KPCTL_E_SET_RETURN, 7 },
	{ LINE("f vfs_*%return,a%return"), KPCTL_E_SET_RETURN, 7 },
	{ LINE("f vfs_*%return%return"), KPCTL_E_SET_RETURN, 7 },
	{ LINE("f vfs_*%return+4"), KPCTL_E_SET_RETURN, 7 },
	{ LINE("f 0xffffffff81000000"), KPCTL_E_SET_ADDR, 2 },
	{ LINE("f 12"), KPCTL_E_SET_ADDR, 2 },
	{ LINE("f 99999999999999999999"), KPCTL_E_SET_ADDR, 2 },
	{ LINE("f !ext4:x*,y"), KPCTL_E_SET_NOT_MOD, 2 },
	{ LINE("f :x*"), KPCTL_E_BAD_MODULE, 2 },
	{ LINE("f y,a-b:x*"), KPCTL_E_BAD_MODULE, 5 },
	{ LINE("f ext*:x*"), KPCTL_E_BAD_MODULE, 5 },
	{ LINE("f /bin/sh:x*"), KPCTL_E_USER_TARGET, 2 },
	{ LINE("f vfs_* $retval"), KPCTL_E_RETVAL_ON_P, 8 },
	{ LINE("f vfs_* $entry($arg1)"), KPCTL_E_ENTRY_ON_P, 8 },
	{ LINE("f vfs_* if $lat > 1"), KPCTL_E_LAT_ON_P, 11 },
	{ LINE("f:1a vfs_*"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("e:x/y sched.sched_switch"), KPCTL_E_KIND_E, 0 },
	{ LINE("t"), KPCTL_E_NO_TARGET, 1 },
	{ LINE("t 0x1000"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("t16:a sched_switch"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("tracepoint sched_switch"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("t sched/sched_switch"), KPCTL_E_POINT_GROUP, 2 },
	{ LINE("t sched_switch+4"), KPCTL_E_POINT_SUFFIX, 14 },
	{ LINE("t sched_switch%return"), KPCTL_E_POINT_SUFFIX, 14 },
	{ LINE("t !sched_*"), KPCTL_E_SET_ONLY_OUT, 2 },
	{ LINE("t a,b-c"), KPCTL_E_SET_BAD_CHAR, 5 },
	{ LINE("t sched_switch %di"), KPCTL_E_POINT_ARGS_ONLY, 15 },
	{ LINE("t sched_switch a=+8(%di):u32"), KPCTL_E_POINT_ARGS_ONLY, 20 },
	{ LINE("t sched_switch %nonsense"), KPCTL_E_BAD_REG, 15 },
	{ LINE("t sched_switch $stack"), KPCTL_E_POINT_ARGS_ONLY, 15 },
	{ LINE("t sched_switch $stack2"), KPCTL_E_POINT_ARGS_ONLY, 15 },
	{ LINE("t sched_switch $retval"), KPCTL_E_POINT_ARGS_ONLY, 15 },
	{ LINE("t sched_switch if %di > 1"), KPCTL_E_POINT_ARGS_ONLY, 18 },
	{ LINE("t sched_switch do count by $stack"), KPCTL_E_POINT_ARGS_ONLY, 27 },
	{ LINE("t sched_switch $arg0"), KPCTL_E_BAD_ARG_NUM, 15 },
	{ LINE("t sched_switch $arg13"), KPCTL_E_BAD_ARG_NUM, 15 },
	{ LINE("t sched_switch $arg*"), KPCTL_E_NO_TYPES, 15 },
	{ LINE("t sched_switch $lat"), KPCTL_E_LAT_ON_P, 15 },
	{ LINE("t sched_switch $entry($arg1)"), KPCTL_E_ENTRY_ON_P, 15 },
	{ LINE("u:a/b /bin/sh:0x10"), KPCTL_E_KIND_U, 0 },
	{ LINE("r:"), KPCTL_E_NO_TARGET, 2 },
	{ LINE("p16:a vfs_read"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("p16 vfs_read%return"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("r0 vfs_read"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("r00:x vfs_read"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("r16x vfs_read"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("r65537 vfs_read"), KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ LINE("r99999999999999999999 vfs_read"), KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ LINE("p"), KPCTL_E_NO_TARGET, 1 },
	{ LINE("p:a/b   "), KPCTL_E_NO_TARGET, 5 },
	{ LINE("p:/ev f"), KPCTL_E_NO_GROUP_NAME, 2 },
	{ LINE("p:.ev f"), KPCTL_E_NO_GROUP_NAME, 2 },
	{ LINE("p:1g/ev f"), KPCTL_E_BAD_GROUP_NAME, 2 },
	{ LINE("p:a.b/ev f"), KPCTL_E_BAD_GROUP_NAME, 2 },
	{ LINE("p:a+b/ev f"), KPCTL_E_BAD_GROUP_NAME, 2 },
	{ LINE("p: f"), KPCTL_E_NO_EVENT_NAME, 2 },
	{ LINE("p:1ev f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("-:grp.ev"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p:e-v f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p:a/b/c f"), KPCTL_E_BAD_EVENT_NAME, 4 },
	{ LINE("p:a/b.c f"), KPCTL_E_BAD_EVENT_NAME, 4 },
	{ LINE("p:a:b f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("-"), KPCTL_E_BAD_DEL, 1 },
	{ LINE("-x"), KPCTL_E_BAD_DEL, 1 },
	{ LINE("-:"), KPCTL_E_BAD_DEL, 2 },
	{ LINE("- :ev"), KPCTL_E_BAD_DEL, 1 },
	{ LINE("-:/ev"), KPCTL_E_NO_GROUP_NAME, 2 },
	{ LINE("-:1ev"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p mod:"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p :sym"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p %return"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p +x"), KPCTL_E_BAD_OFFSET, 2 },
	{ LINE("p +"), KPCTL_E_BAD_OFFSET, 2 },
	{ LINE("p mod:+4"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p 0xzz"), KPCTL_E_BAD_ADDR, 2 },
	{ LINE("p 0x10+4"), KPCTL_E_BAD_ADDR, 2 },
	{ LINE("p 0x1ffffffffffffffff"), KPCTL_E_BAD_ADDR, 2 },
	{ LINE("p 0x1000%return"), KPCTL_E_ADDR_RETURN, 8 },
	{ LINE("p 12ab%return"), KPCTL_E_BAD_ADDR, 2 },
	{ LINE("p vfs_read%ret"), KPCTL_E_BAD_TARGET_SUFFIX, 10 },
	{ LINE("p vfs_read%return+4"), KPCTL_E_BAD_TARGET_SUFFIX, 10 },
	{ LINE("p vfs_read+"), KPCTL_E_BAD_OFFSET, 10 },
	{ LINE("p vfs_read+zz"), KPCTL_E_BAD_OFFSET, 10 },
	{ LINE("p vfs_read-4"), KPCTL_E_BAD_OFFSET, 10 },
	{ LINE("p vfs_read++4"), KPCTL_E_BAD_OFFSET, 10 },
	{ LINE("p vfs_read+4294967296"), KPCTL_E_OFFSET_TOO_BIG, 10 },
	{ LINE("p vfs_read+99999999999999999999"), KPCTL_E_OFFSET_TOO_BIG, 10 },
	{ LINE("p nf-tables:nft_do_chain"), KPCTL_E_BAD_MODULE, 4 },
	{ LINE("p a.b:c"), KPCTL_E_BAD_MODULE, 3 },
	{ LINE("p a:b:c"), KPCTL_E_BAD_SYMBOL, 5 },
	{ LINE("p a:1b"), KPCTL_E_BAD_SYMBOL, 4 },
	{ LINE("p vfs(read"), KPCTL_E_BAD_SYMBOL, 5 },
	{ LINE("p vfs_*"), KPCTL_E_GLOB_TARGET, 6 },
	{ LINE("p vfs_read,vfs_write"), KPCTL_E_GLOB_TARGET, 10 },
	{ LINE("p !vfs_read"), KPCTL_E_GLOB_TARGET, 2 },
	{ LINE("p bin/sh:0x10"), KPCTL_E_USER_TARGET, 2 },
	{ LINE("p /bin/sh"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p /bin/sh:"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p /bin/sh:main"), KPCTL_E_USER_OFFSET, 10 },
	{ LINE("p /bin/sh:0x10+4"), KPCTL_E_USER_OFFSET, 10 },
	{ LINE("p /bin/sh:0x8000000000000000"), KPCTL_E_USER_OFFSET, 10 },
	{ LINE("p /bin/sh:0x10(0x20"), KPCTL_E_USER_REF, 14 },
	{ LINE("p /bin/sh:0x10()"), KPCTL_E_USER_REF, 14 },
	{ LINE("p /bin/sh:0x10(0)"), KPCTL_E_USER_REF, 14 },
	{ LINE("p /bin/sh:0x10%ret"), KPCTL_E_BAD_TARGET_SUFFIX, 14 },
	{ LINE("p /bin/sh:0x10(0x20)%return"), KPCTL_E_USER_REF, 14 },
	{ LINE("p /bin/sh:%return"), KPCTL_E_USER_OFFSET, 10 },
	{ LINE("p /bin/sh:16 $blocked"), KPCTL_E_LAT_ON_P, 13 },
	{ LINE("r /bin/sh:16 $caller"), KPCTL_E_USER_SOURCE, 13 },
	{ LINE("p16 /bin/sh:0x10"), KPCTL_E_MAXACTIVE_ON_P, 1 },
	{ LINE("p /bin/sh:16 $retval"), KPCTL_E_RETVAL_ON_P, 13 },
	{ LINE("p /bin/sh:16 $lat"), KPCTL_E_LAT_ON_P, 13 },
	{ LINE("p /bin/sh:16 $arg7"), KPCTL_E_BAD_ARG_NUM, 13 },
	{ LINE("p /bin/sh:16 $current"), KPCTL_E_USER_SOURCE, 13 },
	{ LINE("p /bin/sh:16 a=+8($func)"), KPCTL_E_USER_SOURCE, 18 },
	{ LINE("p /bin/sh:16 a=$caller"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 $stacktrace"), KPCTL_E_USER_SOURCE, 13 },
	{ LINE("p /bin/sh:16 a=@jiffies"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=&jiffies"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=file"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=$arg1->f_flags"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=(file)$arg1->f_flags"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=this_cpu_read(%di)"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=$arg1:symbol"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p /bin/sh:16 a=$arg1:symstr"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p /bin/sh:16 a=$arg1:%pd"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p /bin/sh:16 a=$arg1:%pD2"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p /bin/sh:16 a=$arg1:sock"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p /bin/sh:16 a=$arg1 if $func == 1"), KPCTL_E_USER_SOURCE, 24 },
	{ LINE("p /bin/sh:16 do count by $stacktrace"), KPCTL_E_USER_SOURCE, 25 },
	{ LINE("p f =%di"), KPCTL_E_NO_ARG_NAME, 4 },
	{ LINE("p f 1a=%di"), KPCTL_E_BAD_ARG_NAME, 4 },
	{ LINE("p f a-b=%di"), KPCTL_E_BAD_ARG_NAME, 4 },
	{ LINE("p f +0(%di)=%si"), KPCTL_E_BAD_ARG_NAME, 4 },
	{ LINE("p f a=%di b=%si a=%dx"), KPCTL_E_USED_ARG_NAME, 16 },
	{ LINE("p f arg2=%di %si"), KPCTL_E_USED_ARG_NAME, 13 },
	{ LINE("p f common_type=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f common_flags=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f common_preempt_count=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f common_pid=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f common_tgid=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f __probe_ip=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f __probe_ret_ip=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f __probe_func=%di"), KPCTL_E_RESERVED_ARG_NAME, 4 },
	{ LINE("p f a=%di __probe_ip=%si"), KPCTL_E_RESERVED_ARG_NAME, 10 },
	{ LINE("p f a="), KPCTL_E_NO_ARG_BODY, 6 },
	{ LINE("p f a=%di b="), KPCTL_E_NO_ARG_BODY, 12 },
	{ LINE("p f a=*"), KPCTL_E_BAD_FETCH, 6 },
	{ LINE("p f :u8"), KPCTL_E_BAD_FETCH, 4 },
	{ LINE("p f a=(%di)"), KPCTL_E_BAD_FETCH, 6 },
	{ LINE("p f +0()"), KPCTL_E_BAD_FETCH, 7 },
	{ LINE("p f 5"), KPCTL_E_BAD_FETCH, 4 },
	{ LINE("p f %di:"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f %di:u9"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f a=%di:U8"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f a=%di:bool"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f %di:string"), KPCTL_E_BAD_STRING, 8 },
	{ LINE("p f a=$arg1:ustring"), KPCTL_E_BAD_STRING, 12 },
	{ LINE("r f $retval:string"), KPCTL_E_BAD_STRING, 12 },
	{ LINE("p f $stack:string"), KPCTL_E_BAD_STRING, 11 },
	{ LINE("p f $comm:u8"), KPCTL_E_NEED_STRING_TYPE, 10 },
	{ LINE("p f c=$COMM:ustring"), KPCTL_E_NEED_STRING_TYPE, 12 },
	{ LINE("p f %rdi"), KPCTL_E_BAD_REG, 4 },
	{ LINE("p f a=%"), KPCTL_E_BAD_REG, 6 },
	{ LINE("p f +8(+4(%edi))"), KPCTL_E_BAD_REG, 10 },
	{ LINE("p f $foo"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f $"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f a=$stackx"), KPCTL_E_BAD_VAR, 6 },
	{ LINE("p f $arg"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f $retvalx"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f $argx"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f $arg-1"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f $retval"), KPCTL_E_RETVAL_ON_P, 4 },
	{ LINE("p f a=+0(+4($retval))"), KPCTL_E_RETVAL_ON_P, 12 },
	{ LINE("p f $stack2049"), KPCTL_E_BAD_STACK_NUM, 4 },
	{ LINE("p f $stack99999999999999999999"), KPCTL_E_BAD_STACK_NUM, 4 },
	{ LINE("p f $arg0"), KPCTL_E_BAD_ARG_NUM, 4 },
	{ LINE("p f $arg2049"), KPCTL_E_BAD_ARG_NUM, 4 },
	{ LINE("p f $arg99999999999999999999"), KPCTL_E_BAD_ARG_NUM, 4 },
	{ LINE("p f $arg*"), KPCTL_E_NO_TYPES, 4 },
	{ LINE("p f (sock)%di->x"), KPCTL_E_NO_TYPES, 5 },
	{ LINE("p f $arg1:enum(e)"), KPCTL_E_ENUM_NO_TYPES, 10 },
	{ LINE("p f $current->pid"), KPCTL_E_NO_TYPES, 4 },
	{ LINE("p f (sock)%di"), KPCTL_E_CAST_NO_STEP, 13 },
	{ LINE("p f &"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f &0x1000"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f &x+y"), KPCTL_E_BAD_DATA_OFFSET, 6 },
	{ LINE("p f &x:string"), KPCTL_E_BAD_STRING, 7 },
	{ LINE("p f this_cpu_read(@x"), KPCTL_E_THIS_CPU_NOT_CLOSED, 20 },
	{ LINE("p f this_cpu_ptr(@x)->y"), KPCTL_E_THIS_CPU_EXTRA, 20 },
	{ LINE("p f this_cpu_ptr(@x):string"), KPCTL_E_BAD_STRING, 21 },
	{ LINE("p f this_cpu_ptr(@x):u8[2]"), KPCTL_E_ARRAY_NOT_MEM, 21 },
	{ LINE("p f this_cpu_ptr($comm)"), KPCTL_E_TEXT_DEREF, 17 },
	{ LINE("p f file"), KPCTL_E_NO_TYPES, 4 },
	{ LINE("p f a=+0(count)"), KPCTL_E_NO_TYPES, 9 },
	{ LINE("p f $arg1->f_flags"), KPCTL_E_NO_TYPES, 4 },
	{ LINE("p f file->f_flags"), KPCTL_E_NO_TYPES, 4 },
	{ LINE("p f @"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f @0x"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f @-5"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f @8x"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f a=@0x1ffffffffffffffff"), KPCTL_E_BAD_MEM_ADDR, 6 },
	{ LINE("p f @a/b"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f @+0x10"), KPCTL_E_FILE_OFFSET, 4 },
	{ LINE("p f a=+0(@+4)"), KPCTL_E_FILE_OFFSET, 9 },
	{ LINE("p f @jiffies+"), KPCTL_E_BAD_DATA_OFFSET, 12 },
	{ LINE("p f @jiffies+-8"), KPCTL_E_BAD_DATA_OFFSET, 12 },
	{ LINE("p f @jiffies-zz"), KPCTL_E_BAD_DATA_OFFSET, 12 },
	{ LINE("p f a=@jiffies+0x8000000000000000"), KPCTL_E_BAD_DATA_OFFSET, 14 },
	{ LINE("p f \\"), KPCTL_E_BAD_IMM, 5 },
	{ LINE("p f a=\\x"), KPCTL_E_BAD_IMM, 7 },
	{ LINE("p f \\18446744073709551616"), KPCTL_E_BAD_IMM, 5 },
	{ LINE("p f \\-9223372036854775809"), KPCTL_E_BAD_IMM, 5 },
	{ LINE("p f \\+9223372036854775808"), KPCTL_E_BAD_IMM, 5 },
	{ LINE("p f +8"), KPCTL_E_DEREF_NO_BRACE, 4 },
	{ LINE("p f a=-u8"), KPCTL_E_DEREF_NO_BRACE, 6 },
	{ LINE("p f +0(+8)"), KPCTL_E_DEREF_NO_BRACE, 7 },
	{ LINE("p f +(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ LINE("p f a=+x(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 6 },
	{ LINE("p f -+8(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ LINE("p f +9223372036854775808(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ LINE("p f -9223372036854775809(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ LINE("p f +0(-u(%di))"), KPCTL_E_BAD_DEREF_OFFSET, 7 },
	{ LINE("p f +0(%di"), KPCTL_E_DEREF_NOT_CLOSED, 10 },
	{ LINE("p f a=+0(+8(%di)"), KPCTL_E_DEREF_NOT_CLOSED, 15 },
	{ LINE("p f +0(%di:u8"), KPCTL_E_DEREF_NOT_CLOSED, 10 },
	{ LINE("p f +0($comm)"), KPCTL_E_TEXT_DEREF, 7 },
	{ LINE("p f a=+0(+8($COMM)):string"), KPCTL_E_TEXT_DEREF, 12 },
	{ LINE("r5x f"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("r5x:e f"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("p f +0(%di):u8[4"), KPCTL_E_ARRAY_NOT_CLOSED, 16 },
	{ LINE("p f +0(%di):u8[4]x"), KPCTL_E_BAD_ARRAY_SUFFIX, 17 },
	{ LINE("p f +0(%di):u8[4][4]"), KPCTL_E_BAD_ARRAY_SUFFIX, 17 },
	{ LINE("p f +0(%di):u8[0]"), KPCTL_E_BAD_ARRAY_NUM, 15 },
	{ LINE("p f +0(%di):u8[]"), KPCTL_E_BAD_ARRAY_NUM, 15 },
	{ LINE("p f +0(%di):u8[x]"), KPCTL_E_COUNT_NO_NAME, 15 },
	{ LINE("p f a=+0(%di):u8[n] n=%si"), KPCTL_E_COUNT_NO_NAME, 17 },
	{ LINE("p f n=%si a=+0(%di):u8[n+1]"), KPCTL_E_COUNT_NO_NAME, 23 },
	{ LINE("p f n=%si a=+0(%di):u8[$n]"), KPCTL_E_BAD_ARRAY_NUM, 23 },
	{ LINE("p f a=+0(%di):u8[a]"), KPCTL_E_COUNT_BY_ITSELF, 17 },
	{ LINE("p f s=$comm a=+0(%di):u8[s]"), KPCTL_E_COUNT_NO_NUMBER, 25 },
	{ LINE("p f s=+0(%di):u8[2] a=+0(%di):u8[s]"), KPCTL_E_COUNT_NO_NUMBER, 33 },
	{ LINE("p f s=%di:ip4 a=+0(%di):u8[s]"), KPCTL_E_COUNT_NO_NUMBER, 27 },
	{ LINE("p f n=%di s=+0(%di):u8[n] a=+0(%di):u8[s]"), KPCTL_E_COUNT_NO_NUMBER, 39 },
	{ LINE("p f n=%si a=+0(%di):string[n]"), KPCTL_E_STRINGS_BY_NAME, 27 },
	{ LINE("p f n=%si a=+0(%di):symstr[n]"), KPCTL_E_ARRAY_NOT_MEM, 20 },
	{ LINE("p f n=%si a=%di:u8[n]"), KPCTL_E_COUNTED_NOT_MEM, 16 },
	{ LINE("p f \\5:ustring[]"), KPCTL_E_COUNTED_NOT_MEM, 7 },
	{ LINE("p f $comm:string[]"), KPCTL_E_NEED_STRING_TYPE, 10 },
	{ LINE("p f +0(%di):symstr[]"), KPCTL_E_BAD_ARRAY_NUM, 19 },
	{ LINE("r f $entry(+u0($arg2)):ustring[]"), KPCTL_E_COUNTED_AT_ENTRY, 23 },
	{ LINE("p f a=+0(%di):string[] if a == \"x\""), KPCTL_E_COND_ARRAY, 26 },
	{ LINE("p f n=%si a=+0(%di):u8[n] if a == 1"), KPCTL_E_COND_ARRAY, 29 },
	{ LINE("p f n=%si if +0(%di):u8[n] == 1"), KPCTL_E_COND_ARRAY, 13 },
	{ LINE("p f a=+0(%di):string[] do count by a"), KPCTL_E_DO_KEY_ARRAY, 35 },
	{ LINE("p f n=%si a=+0(%di):u8[n] do hist(a)"), KPCTL_E_DO_BAD_VALUE, 34 },
	{ LINE("p f +0(%di):u8[-1]"), KPCTL_E_BAD_ARRAY_NUM, 15 },
	{ LINE("p f +0(%di):u8[99999999999999999999]"), KPCTL_E_ARRAY_TOO_BIG, 15 },
	{ LINE("p f +0(%di):[4]"), KPCTL_E_BAD_TYPE, 12 },
	{ LINE("p f $arg1:%pd[2]"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f $arg1:%pf"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f %di:b4@2/24"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f %di:b4@2"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f %di:b4@2/8/8"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f %di:b/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f %di:b0@2/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f %di:b4@/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f %di:b4x@0/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f %di:b0x@0/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f +0(%di):b8@1/8"), KPCTL_E_BAD_BITFIELD, 12 },
	{ LINE("p f %di:b1@18446744073709551615/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f %di:b18446744073709551617@0/8"), KPCTL_E_BAD_BITFIELD, 8 },
	{ LINE("p f \\\"a:b\""), KPCTL_E_NEED_STRING_TYPE, 8 },
	{ LINE("p f \\\"ab\":u8"), KPCTL_E_NEED_STRING_TYPE, 10 },
	{ LINE("p f $comm:string[2]"), KPCTL_E_NEED_STRING_TYPE, 10 },
	{ LINE("r f $entry($comm):u8"), KPCTL_E_NEED_STRING_TYPE, 18 },
	{ LINE("p f $stacktrace:u64"), KPCTL_E_NEED_STACK_TYPE, 16 },
	{ LINE("p f $stacktrace:stack[2]"), KPCTL_E_NEED_STACK_TYPE, 16 },
	{ LINE("p f %di:stack"), KPCTL_E_BAD_STACK_TYPE, 8 },
	{ LINE("p f +0(%di):stack"), KPCTL_E_BAD_STACK_TYPE, 12 },
	{ LINE("p f $pid:string"), KPCTL_E_BAD_STRING, 9 },
	{ LINE("r f $entry($arg1):string"), KPCTL_E_BAD_STRING, 18 },
	{ LINE("p f a=$arg1:string[2]"), KPCTL_E_BAD_STRING, 12 },
	{ LINE("p f $arg1:path"), KPCTL_E_BAD_PATH, 10 },
	{ LINE("p f +u0($arg1):path"), KPCTL_E_BAD_PATH, 15 },
	{ LINE("p f \\1:path"), KPCTL_E_BAD_PATH, 7 },
	{ LINE("p f $arg1:%pd2[2]"), KPCTL_E_WALK_ARRAY, 10 },
	{ LINE("p f $arg1:%pd1"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f $arg1:sock[2]"), KPCTL_E_WALK_ARRAY, 10 },
	{ LINE("p f $pid:sock"), KPCTL_E_VAR_DEREF, 4 },
	{ LINE("p f $arg1:task[2]"), KPCTL_E_WALK_ARRAY, 10 },
	{ LINE("p f $comm($arg1"), KPCTL_E_OF_TASK_NOT_CLOSED, 15 },
	{ LINE("p f $stacktrace($arg1"), KPCTL_E_OF_TASK_NOT_CLOSED, 21 },
	{ LINE("p f $stacktrace()"), KPCTL_E_BAD_FETCH, 16 },
	{ LINE("p f $comm($comm)"), KPCTL_E_TEXT_DEREF, 10 },
	{ LINE("p f $comm($pid)"), KPCTL_E_VAR_DEREF, 10 },
	{ LINE("p f $comm($comm($arg1))"), KPCTL_E_TEXT_DEREF, 10 },
	{ LINE("p f $stacktrace($stacktrace)"), KPCTL_E_VAR_DEREF, 16 },
	{ LINE("p f +0($comm($arg1))"), KPCTL_E_TEXT_DEREF, 7 },
	{ LINE("p f +0($stacktrace($arg1))"), KPCTL_E_VAR_DEREF, 7 },
	{ LINE("p f $comm($arg1):u64"), KPCTL_E_NEED_STRING_TYPE, 17 },
	{ LINE("p f $comm($arg1):sock"), KPCTL_E_NEED_STRING_TYPE, 17 },
	{ LINE("p f $stacktrace($arg1):u64"), KPCTL_E_NEED_STACK_TYPE, 23 },
	{ LINE("p f $stacktrace($arg1):sock"), KPCTL_E_NEED_STACK_TYPE, 23 },
	{ LINE("p f $stacktrace($arg1):stack[2]"), KPCTL_E_NEED_STACK_TYPE, 23 },
	{ LINE("p f $stacktrace($arg1):ustack"), KPCTL_E_NEED_STACK_TYPE, 23 },
	{ LINE("r f $entry($stacktrace($arg1))"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("p f $comm(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0($arg1)))))))))))))))"),
	  KPCTL_E_TOO_MANY_DEREFS, 10 },
	{ LINE("p sys:read $comm($arg1)"), KPCTL_E_SYS_MEMORY, 17 },
	{ LINE("p sys:read $stacktrace($arg1)"), KPCTL_E_SYS_MEMORY, 23 },
	{ LINE("p sys:read $arg1:task"), KPCTL_E_SYS_MEMORY, 11 },
	{ LINE("p /bin/sh:16 a=$stacktrace($arg1)"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=$comm($arg1)"), KPCTL_E_USER_SOURCE, 15 },
	{ LINE("p /bin/sh:16 a=$arg1:task"), KPCTL_E_USER_TYPE, 21 },
	{ LINE("p f if $stacktrace($arg1) == 1"), KPCTL_E_COND_STACK, 7 },
	{ LINE("p f call:($arg1)"), KPCTL_E_CALL_BAD_NAME, 9 },
	{ LINE("p f call:a.b($arg1)"), KPCTL_E_CALL_BAD_NAME, 9 },
	{ LINE("p f call:a2345678901234567890123456789012()"), KPCTL_E_CALL_BAD_NAME, 9 },
	{ LINE("p f call:a($arg1"), KPCTL_E_CALL_NOT_CLOSED, 16 },
	{ LINE("p f call:a($arg1:u32"), KPCTL_E_CALL_NOT_CLOSED, 20 },
	{ LINE("p f call:a($arg1,"), KPCTL_E_CALL_NOT_CLOSED, 17 },
	{ LINE("p f call:a($arg1)x"), KPCTL_E_CALL_EXTRA, 17 },
	{ LINE("p f call:a($arg1):string"), KPCTL_E_CALL_TYPE, 18 },
	{ LINE("p f call:a($arg1):u8[3]"), KPCTL_E_CALL_TYPE, 18 },
	{ LINE("p f call:a($arg1):b3@0/8"), KPCTL_E_CALL_TYPE, 18 },
	{ LINE("p f call:a($arg1):nope"), KPCTL_E_BAD_TYPE, 18 },
	{ LINE("p f call:a(call:b($arg1))"), KPCTL_E_CALL_NESTED, 11 },
	{ LINE("p f call:a($comm)"), KPCTL_E_CALL_NOT_NUMBER, 11 },
	{ LINE("p f call:a($arg1:b3@0/8)"), KPCTL_E_CALL_NOT_NUMBER, 11 },
	{ LINE("p f x=$comm call:a($arg1,x)"), KPCTL_E_CALL_NOT_NUMBER, 25 },
	{ LINE("p f x=call:b() call:a($arg1,x)"), KPCTL_E_CALL_NOT_NUMBER, 28 },
	{ LINE("p f x=$arg2 call:a($arg1,x,x,x,x)"), KPCTL_E_CALL_TOO_MANY, 31 },
	{ LINE("p f call:a($arg1,y)"), KPCTL_E_CALL_NO_ARG, 17 },
	{ LINE("p f do call(a,)"), KPCTL_E_DO_CALL_NO_VALUE, 14 },
	{ LINE("p f do call(a"), KPCTL_E_CALL_NOT_CLOSED, 13 },
	{ LINE("p f do call()"), KPCTL_E_CALL_BAD_NAME, 12 },
	{ LINE("p f do call(a, $comm)"), KPCTL_E_CALL_NOT_NUMBER, 15 },
	{ LINE("p f do call(a),call(a),call(a),call(a),call(a)"), KPCTL_E_DO_CALLS_MANY, 39 },
	{ LINE("p f do call(a,$pid,$tid,$cpu,$uid,$ppid)"), KPCTL_E_CALL_TOO_MANY, 34 },
	{ LINE("p f do call (a)"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f if $cgroup in /a"), KPCTL_E_COND_CGROUP_PATH, 18 },
	{ LINE("p f if $cgroup in \"a\""), KPCTL_E_COND_CGROUP_PATH, 18 },
	{ LINE("p f if $cgroup in \"\""), KPCTL_E_COND_CGROUP_PATH, 18 },
	{ LINE("p f if $cgroup in \"/a"), KPCTL_E_COND_STRING_OPEN, 21 },
	{ LINE("p f if $pid in \"/a\""), KPCTL_E_COND_NUMBER_OP, 12 },
	{ LINE("p f if $cgroup ~ \"/a\""), KPCTL_E_COND_NUMBER_OP, 15 },
	{ LINE("p f $arg1:sock if arg1 == 1"), KPCTL_E_COND_NEED_STRING, 26 },
	{ LINE("p f $arg1:%pd5"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f $comm:%pd2"), KPCTL_E_NEED_STRING_TYPE, 10 },
	{ LINE("p f $pid:%pD*"), KPCTL_E_VAR_DEREF, 4 },
	{ LINE("p f $stack:symstr"), KPCTL_E_BAD_SYMSTR, 11 },
	{ LINE("p f +u0(%di):symstr"), KPCTL_E_BAD_SYMSTR, 13 },
	{ LINE("r f $arg1:symstr"), KPCTL_E_BAD_SYMSTR, 10 },
	{ LINE("p f \\1:symstr"), KPCTL_E_BAD_SYMSTR, 7 },
	{ LINE("p f $pid:symstr"), KPCTL_E_BAD_SYMSTR, 9 },
	{ LINE("p f %di:u8[4]"), KPCTL_E_ARRAY_NOT_MEM, 8 },
	{ LINE("p f +u0(%di):u8[4]"), KPCTL_E_ARRAY_NOT_MEM, 13 },
	{ LINE("p f %di:symstr[4]"), KPCTL_E_ARRAY_NOT_MEM, 8 },
	{ LINE("r f $arg1:u8[2]"), KPCTL_E_ARRAY_NOT_MEM, 10 },
	{ LINE("p 0x1000 a=+0($arg1)"), KPCTL_E_ARG_AT_ADDR, 14 },
	{ LINE("p f $lat"), KPCTL_E_LAT_ON_P, 4 },
	{ LINE("p f $oncpu"), KPCTL_E_LAT_ON_P, 4 },
	{ LINE("p f %di $blocked:u64"), KPCTL_E_LAT_ON_P, 8 },
	{ LINE("p f \\\""), KPCTL_E_TEXT_NOT_CLOSED, 6 },
	{ LINE("p f \\\"ab"), KPCTL_E_TEXT_NOT_CLOSED, 8 },
	{ LINE("p f +0(\\\"ab)"), KPCTL_E_TEXT_NOT_CLOSED, 11 },
	{ LINE("p f \\\"ab#\""), KPCTL_E_TEXT_NOT_CLOSED, 8 },
	{ LINE("p f +0(\\\"ab\")"), KPCTL_E_TEXT_DEREF, 7 },
	{ LINE("p f +0(+0(\\\"ab\"))~"), KPCTL_E_TEXT_DEREF, 10 },
	{ LINE("p f $comm:%pd"), KPCTL_E_TEXT_DEREF, 4 },
	{ LINE("r f +0($entry($comm))"), KPCTL_E_TEXT_DEREF, 14 },
	{ LINE("p f +0($pid)"), KPCTL_E_VAR_DEREF, 7 },
	{ LINE("p f +0($stacktrace)"), KPCTL_E_VAR_DEREF, 7 },
	{ LINE("r f +0($lat)"), KPCTL_E_VAR_DEREF, 7 },
	{ LINE("r f +0($runq)"), KPCTL_E_VAR_DEREF, 7 },
	{ LINE("p f $cgroup:%pd"), KPCTL_E_VAR_DEREF, 4 },
	{ LINE("p f a=%foo:%pd"), KPCTL_E_BAD_REG, 6 },
	{ LINE("p f a=+0(%foo):%pD"), KPCTL_E_BAD_REG, 9 },
	{ LINE("p f a=:%pd"), KPCTL_E_BAD_FETCH, 6 },
	{ LINE("p f :%pD"), KPCTL_E_BAD_FETCH, 4 },
	{ LINE("p f +0(%di:%pd"), KPCTL_E_DEREF_NOT_CLOSED, 10 },
	{ LINE("p f $arg1:u8:%pd"), KPCTL_E_BAD_TYPE, 10 },
	{ LINE("p f abc=$retval:%pd"), KPCTL_E_RETVAL_ON_P, 8 },
	{ LINE("p f $entry($arg1)"), KPCTL_E_ENTRY_ON_P, 4 },
	{ LINE("r f $entry"), KPCTL_E_ENTRY_NO_BRACE, 10 },
	{ LINE("p f+4 $after"), KPCTL_E_ENTRY_NO_BRACE, 12 },
	{ LINE("p f+4 $afterx"), KPCTL_E_BAD_VAR, 6 },
	{ LINE("p f+4 $after(%di"), KPCTL_E_ENTRY_NOT_CLOSED, 16 },
	{ LINE("p f+4 $after(%di)x:u8"), KPCTL_E_ENTRY_EXTRA, 17 },
	{ LINE("p f+4 $after()"), KPCTL_E_BAD_FETCH, 13 },
	{ LINE("p f+4 $after(%xx)"), KPCTL_E_BAD_REG, 13 },
	{ LINE("p f+4 $after($pid)"), KPCTL_E_IN_AFTER, 13 },
	{ LINE("p f+4 +0($after($comm))"), KPCTL_E_TEXT_DEREF, 16 },
	{ LINE("p f+4 $after($comm)"), KPCTL_E_IN_AFTER, 13 },
	{ LINE("p f+4 $after(\\\"x\")"), KPCTL_E_IN_AFTER, 13 },
	{ LINE("p f $after(+0($arg1))"), KPCTL_E_IN_AFTER, 14 },
	{ LINE("p f+4 $after(count)"), KPCTL_E_IN_AFTER, 13 },
	{ LINE("p f+4 $after($after(%ax))"), KPCTL_E_IN_AFTER, 13 },
	{ LINE("p f+4 $after(+0($after(%ax)))"), KPCTL_E_IN_AFTER, 16 },
	{ LINE("p f+4 $entry($after(%ax))"), KPCTL_E_ENTRY_ON_P, 6 },
	{ LINE("r f $after(%ax)"), KPCTL_E_AFTER_NOT_P, 4 },
	{ LINE("f vfs_* $after(%ax)"), KPCTL_E_AFTER_NOT_P, 8 },
	{ LINE("i 1s $after(%ax)"), KPCTL_E_AFTER_NOT_P, 5 },
	{ LINE("t sched_switch $after($arg1)"), KPCTL_E_AFTER_NOT_P, 15 },
	{ LINE("p /bin/sh:0x10 $after(%ax)"), KPCTL_E_AFTER_NOT_P, 15 },
	{ LINE("p f+4 s=$stacktrace a=$after(%ax)"), KPCTL_E_AFTER_STACK, 6 },
	{ LINE("p f+4 if $after(%ax) > 1 do count by pid, $stacktrace"), KPCTL_E_AFTER_STACK, 42 },
	{ LINE("p f+4 n=%cx s=+0(%di):u8[n] a=$after(%ax)"), KPCTL_E_AFTER_COUNTED, 12 },
	{ LINE("p f+4 s=+0(%di):string[] a=$after(%ax)"), KPCTL_E_AFTER_COUNTED, 6 },
	{ LINE("r f $entryx"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("r f $entry(%di"), KPCTL_E_ENTRY_NOT_CLOSED, 14 },
	{ LINE("r f $entry(%di)x:u8"), KPCTL_E_ENTRY_EXTRA, 15 },
	{ LINE("r f $entry($retval)"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $entry($lat)"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $entry($blocked)"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $runqx"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("r f $entry($stacktrace)"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $entry($entry($arg1))"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $entry(\\\"x\")"), KPCTL_E_IN_ENTRY, 11 },
	{ LINE("r f $entry()"), KPCTL_E_BAD_FETCH, 11 },
	{ LINE("r f $entry(+0(%xx))"), KPCTL_E_BAD_REG, 14 },
	{ LINE("p f $pid pid=%di"), KPCTL_E_USED_ARG_NAME, 9 },
	/* errors have names at the type errno alone, and only names that are known */
	{ LINE("p f a=%di:s32 if a == -ENOENT"), KPCTL_E_DEREF_NO_BRACE, 22 },
	{ LINE("p f a=%di:errno if a == -ENOTHING"), KPCTL_E_COND_NO_SYMBOL, 24 },
	{ LINE("p f a=%di:signal if a == SIGNONE"), KPCTL_E_COND_NO_SYMBOL, 25 },
	{ LINE("p f a=%di:oflags if a & O_NONE"), KPCTL_E_COND_NO_SYMBOL, 24 },
	{ LINE("p f a=%di:cap if a == CAP_NONE"), KPCTL_E_COND_NO_SYMBOL, 22 },
	{ LINE("p f a=%di:errno if a == \"ENOENT\""), KPCTL_E_COND_NEED_NUMBER, 24 },
	{ LINE("p f a=%di:ip4 if a < 192.0.2.1"), KPCTL_E_COND_ADDRESS_OP, 19 },
	{ LINE("p f a=%di:ip4 if a ~ \"x\""), KPCTL_E_COND_ADDRESS_OP, 19 },
	{ LINE("p f a=%di:ip4 if a & 1"), KPCTL_E_COND_ADDRESS_OP, 19 },
	{ LINE("p f a=%di:ip4 if a == 5"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a == \"x\""), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a == a"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a != 192.0.2"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a != 192.0.2.01"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a == 192.0.2.256"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a == 192.0.2.1.1"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a == 10.0.0.0/8"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0/8"), KPCTL_E_COND_NEED_ADDRESS, 22 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0"), KPCTL_E_COND_BAD_NET, 22 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0/"), KPCTL_E_COND_BAD_NET, 31 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0/33"), KPCTL_E_COND_BAD_NET, 31 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0/+8"), KPCTL_E_COND_BAD_NET, 31 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0/8/8"), KPCTL_E_COND_BAD_NET, 31 },
	{ LINE("p f a=%di:ip4 if a in 10.0.0.0/0x8"), KPCTL_E_COND_BAD_NET, 31 },
	{ LINE("p f a=%di:ip4 if a in"), KPCTL_E_COND_NO_OPERAND, 21 },
	{ LINE("p f a=%di:ip4 if a =="), KPCTL_E_COND_NO_OPERAND, 21 },
	{ LINE("p f a=%di:ip4 if a inside"), KPCTL_E_COND_NO_OP, 19 },
	{ LINE("p f a=%di if a in 10.0.0.0/8"), KPCTL_E_COND_NUMBER_OP, 15 },
	{ LINE("p f if $comm in 10.0.0.0/8"), KPCTL_E_COND_STRING_OP, 13 },
	{ LINE("p f a=%di:ip4 b=%di if b == a"), KPCTL_E_COND_NEED_NUMBER, 28 },
	{ LINE("p f a=+0(%di):ip4[2] if a == 192.0.2.1"), KPCTL_E_COND_ARRAY, 24 },
	{ LINE("p f a=%di:ip4 if 192.0.2.1 == a"), KPCTL_E_COND_CONST_LEFT, 17 },
	{ LINE("p f a=+0(%di):ip6 if a == 192.0.2.1"), KPCTL_E_COND_NEED_ADDRESS, 26 },
	{ LINE("p f a=+0(%di):ip6 if a in ::/129"), KPCTL_E_COND_BAD_NET, 29 },
	{ LINE("p f a=+0(%di):ip6 if a in ::1"), KPCTL_E_COND_BAD_NET, 26 },
	{ LINE("p f a=+0(%di):ip6 if a > ::1"), KPCTL_E_COND_ADDRESS_OP, 23 },
	{ LINE("p f a=%di:ip6"), KPCTL_E_NOT_IN_MEMORY, 10 },
	{ LINE("p f a=%di:ip6[2]"), KPCTL_E_NOT_IN_MEMORY, 10 },
	{ LINE("p f a=%di:mac"), KPCTL_E_NOT_IN_MEMORY, 10 },
	{ LINE("p f a=+0(%di):mac if a == 1.2.3.4"), KPCTL_E_COND_NEED_ADDRESS, 26 },
	{ LINE("p f a=\\1:ip6"), KPCTL_E_NOT_IN_MEMORY, 9 },
	{ LINE("p f $pid:ip6"), KPCTL_E_NOT_IN_MEMORY, 9 },
	{ LINE("p f if %di:ip6 == ::"), KPCTL_E_NOT_IN_MEMORY, 11 },
	{ LINE("p f do count by $arg1:ip6"), KPCTL_E_NOT_IN_MEMORY, 22 },
	{ LINE("p f do sum(+0(%di):ip6)"), KPCTL_E_DO_BAD_VALUE, 11 },
	{ LINE("p f a=%di:ip4 do hist(a)"), KPCTL_E_DO_BAD_VALUE, 22 },
	{ LINE("p f if"), KPCTL_E_COND_EMPTY, 6 },
	{ LINE("p f a=%di if do count"), KPCTL_E_COND_EMPTY, 12 },
	{ LINE("p f a=%di if a == do count"), KPCTL_E_COND_NO_OPERAND, 17 },
	{ LINE("p f a=%di if a == 1 && do"), KPCTL_E_COND_NO_OPERAND, 22 },
	{ LINE("p f a=%di if (a == 1 do count"), KPCTL_E_COND_NOT_CLOSED, 20 },
	{ LINE("p f a=%di if (a == 1)do count"), KPCTL_E_COND_EXTRA, 21 },
	{ LINE("p f a=%di if a == 1 do, count"), KPCTL_E_COND_EXTRA, 20 },
	{ LINE("p f do=%di if a == do do emit"), KPCTL_E_OPERAND_NO_NAME, 14 },
	{ LINE("p f if  #x"), KPCTL_E_COND_EMPTY, 6 },
	{ LINE("p f if (((( #"), KPCTL_E_COND_NO_OPERAND, 11 },
	{ LINE("p f a=%di if && a == 1"), KPCTL_E_COND_NO_OPERAND, 13 },
	{ LINE("p f a=%di if a == && 1"), KPCTL_E_COND_NO_OPERAND, 18 },
	{ LINE("p f a=%di if a =="), KPCTL_E_COND_NO_OPERAND, 17 },
	{ LINE("p f a=%di if ()"), KPCTL_E_COND_NO_OPERAND, 14 },
	{ LINE("p f a=%di if a == 1 &&"), KPCTL_E_COND_NO_OPERAND, 22 },
	{ LINE("p f a=%di if 1 == a"), KPCTL_E_COND_CONST_LEFT, 13 },
	{ LINE("p f a=%di if -1 == a"), KPCTL_E_COND_CONST_LEFT, 13 },
	{ LINE("p f a=%di if \"x\" == a"), KPCTL_E_COND_CONST_LEFT, 13 },
	{ LINE("p f a=%di if \\1 == 1"), KPCTL_E_OPERAND_BAD, 13 },
	{ LINE("p f a=%di if a:u8 == 1"), KPCTL_E_OPERAND_BAD, 13 },
	{ LINE("p f a=%di if a == ."), KPCTL_E_OPERAND_BAD, 18 },
	{ LINE("p f a=%di if b == 1"), KPCTL_E_OPERAND_NO_NAME, 13 },
	{ LINE("p f if b == 1"), KPCTL_E_OPERAND_NO_NAME, 7 },
	{ LINE("p f if pid == 1"), KPCTL_E_OPERAND_NO_NAME, 7 },
	{ LINE("p f a=%di if a == b"), KPCTL_E_OPERAND_NO_NAME, 18 },
	{ LINE("p f a=%di if a"), KPCTL_E_COND_NO_OP, 14 },
	{ LINE("p f a=%di if a = 1"), KPCTL_E_COND_NO_OP, 15 },
	{ LINE("p f a=%di if a && a"), KPCTL_E_COND_NO_OP, 15 },
	{ LINE("p f a=%di if a !~ \"x\""), KPCTL_E_COND_NO_OP, 15 },
	{ LINE("p f if $comm < \"x\""), KPCTL_E_COND_STRING_OP, 13 },
	{ LINE("p f if $comm & \"x\""), KPCTL_E_COND_STRING_OP, 13 },
	{ LINE("p f a=%di if a ~ \"x\""), KPCTL_E_COND_NUMBER_OP, 15 },
	{ LINE("p f if $comm == 1"), KPCTL_E_COND_NEED_STRING, 16 },
	{ LINE("p f if $comm == $comm"), KPCTL_E_COND_NEED_STRING, 16 },
	{ LINE("p f if $comm ~ abc"), KPCTL_E_COND_NEED_STRING, 15 },
	{ LINE("p f a=%di if a == \"x\""), KPCTL_E_COND_NEED_NUMBER, 18 },
	{ LINE("p f a=%di if a == $comm"), KPCTL_E_COND_NEED_NUMBER, 18 },
	{ LINE("p f if $comm == \"x"), KPCTL_E_COND_STRING_OPEN, 18 },
	{ LINE("p f if $comm == \"x#\""), KPCTL_E_COND_STRING_OPEN, 18 },
	{ LINE("p f if $comm == \"x\\"), KPCTL_E_COND_STRING_OPEN, 19 },
	{ LINE("p f if $comm == \"x\\\""), KPCTL_E_COND_STRING_OPEN, 20 },
	{ LINE("p f if $comm == \"x\\n\""), KPCTL_E_COND_BAD_ESCAPE, 18 },
	{ LINE("p f if $comm ~ \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\""), KPCTL_E_COND_GLOB_TOO_LONG, 15 },
	{ LINE("p f a=+0(%di):u8[2] if a == 1"), KPCTL_E_COND_ARRAY, 23 },
	{ LINE("p f if +0(%di):u8[2] == 1"), KPCTL_E_COND_ARRAY, 7 },
	{ LINE("p f if $stacktrace == 1"), KPCTL_E_COND_STACK, 7 },
	{ LINE("p f $stacktrace if stacktrace == \"x\""), KPCTL_E_COND_STACK, 19 },
	{ LINE("p f a=%di if a == 0x"), KPCTL_E_COND_BAD_NUMBER, 18 },
	{ LINE("p f a=%di if a == 09"), KPCTL_E_COND_BAD_NUMBER, 18 },
	{ LINE("p f a=%di if a == 1k"), KPCTL_E_COND_BAD_NUMBER, 18 },
	{ LINE("p f a=%di if a == 1.5"), KPCTL_E_COND_BAD_NUMBER, 18 },
	{ LINE("p f a=%di if a == 18446744073709551616"), KPCTL_E_COND_NUMBER_TOO_BIG, 18 },
	{ LINE("p f a=%di if a == 99999999999999999999G"), KPCTL_E_COND_NUMBER_TOO_BIG, 18 },
	{ LINE("p f a=%di:u8 if a == 300"), KPCTL_E_COND_NO_FIT, 21 },
	{ LINE("p f a=%di if a > -1"), KPCTL_E_COND_NEGATIVE, 17 },
	{ LINE("p f a=%di if a < 0"), KPCTL_E_COND_UNSIGNED, 17 },
	{ LINE("p f a=%di if !(a >= 00)"), KPCTL_E_COND_UNSIGNED, 20 },
	{ LINE("p f a=%di b=%si:s64 if a == b"), KPCTL_E_COND_SIGNS, 28 },
	{ LINE("r f a=$arg1 if $retval == a"), KPCTL_E_COND_SIGNS, 26 },
	{ LINE("p f a=%di if (a == 1"), KPCTL_E_COND_NOT_CLOSED, 20 },
	{ LINE("p f a=%di if ((a == 1)"), KPCTL_E_COND_NOT_CLOSED, 22 },
	{ LINE("p f a=%di if a == 1)"), KPCTL_E_COND_EXTRA, 19 },
	{ LINE("p f a=%di if a == 1 a == 2"), KPCTL_E_COND_EXTRA, 20 },
	{ LINE("p f a=%di if (a == 1 | a == 2)"), KPCTL_E_COND_EXTRA, 21 },
	{ LINE("p f a=%di if a & 1 == 1"), KPCTL_E_COND_EXTRA, 19 },
	{ LINE("p f if $retval == 1"), KPCTL_E_RETVAL_ON_P, 7 },
	{ LINE("p f if $foo == 1"), KPCTL_E_BAD_VAR, 7 },
	{ LINE("p f if $arg1->x == 1"), KPCTL_E_NO_TYPES, 7 },
	{ LINE("p f if +0(%di == 1"), KPCTL_E_DEREF_NOT_CLOSED, 13 },
	{ LINE("p f if %di:u9 == 1"), KPCTL_E_BAD_TYPE, 11 },
	{ LINE("p f if $lat > 1"), KPCTL_E_LAT_ON_P, 7 },
	{ LINE("p f do"), KPCTL_E_DO_EMPTY, 6 },
	{ LINE("p f if %di == 1 do  #x"), KPCTL_E_DO_EMPTY, 18 },
	{ LINE("p f do emit if %di == 1"), KPCTL_E_DO_IF, 12 },
	{ LINE("p f do count by comm if %di == 1"), KPCTL_E_DO_IF, 21 },
	{ LINE("p f do if"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f do by comm"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f do total($arg1)"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f do Emit"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f do count()"), KPCTL_E_DO_BAD_ACTION, 7 },
	{ LINE("p f do emit, counts"), KPCTL_E_DO_BAD_ACTION, 13 },
	{ LINE("p f do count by comm size=2, pid"), KPCTL_E_DO_BAD_ACTION, 29 },
	{ LINE("p f do ,"), KPCTL_E_DO_NO_ACTION, 7 },
	{ LINE("p f do emit ,"), KPCTL_E_DO_NO_ACTION, 13 },
	{ LINE("p f do count, ,emit"), KPCTL_E_DO_NO_ACTION, 14 },
	{ LINE("p f do emit, count, emit"), KPCTL_E_DO_EMIT_TWICE, 20 },
	{ LINE("p f do emit by comm"), KPCTL_E_DO_EMIT_BY, 12 },
	{ LINE("p f do emit size=5"), KPCTL_E_DO_EMIT_BY, 12 },
	{ LINE("p f do emit emit"), KPCTL_E_DO_EXTRA, 12 },
	{ LINE("p f do count comm"), KPCTL_E_DO_EXTRA, 13 },
	{ LINE("p f do count bycomm"), KPCTL_E_DO_EXTRA, 13 },
	{ LINE("p f do count by comm pid"), KPCTL_E_DO_EXTRA, 21 },
	{ LINE("p f do count by comm)"), KPCTL_E_DO_EXTRA, 20 },
	{ LINE("p f do count by cpu>1"), KPCTL_E_DO_EXTRA, 19 },
	{ LINE("p f do count size=5 by comm"), KPCTL_E_DO_EXTRA, 20 },
	{ LINE("p f do count size=5 size=6"), KPCTL_E_DO_EXTRA, 20 },
	{ LINE("p f do count do emit"), KPCTL_E_DO_EXTRA, 13 },
	{ LINE("p f do hist(%di)(%si)"), KPCTL_E_DO_EXTRA, 16 },
	{ LINE("p f do count,count"), KPCTL_E_DO_SAME, 13 },
	{ LINE("r f do hist(lat) by comm, emit, hist($lat) by $comm size=1"), KPCTL_E_DO_SAME, 32 },
	{ LINE("p f do hist"), KPCTL_E_DO_NO_BRACE, 11 },
	{ LINE("p f do hist by comm"), KPCTL_E_DO_NO_BRACE, 11 },
	{ LINE("p f do hist()"), KPCTL_E_DO_NO_VALUE, 12 },
	{ LINE("p f do hist( "), KPCTL_E_DO_NO_VALUE, 12 },
	{ LINE("p f do hist(, %di)"), KPCTL_E_DO_NO_VALUE, 12 },
	{ LINE("p f do hist($comm)"), KPCTL_E_DO_BAD_VALUE, 12 },
	{ LINE("p f do hist( comm )"), KPCTL_E_DO_BAD_VALUE, 13 },
	{ LINE("p f do hist(stacktrace)"), KPCTL_E_DO_BAD_VALUE, 12 },
	{ LINE("p f do hist(%di:symstr)"), KPCTL_E_DO_BAD_VALUE, 12 },
	{ LINE("p f a=+0(%di):u8[2] do hist(a)"), KPCTL_E_DO_BAD_VALUE, 28 },
	{ LINE("p f do hist(%di"), KPCTL_E_DO_NOT_CLOSED, 15 },
	{ LINE("p f do hist(+0(%di)"), KPCTL_E_DO_NOT_CLOSED, 19 },
	{ LINE("p f do hist(%di , %si)"), KPCTL_E_DO_NOT_CLOSED, 16 },
	{ LINE("p f do hist(%di by comm)"), KPCTL_E_DO_NOT_CLOSED, 16 },
	{ LINE("p f do count by"), KPCTL_E_DO_NO_KEY, 15 },
	{ LINE("p f do count by size=5"), KPCTL_E_DO_NO_KEY, 16 },
	{ LINE("p f do count by ,comm"), KPCTL_E_DO_NO_KEY, 16 },
	{ LINE("p f do count by comm,"), KPCTL_E_DO_NO_KEY, 21 },
	{ LINE("p f do count by comm,,emit"), KPCTL_E_DO_NO_KEY, 21 },
	{ LINE("p f do count by comm, size=5"), KPCTL_E_DO_NO_KEY, 22 },
	{ LINE("p f do count by +0(%di):u8[2]"), KPCTL_E_DO_KEY_ARRAY, 16 },
	{ LINE("p f do count by comm, pid, $comm"), KPCTL_E_DO_KEY_TWICE, 27 },
	{ LINE("p f a=%di do count by a,a"), KPCTL_E_DO_KEY_TWICE, 24 },
	{ LINE("p f do count by $arg1:%pd,+0x0(+0x28($arg1)):string"), KPCTL_E_DO_KEY_TWICE, 26 },
	{ LINE("p f do count by comm,pid,tid,uid,cpu,cgroup,pid"), KPCTL_E_DO_TOO_MANY_KEYS, 44 },
	{ LINE("p f do count,count by pid,count by tid,count by uid,count by pid"), KPCTL_E_DO_TOO_MANY, 52 },
	{ LINE("p f do count size="), KPCTL_E_DO_BAD_SIZE, 18 },
	{ LINE("p f do count size= 5"), KPCTL_E_DO_BAD_SIZE, 18 },
	{ LINE("p f do count size=4K"), KPCTL_E_DO_BAD_SIZE, 18 },
	{ LINE("p f do count size=-1"), KPCTL_E_DO_BAD_SIZE, 18 },
	{ LINE("p f do count size=0"), KPCTL_E_DO_SIZE_RANGE, 18 },
	{ LINE("p f do count size=18446744073709551617"), KPCTL_E_DO_SIZE_RANGE, 18 },
	{ LINE("p f do count by pid top="), KPCTL_E_DO_BAD_TOP, 24 },
	{ LINE("p f do count by pid size=7 top=x"), KPCTL_E_DO_BAD_TOP, 31 },
	{ LINE("p f do count by pid top=0"), KPCTL_E_DO_TOP_RANGE, 24 },
	{ LINE("p f do count by pid top=1048577"), KPCTL_E_DO_TOP_RANGE, 24 },
	{ LINE("p f do count by pid size=7 top=8"), KPCTL_E_DO_TOP_RANGE, 31 },
	{ LINE("p f do count by pid top=8 size=7"), KPCTL_E_DO_TOP_RANGE, 24 },
	{ LINE("p f do count top=8"), KPCTL_E_DO_TOP_NO_KEY, 17 },
	{ LINE("p f do count by pid top=8 top=9"), KPCTL_E_DO_EXTRA, 26 },
	{ LINE("p f do count by pid size=8 top=8 size=9"), KPCTL_E_DO_EXTRA, 33 },
	{ LINE("p f do start by pid top=8"), KPCTL_E_DO_EXTRA, 20 },
	{ LINE("p f do count by time(0s)"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by time(999ns)"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by time(5)"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by time(1s"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by time(1s)x"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by time(99999999999s)"), KPCTL_E_DO_BAD_TIME, 21 },
	{ LINE("p f do count by pid,time(1s)"), KPCTL_E_DO_TIME_FIRST, 20 },
	{ LINE("p f do count by time(1s),time(2s)"), KPCTL_E_DO_TIME_FIRST, 25 },
	{ LINE("p f do count by time(1s) top=5"), KPCTL_E_DO_TOP_TIME, 29 },
	/* operands, in words of their own */
	{ LINE("p f do count by lat"), KPCTL_E_LAT_ON_P, 16 },
	{ LINE("p f do hist($lat)"), KPCTL_E_LAT_ON_P, 12 },
	{ LINE("p f do hist(lat)"), KPCTL_E_LAT_ON_P, 12 },
	{ LINE("p f do count by $retval"), KPCTL_E_RETVAL_ON_P, 16 },
	{ LINE("p f do count by retval"), KPCTL_E_OPERAND_NO_NAME, 16 },
	{ LINE("p f do count by arg1"), KPCTL_E_OPERAND_NO_NAME, 16 },
	{ LINE("p f a=%di do count by a,b"), KPCTL_E_OPERAND_NO_NAME, 24 },
	{ LINE("p f do count by size =5"), KPCTL_E_OPERAND_NO_NAME, 16 },
	{ LINE("p f do count by count"), KPCTL_E_OPERAND_NO_NAME, 16 },
	{ LINE("p f do count by pid:u8"), KPCTL_E_OPERAND_BAD, 16 },
	{ LINE("p f do count by \\1"), KPCTL_E_OPERAND_BAD, 16 },
	{ LINE("p f do count by 1"), KPCTL_E_OPERAND_BAD, 16 },
	{ LINE("p f do count by (pid)"), KPCTL_E_OPERAND_BAD, 16 },
	{ LINE("p f do hist((%di))"), KPCTL_E_OPERAND_BAD, 12 },
	{ LINE("p f do count by pid,$foo"), KPCTL_E_BAD_VAR, 20 },
	{ LINE("p f do count by $comm:u8"), KPCTL_E_NEED_STRING_TYPE, 22 },
	{ LINE("p f do count by $arg1->x"), KPCTL_E_NO_TYPES, 16 },
	{ LINE("p f do count by +0(%di,%si)"), KPCTL_E_DEREF_NOT_CLOSED, 22 },
	{ LINE("p 0x1000 do count by $arg1"), KPCTL_E_ARG_AT_ADDR, 21 },
	{ LINE("p f if %di > $runq"), KPCTL_E_LAT_ON_P, 13 },
	/* bytes that are no text */
	{ LINE("\0"), KPCTL_E_NUL_BYTE, 0 },
	{ LINE("p f\0"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p f\0g"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p \377"), KPCTL_E_BAD_SYMBOL, 2 },
	{ LINE("p \240f"), KPCTL_E_BAD_SYMBOL, 2 },
	{ LINE("p m\0:f"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p:e\0 f"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p:\351 f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p:g\0/e f"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p f+4\0"), KPCTL_E_NUL_BYTE, 5 },
	{ LINE("r16\0 f"), KPCTL_E_NUL_BYTE, 3 },
	{ LINE("p f a\0=%di"), KPCTL_E_NUL_BYTE, 5 },
	{ LINE("p f %di\0"), KPCTL_E_NUL_BYTE, 7 },
	{ LINE("p f %di:u8\0"), KPCTL_E_NUL_BYTE, 10 },
	{ LINE("p f @a\0"), KPCTL_E_NUL_BYTE, 6 },
	{ LINE("p f $comm\0"), KPCTL_E_NUL_BYTE, 9 },
	{ LINE("p f +0\0(%di)"), KPCTL_E_NUL_BYTE, 6 },
	{ LINE("p f \0"), KPCTL_E_NUL_BYTE, 4 },
	/* a comment ends the line wherever it starts */
	{ LINE("p f a=#%di"), KPCTL_E_NO_ARG_BODY, 6 },
	{ LINE("p # f"), KPCTL_E_NO_TARGET, 1 },
};

/* Places, for kpctl_spec_parse_place(); code 0: legal. */
static const struct {
	const char *line;
	size_t len;
	const char *dump;
	unsigned int code;
	unsigned int column;
} places[] = {
	{ LINE("vfs_read"), "p / vfs_read+0", 0, 0 },
	{ LINE("  vfs_read+0x10 \t"), "p / vfs_read+16 t2 o10", 0, 0 },
	{ LINE("ext4:ext4_sync_fs"), "p / ext4:ext4_sync_fs+0", 0, 0 },
	{ LINE("0xffffffff81000000"), "p / 0xffffffff81000000", 0, 0 },
	{ LINE("vfs_read%return"), "r / vfs_read+0", 0, 0 },
	{ LINE("vfs_read # why"), "p / vfs_read+0", 0, 0 },
	{ LINE("vfs_read vfs_write"), NULL, KPCTL_E_PLACE_EXTRA, 9 },
	{ LINE("vfs_read+x"), NULL, KPCTL_E_BAD_OFFSET, 8 },
	{ LINE("vfs_*"), "f / vfs_*", 0, 0 },
	{ LINE(" a,ext4:!b?# set"), "f / a,ext4:!b? t1", 0, 0 },
	{ LINE("!vfs_read"), NULL, KPCTL_E_SET_ONLY_OUT, 0 },
	{ LINE("vfs_*%return"), "f%return / vfs_*", 0, 0 },
	{ LINE("a,ext4:!b*%return "), "f%return / a,ext4:!b*", 0, 0 },
	{ LINE("vfs_*%return,a"), NULL, KPCTL_E_SET_RETURN, 5 },
	{ LINE("vfs_* vfs_write"), NULL, KPCTL_E_PLACE_EXTRA, 6 },
	{ LINE("t"), "p / t+0", 0, 0 },
	{ LINE(" t # a function"), "p / t+0 t1", 0, 0 },
	{ LINE("t sched_switch"), "t / sched_switch t2", 0, 0 },
	{ LINE("t\tkpt:*,!b "), "t / kpt:*,!b t2", 0, 0 },
	{ LINE("t sched_* b"), NULL, KPCTL_E_PLACE_EXTRA, 10 },
	{ LINE("t a+4"), NULL, KPCTL_E_POINT_SUFFIX, 3 },
	{ LINE("/bin/sh:0x10"), NULL, KPCTL_E_USER_CHECK, 0 },
	{ LINE("vfs_read+4%return"), "r / vfs_read+4 o8", 0, 0 },
	{ LINE(" 0x"), NULL, KPCTL_E_BAD_ADDR, 1 },
};

#define SET_16	"aaaaaaaaaaaaaaaa"
#define SET_128	SET_16 SET_16 SET_16 SET_16 SET_16 SET_16 SET_16 SET_16

/*
 * A limit: a part of the line is repeated n - less times, pre unit*n mid back*n
 * post; max is the last n that is taken.
 */
static const struct {
	const char *what;
	const char *pre, *unit, *mid, *back, *post;
	unsigned int less, max;
	unsigned int code;
	unsigned int column;
} limits[] = {
	{ "group name", "p:", "g", "/e f", "", "", 0, 63,
	  KPCTL_E_GROUP_TOO_LONG, 2 },
	{ "event name", "p:g/", "e", " f", "", "", 0, 63,
	  KPCTL_E_EVENT_TOO_LONG, 4 },
	{ "event name to remove", "-:", "e", "", "", "", 0, 63,
	  KPCTL_E_EVENT_TOO_LONG, 2 },
	{ "group to remove", "-:", "g", "/", "", "", 0, 63,
	  KPCTL_E_GROUP_TOO_LONG, 2 },
	{ "pattern of tracepoints", "t ", "s", "", "", "", 0, 128,
	  KPCTL_E_SET_GLOB_TOO_LONG, 2 },
	{ "pattern", "f ", "s", "", "", "", 0, 128,
	  KPCTL_E_SET_GLOB_TOO_LONG, 2 },
	{ "patterns", "f a", ",b", "", "", "", 1, 32,
	  KPCTL_E_SET_TOO_MANY, 2 + 32 * 2 },
	/* three patterns of 128 and their commas stand before the last one */
	{ "set", "f " SET_128 "," SET_128 "," SET_128 ",", "b", "", "", "",
	  3 * 129, 511, KPCTL_E_SET_TOO_LONG, 2 },
	{ "module name of a pattern", "f ", "m", ":f", "", "", 0, 63,
	  KPCTL_E_MODULE_TOO_LONG, 2 },
	{ "module name", "p ", "m", ":f", "", "", 0, 63,
	  KPCTL_E_MODULE_TOO_LONG, 2 },
	{ "symbol", "p:e m:", "s", "", "", "", 0, 511,
	  KPCTL_E_SYMBOL_TOO_LONG, 6 },
	{ "symbol, name made up", "p ", "s", "", "", "", 0, 511,
	  KPCTL_E_SYMBOL_TOO_LONG, 2 },
	{ "place in a program", "p /", "s", ":0x10", "", "", 6, 511,
	  KPCTL_E_USER_TOO_LONG, 2 },
	{ "argument name", "p f ", "a", "=%di", "", "", 0, 32,
	  KPCTL_E_ARG_NAME_TOO_LONG, 4 },
	{ "argument", "p f a=@", "s", "", "", "", 1, 255,
	  KPCTL_E_ARG_TOO_LONG, 6 },
	{ "argument without name", "p f @", "s", ":u8", "", "", 4, 255,
	  KPCTL_E_ARG_TOO_LONG, 4 },
	{ "MAXACTIVE, digits", "r", "0", "16 vfs_read", "", "", 2, 63,
	  KPCTL_E_BAD_MAXACTIVE, 1 },
	{ "arguments", "p f", " %di", "", "", "", 0, 128,
	  KPCTL_E_TOO_MANY_ARGS, 3 + 128 * 4 + 1 },
	/* the outermost is one too many, the caret is in its braces */
	{ "nesting", "p f ", "+0(", "%di", ")", "", 0, 14,
	  KPCTL_E_TOO_MANY_DEREFS, 7 },
	{ "nesting of @ADDR", "p f ", "+0(", "@1", ")", "", 0, 13,
	  KPCTL_E_TOO_MANY_DEREFS, 7 },
	{ "nesting of @SYM", "p f ", "+0(", "@s", ")", "", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 7 },
	{ "nesting in $entry", "r f ", "+0(", "$entry(@s)", ")", "", 0, 11,
	  KPCTL_E_TOO_MANY_DEREFS, 7 },
	{ "nesting, symstr", "p f ", "+0(", "@1", ")", ":symstr", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "nesting, string", "p f ", "+0(", "@s", ")", ":string", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 7 },
	{ "nesting, array", "p f ", "+0(", "@1", ")", ":u8[2]", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "nesting, array of strings", "p f ", "+0(", "@1", ")", ":string[2]", 0, 11,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "nesting, bit field", "p f ", "+0(", "@s", ")", ":b1@0/8", 0, 11,
	  KPCTL_E_TOO_MANY_DEREFS, 4 + 4 * 12 + 3 },
	{ "nesting, bit field array", "p f ", "+0(", "@s", ")", ":b1@0/8[2]", 0, 10,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "dentry", "p f ", "+0(", "%di", ")", ":%pd", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "dentry, three names", "p f ", "+0(", "%di", ")", ":%pd3", 0, 13,
	  KPCTL_E_TOO_MANY_DEREFS, 4 },
	{ "dentry, written out", "p f +", "0", "(%di):%pd", "", "", 0, 229,
	  KPCTL_E_ARG_TOO_LONG, 4 },
	{ "text", "p f \\\"", "x", "\"", "", "", 3, 255,
	  KPCTL_E_ARG_TOO_LONG, 4 },
	{ "filter", "p f if $comm == \"", "x", "\"", "", "", 11, 1023,
	  KPCTL_E_COND_TOO_LONG, 7 },
	{ "tests", "p f a=%di if ", "a==1||", "a==2", "", "", 1, 32,
	  KPCTL_E_COND_TOO_MANY_TESTS, 13 + 6 * 32 },
	{ "depth", "p f a=%di if ", "(", "a==2", ")", "", 0, 16,
	  KPCTL_E_COND_TOO_DEEP, 13 + 16 },
	{ "actions", "p f do count size=", "0", "1", "", "", 12, 511,
	  KPCTL_E_DO_TOO_LONG, 7 },
	{ "actions, blanks folded", "p f do \t count", " ", "by \t pid size=", "", "01", 0, 4096 - 30,
	  KPCTL_E_LINE_TOO_LONG, 4096 },
	{ "line", "p f", " ", "", "", "", 3, 4096,
	  KPCTL_E_LINE_TOO_LONG, 4096 },
	{ "line with a comment", "p f #", "x", "", "", "", 5, 4096,
	  KPCTL_E_LINE_TOO_LONG, 4096 },
};

/* A limit of a number: fmt is printed with max - 1, max, max + 1. */
static const struct {
	const char *what;
	const char *fmt;
	unsigned long long max;
	unsigned int code;
	unsigned int column;
} numbers[] = {
	{ "MAXACTIVE", "r%llu f", 65536, KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ "period in s", "i %llus", 3600, KPCTL_E_BAD_TARGET, 2 },
	{ "period in ms", "i %llums", 3600000, KPCTL_E_BAD_TARGET, 2 },
	{ "period in us", "i %lluus", 3600000000, KPCTL_E_BAD_TARGET, 2 },
	{ "MAXACTIVE in hex", "r0x%llx:e f", 65536,
	  KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ "array", "p f +0(%%di):u8[%llu]", 64, KPCTL_E_ARRAY_TOO_BIG, 15 },
	{ "array in octal", "p f +0(%%di):u8[0%llo]", 64,
	  KPCTL_E_ARRAY_TOO_BIG, 15 },
	{ "width of a bit field", "p f %%di:b%llu@3/8", 5, KPCTL_E_BAD_BITFIELD, 8 },
	{ "width of a bit field, 64", "p f %%di:b%llu@0/64", 64,
	  KPCTL_E_BAD_BITFIELD, 8 },
	{ "bit of a bit field", "p f %%di:b2@0x%llx/32", 30,
	  KPCTL_E_BAD_BITFIELD, 8 },
	{ "u8 in a filter", "p f a=%%di:u8 if a == %llu", 255,
	  KPCTL_E_COND_NO_FIT, 21 },
	{ "s8 in a filter", "p f a=%%di:s8 if a == %llu", 127,
	  KPCTL_E_COND_NO_FIT, 21 },
	{ "s8 below 0 in a filter", "p f a=%%di:s8 if a == -%llu", 128,
	  KPCTL_E_COND_NO_FIT, 21 },
	{ "s8's bits in a filter", "p f a=%%di:s8 if a & %llu", 255,
	  KPCTL_E_COND_NO_FIT, 20 },
	{ "bit field in a filter", "p f a=%%di:b3@0/8 if a == %llu", 7,
	  KPCTL_E_COND_NO_FIT, 25 },
	{ "s64 in a filter", "r f if $retval:s64 == %llu", 0x7fffffffffffffff,
	  KPCTL_E_COND_NO_FIT, 22 },
	{ "s64 below 0 in a filter", "r f if $retval < -%llu", 0x8000000000000000,
	  KPCTL_E_COND_NUMBER_TOO_BIG, 17 },
	{ "$retval by order", "r f if $retval < %llu", 0x7fffffffffffffff,
	  KPCTL_E_COND_NO_FIT, 17 },
	{ "G in a filter", "p f if $stack < %lluG", 17179869183,
	  KPCTL_E_COND_NUMBER_TOO_BIG, 16 },
	{ "s in a filter", "p f if $stack < %llus", 18446744073,
	  KPCTL_E_COND_NUMBER_TOO_BIG, 16 },
	{ "size of a table", "p f do count size=%llu", 1048576, KPCTL_E_DO_SIZE_RANGE, 18 },
	{ "size of a table in hex", "p f do hist(%%di) by comm size=0x%llx,emit", 1048576,
	  KPCTL_E_DO_SIZE_RANGE, 30 },
	{ "offset", "p f+%llu", 0xffffffff, KPCTL_E_OFFSET_TOO_BIG, 3 },
	{ "offset in a file", "p /a:%llu", 0x7fffffffffffffff, KPCTL_E_USER_OFFSET, 5 },
	{ "$stackN", "p f $stack%llu", 2048, KPCTL_E_BAD_STACK_NUM, 4 },
	{ "$argN", "p f $arg%llu", 2048, KPCTL_E_BAD_ARG_NUM, 4 },
	{ "+OFFS()", "p f +%llu(%%di)", 0x7fffffffffffffff,
	  KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ "-OFFS()", "p f -%llu(%%di)", 0x8000000000000000,
	  KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ "-uOFFS()", "p f -u0%llo(%%di)", 0x8000000000000000,
	  KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ "@SYM+OFFS", "p f @s+0x%llx", 0x7fffffffffffffff,
	  KPCTL_E_BAD_DATA_OFFSET, 6 },
	{ "@SYM-OFFS", "p f @s-%llu", 0x8000000000000000,
	  KPCTL_E_BAD_DATA_OFFSET, 6 },
	{ "constant below 0", "p f \\-%llu", 0x8000000000000000,
	  KPCTL_E_BAD_IMM, 5 },
};

#endif /* SPEC_LINES_H */
