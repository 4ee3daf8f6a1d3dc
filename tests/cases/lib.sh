# SPDX-License-Identifier: GPL-2.0
# What the cases share. A case says `plan N` first and ends with `finish`; in
# between each of these prints one numbered line:
#
#   ok TEXT COMMAND...		the command succeeds
#   no TEXT COMMAND...		the command fails
#   is TEXT GOT WANT		the same string
#   like TEXT GOT PATTERN	a glob of the shell
#   gives TEXT ERRNO FILE LINE	what put (put.c) says to this write
#   says TEXT COMMAND...	like ok; its output goes into the diagnostics
#   skip TEXT REASON
#   helper N COMMAND...		the command prints N results, `ok NR - TEXT` or `ok TEXT`

D=/sys/kernel/debug/kprobectl
T=/sys/kernel/tracing
KPT=/sys/kernel/debug/kpt
count=0
planned=0
rc=0

# long: is this make test-long?
long() { grep -qw kpctl.long /proc/cmdline; }

# debugging: is this the kernel of make test-debug, slow and with memory of its own use?
debugging() { [ -e /sys/kernel/debug/kmemleak ]; }

# slow: does this kernel look after itself, and gets on slowly?
slow() { grep -qw kpctl.slow /proc/cmdline; }

# fully_preemptible: as it says, or, where it does not, was told at boot
fully_preemptible() {
	local f=/sys/kernel/debug/sched/preempt
	[ -e $f ] || f=/proc/cmdline
	grep -q full $f
}

# given NAME DEFAULT: what make was given by this name
given() {
	local v=$(sed -n "s/.*kpctl\.$1=\([0-9]*\).*/\1/p" /proc/cmdline)
	echo "${v:-$2}"
}

plan() { planned=$1; echo "1..$1"; }
diag() { printf '%s\n' "$*" | sed 's/^/# /'; }

pass() { count=$((count + 1)); echo "ok $count - $1"; }
fail() { count=$((count + 1)); echo "not ok $count - $1"; }
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }

ok() {
	local text=$1
	shift
	if "$@"; then pass "$text"; else fail "$text"; diag "failed: $*"; fi
}

no() {
	local text=$1
	shift
	if "$@"; then fail "$text"; diag "should have failed: $*"; else pass "$text"; fi
}

is() {
	if [ "$2" = "$3" ]; then pass "$1"; else fail "$1"; diag "got:    $2"; diag "wanted: $3"; fi
}

like() {
	case $2 in
	$3) pass "$1" ;;
	*) fail "$1"; diag "got:    $2"; diag "wanted: $3" ;;
	esac
}

# says TEXT COMMAND...: like ok, and what the command prints are diagnostics
says() {
	local text=$1
	shift
	"$@" >/tmp/says.out 2>&1
	rc=$?
	diag "$(cat /tmp/says.out)"
	if [ $rc = 0 ]; then pass "$text"; else fail "$text"; fi
}

gives() { is "$1" "$(put "$3" "$4")" "$2"; }

helper() {
	local n=$1 word rest before=$count
	shift
	"$@" >/tmp/helper.out
	rc=$?
	while read -r word rest; do
		case $word in
		ok) pass "${rest#[0-9]* - }" ;;
		not) rest=${rest#ok } && fail "${rest#[0-9]* - }" ;;
		'#') diag "$rest" ;;
		*) diag "$word $rest" ;;
		esac
	done </tmp/helper.out
	[ $rc = 0 ] || diag "$1 ended with status $rc"
	while [ $((count - before)) -lt $n ]; do
		fail "$1 said no more"
	done
}

# The exit status is for people; the numbers are the verdict.
finish() {
	[ $count = $planned ] || fail "$planned tests were planned, $count were run"
	trap - EXIT
	teardown
}

# setup [MODULE...]: fresh kprobectl, fresh test modules (kpt when none is named). Cases
# flood on purpose and count what comes: without a governor, but for its own.
governor=0
setup() {
	trap teardown EXIT
	rm -f /tmp/stop /tmp/attached
	insmod /kprobectl.ko governor=$governor || { diag "insmod kprobectl.ko failed"; exit 1; }
	for m in ${*:-kpt}; do
		insmod /kmod/$m.ko || { diag "insmod $m.ko failed"; exit 1; }
	done
}

# rm_module MODULE: it is removed. While the instances of a return probe grow, the kernel itself
# holds kprobectl for a moment: register_kprobe(), on a function of the module, does. A
# rmmod in that moment is refused, and tried again; a reference that stays fails.
rm_module() {
	local tries=0
	until rmmod $1 2>/tmp/rmmod.err; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || { cat /tmp/rmmod.err; return 1; }
		sleep 0.05
	done
}

teardown() {
	for job in $(jobs -p); do
		kill -9 $job 2>/dev/null
		wait $job 2>/dev/null
	done
	[ ! -e $D/control ] || clear_all	# lines hold the modules whose functions they call
	for m in kpt_helper kps_entry kps_after kps_calls kps_switches kps_dump_page kps_tx_queue kprobectl kpt_force kpt_exhaust kpt_bug kpt_nest kpt_veto kpt_last kpt_twin kpt_same kpt_sample kpt; do
		[ ! -d /sys/module/$m ] || rm_module $m
	done
}

# Writing and calling

spec() { printf '%s\n' "$@" >>$D/control; }	# one line per argument
clear_all() { : >$D/control; }
clear_errors() { echo >$D/error_log; }
run() { echo "$*" >$KPT/run; }
# flood_until N COMMAND...: floods, and again until it holds, at most 500 times
flood_until() {
	local n=$1 floods=1
	shift
	run flood $n
	until "$@" || [ $floods -ge 500 ]; do
		run flood $n
		floods=$((floods + 1))
	done
}
interrupted() { [ $(calls hardirq) -gt 20 ]; }
flood_interrupted() { flood_until $1 interrupted; }	# the timer has come often enough
calls() { awk -v f="$1" '$1 == f { print $2 }' $KPT/counts; }

# await TEXT FILE: until it stands there, at most a minute
await() {
	local n=0
	while ! grep -q "$1" "$2" 2>/dev/null && [ $n -lt 1200 ]; do
		n=$((n + 1))
		[ "$2$recorded" != ${out}yes ] || [ ! -s $recording ] || replay
		sleep 0.05
	done
}

# until_ok COMMAND...: again and again, at most for two minutes or so
until_ok() {
	local n=0
	until "$@"; do
		n=$((n + 1))
		[ $n -lt 600 ] || return 1
		sleep 0.2
	done
}

# Reading: reading starts kpread on the main session, collect ends it (starting it
# first if need be). Then its lines are in $out, its summary in $err, its exit
# status in $rc.
out=/tmp/kpread.out
err=/tmp/kpread.err
kpread_pid=

# With RECORD=1 a reader records, unless its options are of another kind, and $out, $err and
# $rc are those of `kpread -r`: what is asked of live reading is asked of a recording. Where the
# events waited for a reader, "trace" prints them first, and the recording has the same bytes.
recording=$out.kpr
recorded=
waiting=
no_event='^#\|^CPU:[0-9]* \[LOST'
records() {
	grep -qw kpctl.record /proc/cmdline || return
	case $* in
	'' | '-e '* | '-f '* | -a) ;;
	*) return 1 ;;
	esac
}
# reads_live: from here on readers are live, as the case looks at the lines while they come, or
# ends a reader itself.
reads_live() { records() { return 1; }; }
# replay: $options are words of reading's, patterns among them
replay() {
	set -f
	kpread -r $recording $options >$out.new 2>$err
	rc=$?
	set +f
	mv $out.new $out
}

# as_live: a recording begins with the lines that "trace" printed before it was made. A loss is
# another one to a reader, who counts from when the last reader left; the clock of the oldest
# records, whose own a dead reader has taken along, is one of two that differ by nanoseconds; the
# frames of programs have names in files, which the kernel does not read.
as_live() {
	kpread -r $recording 2>/dev/null | grep -v "$no_event" | head -n "$(wc -l <$waiting)" >$out.same
	awk 'function timeless(line) { sub(/ [0-9]+\.[0-9]+: /, " ", line); return line }
		function time_of(line) { match(line, / [0-9]+\.[0-9]+: /); return substr(line, RSTART) + 0 }
		function near(a, b) { a -= b; return a * a < 0.0000015 * 0.0000015 }
		NR == FNR { was[NR] = $0; n = NR; next }
		$0 == was[FNR] || (was[FNR] ~ /^ => 0x[0-9a-f]+$/ && /^ => /) { same++; next }
		timeless($0) == timeless(was[FNR]) && near(time_of($0), time_of(was[FNR])) { same++; next }
		wrong++ < 4 { print "# -" was[FNR]; print "# +" $0 }
		END { exit same != n }' $waiting $out.same >$out.differs && return
	ok "recorded as it stood in \"trace\"" false
	cat $out.differs
}

reading() {
	recorded=
	if records "$@"; then
		recorded=yes
		options=$*
		rm -f $recording
		>$out
		kpread -w $recording >/dev/null 2>$err.record &	# all of it: options choose later
	else
		kpread "$@" >$out 2>$err &
	fi
	kpread_pid=$!
	while ! attached $kpread_pid; do
		kill -0 $kpread_pid 2>/dev/null || break
		sleep 0.02
	done
}

# reads PID: until it waits in poll or ppoll: its lines are planted, all of each. That a
# function stands in the list of kprobes says less: the event of it may still be off.
reads() {
	while kill -0 $1 2>/dev/null; do
		case $(cut -d' ' -f1 /proc/$1/syscall 2>/dev/null) in
		7 | 271) return ;;
		esac
		usleep 20000
	done
}

# It has its mappings and catches SIGTERM.
attached() {
	grep -q kprobectl /proc/$1/maps && grep -q '^SigCgt:.*[4-7c-f]...$' /proc/$1/status
} 2>/dev/null

collect() {
	waiting=
	if [ ! "$kpread_pid" ]; then
		if records "$@"; then
			waiting=$out.waiting
			grep -v "$no_event" $D/trace >$waiting
		fi
		reading "$@"
	fi
	kill -TERM $kpread_pid 2>/dev/null
	wait $kpread_pid
	rc=$?
	kpread_pid=
	[ "$recorded" ] || return 0
	replay
	[ ! "$waiting" ] || as_live
	recorded=
}

# args EVENT: the arguments, a line per event collected; without r's lat
args() { sed -n "s/.*: $1: ([^)]*) *//p" $out | sed 's/ *lat=[^ ]*$//'; }
lines() { grep -c ": $1: (" $out; }
# field NAME EVENT: the values of NAME= in its lines
field() { grep ": $2: (" $out | tr ' ' '\n' | sed -n "s/^$1=//p"; }

# prof EVENT COLUMN, total NAME, percpu NAME: `profile` and `stats`, by name
prof() {
	awk -v e="$1" -v c="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
		$1 == e && k { print $k }' $D/profile
}

total() { sed -n 's/^total/ /p' $D/stats | tr ' ' '\n' | sed -n "s/^$1=//p"; }

percpu() {
	awk -v c="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
		NR > 1 && $1 ~ /^[0-9]+$/ && k { s += $k } END { print s + 0 }' $D/stats
}

# ledger [EVENT]: every hit of it, or of each event, has had one fate, and each span that it
# has started one end. Nothing may run meanwhile.
ledger() {
	awk -v e="$1" 'function col(name) { return name in k ? $k[name] : 0 }
		NR == 1 { for (i = 1; i <= NF; i++) k[$i] = i; next }
		e == "" || $1 == e { found = 1
			s = col("emitted") + col("aggregated") + col("filtered") + col("lost") + \
				col("off") + col("missed") + col("norcu") + col("never") + col("throttled") + \
				col("unmatched") + col("inflight")
			if (col("hits") != s) { print "# ledger: " $0; bad = 1 }
			s = col("ended") + col("open") + col("replaced") + col("stale") + col("full") + \
				col("dropped")
			if (col("starts") != s) { print "# ledger of spans: " $0; bad = 1 } }
		END { exit bad || !found }' $D/profile
}

# stats_ledger: the same of all events that were; with none left it is at rest
stats_ledger() {
	grep '^total' $D/stats | tr ' =' '\n ' | awk 'NF == 2 { v[$1] = $2 }
		END { s = v["emitted"] + v["aggregated"] + v["filtered"] + v["lost"] + v["off"] + \
			v["missed"] + v["norcu"] + v["never"] + v["throttled"] + v["unmatched"] + v["inflight"]
		if (v["hits"] != s) { print "# ledger: " v["hits"] " hits, " s " fates"; exit 1 }
		s = v["ended"] + v["open"] + v["replaced"] + v["stale"] + v["full"] + v["dropped"]
		if (v["starts"] != s) { print "# ledger: " v["starts"] " starts, " s " ends"; exit 1 } }'
}

# verdict PLACE: what check says to it
verdict() { put -r $D/check "$1"; }

# patience: for sets of all functions. The kernel patches them in one go, without a
# pause: on an emulator that can take longer than its watchdogs wait.
patience() {
	echo 60 >/proc/sys/kernel/watchdog_thresh
	echo 300 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
}

# last_error: the newest refusal without its time
last_error() { grep 'error: ' $D/error_log | tail -n 1 | sed 's/^\[[^]]*\] //'; }

# caret: the character of the newest refused line that the caret stands under,
# with what follows it up to the next blank
caret() {
	awk '/^  Command: / { line = $0 } /^ *\^$/ { at = index($0, "^") }
		END { s = substr(line, at); sub(/ .*/, "", s); print s }' $D/error_log
}

# in_programs SAMPLE: does it name places in programs, which kpload looks up?
in_programs() { grep -q '^[^#]* /' $1; }

# refused LINE ERRNO CARET: the whole of what a user sees
refused() {
	clear_errors
	is "$1: $2, at $3" "$(put $D/control "$1") $(caret)" "$2 $3"
	like "${1}: a sentence" "$(last_error)" "kprobectl: error: ??????*"
}

# settled: what the kernel holds in kB: its allocators' own figures, and all that is
# neither free (rings are single pages), the CPUs' own lists included, nor in a file of
# /tmp. Both have some noise.
settled() {
	echo 3 >/proc/sys/vm/drop_caches
	sleep 0.5
	awk '/^(Slab|VmallocUsed|Percpu):/ { s += $2 } /^MemTotal:/ { t += $2 }
		/^Shmem:/ { t -= $2 }
		/ nr_free_pages / || / count: / { f += $2 * 4 }
		END { print s, t - f }' /proc/meminfo /proc/zoneinfo
}

# kept TEXT CONDITION: an ok about settled's figures, where they mean something
kept() {
	if debugging; then
		skip "$1" "KASAN keeps what was freed; kmemleak looks for what is lost"
	else
		ok "$@"
	fi
}

# stays TEXT BEFORE [HELD TAKEN]: does settled say again what it said BEFORE? HELD and TAKEN are
# as many kB more as noise can be, at rest and where nothing is new. What is freed after grace
# periods takes its time on a busy machine, so the kernel is looked at again for a while; what
# is lost stays.
stays() {
	local text=$1 before=$2 held=${3:-400} taken=${4:-1000} looks=0 now
	set -- $before
	held=$((held + $1)) taken=$((taken + $2))
	while :; do
		looks=$((looks + 1))
		now=$(settled)
		set -- $now
		[ $1 -ge $held -o $2 -ge $taken ] || break
		[ $looks -lt 20 ] && ! debugging || break
		sleep 1
	done
	diag "$text: $before kB before, $now kB after, at look $looks"
	[ $1 -lt $held -a $2 -lt $taken ]
}

# no_leak TEXT BEFORE [HELD TAKEN]: an ok about that
no_leak() {
	local rc=0
	stays "$@" || rc=1
	kept "$1: no leak" [ $rc = 0 ]
}

# loses_nothing TEXT "HELD TAKEN" COMMAND...: the same of a command, which gets the number of the
# round behind its arguments. A command that loses memory does so in each of three rounds. Pages
# with a few objects left in them, of which busy machines have more, are filled by the next round.
loses_nothing() {
	local text=$1 room=$2 round=0 rc=1 before
	shift 2
	while [ $rc = 1 -a $round -lt 3 ]; do
		round=$((round + 1))
		before=$(settled)
		"$@" $round
		! stays "$text, round $round" "$before" $room || rc=0
		! debugging || break
	done
	kept "$text: no leak" [ $rc = 0 ]
}
