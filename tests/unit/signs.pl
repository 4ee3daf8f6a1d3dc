#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# signs.pl TOP: what tests/vm/signs.pl makes of machines that died or fell silent: which of
# them the emulator broke. The texts are of real machines, shortened. KTAP.
use strict;
use warnings;

require "$ARGV[0]/tests/vm/signs.pl";

my $count = 0;
sub is {
	my ($got, $want, $text) = @_;
	$count++;
	print !!$got eq !!$want ? "ok $count - $text\n" : "not ok $count - $text\n";
}

# An NMI that was asked for, and found a CPU between two traps of a breakpoint that is gone.
my $between = <<'END';
[  102.162795] Uhhuh. NMI received for unknown reason 21 on CPU 0.
[  102.162795] Kernel panic - not syncing: NMI: Not continuing
[  102.162795]  end_repeat_nmi+0x16/0x67
[  102.162795] RIP: 0010:update_blocked_averages+0x0/0x7b0
[  102.162795] Code: 9a b8 e8 88 fb ff 0f 0b eb c9 0f 1f 44 00 00 <0f> 1f 44 00 00 55 48 63 ff
[  102.162795] RSP: 0018:ff73d7f20007bdf0 EFLAGS: 00010002
[  102.162795] RAX: 00000017c9282911 RBX: 00000000ffff3f28 RCX: 0000000000006ed5
[  102.162795]  ? update_load_avg+0x7e0/0x7e0
[  102.162795]  </NMI>
[  102.162795]  sched_balance_newidle+0x1d9/0x500
END

# Where its CPUs were a moment before: the first in the trap, whose frame is RDI.
my $in_handler = <<'END';
CPU#0
RAX=0000000080110001 RBX=0000000000000000 RCX=ff400c983a62e960 RDX=4000000000000000
RSI=0000000000000000 RDI=ff73d7f20007bd18 RBP=0000000000000000 RSP=ff73d7f20007bd10
R8 =ffffffffb78ec6e1 R9 =0000000000000000 R10=ffffffffb9b22e60 R11=0000000000000000
CPU#1
RAX=0000000000000000 RBX=ff400c983a733dc0 RCX=0000000000000001 RDX=0000000000000001
RSI=ff400c983a63afa0 RDI=ff400c980105d698 RBP=0000000000000000 RSP=ff73d7f2007937d8
END
(my $elsewhere = $in_handler) =~ s/RDI=ff73d7f20007bd18/RDI=ff73d7f20007bd48/;

is(Signs::emulator_loops($between, $in_handler), 1, 'between two traps: the frame of one was seen');
is(Signs::emulator_loops($between, $elsewhere), 0, 'a CPU at the same place, whose registers held no such frame');
is(Signs::emulator_loops($between, ''), 0, 'the same, and the monitor said nothing');
is(Signs::emulator_loops($between =~ s/<0f>/<cc>/r, $in_handler), 0, 'a breakpoint is there');
is(Signs::emulator_loops($between =~ s/00 00 </00 cc </r, $in_handler), 1,
	'padding in front of a function is no breakpoint of it');
is(Signs::emulator_loops($between =~ s/\+0x0/+0x4/r =~ s/00 00 </00 cc </r, $in_handler), 0,
	'a breakpoint that RIP is just behind of');
is(Signs::emulator_loops($between =~ s/7bdf0/7bdf8/r, $in_handler), 1, 'the CPU aligns the stack');
is(Signs::emulator_loops($between =~ s/received for unknown/backtrace for cpu/r, $in_handler), 0,
	"one NMI of the kernel's own is too few");

# An NMI in the middle of the trap.
my $in_trap = <<'END';
[  352.569671] Uhhuh. NMI received for unknown reason 21 on CPU 0.
[  352.569671]  end_repeat_nmi+0x16/0x67
[  352.569671] RIP: 0010:asm_exc_int3+0x3/0x40
[  352.569671] Code: 00 00 00 e9 95 0a 00 00 0f 1f 44 00 00 0f 01 ca <fc> 6a ff f6 44 24 10 03 75
[  352.569671] RSP: 0018:ff404668c0613938 EFLAGS: 00010046
[  352.569671]  ? asm_exc_int3+0x3/0x40
[  352.569671]  </NMI>
[  352.569671] RIP: 0010:sched_balance_rq+0x1/0xf20
[  352.569671] Code: 00 00 e8 75 09 00 00 48 89 c4 48 89 0f <1f> 44 00 00 41 57
END

is(Signs::emulator_loops($in_trap, ''), 1, 'in a trap');
is(Signs::emulator_loops($in_trap =~ s/0f <1f>/cc <1f>/r, ''), 0, 'in the trap of a breakpoint that is there');

my $own = $in_trap =~ s/received for unknown/backtrace for cpu/r;
is(Signs::emulator_loops($own, ''), 0, "in a trap, by one NMI of the kernel's own");
is(Signs::emulator_loops("$own$own", ''), 1, '... by two at one place');
is(Signs::emulator_loops($own . $own =~ s/sched_balance_rq/schedule/r, ''), 0, '... by two at two places');

my $of_module = $own =~ s{sched_balance_rq\+0x1/0xf20}{kpt_store+0x1/0x20 [kpt]}r;
is(Signs::emulator_loops("$of_module$of_module", ''), 1, "... in a module's function");

# A machine whose NMIs run into the breakpoint as well: its CPUs, and what the monitor found.
my $spins = <<'END';
CPU#0
RSI=ffffffff9dd41570 RDI=ff55c192000d0ce8 RBP=0000000000000000 RSP=ff55c192000d0cc8
RIP=ffffffff9e648723 RFL=00000012 [----A--] CPL=0 II=0 A20=1 SMM=0 HLT=0
CPU#1
RSI=ff1768d2411de938 RDI=0000000000000003 RBP=0000000000000001 RSP=ff55c192000d0dc8
RIP=ffffffff9dd37670 RFL=00000046 [---Z-P-] CPL=0 II=0 A20=1 SMM=0 HLT=0
CPU#0
RSI=ff1768d2411def38 RDI=0000000000000003 RBP=0000000000000000 RSP=ff55c19200003ce8
RIP=ffffffff9e801500 RFL=00000046 [---Z-P-] CPL=0 II=0 A20=1 SMM=0 HLT=0
CPU#1
RSI=ff1768d2411de938 RDI=0000000000000003 RBP=0000000000000001 RSP=ff55c192000d0dc8
RIP=ffffffff9dd37670 RFL=00000046 [---Z-P-] CPL=0 II=0 A20=1 SMM=0 HLT=0
END
my $found = "(qemu) x/1xb 0xffffffff9dd37670\nffffffff9dd37670: 0x0f\n";
is(Signs::emulator_spins($spins . $found), 1, 'a CPU that comes back to a breakpoint that is gone');
is(Signs::emulator_spins($spins . $found =~ s/0x0f/0xcc/r), 0, '... to one that is there');
is(Signs::emulator_spins($spins), 0, '... and the monitor did not say what is there');
is(Signs::emulator_spins($spins =~ s/d0ce8/d0cf8/r . $found), 0, '... and no frame of a trap was seen');
is(Signs::emulator_spins($spins =~ s/d0dc8/d0dd8/r . $found), 0, 'a CPU that is at a place twice, deeper in its stack');
is(join(' ', Signs::places($spins)) eq 'ffffffff9dd37670 ffffffff9e648723 ffffffff9e801500', 1,
	'what the monitor is asked for');

# Machines that died.
my $trap = <<'END';
[   90.134117] Oops: int3: 0000 [#1] PREEMPT SMP NOPTI
[   90.147590] RIP: 0010:sched_balance_rq+0x1/0xf20
[   90.147717] Code: 90 90 90 90 90 90 90 90 90 90 66 0f 1f 00 0f <1f> 44 00 00 41 57
END
is(Signs::emulator_broke($trap), 1, 'a trap where no breakpoint is');
is(Signs::emulator_broke($trap =~ s/0f <1f>/cc <1f>/r), 0, "a breakpoint that nobody takes for his");

my $jump = <<'END';
[   40.000000] BUG: kernel NULL pointer dereference, address: 0000000000000000
[   40.000000] RIP: 0010:0x0
[   40.000000] Call Trace:
[   40.000000]  ? ftrace_call+0x5/0x2b
[   40.000000]  kpt_nop3+0x5/0x10 [kpt]
[   40.000000] ---[ end trace 0000000000000000 ]---
END
is(Signs::emulator_broke($jump), 1, "a jump to 0 out of ftrace's hands");
is(Signs::emulator_broke($jump =~ s/ kpt_nop3.*/ kpctl_hit+0x5\/0x10 [kprobectl]/r), 0, '... out of ours');

# kpt's file that was opened while it went
my $raced = <<'END2';
[   17.951146] debugfs file owner did not clean up at exit: run
[   17.951345] WARNING: fs/debugfs/file.c:461 at full_proxy_open_regular+0xcc/0x110, CPU#1: sh/453
END2
is(Signs::kernel_raced($raced), 1, "a file of kpt's that was opened while the module went");
is(Signs::kernel_raced($raced =~ s/: run/: control/r), 0, '... of ours');

# What is read of a console
my $console = "[    1.0] WARNING: before\n[    8.8] kpctl: case fret begins\n[    9.0] all is well\n";
is(!defined Signs::trouble(Signs::since_case($console)), 1, 'trouble before the case is not of it');
is(Signs::trouble(Signs::since_case("$console\[    9.1] BUG: here\r\n")) eq 'BUG: here', 1, 'its first line of trouble');

print "1..$count\n";
