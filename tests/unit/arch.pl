#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# arch.pl TOP: what only one machine has lies in the headers of that machine and nowhere else
# in module/: base/arch_x86_64.h behind base/arch.h, spec/regs_x86.h behind spec/regs.h. KTAP.
# Comments and texts may speak of it.
use strict;
use warnings;

my @headers = ('base/arch_x86_64.h', 'spec/regs_x86.h');
my %seam = ('base/arch.h' => 'base/arch_x86_64.h', 'spec/regs.h' => 'spec/regs_x86.h');

# These each machine has.
my $everywhere = qr{<asm/(?:barrier|cmpxchg|irq_regs|local|page|unaligned)\.h>};
my $of_x86 = qr{\basm\b|\b__asm__\b|x86|X86|\brdtsc|0xcc\b|endbr|INSN_OPCODE|EFLAGS|\bMODULES_(?:VADDR|END)\b|
	cpu_feature|no_caller_saved|
	(?:regs(?:->|\.)|struct\spt_regs,\s*)
	(?:orig_ax|flags|r1[0-5]|r[89]|[abcd]x|[sd]i|[sbi]p|[cs]s)\b}x;

# FILE:LINE of what is there but for comments and texts; includes with quotes are kept.
sub code {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	my $text = join '', <$in>;
	$text =~ s{(/\*.*?\*/|//[^\n]*)|^(\s*\#\s*include[^\n]*)|"(?:[^"\\\n]|\\.)*"}
		  { defined $2 ? $2 : defined $1 ? $1 =~ s/[^\n]+/ /gr : '""' }gesmx;
	return split /\n/, $text;
}

chdir "$ARGV[0]/module" or die "$ARGV[0]/module: $!\n";
my (@bad, $seen);
for my $file (sort map { chomp; s{^\./}{}r } `find . -name '*.[ch]' ! -name '*.mod.c'`) {
	my $nr = 0;
	for my $line (code($file)) {
		$nr++;
		my $header = $line =~ /#\s*include\s*"(.*)"/ ? $1 : '';
		if (grep { $header eq $_ } @headers) {
			push @bad, "$file:$nr: $header is not for it"
				if ($seam{$file} // '') ne $header;
		} elsif ($line =~ s/$everywhere//r =~ $of_x86) {
			$seen++;
			push @bad, "$file:$nr:$line" if !grep { $file eq $_ } @headers;
		}
	}
}
print "1..2\n";
print $seen >= 20 ? 'ok' : 'not ok', " 1 - the machine's own is found\n";
print @bad ? 'not ok' : 'ok', " 2 - and only in its headers\n";
print map { "# $_\n" } @bad;
