#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kept_cc.sh DIR CC ARGS...: CC, but programs and objects that it made are kept in DIR and used
# again for the same text with the same arguments. The text is what the preprocessor makes of all
# sources and their headers, and the objects that are linked; so nothing can be out of date. What
# is not made of C goes to CC as it is.
kept=$1 cc=$2
shift 2

out='' is_output='' is_c='' objects=
for arg; do
	[ -z "$is_output" ] || { out=$arg is_output=; continue; }
	case $arg in
	-E | -S | -M* | -x | -fsyntax-only | *.s | *.S | *.a) exec "$cc" "$@" ;;
	-o) is_output=1 ;;
	*.c) is_c=1 ;;
	*.o) objects="$objects $arg" ;;
	esac
done
[ "$is_c" ] && [ "$out" ] || exec "$cc" "$@"

# "$@" becomes the arguments without the output's name.
made=$out.$$.i
n=$#
while [ $n -gt 0 ]; do
	arg=$1
	shift
	n=$((n - 1))
	case $arg in
	-o) shift; n=$((n - 1)) ;;
	*) set -- "$@" "$arg" ;;
	esac
done
"$cc" "$@" -E >"$made" 2>/dev/null || exec "$cc" "$@" -o "$out"
# shellcheck disable=SC2086
sum=$({ "$cc" --version; echo "$PWD $*"; cat "$made" $objects; } | md5sum)
it=$kept/${sum%% *}
rm -f "$made"
if [ ! -e "$it" ]; then
	mkdir -p "$kept"
	"$cc" "$@" -o "$it.$$" && mv "$it.$$" "$it" || exit
fi
touch "$it"	# what nobody uses any more is removed some day
rm -f "$out"
cp "$it" "$out"
