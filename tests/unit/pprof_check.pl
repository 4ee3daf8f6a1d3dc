#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# pprof_check.pl: reads what protoc prints of a profile, and checks it as pprof does: each sample
# has as many values as there are types, and each number that refers to something does. Then
# prints each sample by names: "COMM: OUTERMOST;...;INNERMOST VALUES".
use strict;
use warnings;

my (@strings, @types, @samples, %function, %location, %mapping, @path, %top);

# An unnamed field is printed by its number: the .proto does not know it.
while (<STDIN>) {
	if (/^\s*(\w+) \{$/) {
		push @path, $1;
		push @types, {} if "@path" eq 'sample_type';
		push @samples, { ids => [], values => [], labels => {} } if "@path" eq 'sample';
		%top = () if @path == 1;
	} elsif (/^\s*\}$/) {
		$function{$top{id}} = { %top } if "@path" eq 'function';
		$location{$top{id}} = { %top } if "@path" eq 'location';
		$mapping{$top{id}} = 1 if "@path" eq 'mapping';
		$samples[-1]{labels}{$top{key}} = $top{str} if "@path" eq 'sample label';
		pop @path;
	} elsif (/^\s*([a-z_]+): (.*)$/) {
		my ($key, $value) = ($1, $2);
		if ($key eq 'string_table') {
			push @strings, $value =~ s/^"(.*)"$/$1/r =~ s/\\"/"/gr;
		} elsif ("@path $key" eq 'sample location_id') {
			push @{$samples[-1]{ids}}, $value;
		} elsif ("@path $key" eq 'sample value') {
			push @{$samples[-1]{values}}, $value;
		} else {
			$top{$key} = $value;
		}
	} else {
		print "what is this: $_";
	}
}

sub string {
	print "no string $_[0]\n" if $_[0] >= @strings;
	return $strings[$_[0]];
}

print "the first string is not empty\n" if $strings[0] ne '';
for my $id (keys %location) {
	print "location $id has no function\n" unless $function{$location{$id}{function_id}};
	print "location $id has no mapping\n" unless $mapping{$location{$id}{mapping_id}};
}
for my $sample (@samples) {
	print "values and types differ in number\n" if @{$sample->{values}} != @types;
	print "a sample without a location\n" unless @{$sample->{ids}};
	my @frames = map {
		print "no location $_\n" unless $location{$_};
		string($function{$location{$_}{function_id}}{name});
	} reverse @{$sample->{ids}};
	my %labels = map { string($_) => string($sample->{labels}{$_}) } keys %{$sample->{labels}};
	print(($labels{comm} // '-'), ': ', join(';', @frames), " @{$sample->{values}}\n");
}
