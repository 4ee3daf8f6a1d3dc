# SPDX-License-Identifier: GPL-2.0
# How many cache lines a hit writes that other CPUs write with theirs. The emulator counts
# (plugin/lines.c): "@" stands for what it finds, run after run.

. /tests/bench/lib.sh
. /tests/bench/each.sh

CALLS=2000

measure() {
	$together $cpus $CALLS >/dev/null
	row "$1" @
}

cpus=$(grep -c ^processor /proc/cpuinfo)
row "lines that a hit writes and other CPUs' hits too, of $cpus CPUs" ""
each_in_turn
