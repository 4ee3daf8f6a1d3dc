#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# names.pl TOP: no two functions of module/ share a name, static ones included: an oops names
# the function and no file. KTAP. It reads the sources, so that it needs no kernel's build.
#
# names.pl built KO: the same of a module that was built: what macros paste is in there too.
# Prints each pair, and nothing when all is well.
#
#   what is met twice                          | is
#   -------------------------------------------|------------------------------------------
#   branches of one #if in one file (compat.h) | one function
#   headers that two branches of one #if have  | one function
#   a header's function, in several objects    | one function: it is one piece of source
#   NAME.isra.0, .constprop.0, .part.0, .cold  | NAME, of its object
#   a declaration                              | none
#   what a macro pastes, name##n               | in the sources none, in what is built each
#   KASAN's constructors, _sub_I_65535_0       | none: a file has one of its own
#
# Which of the two a function of many objects is, a header's or many, debug information says.
use strict;
use warnings;

# Comments, texts and directives become blanks; lines stay. What each line is under is in
# @$under: "GROUP:BRANCH ..." of the #ifs around it.
sub bare {
	my ($text, $under) = @_;
	my (@stack, $groups, $is_macro);
	$text =~ s{(/\*.*?\*/|//[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')}
		  { my $was = $1 // ''; $2 ? '0' : $was =~ s/[^\n]+/ /gr }gesx;
	my @lines = split /\n/, $text;
	for my $i (0 .. $#lines) {
		my $line = $lines[$i];
		$under->[$i + 1] = join ' ', map { "$_->[0]:$_->[1]" } @stack;
		if (!$is_macro) {
			next if $line !~ /^\s*#\s*(\w*)/;
			my $what = $1;
			if ($what =~ /^if/) { push @stack, [++$groups, 0] }
			elsif ($what =~ /^el/) { $stack[-1][1]++ }
			elsif ($what eq 'endif') { pop @stack }
		}
		$is_macro = $line =~ /\\$/;
		$lines[$i] = '';
	}
	return join("\n", @lines) . "\n";
}

# May one build have both? Not if they are in two branches of one #if.
sub apart {
	my ($a, $b) = @_;
	my %branch = map { split /:/ } split / /, $a;
	for (split / /, $b) {
		my ($group, $nr) = split /:/;
		return 1 if defined $branch{$group} && $branch{$group} != $nr;
	}
	return 0;
}

# Headers that one file includes in two branches of one #if: "A B" and "B A".
sub alternatives {
	my ($text, $under) = @_;
	my (@header, %pair);
	my @lines = split /\n/, $text;
	for my $i (0 .. $#lines) {
		push @header, [$1, $under->[$i + 1]] if $lines[$i] =~ /^\s*#\s*include\s*"(.*)"/;
	}
	for my $a (@header) {
		$pair{"module/$a->[0] module/$_->[0]"} = 1 for grep { apart($a->[1], $_->[1]) } @header;
	}
	return %pair;
}

# The function whose head this is: what stands before the last pair of parentheses. A macro
# that stands for a head has the name as its first argument.
sub function {
	my ($head) = @_;
	return if $head =~ /=/;
	1 while $head =~ s/\b(?:__attribute__|__\w+)\s*\((?:[^()]|\([^()]*\)|\(\([^()]*\)\))*\)\s*(?=\w|\*)/ /;
	my ($name, $rest) = $head =~ /(\w+)\s*\((.*)\)\s*(?:__\w+\s*)*$/s or return;
	return $name if $name !~ /^[A-Z0-9_]+$/;
	return $rest =~ /^\s*(\w+)/ ? $1 : undef;
}

# [NAME, LINE] of each definition of a file. A branch of an #if within a function may not
# have a brace of its own: then the depth goes wrong, and that is said.
sub definitions {
	my ($text) = @_;
	my ($depth, $head, $line, $begin, @found) = (0, '', 1);
	for my $token ($text =~ /([{};\n]|[^{};\n]+)/g) {
		if ($token eq "\n") {
			$line++;
			$head .= ' ' if !$depth;
		} elsif ($token eq '{') {
			if (!$depth++) {
				my $name = function($head);
				push @found, [$name, $begin] if defined $name;
			}
		} elsif ($token eq '}') {
			return if --$depth < 0;
			$head = '' if !$depth;
		} elsif ($token eq ';') {
			$head = '' if !$depth;
		} elsif (!$depth) {
			$begin = $line if $head !~ /\S/;
			$head .= $token;
		}
	}
	return $depth ? () : (1, @found);
}

sub sources {
	my ($top) = @_;
	chdir "$top/module" or die "$top/module: $!\n";
	my (%at, @bad, @all, %alternative);
	for my $file (sort map { chomp; $_ } `find . -name '*.[ch]' ! -name '*.mod.c'`) {
		open my $in, '<', $file or die "$file: $!\n";
		my $text = join '', <$in>;
		my @under;
		my ($read, @found) = definitions(bare($text, \@under));
		$file =~ s{^\./}{module/};
		push @bad, "$file: braces that do not match" if !$read;
		push @all, map { [@$_, $file, $under[$_->[1]]] } @found;
		%alternative = (%alternative, alternatives($text, \@under));
	}
	for (@all) {
		my ($name, $line, $file, $under) = @$_;
		for my $that (@{$at{$name}}) {
			my ($first, $file1, $under1) = @$that[1 .. 3];
			next if $file eq $file1 ? apart($under, $under1) : $alternative{"$file $file1"};
			push @bad, "$name: $file1:$first and $file:$line";
		}
		push @{$at{$name}}, $_;
	}
	return scalar(@all), @bad;
}

# nm's own order has each object's name in front of its local symbols; -l is where the
# debug information says that a function begins.
sub built {
	my ($ko) = @_;
	my (%at, $object, @bad);
	open my $nm, '-|', 'nm', '-apl', $ko or die "nm: $!\n";
	while (<$nm>) {
		my ($type, $name, $where) = /^[0-9a-f ]{16} (\S) (\S+)(?:\t(\S+):\d+)?/ or next;
		if ($type eq 'a') {
			$object = $name;
		} elsif ($type =~ /^[tT]$/ && $name !~ /^\.|\.cold(\.|$)|^__pfx_|^_sub_[DI]_/) {
			$name =~ s/\.(?:isra|constprop|part|lto_priv)\b.*//;
			$at{$name}{$type eq 'T' ? 'all' : $object} = $where // 'nowhere';
		}
	}
	close $nm or die "nm failed\n";
	if (!grep { $_ ne 'nowhere' } map { values %$_ } values %at) {
		print "SKIP the module was built without debug information\n";
		exit;
	}
	for my $name (sort keys %at) {
		my @objects = sort keys %{$at{$name}};
		my %file = map { $_ => 1 } values %{$at{$name}};
		next if @objects < 2 || (keys %file == 1 && (keys %file)[0] =~ /\.h$/);
		push @bad, "$name: " . join(' and ', map { "$_ ($at{$name}{$_})" } @objects);
	}
	die "$ko has no functions\n" if keys %at < 100;
	return @bad;
}

if (@ARGV == 2 && $ARGV[0] eq 'built') {
	my @bad = built($ARGV[1]);
	print map { "$_\n" } @bad;
	exit !!@bad;
}
my ($count, @bad) = sources($ARGV[0]);
print "1..2\n";
print $count >= 1000 ? 'ok' : 'not ok', " 1 - the functions are found\n";
print @bad ? 'not ok' : 'ok', " 2 - no two of them share a name\n";
print map { "# $_\n" } @bad;
