# SPDX-License-Identifier: GPL-2.0
# Signs of trouble in what a machine left behind: its console, and what the emulator's
# monitor said of its processors. For require; tests/unit/signs.pl holds it to what real
# machines said.
#
# The emulator write-protects a page of code when it has translated the first block of it;
# what another CPU writes between its reading and that is lost on it. Where each write of a
# patch waits for all CPUs, only the last one can be lost: a breakpoint stays for one CPU
# that is gone for all others.
package Signs;
use strict;
use warnings;

# What a breakpoint's trap puts below the stack that it finds: six words of room for the
# return address of a call that is done in its place (arch/x86/entry/entry_64.S), and
# struct pt_regs. The CPU aligns the stack first.
my $ROOM = 6 * 8;
my $PT_REGS = 21 * 8;

# The console since the last case began.
sub since_case {
	my ($console) = @_;
	$console =~ s/.*kpctl: case \S+ begins//s;
	return $console;
}

# The first line that speaks of trouble.
sub trouble {
	my ($console) = @_;
	my ($line) = $console =~ /^(?:<\d+>)?(?:\[[^\]]*\] )?(.*(?:WARNING:|BUG:|Oops|general protection|Kernel panic|unable to handle|UBSAN:).*)$/m;
	$line =~ s/\r// if $line;
	return $line;
}

# An emulator that ran stale code while the kernel patched itself: a breakpoint trap where
# no breakpoint is, or a jump to 0 out of ftrace's hands: then the probed function's caller
# is on top, which may be of kpt, and nothing of ours.
sub emulator_broke {
	my ($console) = @_;
	if ($console =~ /Oops: int3/) {
		return 1 if $console =~ /Code:.*? ([0-9a-f]{2}) <[0-9a-f]{2}>/ && $1 ne 'cc';
	}
	return 0 unless $console =~ /RIP: 0010:(?:0x0|\[?<?0{16})/;
	return 0 if $console =~ /Call Trace:(?:(?!---\[).)*?^[^?\n]*\[kprobectl\]/ms;
	return $console =~ /ftrace|kprobe/;
}

# A file of debugfs that is kpt's was opened in the few instructions between the end of the
# module's references and its being marked as going (try_stop_module() in kernel/module/main.c): the
# kernel takes it for a file that was left behind, and warns. No file of the module under test
# has this name.
sub kernel_raced {
	my ($console) = @_;
	return $console =~ /file owner did not clean up at exit: run\s/ ? 1 : 0;
}

# An emulator that ran stale code, of a machine that fell silent: one of its CPUs runs for ever
# into a breakpoint that is no longer there. kprobes takes it for one that was just removed, and
# has it tried again. An NMI finds the CPU there: ours, or twice at one place the kernel's own, which it
# sends where RCU waits for that CPU.
sub emulator_loops {
	my ($console, $registers) = @_;
	my (undef, @found) = split /NMI (received for unknown|backtrace for cpu)/, $console;
	my %times;
	while (my ($whose, $text) = splice @found, 0, 2) {
		my $place = in_trap($text) // before_trap($text, $registers) // next;
		return 1 if $whose =~ /received/ || ++$times{$place} == 2;
	}
	return 0;
}

# The frame of a breakpoint's trap that finds this stack.
sub frame_below {
	my ($stack) = @_;
	no warnings 'portable';
	return sprintf '%016x', (hex($stack) & ~0xf) - $ROOM - $PT_REGS;
}

# no_breakpoint PLACE BEFORE AT: a trap leaves RIP behind the breakpoint, and its handler
# sets it back to it. In front of a function's first byte there may be padding of
# breakpoints.
sub no_breakpoint {
	my ($place, $before, $at) = @_;
	return $at ne 'cc' && ($before ne 'cc' || $place =~ /\+0x0\//);
}

# The place of a breakpoint that is gone, if the NMI came in the middle of its trap.
sub in_trap {
	my ($text) = @_;
	return unless $text =~ /asm_exc_int3\+.*?RIP:\ 0010:(?!asm_exc_int3)(\S+)(?:\ \[\w+\])?\s*\n
		[^\n]*Code:[^<\n]*([0-9a-f]{2})\ <([0-9a-f]{2})>/sx;
	return no_breakpoint($1, $2, $3) ? $1 : undef;
}

# The same, if the NMI came between two traps. Then the CPU looks as if it went its way; but
# a moment earlier one of its registers held the frame of a breakpoint's trap, just where
# the trap would put it below the stack that the NMI found.
sub before_trap {
	my ($text, $registers) = @_;
	return unless $text =~ /RIP:\ 0010:(\S+)(?:\ \[\w+\])?\s*\n
		[^\n]*Code:[^<\n]*([0-9a-f]{2})\ <([0-9a-f]{2})>[^\n]*\n
		[^\n]*RSP:\ 0018:([0-9a-f]{16})\ /x;
	my ($place, $before, $at, $stack) = ($1, $2, $3, $4);
	return unless no_breakpoint($place, $before, $at);
	my $frame = frame_below($stack);
	return $registers =~ /^(?:\S+ ?=[0-9a-f]{16} )*\S+ ?=$frame\b/m ? $place : undef;
}

# The addresses at which registers show CPUs in the kernel. The monitor is asked for the byte
# at each.
sub places {
	my ($registers) = @_;
	my %seen = map { $_ => 1 } $registers =~ /^RIP=(f[0-9a-f]{15}) /mg;
	return sort keys %seen;
}

# The same loop, in a machine whose NMI handler runs into the breakpoint that is gone, too, and
# prints nothing. A CPU was twice at one place with one stack, a register held the frame of a
# trap at that place another time, and the monitor found no breakpoint's byte there.
sub emulator_spins {
	my ($registers) = @_;
	my %byte = $registers =~ /^([0-9a-f]{16}): 0x([0-9a-f]{2})\b/mg;
	my (%times, %stack);
	for (split /^CPU#/m, $registers) {
		my ($stack) = /\bRSP=([0-9a-f]{16})/ or next;
		my ($place) = /^RIP=([0-9a-f]{16}) /m or next;
		$stack{$place} = $stack if ++$times{"$place $stack"} == 2;
	}
	for my $place (keys %stack) {
		next if ($byte{$place} // 'cc') eq 'cc';
		my $frame = frame_below($stack{$place});
		return 1 if $registers =~ /\b[0-9A-Z]+ ?=$frame\b/;
	}
	return 0;
}

1;
