# SPDX-License-Identifier: GPL-2.0
# Hits a second on 1, 2 and 4 CPUs: that on one, and how many times that the others are.
# By the host's clock: at most as many times as it has processors, and only the ratios
# of one run mean anything.

. /tests/bench/lib.sh
. /tests/bench/each.sh

CALLS=20000
ROUNDS=5

of() { awk "BEGIN { printf \"%.2f\", $1 / $2 }"; }

# The ring holds what they make, so that none is full.
measure() {
	set -- "$1" $($together 1 $CALLS $ROUNDS) $($together 2 $CALLS $ROUNDS) $($together 4 $CALLS $ROUNDS)
	row "$1" $2 $(of $3 $2) $(of $4 $2)
}

row "calls a second on one CPU; on 2, on 4, as many times that" "1 CPU" 2 4
each_in_turn
