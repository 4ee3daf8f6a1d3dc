#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# Reads and writes what make bench says: parts, each under a line "== NAME".
#
#   merge FILE OUT    puts the parts in OUT into FILE, in place of those of the name
#   found FILE OUT    puts what FILE has, line after line its first word, where OUT has
#                     "@", and prints it
#   check FILE OUT... fails if a row of ours is not there, or has grown. Of several OUT
#                     the least figure counts. A row has grown that takes 8 instructions
#                     more than in FILE; on another kernel, or built by another compiler
#                     than FILE's head names, 8 instructions and 10 %.
#   update FILE OUT   puts OUT's rows of ours and its head into FILE, and mends peers'
#                     ratios
#   quote DIR TEXT    brings what TEXT (a README) quotes up to DIR/K.txt: in a block
#                     between two ``` with <!-- not run: bench K PART --> before it, the
#                     rows that the part has; and the numbers in sentences (@SAID)
#
# A row of ours, in the part "hits", begins its line; a peer's is indented, and
# refers to the one of ours above it.
use strict;
use warnings;

# Counts are the same in each run, to the instruction. What a change elsewhere in the
# module does to a handler's registers stays below this.
my $MORE = 8;
my $MORE_ELSEWHERE = 0.1;
my @PARTS = qw(hits more samples bytes reader first plant memory shared scale flood);

sub slurp {
	my ($file) = @_;
	open my $h, '<', $file or die "$file: $!\n";
	return map { s/\s+$//r } <$h>;
}

sub spew {
	my ($file, @lines) = @_;
	open my $h, '>', "$file.new" or die "$file.new: $!\n";
	print $h map { "$_\n" } @lines;
	close $h or die "$file.new: $!\n";
	rename "$file.new", $file or die "$file: $!\n";
}

# part => its lines
sub parts {
	my ($name, %parts);
	for (@_) {
		if (/^== (\w+)$/) {
			$name = $1;
			$parts{$name} = [];
		} elsif (defined $name) {
			push @{$parts{$name}}, $_;
		}
	}
	return %parts;
}

sub write_parts {
	my ($file, %parts) = @_;
	my @lines;
	for my $name (@PARTS) {
		next unless $parts{$name};
		push @lines, '' if @lines;
		my @part = @{$parts{$name}};
		pop @part while @part && $part[-1] eq '';
		push @lines, "== $name", @part;
	}
	spew($file, @lines);
}

# label and number of a row of ours; the number is undef where there is none
sub ours {
	my ($line) = @_;
	return unless $line =~ /^([fiprtw] \S.*?)  +(\S.*)$/;
	my ($label, $rest) = ($1, $2);
	return ($label, $rest =~ /^(\d+)$/ ? $1 : undef, $rest);
}

sub rows {
	my (@order, %rows);
	for (@_) {
		my ($label, $n, $rest) = ours($_) or next;
		die "two rows are called: $label\n" if exists $rows{$label};
		push @order, $label;
		$rows{$label} = { n => $n, rest => $rest, line => $_ };
	}
	return (\@order, \%rows);
}

sub merge {
	my ($file, $out) = @_;
	my %parts = -e $file ? parts(slurp($file)) : ();
	my %new = parts(slurp($out));
	write_parts($file, %parts, %new);
	return 0;
}

sub found {
	my ($file, $out) = @_;
	my @numbers = map { (split)[0] } slurp($file);
	print s/\@$/shift(@numbers) \/\/ '?'/er, "\n" for slurp($out);
	return 0;
}

# What the figures of part "hits" are of: the kernel and the compiler.
sub made_of {
	my ($lines) = @_;
	return $lines->[0] && $lines->[0] =~ /^(Linux .*?), clock / ? $1 : 'nobody knows what';
}

sub hits_of {
	my ($file, $otherwise) = @_;
	my %parts = parts(slurp($file));
	return $parts{hits} // die "$otherwise\n";
}

# label => the least number; what a row says instead of a number, where no OUT has one
sub least {
	my (%least, %says, @order);
	for my $out (@_) {
		my ($order, $rows) = rows(@{hits_of($out, 'nothing was measured')});
		for my $label (@$order) {
			push @order, $label unless exists $says{$label};
			$says{$label} = $rows->{$label}{rest};
			my $n = $rows->{$label}{n} // next;
			$least{$label} = $n if !defined $least{$label} || $n < $least{$label};
		}
	}
	return (\@order, \%least, \%says);
}

sub check {
	my ($file, @outs) = @_;
	my $old_lines = hits_of($file, "$file: no rows");
	my ($order, $was) = rows(@$old_lines);
	my ($now_order, $is, $says) = least(@outs);
	my ($old_made, $made) = (made_of($old_lines), made_of(hits_of($outs[0], '')));
	my ($bad, $changed) = (0, 0);
	die "$file: no rows\n" unless @$order;
	print "the figures are of $old_made, this is $made: a change below 10 % is none\n"
		if $made ne $old_made;
	for my $label (@$order) {
		my $old = $was->{$label}{n} // next;
		my $new = $is->{$label};
		my $more = $MORE + ($made eq $old_made ? 0 : $old * $MORE_ELSEWHERE);
		if (!defined $new) {
			printf "FAILED %s: %s, was %d\n", $label, $says->{$label} // 'not there', $old;
			$bad++;
		} elsif ($new - $old >= $more) {
			print "FAILED $label: $new instructions, $old before\n";
			$bad++;
		} elsif ($old - $new >= $more) {
			print "better: $label: $new instructions, $old before\n";
			$changed++;
		}
	}
	my @added = grep { !$was->{$_} } @$now_order;
	print "new: $_: $says->{$_}\n" for @added;
	print "commit new figures: make bench-check UPDATE=1\n" if $changed || @added;
	printf "%d rows, %d of them have grown or are not there\n", scalar @$order, $bad;
	return $bad ? 1 : 0;
}

# Lines of the part with new numbers of ours; rows it did not have come behind
# the group of the row they follow in the other.
sub updated {
	my ($part, $order, $is) = @_;
	my (undef, $was) = rows(@$part);
	my (%behind, $last);
	for my $label (@$order) {
		if ($was->{$label}) {
			$last = $label;
		} elsif (defined $last) {
			push @{$behind{$last}}, $is->{$label}{line};
		}
	}
	my (@lines, $n);
	my $flush = sub {
		push @lines, @{delete $behind{$last}} if defined $last && $behind{$last};
	};
	$last = undef;
	for my $line (@$part) {
		if (my ($label, $old) = ours($line)) {
			$flush->();
			$last = $label;
			$n = $is->{$label} && $is->{$label}{n} // $old;
			push @lines, $is->{$label} ? $is->{$label}{line} : $line;
		} elsif ($n && $line =~ /^(    \S.*?)( +)(\d+) +\d+\.\d\d$/) {
			push @lines, sprintf '%-64s %10d %10.2f', $1, $3, $3 / $n;
		} else {
			push @lines, $line;
		}
	}
	$flush->();
	return @lines;
}

sub update {
	my ($file, $out) = @_;
	my %old = parts(slurp($file));
	my $new = hits_of($out, 'nothing was measured');
	my ($order, $is) = rows(@$new);
	my @hits = updated($old{hits} // [], $order, $is);
	$hits[0] = $new->[0];
	$old{hits} = \@hits;
	write_parts($file, %old);
	return 0;
}

# What a row is called: without its numbers, and without those that change in its name.
sub label {
	my ($line) = @_;
	return unless $line =~ /^(?:    )?(\S.*?)  +\S/;
	return $1 =~ s/(?<=[: ])\d\d+/N/gr;
}

# Lines of a part: ours by their label, peers' by that of ours above and their own.
sub by_label {
	my ($ours, %lines);
	for (@_) {
		my $label = label($_) // next;
		$ours = $label unless /^    /;
		$lines{/^    / ? "$ours\n$label" : $label} = $_;
	}
	return %lines;
}

# The lines of a block with those of the part in the place of rows.
sub quoted {
	my ($where, $part, @block) = @_;
	my %lines = by_label(@$part);
	my ($ours, @out);
	for (@block) {
		my $label = label($_);
		if (!defined $label || /^\.\.\.$/) {
			push @out, $_;
			next;
		}
		$ours = $label unless /^    /;
		my $key = /^    / ? "$ours\n$label" : $label;
		push @out, $lines{$key} // die "$where: no such row: $_\n";
	}
	return columns(@out);
}

# Rows with their columns as close as 80 of a terminal ask for.
sub columns {
	my @rows = map { [split /(?<=\S)  +(?=\S)/] } @_;
	my ($wide, $n) = (0, 0);
	for (grep { @$_ > 1 } @rows) {
		$n = $#$_ if $#$_ > $n;
	}
	for (grep { $#$_ } @rows) {
		my $len = length($_->[0]) - 8 * ($n - $#$_);
		$wide = $len if $len > $wide;
	}
	my $each = int((80 - $wide) / ($n || 1));
	$each = $each > 10 ? 10 : $each < 8 ? 8 : $each;
	return map { $#$_ ? row($wide, $each, $n, @$_) : $_->[0] } @rows;
}

# A head has the names of the last columns, a row the numbers of the first.
sub row {
	my ($wide, $each, $n, $label, @cells) = @_;
	my $free = $each * ($n - @cells);
	return sprintf '%-*s' . "%${each}s" x @cells, $wide + $free, $label, @cells
		unless $cells[-1] =~ /\d/;
	return sprintf '%-*s' . "%${each}s" x @cells, $wide, $label, @cells;
}

# Sentences of README.md, with the number of a row in the place of %s: ours as it is
# (rounded), a peer's as its ratio to ours. Of Linux 6.1.
my @SAID = (
	['takes %s instructions', 'hits', 'p __x64_sys_getppid a=%di b=%si c=%dx'],
	['ftrace %s times', 'hits', 'p __x64_sys_getppid a=%di b=%si c=%dx',
		'ftrace p, 3 arguments'],
	['BPF program %s times', 'hits', 'p __x64_sys_getppid a=%di b=%si c=%dx',
		'BPF kprobe, ring buffer, 3 arguments'],
	['bpftrace %s times as many', 'hits', 'p __x64_sys_getppid a=%di b=%si c=%dx',
		'bpftrace printf, 3 arguments'],
	['read %s ms', 'first', q{insmod, echo 'p __x64_sys_getppid' >control, kpread -n 1}],
	['bpftrace takes %s times', 'first',
		q{insmod, echo 'p __x64_sys_getppid' >control, kpread -n 1},
		'bpftrace -e, one kprobe'],
);

sub said {
	my ($text, %parts) = @_;
	for (@SAID) {
		my ($sentence, $part, $ours, $peer) = @$_;
		my %lines = by_label(@{$parts{$part}});
		my $row = $lines{defined $peer ? "$ours\n$peer" : $ours} // die "no such row: $ours\n";
		my $number = (split ' ', $row)[-1];
		$number = sprintf '%.0f', $number unless defined $peer;
		my ($before, $behind) = map { s/ /\\s+/gr } map { quotemeta =~ s/\\ / /gr }
			split /%s/, $sentence;
		$$text =~ s/($before)[\d.]*\d($behind)/$1$number$2/;
	}
}

sub quote {
	my ($dir, $file) = @_;
	my (@out, @block, $from);
	for my $line (slurp($file)) {
		if ($line =~ /^<!-- not run: bench (\S+) (\w+) -->$/) {
			$from = [$1, $2];
		} elsif ($from && $line =~ /^```$/ && @block) {
			my %parts = parts(slurp("$dir/$from->[0].txt"));
			push @out, shift @block;
			push @out, quoted("$file, $from->[0] $from->[1]", $parts{$from->[1]}, @block);
			($from, @block) = ();
		} elsif ($from) {
			push @block, $line;
			next;
		}
		push @out, $line;
	}
	my $text = join '', map { "$_\n" } @out;
	said(\$text, parts(slurp("$dir/6.1.txt")));
	spew($file, split /\n/, $text);
	return 0;
}

my ($what, $file, @outs) = @ARGV;
die "usage: results.pl merge|found|update FILE OUT, check FILE OUT..., quote DIR TEXT\n"
	unless @outs;
my %commands = (merge => \&merge, found => \&found, check => \&check, update => \&update, quote => \&quote);
my $command = $commands{$what} or die "results.pl: what is $what?\n";
exit($command->($file, @outs));
