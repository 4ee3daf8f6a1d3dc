#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread prom: the text is one of Prometheus, to the letter of its grammar, and says what the
# files of the events say.
# smoke: yes
# on: newest, because what kpread reads is the same everywhere
# takes: 15
# turns: yes

. ./lib.sh
plan 22
setup

# parsed FILE: says what is no exposition format: lines, metrics in pieces, samples twice,
# histograms that fall or do not end in their count
parsed() {
	awk 'function wrong(what) { if (++bad < 10) print "line " NR ": " what ": " $0 }
		function family(name) {
			if (type == "histogram" && name ~ /_(bucket|sum|count)$/) sub(/_[a-z]*$/, "", name)
			if (type == "summary" && name ~ /_(sum|count)$/) sub(/_[a-z]*$/, "", name)
			return name
		}
		/^# HELP [a-z_]+ [A-Z].*\.$/ { help = $3; if (seen[help]++) wrong("once more"); next }
		/^# TYPE [a-z_]+ (counter|gauge|histogram|summary)$/ {
			name = $3; type = $4
			if (name != help) wrong("no help before")
			if ((type == "counter") != (name ~ /_total$/)) wrong("a name of another type")
			next }
		/^[a-z_]+(\{[a-z][a-z0-9_]*="([^"\\]|\\["\\n])*"(,[a-z][a-z0-9_]*="([^"\\]|\\["\\n])*")*\})? -?[0-9]+(\.[0-9]+)?$/ {
			key = $0; sub(/ [^ ]*$/, "", key)
			if (twice[key]++) wrong("twice")
			metric = $0; sub(/[{ ].*/, "", metric)
			if (family(metric) != name) wrong("of no metric above")
			samples++
			if (metric == name "_bucket") {
				series = key; sub(/,le=.*/, "", series); sub(/_bucket/, "", series)
				if ($NF + 0 < last[series] + 0) wrong("falls")
				last[series] = $NF; inf[series] = key ~ /le="\+Inf"/
			} else if (type == "histogram" && metric == name "_count") {
				series = key; sub(/_count/, "", series); sub(/}$/, "", series)
				if (!inf[series] || last[series] != $NF) wrong("is not what its buckets come to")
			}
			next }
		{ wrong("no line of it") }
		END { print samples " samples"; exit bad || samples < 50 }' "$1"
}

# of_profile, of_prom FILE: "EVENT COLUMN NUMBER" of the ledger, sorted
of_profile() {
	awk '$1 == "event" { for (i = 1; i <= NF; i++) name[i] = $i; next }
		{ for (i = 2; i <= NF; i++) if (name[i] != "mode") print $1, name[i], $i }' $D/profile | sort
}
of_prom() {
	sed -n 's/^kprobectl_event_\([a-z]*\)_*[a-z]*{group="\([^"]*\)",event="\([^"]*\)",target="[^"]*"} \([0-9]*\)$/\2\/\3 \1 \4/p' "$1" | sort
}
# of_stats, session_of: the same of the session and of its buffers
of_stats() {
	sed -n 's/^total //p' $D/stats | tr ' ' '\n' | tr = ' ' | sort
}
session_of() { sed -n 's/^kprobectl_session_\([a-z]*\)\(_total\)* \([0-9]*\)$/\1 \3/p' "$1" | sort; }
rings_of_stats() { awk '/^[0-9]/ { print $1, $2, $3, $4, $5, $6, $7, $8 }' $D/stats; }
rings_of() {
	sed -n 's/^kprobectl_ring_[a-z_]*{cpu="\([0-9]*\)"} \([0-9]*\)$/\1 \2/p' "$1" |
		awk '{ all[$1] = all[$1] " " $2; if (!seen[$1]++) cpu[n++] = $1 }
			END { for (i = 0; i < n; i++) print cpu[i] all[cpu[i]] }'
}
# value FILE BEGIN: of the samples that begin so
value() { grep -F "$2" "$1" | sed 's/.* //' | tr '\n' ' '; }
same() { [ -s "$1" ] && diff "$1" "$2"; }

spec 'p:a kpt_ret v=$arg1:u64 do count by v, hist(v), stats(v), sum(v) by comm, v' \
	'r:b kpt_ret do hist($lat) by comm' 'p:c kpt_add a=$arg1:u64 if a > 2' \
	'r:d kpt_add do hist($retval:s64), stats($lat), sum($retval:s64), sum($lat)' \
	'p:g/two kpt_ret do count' 'p:g/two kpt_add do count'
for v in 1 2 2 3 3 3 1000000; do run call ret $v; done
run call add 1 2 x5
run call add 7 2 x3

F=/tmp/a.prom
kpread prom >$F 2>/tmp/err
is "prom ends with status 0" $? 0
is "... and says nothing else" "$(cat /tmp/err)" ""
says "it is a text of Prometheus" parsed $F
of_profile >/tmp/want
of_prom $F >/tmp/got
says "the ledger is that of profile, in each column" same /tmp/want /tmp/got
of_stats >/tmp/want
session_of $F >/tmp/got
says "... and the session's that of stats" same /tmp/want /tmp/got
rings_of_stats >/tmp/want
rings_of $F >/tmp/got
says "... and the buffers'" same /tmp/want /tmp/got
is "counts by their keys" "$(value $F 'aggregate="count by v",v=')" "3 2 1 1 "
is "buckets: the bounds are the integers" \
	"$(grep -F 'aggregate="hist(v)",le=' $F | sed 's/.*le="\(.*\)"} \(.*\)/\1:\2/' | tr '\n' ' ')" \
	"0:0 1:1 2:3 3:6 999423:6 1015807:7 +Inf:7 "
is "... and the sum is exact" "$(value $F 'kprobectl_hist_sum{group="kprobes",event="a"')" "1000014 "
is "... and so is the largest" "$(value $F 'kprobectl_hist_max{group="kprobes",event="a"')" "1000000 "
is "stats: sum, count, least, most" \
	"$(value $F 'aggregate="stats(v)"')" "1000014 7 1 1000000 7 0 0 1 1 "
is "a sum by two keys" "$(value $F 'kprobectl_sum_total{group="kprobes",event="a"' | wc -w)" 4
is "durations are in seconds" \
	"$(grep -c '^kprobectl_hist_seconds_count{group="kprobes",event="b".*,comm="sh"} 7$' $F)" 1
is "... signed sums are gauges" "$(value $F 'kprobectl_sum_signed{')" "42 "
is "probes of one name by their places" \
	"$(sed -n 's/^kprobectl_event_hits_total{group="g",event="two",target="\(kpt_[a-z]*\).*} /\1 /p' $F | tr '\n' ' ')" "kpt_ret 7 kpt_add 8 "
kpread prom -e c >/tmp/c.prom
is "-e chooses" "$(sed -n 's/.*_hits_total{.*event="\([a-z]*\)".*/\1/p' /tmp/c.prom | sort -u)" c
kpread prom -l 2 >/tmp/l.prom 2>/tmp/err
is "-l: no more label sets than that" "$(grep -c '^kprobectl_count_total{' /tmp/l.prom)" 2
like "... it says how many are left out" "$(cat /tmp/err)" "*kpread: 4 label sets of kprobectl_count_total are left out*"
is "... in the text, too" "$(value /tmp/l.prom 'kprobectl_left_out_label_sets{metric="kprobectl_count_total"')" "4 "

# The file stays current, and is whole whenever it is read
kpread prom -o /tmp/live.prom -i 0.1 &
pid=$!
await 'event_hits_total{group="kprobes",event="c".*} 8$' /tmp/live.prom
run call add 9 9 x2
await 'event_hits_total{group="kprobes",event="c".*} 10$' /tmp/live.prom
is "-o keeps a file current" "$(value /tmp/live.prom 'kprobectl_event_hits_total{group="kprobes",event="c"')" "10 "
says "... which is a text of Prometheus" parsed /tmp/live.prom
kill $pid
wait $pid
is "... until a signal: status 0" $? 0
finish
