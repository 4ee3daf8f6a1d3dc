#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kept_cc.sh DIR CC ARGS...: CC, but programs that it made are kept in DIR and used again for the
# same text with the same arguments. The text is what the preprocessor makes of all sources
# and their headers; so no program can be out of date. What is not a program made of C goes to CC
# as it is.
kept=$1 cc=$2
shift 2

out='' is_output='' is_program=
for arg; do
	[ -z "$is_output" ] || { out=$arg is_output=; continue; }
	case $arg in
	-c | -E | -S | -M* | -x | -fsyntax-only | *.s | *.S | *.o | *.a) exec "$cc" "$@" ;;
	-o) is_output=1 ;;
	*.c) is_program=1 ;;
	esac
done
[ "$is_program" ] && [ "$out" ] || exec "$cc" "$@"

# "$@" becomes the arguments without the output's name.
text=$out.$$.i
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
"$cc" "$@" -E >"$text" || exit
sum=$({ "$cc" --version; echo "$PWD $*"; cat "$text"; } | md5sum)
program=$kept/${sum%% *}
rm -f "$text"
if [ ! -e "$program" ]; then
	mkdir -p "$kept"
	"$cc" "$@" -o "$program.$$" && mv "$program.$$" "$program" || exit
fi
touch "$program"	# what nobody uses any more is removed some day
rm -f "$out"
cp "$program" "$out"
