#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every sample is taken as it stands, and reads back as it can be written again.
# smoke: yes
# on: newest, because lines are read by the same code everywhere
# takes: 40
# turns: yes

. ./lib.sh
set -- /samples/*.probes
plan $(($# * 2 + 1))
setup
patience
insmod /drivers/md-mod.ko		# what one of them names
ok "there are samples" [ -f "$1" ]
for f; do
	name=${f##*/}
	clear_errors
	if in_programs $f; then
		echo >$D/control
		kpload $f >/tmp/said 2>&1 || diag "$(cat /tmp/said)"
	else
		cat $f >$D/control 2>/dev/null || diag "$(last_error)"
	fi
	case $(last_error) in
	*'has no types'*)
		skip "$name: all lines are taken" "this kernel has no types"
		skip "$name: all are planted" "this kernel has no types"
		continue
		;;
	esac
	is "$name: all lines are taken" "$(grep -c . $D/control)" "$(grep -vc '^#' $f)"
	no "$name: all are planted" grep -E ' (parked|refused|gone) ' $D/profile
done
echo >$D/control
rm_module md-mod
finish
