#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
# What programs of Prometheus make of a text of `kpread prom`. They are Debian's, of the
# packages prometheus and prometheus-node-exporter, in the path or where
# tests/vm/fetch-programs unpacked them.
#
#   prom_scrape.pl there			are they? By the exit status
#   prom_scrape.pl check FILE			what promtool has to say of the text
#   prom_scrape.pl query FOLDER QUERY...	a line "LABELS VALUE" for each series that
#					answers, after node_exporter has read the files
#					in the folder, and prometheus node_exporter
use strict;
use warnings;
use File::Temp qw(tempdir);
use IO::Socket::INET;

my $cache = $ENV{KPCTL_CACHE} // ($ENV{XDG_CACHE_HOME} // "$ENV{HOME}/.cache") . '/kprobectl';
$ENV{PATH} .= ":$cache/programs/usr/bin";

my @children;
END { my $status = $?; kill 'KILL', @children; waitpid $_, 0 for @children; $? = $status }

sub start {
	my ($log, @command) = @_;
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		open STDOUT, '>', $log or die "$log: $!\n";
		open STDERR, '>&', \*STDOUT or die;
		@children = ();
		exec @command or die "$command[0]: $!\n";
	}
	push @children, $pid;
}

# The body of the answer; undef: nobody answers yet.
sub get {
	my ($port, $path) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or return undef;
	print $s "GET $path HTTP/1.0\r\n\r\n";
	local $/;
	my ($head, $body) = split /\r\n\r\n/, <$s> // '', 2;
	return ($head // '') =~ m{^HTTP/1\.. 200} ? $body : undef;
}

# Tries until there is an answer; to give up is for machines on which nothing moves.
sub wait_for {
	my ($what, $try) = @_;
	for (1 .. 600) {
		my $answer = $try->();
		return $answer if defined $answer;
		select undef, undef, undef, 0.2;
	}
	die "$what does not answer\n";
}

sub free_port {
	my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "no port: $!\n";
	return $s->sockport;
}

sub escaped { (my $text = shift) =~ s/([^\w.-])/sprintf '%%%02X', ord $1/ge; $text }

# The lines of an answer that has series.
sub series {
	my $answer = shift // return undef;
	my @lines;
	while ($answer =~ /\{"metric":\{(.*?)\},"value":\[[\d.e+]+,"([^"]+)"\]\}/g) {
		my ($labels, $value) = ($1, $2);
		$labels =~ s/"(?:instance|job)":"[^"]*",?//g;
		$labels =~ s/,$//;
		push @lines, "$labels $value\n";
	}
	return @lines ? join '', sort @lines : undef;
}

sub query {
	my ($folder, @queries) = @_;
	my $dir = tempdir(CLEANUP => 1);
	my ($exporter, $port) = (free_port(), free_port());

	start("$dir/exporter.log", 'prometheus-node-exporter', '--collector.disable-defaults',
		'--collector.textfile', "--collector.textfile.directory=$folder",
		"--web.listen-address=127.0.0.1:$exporter");
	my $text = wait_for('node_exporter', sub { get($exporter, '/metrics') });
	print $text =~ /^(node_textfile_scrape_error .*)$/m ? "$1\n" : "no textfile collector\n";
	open my $config, '>', "$dir/config" or die;
	print $config "scrape_configs: [{ job_name: t, scrape_interval: 1s, scrape_timeout: 1s, ",
		"static_configs: [{ targets: ['127.0.0.1:$exporter'] }] }]\n";
	close $config;
	start("$dir/prometheus.log", 'prometheus', "--config.file=$dir/config",
		"--storage.tsdb.path=$dir/data", "--web.listen-address=127.0.0.1:$port");
	for my $q (@queries) {
		my $path = '/api/v1/query?query=' . escaped($q);
		print wait_for("the query $q", sub { series(get($port, $path)) });
	}
}

sub is_there { system("command -v $_[0] >/dev/null") == 0 }

my $what = shift // '';
if ($what eq 'there') {
	exit !(is_there('promtool') && is_there('prometheus') && is_there('prometheus-node-exporter'));
} elsif ($what eq 'check') {
	open STDIN, '<', $ARGV[0] or die "$ARGV[0]: $!\n";
	open STDERR, '>&', \*STDOUT or die;
	exec 'promtool', 'check', 'metrics';
} elsif ($what eq 'query') {
	query(@ARGV);
} else {
	die "prom_scrape.pl there|check|query\n";
}
