# SPDX-License-Identifier: GPL-2.0
# own SPEC [LABEL]: a row of ours, and the number that peers' ratios refer to. A
# probe inside a function is given the time that the optimizer takes.

own() {
	own_in_ring 4096 "$@"
}

own_full() {
	own_in_ring 16 "$1" "$1, ring full"
}

# The oldest makes room for each.
own_overwriting() {
	echo 1 >$D/overwrite
	own_in_ring 16 "$1" "$1, overwriting"
	echo 0 >$D/overwrite
}

own_in_ring() {
	empty_ring $1
	if ! echo "$2" >$D/control; then
		row "${3:-$2}" refused
		return
	fi 2>/dev/null
	[ -z "$settle" ] || sleep $settle
	own=$(($(perhit) - bare))
	: >$D/control
	row "${3:-$2}" $own
}

# own_inside WANTED-MODE SPEC LABEL
own_inside() {
	echo "$2" >$D/control
	sleep 3
	mode=$(awk 'NR == 2 { print $11 }' $D/profile)
	: >$D/control
	if [ "$mode" = $1 ]; then
		settle=3 own "$2" "$3"
	else
		row "$3" "is $mode"
	fi
}
