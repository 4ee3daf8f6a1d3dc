#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# json_check.pl: reads lines of kpread -f json, each behind what it must say, and prints those
# that JSON::PP refuses or understands otherwise.
#
#   - TAB {...}			any object
#   HEX U S TAB {...}		the bytes of the argument "s", the numbers "u" and "i"
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->allow_bignum;

# The bytes that a reader has of the string.
sub bytes_of {
	my ($object, $name) = @_;
	return $object->{raw}{$name} if exists $object->{raw}{$name};
	my $text = $object->{args}{$name};
	utf8::encode($text);
	return unpack 'H*', $text;
}

while (<STDIN>) {
	my ($want, $line) = /^(.*)\t(.*)\n$/ or die "line $.: what is this: $_";
	my $object = eval { $json->decode($line) };
	if (!$object || ref $object ne 'HASH' || !$object->{type}) {
		print "no object: $line: $@";
		next;
	}
	next if $want eq '-';
	my $got = join ' ', bytes_of($object, 's'), $object->{args}{u}, $object->{args}{i};
	print "wanted $want, got $got: $line\n" if $got ne $want;
}
print "read $.\n";
