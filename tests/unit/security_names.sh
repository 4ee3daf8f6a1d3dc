#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# security_names TOP: each rule of module/SECURITY.md names tests, and they are there.
# A rule is an item of a list, "- RULE Tests: `FILE` "text", "text", `FILE` "text".". KTAP.

top=$1
doc=${2:-$top/module/SECURITY.md}
count=0

result() {
	count=$((count + 1))
	if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}

# RULE, a tab, TESTS of each item
rows() {
	sed '/^## What is not promised/,$d' "$doc" | awk '
		function put() {
			if (item != "" && !sub(/ Tests: /, "\t", item))
				item = item "\t"
			if (item != "")
				print item
			item = ""
		}
		/^- / { put(); item = substr($0, 3); next }
		/^  / && item != "" { item = item " " substr($0, 3); next }
		{ put() }
		END { put() }'
}

# FILE TEXT, a line for each test that is named
tests_of() {
	printf '%s\n' "$1" | awk '{
		while (match($0, /`[^`]*`|"[^"]*"/)) {
			word = substr($0, RSTART + 1, RLENGTH - 2)
			if (substr($0, RSTART, 1) == "`") file = word
			else print file "\t" word
			$0 = substr($0, RSTART + RLENGTH)
		}
	}'
}

source_of() {
	case $1 in
	unit/*) echo "$top/tests/$1" ;;
	*) echo "$top/tests/cases/$1" ;;
	esac
}

# What stands in a program is a test's name only between quotes.
has() { [ -f "$1" ] && grep -v '^[[:space:]]*\(#\|\*\|//\)' "$1" | grep -qF -- "$2"; }

tab=$(printf '\t')
n=$(rows | wc -l)
echo "1..$((n + 2))"
rows >"${TMPDIR:-/tmp}/security_names.$$"
while IFS=$tab read -r rule tests; do
	bad=0
	named=$(tests_of "$tests")
	[ "$named" ] || { bad=1; echo "# names no test"; }
	while IFS=$tab read -r file text; do
		[ "$file" ] || continue
		has "$(source_of "$file")" "$text" && continue
		bad=1
		echo "# $file has no test \"$text\""
	done <<END
$named
END
	result $bad "$rule"
done <"${TMPDIR:-/tmp}/security_names.$$"
rm -f "${TMPDIR:-/tmp}/security_names.$$"

[ "$n" -ge 25 ]
result $? "the page has its rules"
grep -q 'view = array_index_nospec(view, ARRAY_SIZE(show));' "$top/module/control/views.c" &&
	grep -q 'cpu = array_index_nospec(cpu, nr_cpu_ids);' "$top/module/ring/ring_mem.c"
result $? "indices from userspace go through array_index_nospec"
