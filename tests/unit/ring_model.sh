#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The models beside the ring's source, module/ring/model/*.pml, checked exhaustively by
# spin: set-ups that must hold, and every mistake that a model can make, each in
# the set-up that stands beside it there and must find it.
#
#   ring_model.sh build DIR CC		makes them in DIR/ring_model.d
#   DIR/ring_model			(a copy of this) runs them, KTAP

# MODEL SET-UP; words of a set-up are explained in the models
setups() {
	cat <<'END'
ring TASK=3 START=2 FILLED=4
ring TASK=2 IRQ=1 NMI=1
ring TASK=2 NMI=1 START=3 FILLED=4
ring TASK=1 IRQ=1 NMI=1 START=3 FILLED=3
ring TASK=2 NMI=2 FILLED=3
ring TASK=1 IRQ=1 NMI=1 TRIMS=1 FILLED=1 START=2
ring TASK=3 NMI=1 TRIMS=1 FILLED=2
ring TASK=2 NMI=1 CLOCK_BACK=1
ring TASK=2 NMI=1 LIES=1 FILLED=3
ring TASK=3 FILLED=4 KEEPS_NEWEST=1
ring TASK=2 NMI=1 FILLED=4 KEEPS_NEWEST=1
ring TASK=1 IRQ=1 NMI=1 START=3 FILLED=3 KEEPS_NEWEST=1
ring TASK=2 NMI=1 TRIMS=1 FILLED=3 KEEPS_NEWEST=1
ring_wake TASK=2
ring_wake TASK=2 ARMED=2
ring_wake TASK=1 NMI=1 ARMED=1
ring_wake TASK=1 STARTED=1
ring_wake TASK=2 THREAD=1 ARMED=2
ring_wake TASK=1 POLLERS=2
ring_wake TASK=2 EDGE=1
ring_order TASK=3 DATA=1
ring_order TASK=2 ARMED=1 STARTED=1
ring_order TASK=3
END
}

build() {
	here=$(cd "$(dirname "$0")" && pwd)
	out=$1/ring_model.d
	rm -rf "$out"
	mkdir -p "$out"
	command -v spin >/dev/null || return 0
	for model in ring ring_wake ring_order; do
		mkdir "$out/$model.c" || return 1
		(cd "$out/$model.c" && spin -a "$here/../../module/ring/model/$model.pml" &&
		 $2 -O2 -w -DSAFETY -DCOLLAPSE -DNOCLAIM -DMEMLIM=1024 -o ../$model pan.c) \
			>"$out/$model.log" 2>&1 || { cat "$out/$model.log"; return 1; }
		# MODEL NAME NUMBER SET-UP
		sed -n "s|^#define \([a-z_]*\)\t*\([0-9]*\)\t/\* \(.*=.*\) \*/$|$model \1 \2 \3|p" \
			"$here/../../module/ring/model/$model.pml" >>"$out/mistakes"
	done
}

# pan says what it has found in words only
check() {
	model=$1
	shift
	(cd "$dir" && env "$@" ./$model -m1000000 -w22 2>&1) >"$dir/log"
	grep -q "^pan: out of memory\|max search depth too small\|^pan: reached" "$dir/log" &&
		echo incomplete && return
	sed -n 's/^pan:1: \(.*\) (at depth.*/\1/p' "$dir/log" | grep . && return
	grep -q 'errors: 0$' "$dir/log" && echo holds
}

result() {
	nr=$((nr + 1))
	[ "$1" = ok ] || rc=1
	echo "$1 $nr - $2"
}

run() {
	dir=$(dirname "$0")/ring_model.d
	nr=0
	rc=0
	echo "KTAP version 1"
	if [ ! -e "$dir/mistakes" ]; then
		echo "1..0 # SKIP spin is not installed"
		return
	fi
	setups >"$dir/setups"
	echo "1..$(cat "$dir/setups" "$dir/mistakes" | wc -l)"
	while read -r model setup; do
		# shellcheck disable=SC2086
		found=$(check $model $setup)
		states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$dir/log")
		[ "$found" = holds ] && is=ok || is="not ok"
		result "$is" "$model $setup: ${found:-no answer}, $states states"
	done <"$dir/setups"
	while read -r model name number setup; do
		# shellcheck disable=SC2086
		found=$(check $model BROKEN=$number $setup)
		case $found in
		"assertion violated "*) is=ok ;;
		*) is="not ok" ;;
		esac
		result "$is" "$model, $name is found: $found"
	done <"$dir/mistakes"
	return $rc
}

if [ "$1" = build ]; then
	shift
	build "$@"
else
	run
fi
