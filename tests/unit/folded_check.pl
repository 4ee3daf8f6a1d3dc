#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# folded_check.pl: reads folded stacks as the programs that draw them do, and prints what is no
# such line; then how many lines there are, and the sum of each root.
#
# A line is frames with ';' between them, a blank, and a whole number: flamegraph.pl takes the
# number behind the last blank, speedscope what matches /^(.*) (\d+)$/.
use strict;
use warnings;

my (%seen, %sum);
while (<STDIN>) {
	my ($stack, $n) = /^(.+) ([0-9]+)\n\z/ or do { print "no stack: $_"; next };
	my @frames = split /;/, $stack, -1;
	print "an empty frame: $_" if grep { $_ eq '' } @frames;
	print "a control character: $_" if $stack =~ /[\x00-\x1f\x7f]/;
	print "twice: $_" if $seen{$stack}++;
	print "a blank at an end: $_" if $stack =~ /^ | \z/;
	$sum{$frames[0]} += $n;
}
print "$.\n";
print "$_ $sum{$_}\n" for sort keys %sum;
