#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# unprobed.pl MODULE: what a hit may run takes no probe. Functions that a hit runs are on the
# kernel's blacklist (NOKPROBE_SYMBOL), and so must be each function of the module that one of
# them calls or jumps to: a probe there would be hit by the hit. Calls by pointer are not seen.
# Prints each function that is missing, with its callers. Status 1: there are some.
use strict;
use warnings;

my ($module) = @ARGV;
my (%function, %forbidden, %calls);

sub lines_of {
	open(my $f, '-|', @_) or die "$_[0]: $!\n";
	my @lines = <$f>;
	close($f) or die "$_[0] failed\n";
	return @lines;
}

# Functions by section and address, as a target may be a symbol, or a section and an offset.
for (lines_of('objdump', '-t', $module)) {
	next unless /^([0-9a-f]+) .{6}F (\S+)\t[0-9a-f]+\s+(?:\.hidden )?(\S+)$/;
	$function{"$2 " . hex($1)} = $3;
	$function{$3} = $3;
}
sub find_function {
	my ($symbol, $offset) = @_;
	return $function{$symbol} if defined $function{$symbol} && !$offset;
	return $function{"$symbol $offset"};
}

# The blacklist is a table of addresses.
my $in_list = 0;
for (lines_of('objdump', '-r', $module)) {
	$in_list = $1 eq '_kprobe_blacklist' if /^RELOCATION RECORDS FOR \[(.*)\]/;
	next unless $in_list && /R_X86_64_64\s+(\S+?)(?:\+0x([0-9a-f]+))?\s*$/;
	my $name = find_function($1, hex($2 // 0));
	$forbidden{$name} = 1 if defined $name;
}
die "$module has no blacklist\n" unless %forbidden;

# A call's relocation is 4 bytes in front of its end, so the target is 4 bytes further on.
my ($caller, $is_call) = ('', 0);
for (lines_of('objdump', '-dr', '--no-show-raw-insn', $module)) {
	if (/^[0-9a-f]+ <(\S+)>:$/) {
		$caller = $1;
	} elsif (/^\s+[0-9a-f]+:\s+R_X86_64_(?:PLT32|PC32)\s+(\S+?)([-+]0x[0-9a-f]+)?$/) {
		next unless $is_call;
		my ($symbol, $addend) = ($1, $2 // '+0x0');
		$addend =~ s/0x//;
		my $offset = ($addend =~ /^-/ ? -hex(substr($addend, 1)) : hex(substr($addend, 1))) + 4;
		my $name = find_function($symbol, $offset);
		$calls{$name}{$caller} = 1 if defined $name && $name ne $caller;
	} elsif (/^\s+[0-9a-f]+:\s+(\S+)\s*([0-9a-f]+ <([^>+]+)>)?/) {
		$is_call = $1 =~ /^(call|j)/;
		# within one section there is no relocation
		my $name = $is_call && defined $3 ? $function{$3} : undef;
		$calls{$name}{$caller} = 1 if defined $name && $name ne $caller;
	}
}

my $missing = 0;
for my $name (sort keys %calls) {
	next if $forbidden{$name};
	my @callers = grep { $forbidden{$_} } sort keys %{ $calls{$name} };
	next unless @callers;
	print "$name may be probed, and is called by @callers\n";
	$missing++;
}
exit($missing ? 1 : 0);
