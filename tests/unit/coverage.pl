#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# coverage.pl [-w WHY] TOP DIR [TOP DIR]...: what the .gcda files below DIR say of the
# sources in TOP/module and TOP/userspace. A line per source: lines with code, how many of
# them ran, and the numbers of those that never did. What several programs include or link
# is added up; what only a later pair has is not shown.
#
# WHY names lines that are not expected to run, each as "FILE FUNCTION: TEXT", below a
# comment that says why. They are not among the numbers shown but counted apart, and it is
# said which of them did run, or are nowhere.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Find;

my $top;
my %runs;	# {file}{line}

# gcov -t: "COUNT*: LINE:TEXT", COUNT - where there is no code, ##### or ===== where none ran
sub read_gcov {
	my ($gcda) = @_;
	my $file;
	open my $h, '-|', 'gcov', '-t', $gcda or die "gcov: $!\n";
	while (<$h>) {
		next unless /^\s*([^:]+):\s*(\d+):(.*)/;
		my ($count, $line, $text) = ($1, $2, $3);
		if ($line == 0) {
			next unless $text =~ /^Source:(.*)/;
			my $path = abs_path($1) // '';
			$file = $path =~ m{^\Q$top\E/((?:module|userspace)/.*)} ? $1 : undef;
		}
		next if !$line || !defined $file || $count eq '-';
		$runs{$file}{$line} += $count =~ /^(\d+)/ ? $1 : 0;
	}
	close $h or die "gcov $gcda failed\n";
}

my %why;	# {"FILE FUNCTION: TEXT"}: did it stay away?

sub read_why {
	open my $h, '<', $_[0] or die "$_[0]: $!\n";
	while (<$h>) {
		$why{$1} = 0 if /^([^#\s].*\S)/;
	}
	close $h;
}

# Each line of a source as WHY names it.
sub names {
	my ($file) = @_;
	my ($function, @names) = ('');
	open my $h, '<', "$top/$file" or die "$top/$file: $!\n";
	while (<$h>) {
		$function = $1 if /^[a-z][^;=]*?\b(\w+)\(/;
		push @names, /^\s*(.*?)\s*$/ ? "$file $function: $1" : '';
	}
	close $h;
	return @names;
}

# 3 4 5 9 -> 3-5 9
sub ranges {
	my @out;
	for (@_) {
		if (@out && $out[-1][1] == $_ - 1) { $out[-1][1] = $_ } else { push @out, [$_, $_] }
	}
	return join ' ', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } @out;
}

my %shown;
if (@ARGV && $ARGV[0] eq '-w') {
	shift;
	read_why(shift);
}
while (my ($source, $dir) = splice @ARGV, 0, 2) {
	$top = abs_path($source);
	find({ no_chdir => 1, wanted => sub { read_gcov($_) if /\.gcda$/ } }, $dir);
	die "no figures in $dir\n" unless %runs;
	%shown = map { $_ => 1 } keys %runs unless %shown;
}
my ($all, $ran, $known) = (0, 0, 0);
for my $file (sort keys %shown) {
	my @lines = sort { $a <=> $b } keys %{$runs{$file}};
	my @never = grep { !$runs{$file}{$_} } @lines;
	my @names = names($file);
	my @strange = grep { !exists $why{$names[$_ - 1]} } @never;
	$why{$names[$_ - 1]} = 1 for grep { exists $why{$names[$_ - 1]} } @never;
	$all += @lines;
	$ran += @lines - @never;
	$known += @never - @strange;
	printf "%-34s %5d of %5d  %s\n", $file, @lines - @never, scalar @lines, ranges(@strange);
}
printf "%d of %d lines with code have run, %.1f %%\n", $ran, $all, 100 * $ran / $all;
if (%why) {
	printf "%d of the others are not expected to, %d are\n", $known, $all - $ran - $known;
	print "has run, or is not there: $_\n" for grep { !$why{$_} } sort keys %why;
}
