/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines for the tests of the parser. Legal ones with what they mean, in the
 * form of spec_dump.h; illegal ones with code and column of the caret.
 */
#ifndef SPEC_LINES_H
#define SPEC_LINES_H

#include "errors.h"

/* By length: a line may hold NULs. */
#define LINE(text) (text), sizeof(text) - 1

static const struct {
	const char *line;
	size_t len;
	const char *dump;
} legal[] = {
	{ LINE("p vfs_read"),
	  "p kprobes/p_vfs_read_0 vfs_read+0 t2 e2" },
	{ LINE("p:open do_sys_openat2 file=+0($arg2):ustring"),
	  "p kprobes/open do_sys_openat2+0 t7 e2"
	  " [file=+0($arg2):ustring arg:2 u+0 ustring c22]" },
	{ LINE("r:rd vfs_read n=$arg3 ret=$retval:s64"),
	  "r kprobes/rd vfs_read+0 t5 e2 [n=$arg3 arg:3 x64 c14]"
	  " [ret=$retval:s64 retval:0 s64 c22]" },
	{ LINE("r16:kprobes/rd vfs_read n=$arg3"),
	  "r16 kprobes/rd vfs_read+0 t15 m1 e12 [n=$arg3 arg:3 x64 c24]" },
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
	  " [arg2=$arg1 arg:1 x64 c12] [arg3=$stack1 stack:1 x64 c18]"
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
	{ LINE("-:ev"),
	  "del /ev e2" },
	{ LINE("-:grp/ev"),
	  "del grp/ev e6" },
	{ LINE("-:grp.ev"),
	  "del grp/ev e6" },
	{ LINE("-:grp/"),
	  "del grp/ e2" },
	{ LINE("-:my-grp/ev # gone"),
	  "del my-grp/ev e9" },
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
	{ LINE("vfs_read"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("f vfs_*"), KPCTL_E_KIND_F, 0 },
	{ LINE("f:set vfs_read"), KPCTL_E_KIND_F, 0 },
	{ LINE("e:x/y sched.sched_switch"), KPCTL_E_KIND_E, 0 },
	{ LINE("t sched_switch"), KPCTL_E_KIND_T, 0 },
	{ LINE("u:a/b /bin/sh:0x10"), KPCTL_E_KIND_U, 0 },
	{ LINE("px vfs_read"), KPCTL_E_KIND_SUFFIX, 1 },
	{ LINE("r:"), KPCTL_E_NO_TARGET, 2 },
	{ LINE("rx:y vfs_read"), KPCTL_E_KIND_SUFFIX, 1 },
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
	{ LINE("-:ev vfs_read"), KPCTL_E_DEL_EXTRA, 5 },
	{ LINE("-:a/ev  p"), KPCTL_E_DEL_EXTRA, 8 },
	{ LINE("p mod:"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p :sym"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p %return"), KPCTL_E_BAD_TARGET, 2 },
	{ LINE("p +4"), KPCTL_E_BAD_TARGET, 2 },
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
	{ LINE("p /bin/sh:0x10"), KPCTL_E_USER_TARGET, 2 },
	{ LINE("r vfs_read+0x10"), KPCTL_E_RETURN_OFFSET, 10 },
	{ LINE("p vfs_read+4%return"), KPCTL_E_RETURN_OFFSET, 10 },
	{ LINE("p f if"), KPCTL_E_IF_CLAUSE, 4 },
	{ LINE("p f $comm if $comm == \"x\""), KPCTL_E_IF_CLAUSE, 10 },
	{ LINE("p f do count"), KPCTL_E_DO_CLAUSE, 4 },
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
	{ LINE("r f lat=%di"), KPCTL_E_LAT_ARG_NAME, 4 },
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
	{ LINE("p f %di:char"), KPCTL_E_TYPE_CHAR, 8 },
	{ LINE("p f a=%di:symbol"), KPCTL_E_TYPE_SYMBOL, 10 },
	{ LINE("p f %di:symstr"), KPCTL_E_TYPE_SYMSTR, 8 },
	{ LINE("p f %di:b4@3/32"), KPCTL_E_TYPE_BITFIELD, 8 },
	{ LINE("p f +0(%di):u8[4]"), KPCTL_E_TYPE_ARRAY, 14 },
	{ LINE("p f $arg1:%pd"), KPCTL_E_TYPE_DENTRY, 10 },
	{ LINE("p f f=$arg1:%pD"), KPCTL_E_TYPE_DENTRY, 12 },
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
	{ LINE("p f+4 $arg1"), KPCTL_E_ARG_NOT_ENTRY, 6 },
	{ LINE("p 0x1000 a=+0($arg1)"), KPCTL_E_ARG_NOT_ENTRY, 14 },
	{ LINE("p f $arg*"), KPCTL_E_ARG_STAR, 4 },
	{ LINE("p f file"), KPCTL_E_BTF_VAR, 4 },
	{ LINE("p f a=+0(count)"), KPCTL_E_BTF_VAR, 9 },
	{ LINE("p f $arg1->f_flags"), KPCTL_E_BTF_FIELD, 9 },
	{ LINE("p f file->f_flags"), KPCTL_E_BTF_FIELD, 8 },
	{ LINE("r f $lat"), KPCTL_E_VAR_LAT, 4 },
	{ LINE("p f a=$lat"), KPCTL_E_VAR_LAT, 6 },
	{ LINE("r f $entry(+0($arg1))"), KPCTL_E_VAR_ENTRY, 4 },
	{ LINE("r f $entry"), KPCTL_E_VAR_ENTRY, 4 },
	{ LINE("p f $pid"), KPCTL_E_VAR_PID, 4 },
	{ LINE("p f $tid"), KPCTL_E_VAR_TID, 4 },
	{ LINE("p f $uid"), KPCTL_E_VAR_UID, 4 },
	{ LINE("p f $cpu"), KPCTL_E_VAR_CPU, 4 },
	{ LINE("p f $cgroup"), KPCTL_E_VAR_CGROUP, 4 },
	{ LINE("p f $func"), KPCTL_E_VAR_FUNC, 4 },
	{ LINE("r f $caller"), KPCTL_E_VAR_CALLER, 4 },
	{ LINE("p f $stacktrace"), KPCTL_E_VAR_STACKTRACE, 4 },
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
	{ LINE("p f \\\"hello\""), KPCTL_E_IMM_STRING, 4 },
	{ LINE("p f a=\\\"a:b\""), KPCTL_E_IMM_STRING, 6 },
	{ LINE("p f a=+0(\\\"x\")"), KPCTL_E_IMM_STRING, 9 },
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
	{ LINE("p f +0(%di)x:u8"), KPCTL_E_DEREF_EXTRA, 11 },
	{ LINE("p f +0(+0(%di)8)"), KPCTL_E_DEREF_EXTRA, 14 },
	{ LINE("p f +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di)))))))))))))"), KPCTL_E_TOO_MANY_DEREFS, 40 },
	{ LINE("p f +0($comm)"), KPCTL_E_COMM_DEREF, 7 },
	{ LINE("p f a=+0(+8($COMM)):string"), KPCTL_E_COMM_DEREF, 12 },
	/* bytes that are no text */
	{ LINE("\0"), KPCTL_E_BAD_KIND, 0 },
	{ LINE("p\0 f"), KPCTL_E_KIND_SUFFIX, 1 },
	{ LINE("p f\0"), KPCTL_E_BAD_SYMBOL, 3 },
	{ LINE("p f\0g"), KPCTL_E_BAD_SYMBOL, 3 },
	{ LINE("p \377"), KPCTL_E_BAD_SYMBOL, 2 },
	{ LINE("p \240f"), KPCTL_E_BAD_SYMBOL, 2 },
	{ LINE("p m\0:f"), KPCTL_E_BAD_MODULE, 3 },
	{ LINE("p:e\0 f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p:\351 f"), KPCTL_E_BAD_EVENT_NAME, 2 },
	{ LINE("p:g\0/e f"), KPCTL_E_BAD_GROUP_NAME, 2 },
	{ LINE("p f+4\0"), KPCTL_E_BAD_OFFSET, 3 },
	{ LINE("r16\0 f"), KPCTL_E_BAD_MAXACTIVE, 1 },
	{ LINE("p f a\0=%di"), KPCTL_E_BAD_ARG_NAME, 4 },
	{ LINE("p f %di\0"), KPCTL_E_BAD_REG, 4 },
	{ LINE("p f %di:u8\0"), KPCTL_E_BAD_TYPE, 8 },
	{ LINE("p f @a\0"), KPCTL_E_BAD_MEM_ADDR, 4 },
	{ LINE("p f $comm\0"), KPCTL_E_BAD_VAR, 4 },
	{ LINE("p f +0\0(%di)"), KPCTL_E_BAD_DEREF_OFFSET, 4 },
	{ LINE("p f \0"), KPCTL_E_BAD_FETCH, 4 },
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
	{ LINE("vfs_read+4%return"), NULL, KPCTL_E_RETURN_OFFSET, 8 },
	{ LINE("vfs_*"), NULL, KPCTL_E_GLOB_TARGET, 4 },
	{ LINE(" 0x"), NULL, KPCTL_E_BAD_ADDR, 1 },
};

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
	{ "module name", "p ", "m", ":f", "", "", 0, 63,
	  KPCTL_E_MODULE_TOO_LONG, 2 },
	{ "symbol", "p:e m:", "s", "", "", "", 0, 511,
	  KPCTL_E_SYMBOL_TOO_LONG, 6 },
	{ "symbol, name made up", "p ", "s", "", "", "", 0, 511,
	  KPCTL_E_SYMBOL_TOO_LONG, 2 },
	{ "argument name", "p f ", "a", "=%di", "", "", 0, 31,
	  KPCTL_E_ARG_NAME_TOO_LONG, 4 },
	{ "argument", "p f a=@", "s", "", "", "", 1, 63,
	  KPCTL_E_ARG_TOO_LONG, 6 },
	{ "argument without name", "p f @", "s", ":u8", "", "", 4, 63,
	  KPCTL_E_ARG_TOO_LONG, 4 },
	{ "arguments", "p f", " %di", "", "", "", 0, 128,
	  KPCTL_E_TOO_MANY_ARGS, 3 + 128 * 4 + 1 },
	{ "nesting", "p f ", "+0(", "%di", ")", "", 0, 12,
	  KPCTL_E_TOO_MANY_DEREFS, 4 + 12 * 3 },
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
	{ "MAXACTIVE in hex", "r0x%llx:e f", 65536,
	  KPCTL_E_MAXACTIVE_TOO_BIG, 1 },
	{ "offset", "p f+%llu", 0xffffffff, KPCTL_E_OFFSET_TOO_BIG, 3 },
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
