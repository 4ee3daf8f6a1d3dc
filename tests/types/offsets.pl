#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# Are members where kplint -t says they are? The compiler of the kernel's own headers answers.
#
#   offsets.pl known <FILE.i	names of the structs that a preprocessed source defines
#   offsets.pl ask <LISTINGS	C that compiles if each member of the listings is at its offset,
#				of the type that is shown, and each struct of its size
#   offsets.pl bits <BYTES	the section of offsets.o that holds bit fields, each in an object
#				in which all its bits are set and no other: are they where
#				the listing has them?
use strict;
use warnings;

sub known {
	my ($depth, %seen) = (0);
	while (my $line = <STDIN>) {
		next if $line =~ /^#/;
		if (!$depth && $line =~ /^struct (\w+) \{/) {
			print "$1\n" unless $seen{$1}++;
		}
		$line =~ s/"(\\.|[^"\\])*"|'(\\.|[^'\\])'//g;
		$depth += ($line =~ tr/{//) - ($line =~ tr/}//);
	}
}

# The name in a declaration: behind the first "(*", or in front of what follows a name
sub name_of {
	my ($decl) = @_;
	return $1 if $decl =~ /\([(*]*\*(?:const |volatile )?(\w+)/;
	return $1 if $decl =~ /(\w+)(?:\[\d+\])*$/;
	die "no name is in '$decl'\n";
}

my ($struct, %count, $bits);

# In a kernel's types an array of arrays is one array of all elements.
sub dimensions {
	my ($name) = @_;
	return " || (sizeof(q->$name) == sizeof(p->$name) && " .
		"sizeof(p->$name\[0]) % sizeof(q->$name\[0]) == 0)";
}

# Types without a name cannot be written; a declaration that was cut neither.
sub ask_type {
	my ($decl, $name) = @_;
	return if $decl =~ /\{ \.\.\. \}| \.\.\.$|\(\.\.\.\)/;
	$count{types}++;
	print "\t{ struct { $decl; } *q; _Static_assert(__builtin_types_compatible_p(__typeof__(q->$name), ",
		"__typeof__(p->$name))", $decl =~ /\[[1-9]\d*\]$/ ? dimensions($name) : "",
		", \"$struct.$name\"); }\n";
}

sub ask_member {
	my ($off, $decl) = @_;
	my $name = name_of($decl);
	$count{members}++;
	print "\t_Static_assert(__builtin_offsetof(struct $struct, $name) == $off, \"$struct.$name\");\n";
	ask_type($decl, $name);
}

# All ones in a bool are one bit.
sub ask_bits {
	my ($off, $bit, $name, $width) = @_;
	$bit += 8 * $off;
	$count{bits}++;
	$bits .= "static const struct { unsigned int magic, at, size, bit, width; struct $struct s; } " .
		"bits_$count{bits} __attribute__((used, section(\".kpct.bits\"))) = { 0x6b706374, " .
		"__builtin_offsetof(typeof(bits_$count{bits}), s), sizeof(struct $struct), " .
		"$bit, $width, { .$name = -1 } }; /* $struct.$name */\n";
}

sub ask {
	my $open;
	print "// SPDX-License-Identifier: GPL-2.0\n#include \"headers.h\"\n";
	while (my $line = <STDIN>) {
		if ($line =~ /^struct (\w+), (\d+) bytes$/) {
			print "}\n" if $open++;
			$struct = $1;
			$count{structs}++;
			print "static void ask_$struct(struct $struct *p)\n{\n",
				"\t_Static_assert(sizeof(struct $struct) == $2, \"$struct\");\n";
		} elsif ($line =~ /^\t\+(\d+)(?:\.(\d+))? +.*?(\w+):(\d+)$/) {
			ask_bits($1, $2 // 0, $3, $4);
		} elsif ($line =~ /^\t\+(\d+) +(.*)$/) {
			ask_member($1, $2) unless $2 =~ /^(struct|union) \{ \.\.\. \}$/;
		} else {
			die "what is '$line'?\n";
		}
	}
	print "}\n" if $open;
	print $bits // "";
	print STDERR "$count{structs} structs, $count{members} members, $count{types} of their types, $count{bits} bit fields\n";
	die "too few\n" if $count{structs} < 200 || $count{members} < 2000 || $count{bits} < 100;
}

sub check_bits {
	my ($all, $at, $n, $wrong) = (do { local $/; <STDIN> }, 0, 0, 0);
	while (($at = index($all, pack("V", 0x6b706374), $at)) >= 0) {
		my (undef, $s, $size, $bit, $width) = unpack("V5", substr($all, $at, 20));
		my $got = unpack("b*", substr($all, $at + $s, $size));
		my $want = "0" x (8 * $size);
		substr($want, $bit, $width) = "1" x $width;
		$n++;
		if ($got ne $want) {
			$wrong++;
			print "number $n: bits are at ", index($got, "1"), ", not at $bit\n";
		}
		$at += $s + $size;
	}
	print "$n bit fields, $wrong wrong\n";
	exit($wrong || $n < 100);
}

my %do = (known => \&known, ask => \&ask, bits => \&check_bits);
($do{$ARGV[0] // ""} // die "usage: offsets.pl known|ask|bits\n")->();
