#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kept_cc.sh DIR CC ARGS...: CC, but objects are kept in DIR and used again for the same
# text with the same flags. The text is what the preprocessor made of a source, with all its
# headers; so no object can be out of date. What is not a program of sources goes to CC as it is.
kept=$1 cc=$2
shift 2

out='' sources='' is_output=
for arg; do
	[ -z "$is_output" ] || { out=$arg is_output=; continue; }
	case $arg in
	-c | -E | -S | -M* | -fsyntax-only | -include) exec "$cc" "$@" ;;
	-o) is_output=1 ;;
	*.c) sources="$sources $arg" ;;
	esac
done
[ "$sources" ] && [ "$out" ] || exec "$cc" "$@"

# The arguments in their order, and objects where their sources stood. Words that only the
# linker reads are no reason to compile again.
flags=
for arg; do
	case $arg in
	*.c | -l* | -Wl,* | -o | "$out") ;;
	*) flags="$flags '$(printf %s "$arg" | sed "s/'/'\\\\''/g")'" ;;
	esac
done
mkdir -p "$kept"
version=$("$cc" --version | head -n 1)

# object SOURCE: compiles it, unless that has been done; $object is where it is
object() {
	local text=$out.$$.i
	eval "\"\$cc\" $flags" -E -o '"$text"' '"$1"' || return
	object=$kept/$({ echo "$version $flags $1"; cat "$text"; } | md5sum | cut -c1-32).o
	rm -f "$text"
	if [ -e "$object" ]; then
		touch "$object"
		return
	fi
	eval "\"\$cc\" $flags" -c -o '"$object.$$"' '"$1"' && mv "$object.$$" "$object"
}

for arg; do
	shift
	case $arg in
	*.c)
		object "$arg" || exit
		set -- "$@" "$object"
		;;
	*) set -- "$@" "$arg" ;;
	esac
done
exec "$cc" "$@"
