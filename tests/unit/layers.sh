#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# layers TOP: an include in module/ points into its own folder, or down. KTAP.
#
#   main ─ control ─ session ─ probe ─ hit ─┬─ aggr ─┬─ prog ─┬─ place ─┐
#             │                             └─ span ─┘        │         │
#             └────────── show, line ─────────────────────────┴─ ring ──┴─ crash ─ base ─ spec ─ uapi
#
# What is right of a folder is below it. place, ring, show and line are on one floor, and so are
# aggr and span: none of them includes another. What stands in no folder, like main.c, is above them
# all, and so is configfs, which is a module of its own.
# A header that module/ does not have, as those of tests/unit for the host, is no arrow.

cd "$1/module" || exit 1
floors='uapi spec base crash place|ring|show|line prog aggr|span hit probe session control main|configfs'

files() { find . -name "$1" | sed 's:^\./::' | sort; }

# FILE LINE HEADER of each include with quotes
includes() {
	files '*.[ch]' | xargs awk '
	/^[[:space:]]*#[[:space:]]*include[[:space:]]*"/ {
		split($0, part, "\"")
		print FILENAME, FNR, part[2]
	}'
}

arrows() {
	{ files '*.h'; includes; } | awk -v floors="$floors" '
	function folder(file) {
		return file ~ /\// ? substr(file, 1, index(file, "/") - 1) : "main"
	}
	BEGIN {
		n = split(floors, floor, " ")
		for (i = 1; i <= n; i++) {
			m = split(floor[i], name, "|")
			for (j = 1; j <= m; j++)
				at[name[j]] = i
		}
	}
	NF == 1 { is_there[$1]; next }
	{
		from = folder($1)
		to = folder($3)
		if (!(from in at))
			print $1 ": " from "/ stands on no floor"
		if (!($3 in is_there) || from == to || at[to] < at[from])
			next
		print $1 ":" $2 ": " from " -> " to " points " \
		      (at[to] > at[from] ? "up" : "sideways") ": " $3
	}'
}

count=0
result() {
	count=$((count + 1))
	if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}

echo 1..2
[ "$(includes | wc -l)" -ge 300 ]
result $? "the includes are found"
bad=$(arrows)
[ -z "$bad" ]
result $? "none of them points up or sideways"
[ -z "$bad" ] || printf '%s\n' "$bad" | sed 's/^/# /'
