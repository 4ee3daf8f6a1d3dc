#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# Takes the examples out of manual pages and READMEs, so that they can be run.
#
#   examples.pl check TOP|FILE...       says which examples bear no mark, or a bad one
#   examples.pl extract DIR TOP|FILE... writes each example that runs to DIR/FILE:LINE, and to
#                                       DIR/.bad what check says
#   examples.pl lines TOP|FILE...       prints the lines for control of all examples
#   examples.pl wide TOP|FILE...        prints the lines of those that may be long
#
# TOP, a directory: all its manual pages and READMEs.
#
# An example is what stands between .EX and .EE (a manual page) or between two ```
# (a README). The comment right before it, which readers do not see, says what it is:
#
#   .\" run: lines            each line is one for `control`, which takes it and plants it
#   .\" run: session          commands behind "# " or "$ ", each with what it prints below
#   .\" not run: REASON       a grammar, another machine, ...
#   .\" before: COMMAND       above `run:`; what the example needs, and readers need not see
#
# In a README the same stands in <!-- -->. Behind lines or session come options:
#
#   numbers   any number stands for any other, any run of spaces for any other
#   some      each line shown is among those printed, in any order
#   wide      lines may have more than 80 columns
#   parked    lines: the module that is named is not there
#   fresh     session: the module is not loaded when it begins, in /
#   not K     not on kernel K, for a reason that is written behind a colon
#
# Always: a line "..." stands for any lines, " ..." at a line's end for anything, a time
# in [ ] for any time.
use strict;
use warnings;

my %options = map { $_ => 1 } qw(numbers some wide parked fresh);
my @bad;

sub bad { push @bad, "$_[0]: $_[1]" }

sub slurp {
	my ($file) = @_;
	open my $h, '<', $file or die "$file: $!\n";
	return map { s/\R$//r } <$h>;
}

sub documents {
	my ($top) = @_;
	return map { glob "$top/$_" }
		qw(*.md module/*.md samples/*.md tests/*.md tests/*/*.md userspace/man/*.[1-8] userspace/man/*.md);
}

# What a manual page's line looks like when it is printed.
my %chars = (dq => '"', aq => "'", ti => '~', ha => '^', ga => '`', rs => '\\', hy => '-');
sub plain {
	my ($line, $where) = @_;
	bad($where, "a macro in an example: $line") if $line =~ /^[.']/;
	my $rest = $line =~ s/\\(?:\((\w\w)|e|-|&|f[BIR]|f\(C[BRW])//gr;
	bad($where, "this is printed as another character, write \\(aq \\(ha \\(ti \\(ga: $line")
		if $rest =~ /['^~`]/;
	bad($where, "this is printed as a hyphen, write \\-: $line") if $rest =~ /-/;
	bad($where, "an escape that is not known: $line") if $rest =~ /\\/;
	return $line =~ s/\\(?:\((\w\w)|(e)|(-)|(&|f[BIR]|f\(C[BRW]))/
		defined $1 ? $chars{$1} : $2 ? '\\' : $3 ? '-' : ''/ger;
}

# { where, mark, before => [], text => [] } for each example
sub examples {
	my ($file) = @_;
	my $is_page = $file =~ /\.[1-8]$/;
	my ($begin, $end) = $is_page ? (qr/^\.EX\s*$/, qr/^\.EE\s*$/) : (qr/^```/, qr/^```\s*$/);
	my $comment = $is_page ? qr/^[.']\\" (before|run|not run): (.*)$/ :
		qr/^<!-- (before|run|not run): (.*) -->$/;
	my $name = $file =~ s{^.*/(?=(?:module|samples|tests)/)|^.*/}{}r;
	my (@all, @marks, $now);
	my ($n, $indented) = (0, 0);
	for (slurp($file)) {
		my $where = "$name:" . ++$n;
		if ($now) {
			if (/$end/) {
				push @all, $now;
				$now = undef;
			} else {
				push @{$now->{text}}, $is_page ? plain($_, $where) : $_;
			}
		} elsif (/$begin/) {
			my @before = map { $_->[1] } grep { $_->[0] eq 'before' } @marks;
			my ($mark, $more) = grep { $_->[0] ne 'before' } @marks;
			bad($where, 'more than one mark') if $more;
			$now = { where => $where, mark => $mark, before => \@before, text => [] };
			@marks = ();
		} elsif (/$comment/) {
			push @marks, [$1, $2];
		} else {
			bad($where, 'a mark, but no example behind it') if @marks;
			@marks = ();
			my $was = $indented;
			$indented = !$is_page && /^(?: {4}|\t)\S/;
			bad($where, 'an example that is indented: put it between ```')
				if $indented && !$was;
			bad($where, 'lines that are printed as they stand: put them between .EX and .EE')
				if $is_page && /^\.nf\b/;
		}
	}
	bad($now->{where}, 'no end') if $now;
	return @all;
}

# Takes a mark apart: kind, options as a hash, kernels that it is not for.
sub parse_mark {
	my ($ex) = @_;
	my ($what, $text) = @{$ex->{mark} // ['', '']};
	if ($what eq 'not run') {
		bad($ex->{where}, 'not run, but no reason is given') unless $text =~ /\w/;
		return;
	}
	if ($what ne 'run') {
		bad($ex->{where}, 'no mark: say what it is, as in tests/examples.pl');
		return;
	}
	my ($kind, @words) = split /, /, $text;
	my (%has, @not);
	bad($ex->{where}, "'$kind' is neither lines nor session") unless $kind =~ /^(lines|session)$/;
	for (@words) {
		if (/^not (\S+): \w/) {
			push @not, $1;
		} elsif ($options{$_}) {
			$has{$_} = 1;
		} else {
			bad($ex->{where}, "'$_' is no option, see tests/examples.pl");
		}
	}
	return ($kind, \%has, @not);
}

sub check_text {
	my ($ex, $kind, $has) = @_;
	my @text = @{$ex->{text}};
	bad($ex->{where}, 'empty') unless @text;
	bad($ex->{where}, 'a session begins with "# " or "$ "')
		if $kind eq 'session' && $text[0] !~ /^[#\$] /;
	my $room = 80;
	for (@text) {
		bad($ex->{where}, "more than $room columns (option wide): $_")
			if length > $room && !$has->{wide};
	}
}

sub write_example {
	my ($dir, $ex, $kind, $has, @not) = @_;
	my $name = $ex->{where} =~ s{/}{-}gr;
	open my $h, '>', "$dir/$name" or die "$dir/$name: $!\n";
	print $h "$kind ", join(' ', sort(keys %$has), map { "not-$_" } @not), "\n";
	print $h "before $_\n" for @{$ex->{before}};
	print $h "text\n", map { "$_\n" } @{$ex->{text}};
	close $h or die "$dir/$name: $!\n";
}

my ($what, @files) = @ARGV;
die "usage: examples.pl check|lines|wide TOP|FILE..., extract DIR TOP|FILE...\n" unless @files;
my $dir = $what eq 'extract' ? shift @files : '';
@files = map { -d $_ ? documents($_) : $_ } @files;
my ($run, $not_run) = (0, 0);
for my $ex (map { examples($_) } @files) {
	my ($kind, $has, @not) = parse_mark($ex);
	$not_run++;
	next unless $kind;
	$not_run--;
	$run++;
	check_text($ex, $kind, $has);
	write_example($dir, $ex, $kind, $has, @not) if $what eq 'extract';
	print map { "$_\n" } grep { !/^#/ } @{$ex->{text}} if $what eq 'lines' && $kind eq 'lines';
	print map { s/^ *//r . "\n" } @{$ex->{text}} if $what eq 'wide' && $has->{wide};
}
if ($what eq 'extract') {
	open my $h, '>', "$dir/.bad" or die "$dir/.bad: $!\n";
	print $h map { "$_\n" } @bad;
	close $h or die "$dir/.bad: $!\n";
} else {
	print "$_\n" for @bad;
}
print "$run examples that run, $not_run that do not\n" if $what eq 'check';
exit(@bad && $what eq 'check' ? 1 : 0);
