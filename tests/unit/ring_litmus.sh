#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The ring's barriers by the kernel's own memory model: module/ring/litmus, each with
# the result it names, and what must come out when a barrier is taken away.
#
# Needs herd7, and tools/memory-model of a kernel's source:
#   HERD7	default herd7
#   LKMM	default /usr/src/linux-source-*/tools/memory-model
#
#   ring_litmus.sh build DIR		copies what it needs to DIR/ring_litmus.d
#   DIR/ring_litmus			(a copy of this) runs them, KTAP

# TEST RESULT NAME SED-SCRIPT
table() {
	cat <<'END'
publish	Never	as it is	
publish	Sometimes	head stored plainly	s/smp_store_release(head, 1)/WRITE_ONCE(*head, 1)/
publish	Sometimes	head loaded plainly	s/smp_load_acquire(head)/READ_ONCE(*head)/
publish	Sometimes	lost after head	/WRITE_ONCE(\*lost/d;s/smp_store_release.*/&WRITE_ONCE(*lost, 1);/
consume	Never	as it is	
consume	Sometimes	tail stored plainly	s/smp_store_release(tail, 1)/WRITE_ONCE(*tail, 1)/
consume	Sometimes	written without a look	s/if (t == 1)//
unread	Never	as it is	
unread	Sometimes	tail stored plainly	s/smp_store_release(tail, 1)/WRITE_ONCE(*tail, 1)/
unread	Sometimes	tail loaded plainly	s/smp_load_acquire(tail)/READ_ONCE(*tail)/
wake_later	Never	as it is	
wake_later	Sometimes	no barrier in the work	/^P0/,/^}/s/smp_mb();//
wake_later	Sometimes	no barrier in the timer	/^P1/,/^}/s/smp_mb();//
take_wake	Sometimes	as it is	
take_wake	Never	a barrier in the commit	s/smp_store_release.*/&smp_mb();/
END
}

build() {
	here=$(cd "$(dirname "$0")" && pwd)
	rm -rf "$1/ring_litmus.d"
	mkdir -p "$1/ring_litmus.d"
	cp "$here"/../../module/ring/litmus/*.litmus "$1/ring_litmus.d/"
}

model() {
	[ -z "$LKMM" ] || { echo "$LKMM"; return; }
	for dir in /usr/src/linux-source-*/tools/memory-model; do
		[ ! -e "$dir/linux-kernel.cfg" ] || { echo "$dir"; return; }
	done
}

run() {
	dir=$(cd "$(dirname "$0")" && pwd)/ring_litmus.d
	herd=${HERD7:-herd7}
	lkmm=$(model)
	nr=0
	rc=0
	echo "KTAP version 1"
	if ! command -v "$herd" >/dev/null; then
		echo "1..0 # SKIP no herd7; HERD7=PATH names one"
		return
	fi
	if [ -z "$lkmm" ]; then
		echo "1..0 # SKIP no kernel source; LKMM=PATH names its tools/memory-model"
		return
	fi
	echo "1..$(table | wc -l)"
	table >"$dir/table"
	while IFS='	' read -r name result what script; do
		nr=$((nr + 1))
		sed -e "$script" "$dir/$name.litmus" >"$dir/now.litmus"
		found=$(cd "$lkmm" && $herd -conf linux-kernel.cfg "$dir/now.litmus" 2>&1 |
			sed -n 's/^Observation [^ ]* \([A-Z][a-z]*\) .*/\1/p')
		is=ok
		[ "$found" = "$result" ] || is="not ok"
		[ -z "$script" ] || ! cmp -s "$dir/$name.litmus" "$dir/now.litmus" || is="not ok"
		# what a test says of itself is what must come out
		[ -n "$script" ] || grep -q "^ \* Result: $result\$" "$dir/$name.litmus" ||
			is="not ok"
		[ "$is" = ok ] || rc=1
		echo "$is $nr - $name, $what: ${found:-no answer}"
	done <"$dir/table"
	return $rc
}

if [ "$1" = build ]; then
	build "$2"
else
	run
fi
