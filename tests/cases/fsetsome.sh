#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Some thousands of functions in a set, under load: those whose names begin as some do
# that the dice name: the same each time, other ones in make test-long, or with SEED=.
# takes: 50
# on: newest, because fset runs on each kernel, and fsetall in make test-long
# not: rt, because fret runs there, and it has the functions of 6.1
# timeout: 600

. ./lib.sh
. ./fsetall.inc
plan 11
setup
patience
echo 256 >$D/buffer_size_kb

seed=$(sed -n 's/.*kpctl.seed=\([0-9]*\).*/\1/p' /proc/cmdline)
if [ -z "$seed" ]; then
	seed=1
	! long || seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
fi
diag "SEED=$seed"
AFF=$T/available_filter_functions

# Beginnings of names, each with a star, until there are 2,000 functions or 30 of them;
# what vfs_ stands for is called in any case.
awk -v seed=$seed '{ name[NR] = $1 }
	END {
		srand(seed)
		all = "vfs_*"
		for (i = 1; i < 30 && found < 2000; i++) {
			p = substr(name[int(rand() * NR) + 1], 1, 4)
			if (p ~ /^__ft|^kpt/)
				continue
			for (k = 1; k <= NR; k++)
				found += index(name[k], p) == 1
			all = all "," p "*"
		}
		print all
	}' $AFF >/tmp/patterns
patterns=$(cat /tmp/patterns)
matched=$(awk -v patterns="$patterns" 'BEGIN { n = split(patterns, p, "[*],*") - 1 }
	$1 !~ /^__ftrace_invalid_address__/ {
		for (i = 1; i <= n; i++)
			if (index($1, p[i]) == 1) { found++; break }
	}
	END { print found }' $AFF)
diag "$matched functions: $patterns"
spec "f:all/all $patterns"' $arg1 $arg2 $arg3'
is "each that a pattern matches is in the set, or has a reason" \
	$(($(prof all/all functions) + $(wc -l <$D/events/all/all/left_out))) $matched
fsetall_read 5 2000
finish
