#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread -f tree: calls lie in each other as function_graph has them, of the same calls.
# on: newest, because kpread is one program everywhere
# takes: 10
# turns: yes

. ./lib.sh
plan 8
setup

# calls FILE: what lies in what, without columns, comments and the name of the module
calls() {
	sed -n 's/^.*|  \( *\(kpt_[a-z]*\( \[[a-z_]*\]\)*();\|kpt_[a-z]*\( \[[a-z_]*\]\)*() {\|}\)\).*/\1/p' $1 |
		sed 's/ \[[a-z_]*\]//'
}
# durations FILE: is there one in each line that ends a call, and in no other?
durations() {
	awk -F'|' '/^#/ { next } / us / != /(;|} )/ { print "wrong: " $0 }' $1
}

graph=/tmp/graph
echo 'kpt_a kpt_b kpt_c kpt_recurse' >$T/set_ftrace_filter
echo function_graph >$T/current_tracer
spec 'r:a kpt_a' 'r:b kpt_b v=$retval' 'r:c kpt_c' 'r:again kpt_recurse'
run call a 1 x3
run call recurse 5
run call a 2
echo 0 >$T/tracing_on
cat $T/trace >$graph
echo nop >$T/current_tracer
echo >$T/set_ftrace_filter
echo 1 >$T/tracing_on
collect -f tree
is "all calls" "$(calls $out | grep -c '() {\|();')" "$(calls $graph | grep -c '() {\|();')"
ok "... there are some" [ "$(calls $graph | grep -c '}')" -ge 10 ]
is "calls in each other" "$(calls $out)" "$(calls $graph)"
is "a duration where a call ends" "$(durations $out)" ""
is "arguments where it ends" "$(grep -c '/\* b: v=[^ ]* \*/$' $out)" 4
ok "complete" [ $rc = 0 ]

# With an entry in the call, as a comment
clear_all
spec 'r:a kpt_a' 'p:here kpt_b v=$arg1:u64'
run call a 1
collect -f tree
is "another event stands in the call" "$(sed '/^#/d; s/^.*|  //; s/() {$/() {/; s/v=[0-9]*/v=N/' $out | tr '\n' ';')" \
	"kpt_a() {;  /* here: v=N */;} /* a */;"
is "-n counts events" "$(run call a 1 x2; timeout 60 kpread -f tree -n 4 2>/dev/null | grep -c kpt_a)" 2
clear_all
finish
