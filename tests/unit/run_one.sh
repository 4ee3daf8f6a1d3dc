#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# run_one.sh DIR NAME [STAMP [passed]]: runs the program NAME of DIR, and prints its KTAP as one
# piece, between "# case" and "# end": others run at the same time. STAMP is made when it passes;
# passed: the program's sources have passed before, and it does not run.
dir=$1 name=$2 stamp=$3
said=$dir/$name.said

run() {
	if [ "$4" = passed ]; then
		echo '1..0 # SKIP these sources have passed before'
	elif ! ${MAKE:-make} -s -q "$dir/$name" 2>/dev/null; then
		printf '1..1\nnot ok 1 - it builds\n'
		return 1
	else
		"$dir/$name" || return
		[ -z "$stamp" ] || { mkdir -p "${stamp%/*}" && : >"$stamp"; }
	fi
}

status=0
run "$@" >"$said" || status=$?
{
	flock 9
	echo "# case $name"
	cat "$said"
	echo "# end $name $status"
} 9>"$dir/printing"
rm -f "$said"
exit $status
