# SPDX-License-Identifier: GPL-2.0
# Reads the KTAP of cases as it comes, writes one line per test to a results file
# and says on the terminal what a person wants to know. Perl, as any Debian has
# it (perl-base); for require.
#
# A results line: ok|not ok|skip <TAB> where <TAB> case <TAB> text
package Ktap;
use strict;
use warnings;

# where: a kernel's name or "unit"; left: whether cases must leave nothing behind
sub new {
	my ($class, %o) = @_;
	open $o{out}, '>>', $o{results} or die "$o{results}: $!\n";
	return bless { %o, case => undef, begun => [], seconds => 0 }, $class;
}

sub begin {
	my ($s, $name) = @_;
	$s->{case} = { name => $name, n => 0, counts => {}, show => [], left => [] };
	push @{$s->{begun}}, $name;
}

# One verdict; what failed is shown with the diagnostics that follow it.
sub result {
	my ($s, $status, $text) = @_;
	my $c = $s->{case};
	$c->{counts}{$status}++;
	$c->{last_failed} = $status eq 'not ok';
	push @{$c->{show}}, "$status - $text" if $c->{last_failed} || $s->{verbose};
	push @{$c->{lines}}, join("\t", $status, $s->{where}, $c->{name}, $text);
}

sub feed_result {
	my ($s, $not, $text) = @_;
	$s->{case}{n}++;
	$text =~ s/^\d+\s*//;
	$text =~ s/^-\s*//;
	if ($text =~ s/\s*# SKIP\b\s*(.*)//i) {
		return $s->result('skip', length $1 ? "$text ($1)" : $text);
	}
	$s->result($not ? 'not ok' : 'ok', $text);
}

sub feed_plan {
	my ($s, $n, $rest) = @_;
	my $c = $s->{case};
	$c->{plan} = $n;
	return unless $n == 0 && $rest =~ /# SKIP\b\s*(.*)/i;
	$c->{skipped} = 1;
	$s->result('skip', $1 || 'no reason given');
	push @{$c->{show}}, "skipped: $1" unless $s->{verbose};
}

sub feed {
	my ($s, $line) = @_;
	return $s->begin($1) if $line =~ /^# case (\S+)/;
	my $c = $s->{case} or return;
	if ($line =~ /^1\.\.(\d+)(.*)/) { $s->feed_plan($1, $2) }
	elsif ($line =~ /^(not )?ok\b\s*(.*)/) { $s->feed_result($1, $2) }
	elsif ($line =~ /^# exit (\d+) (\S+) (\S+)/) { @$c{qw(rc seconds)} = ($1, $3 - $2) }
	elsif ($line =~ /^# left (.*)/) { push @{$c->{left}}, $1 }
	elsif ($line =~ /^# end \S+(?: (\d+))?/) { $s->end($1) }
	elsif ($line =~ /\S/) { $s->feed_other($line) }
}

# Diagnostics: shown behind a failure, and the last ones when the case breaks off.
sub feed_other {
	my ($s, $line) = @_;
	my $c = $s->{case};
	$line = "# $line" unless $line =~ /^#/;
	if ($c->{last_failed}) {
		push @{$c->{show}}, $line if @{$c->{show}} < 40;
		return;
	}
	push @{$c->{recent}}, $line;
	shift @{$c->{recent}} if @{$c->{recent}} > 10;
}

# Why the case's results cannot be all there is.
sub flaw {
	my ($s) = @_;
	my $c = $s->{case};
	my $rc = $c->{rc} // 0;
	my $limit = $s->{limits}{$c->{name}};
	if ($rc == 137 && defined $limit && $c->{seconds} >= $limit - 1) {
		return "ran into its time-out of $limit s after $c->{n} results";
	}
	return "ended by signal ".($rc - 128)." after $c->{n} results" if $rc > 128;
	return 'gave no plan' unless defined $c->{plan};
	return if $c->{skipped};
	return "gave $c->{n} results where its plan says $c->{plan}" if $c->{n} != $c->{plan};
	return "could not be run (status $rc)" if $rc >= 126;
	return "ended with status $rc" if $rc && !$s->{left} && !$c->{counts}{'not ok'};
	return;
}

sub end {
	my ($s, $rc) = @_;
	my $c = $s->{case};
	$c->{rc} //= $rc;
	my $flaw = $s->flaw;
	if ($flaw) {
		$s->result('not ok', "$c->{name}: $flaw");
		push @{$c->{show}}, @{$c->{recent} || []};
	}
	$s->{seconds} += $c->{seconds} // 0;
	if ($s->{left}) {
		my @l = @{$c->{left}};
		$s->result(@l ? 'not ok' : 'ok', "$c->{name}: leaves nothing behind");
		push @{$c->{show}}, map { "# $_" } @l;
	}
	$s->close_case;
}

# The guest died in the middle of a case, or before any.
sub dies {
	my ($s, $why) = @_;
	$s->begin('boot') unless $s->{case};
	pop @{$s->{begun}} if $s->{case}{name} eq 'boot';
	$s->result('not ok', "$s->{case}{name}: $why");
	$s->close_case;
}

# What a case said so far is counted, its silence is not.
sub close_case {
	my ($s) = @_;
	my $c = $s->{case};
	# in one go: others write to the same file
	syswrite $s->{out}, join('', map { "$_\n" } @{$c->{lines} || []});
	$s->show;
	$s->{case} = undef;
}

# Forgets the case: it will be run again.
sub drop_case {
	my ($s) = @_;
	pop @{$s->{begun}} if $s->{case};
	$s->{case} = undef;
}

sub show {
	my ($s) = @_;
	my $c = $s->{case};
	my %n = %{$c->{counts}};
	my $sum = join ', ', map { "$n{$_->[0]} $_->[1]" } grep { $n{$_->[0]} }
		(['not ok', 'FAILED'], ['ok', 'ok'], ['skip', 'skipped']);
	my $time = defined $c->{seconds} ? sprintf '%.1f s', $c->{seconds} : '';
	my $text = sprintf("%-7s %-28s %-24s %8s", $s->{where}, $c->{name}, $sum || 'nothing', $time);
	$text =~ s/\s+$//;
	syswrite STDOUT, join('', map { "$_\n" } $text, map { "        $_" } @{$c->{show}});
}

1;
