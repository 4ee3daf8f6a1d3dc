#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# docs TOP: what can be told of the documents without a kernel. Their examples are run by
# tests/cases/examples.sh. KTAP.

top=$1
cd "$top" || exit 1
count=0
man=userspace/man
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# empty TEXT OUTPUT: ok if OUTPUT is empty; it is what is wrong
empty() {
	count=$((count + 1))
	if [ -z "$2" ]; then
		echo "ok $count - $1"
	else
		echo "not ok $count - $1"
		printf '%s\n' "$2" | sed 's/^/# /'
	fi
}

skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }

# README.md

length() {
	lines=$(wc -l <README.md)
	[ "$lines" -le 200 ] || echo "$lines lines"
}

# A terminal has 24 lines.
first_screen() {
	for command in 'make demo' 'make test'; do
		head -n 24 README.md | grep -q "^$command" || echo "$command is not in it"
	done
}

links() {
	for file in $(grep -o '`[^` ]*/[^` ]*`' README.md | tr -d '`') \
			$(grep -o 'man userspace[^`]*' README.md | cut -c5-); do
		case $file in
		'~'* | /etc/* | */dev/* | *'$'*) ;;
		*) [ -e "$file" ] || echo "$file is not there" ;;
		esac
	done
}

# What the READMEs quote of the results of make bench.
figures() {
	for file in README.md tests/bench/README.md; do
		cp $file "$tmp/quoted"
		perl tests/bench/results.pl quote tests/bench/results "$tmp/quoted" 2>&1
		diff $file "$tmp/quoted" | sed -n "s|^[<>]|$file: &|p"
	done
}

ledger() {
	sed -n '/define KPCTL_LEDGER_FIRST/,/define KPCTL_LEDGER(X)/s/^\tX(\([a-z]*\)).*/\1/p' \
		module/uapi/linux/kprobectl.h
}

fates() {
	n=$(ledger | grep -cvx 'hits\|nested')
	grep -q "one of $((n + 1)) fates" README.md || echo "there are $((n + 1)), inflight among them"
}

# found NAME...: the sources were read right, and have names
found() { [ $# -gt 0 ] || echo "nothing to look for: the sources have changed their shape"; }

# explained MACRO END NAME...: kprobectl.4 has each name as the head of an explanation
explained() {
	macro=$1 end=$2
	shift 2
	found "$@"
	for name; do
		grep -q "^\.$macro $name$end" $man/kprobectl.4 || echo "kprobectl.4 does not explain $name"
	done
}

# Of all lines that examples give to control.
examples_have() {
	perl tests/examples.pl lines $man/kprobectl.5 >"$tmp/lines"
	found "$@"
	for name; do
		grep -qE -e "$name([^a-z0-9]|\$)" "$tmp/lines" ||
			echo "kprobectl.5 has no line with $name: give it an example"
	done
}

types() {
	examples_have $(sed -n 's/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/:\1/p' \
		module/spec/types.h | grep -v ':stack$')
}

address_names() {
	sed -n '/define KPCTL_ADDRESSES/,/^$/s/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/\1/p' \
		module/spec/types.h
}

symbolic_names() {
	sed -n '/define KPCTL_SYMBOLICS_SIGNED/,/^$/s/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/\1/p' \
		module/spec/types.h
}

variables() {
	examples_have $(sed -n 's/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/\\$\1/p' \
		module/spec/vars.h)
	examples_have '\$retval' '\$arg1' '\$comm' '\$stack' '\$stack0' '\$entry'
}

action_names() { sed -n 's/^\tX([A-Z]*, \([a-z]*\), [01],.*/\1/p' module/spec/actions.h; }

type_names() { sed -n 's/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/\1/p' module/spec/types.h | grep -vx stack; }
variable_names() { sed -n 's/^\tX([A-Z0-9]*,[[:space:]]*"\([a-z0-9]*\)".*/$\1/p' module/spec/vars.h; }

# The page for programs that write lines
page() {
	sed -n '/^line /,/^```$/p' $man/kprobectl-lines.md >"$tmp/grammar"
	set -- $(type_names) $(variable_names) emit
	found "$@"
	for name; do grep -qF "\"$name\"" "$tmp/grammar" || echo "no $name in its grammar"; done
	for name in $(action_names); do
		grep -qE "\"$name(\(|\")" "$tmp/grammar" || echo "no $name in its grammar"
	done
	[ "$(grep -c '^# .*?' $man/kprobectl-lines.md)" -ge 20 ] || echo "fewer than twenty questions"
	[ "$(wc -c <$man/kprobectl-lines.md)" -le 8192 ] || echo "more than 8 KiB"
}

actions() { examples_have emit $(action_names); }

columns() {
	explained B '$' $(ledger) $(sed -n '/"event" KPCTL_LEDGER/,/;/p' module/control/views.c |
		grep -o '" [a-z ]*' | tr -d '"')
}

modes() {
	explained B '$' $(cat module/*/*.c | sed -n '/^const char \*kpctl_.*_mode(/,/^}/p' |
		grep -o '"[a-z]*"' | tr -d '"' | sort -u)
}

parameters() {
	explained BI = $(grep -rhoE 'module_param(_named)?\([a-z_]+' module | sed 's/.*(//')
}

# In the debugfs of the main session
files() {
	explained I '$' $(sed -n 's/.*_file("\([a-z_]*\)", .*/\1/p
		s/^\t{ "\([a-z_]*\)", 0[46]00, .*/\1/p' \
		module/control/debugfs*.c)
}

formats() {
	names=$(sed -n 's/^\tX([a-z0-9]*, \([a-z0-9.]*\), .*/\1/p' userspace/kpread_formats.h)
	found $names
	for name in $names; do
		grep -qx "\.B $name" $man/kpread.8 || echo "kpread.8 does not explain $name"
	done
}

# Of kinds.h: the forms of targets, and the engines.
kinds() { sed -n '/define KPCTL_KINDS/,/^$/p' module/spec/kinds.h | tr -d '\\\n' | sed 's/X(/\n&/g'; }
target_names() { kinds | sed -n "s/^X([A-Z]*,[[:space:]]*'.',[^,]*, *\([a-z]*\),.*/\1/p" | sort -u; }

engine_names() { kinds | sed -n 's/^X(\([^,]*,\)\{7\}[[:space:]]*\([a-z]*\),.*/\2/p'; }

# module/README.md: the map of the module

# "FOLDER FILE" of each row, {c,h} taken apart
mapped() {
	sed -n '/^### `/{s/^### `\(.*\)`$/\1/;s|^module/$||;h;};/^| `/{s/^| `\([^`]*\)`.*/\1/;G;s/\(.*\)\n\(.*\)/module\/\2\1/p;}' \
		module/README.md | sed 's/^module\/\(.*\){c,h}$/module\/\1c\nmodule\/\1h/' |
		grep '\.[a-z]*$' | sort -u
}

map() {
	mapped >"$tmp/mapped"
	find module -type f ! -name '*.md' ! -name '.*' -a \( -name '*.[chS]' -o -name '*.sh' -o -name '*.pml' \
		-o -name '*.litmus' \) ! -name '*.mod.c' ! -name kernel_has.h | sort >"$tmp/there"
	# one row has all of them: a file for each action, address, form of targets, kind
	sed -i /NAME/d "$tmp/mapped"
	{
		action_names | sed 's|.*|module/aggr/&.c|'
		address_names | sed 's|.*|module/spec/address_&.c|'
		symbolic_names | sed 's|.*|module/spec/symbolic_&.c|'
		target_names | sed 's|.*|module/spec/target_&.c|'
		engine_names | sed 's|.*|module/probe/&.c|'
	} | sort - "$tmp/mapped" -o "$tmp/mapped"
	comm -13 "$tmp/mapped" "$tmp/there" | sed 's/$/ is not in the map: add a row/'
	comm -23 "$tmp/mapped" "$tmp/there" | sed 's/$/ is in the map and not there/'
}

folders() {
	for folder in module/*/; do
		grep -q "^| \`${folder#module/}\`" module/README.md || echo "$folder has no row"
	done
}

# Files and functions that the READMEs of developers name; the map apart. NAME, VERSION
# and mine stand for what somebody adds.
named() {
	for page in module/README.md tests/README.md tests/bench/README.md; do
		for file in $(grep -v '^| `\(model\|litmus\|linux\)/' $page |
				grep -o '`[a-z_A-Z]*/[a-z_A-Z0-9./]*\.[a-z]*`' | tr -d '`'); do
			[ -e "$file" ] || [ -e "module/$file" ] || [ -e "tests/$file" ] ||
				expr "${file##*/}" : '.*NAME\|VERSION\|mine' >/dev/null ||
				echo "$page: $file is not there"
		done
		for word in $(grep -o '`\(struct \)*kpctl_[a-z_]*' $page | tr -d '`'); do
			[ "$word" = struct ] || grep -rqw "$word" module --include='*.[ch]' ||
				echo "$page: $word is not there"
		done
	done
}

# Manual pages

rendered() { MANWIDTH=80 groff -ww -man -Tutf8 -P-cbou -rLL=80n "$1"; }

warnings() {
	for page in $man/*.[1-8]; do
		rendered "$page" 2>&1 >/dev/null
	done
}

# The option `wide` of an example lets its lines be longer.
widths() {
	for page in $man/*.[1-8]; do
		perl tests/examples.pl wide "$page" | sed "s/^[\t ]*//" >"$tmp/wide"
		rendered "$page" 2>/dev/null | sed 's/^ *//' >"$tmp/page"
		rendered "$page" 2>/dev/null | perl -CS -ne 'chomp; print "$_\n" if length > 80' |
			sed 's/^ *//' | grep -vxFf "$tmp/wide" | sed "s|^|$page: |"
	done
}

tables() {
	for page in README.md module/README.md tests/README.md; do
		perl -CSD -ne 'print "$ARGV:$.: more than 80 columns\n" if length > 81 && !/^<!--/;
			close ARGV if eof' $page
	done
}

see_also() {
	for page in $man/*.[1-8]; do
		for other in $(sed -n '/^\.SH SEE ALSO/,$s/^\.BR \([a-z]*\) (\([0-9]\)).*/\1.\2/p' "$page"); do
			[ -e "$man/$other" ] || echo "$page names $other"
		done
	done
}

echo 1..21
empty "README.md has at most 200 lines" "$(length)"
empty "... both commands in its first screen" "$(first_screen)"
empty "... and names files that are there" "$(links)"
empty "figures are those of tests/bench/results" "$(figures)"
empty "so many fates" "$(fates)"
empty "each example bears a mark" "$(perl tests/examples.pl check . | sed '$d')"
empty "each type has an example" "$(types)"
empty "each variable has an example" "$(variables)"
empty "each action has an example" "$(actions)"
empty "the page of lines has each of these, and answers twenty questions" "$(page)"
empty "kprobectl.4 has each column" "$(columns)"
empty "... each mode" "$(modes)"
empty "... each parameter" "$(parameters)"
empty "... each file" "$(files)"
empty "kpread.8 has each format" "$(formats)"
empty "each file of module/ is in its map, and no other" "$(map)"
empty "... and each folder" "$(folders)"
empty "READMEs name what is there" "$(named)"
if command -v groff >/dev/null; then
	empty "the manual pages have no mistakes" "$(warnings)"
	empty "... and at most 80 columns" "$(widths)"
else
	skip "the manual pages have no mistakes" "groff is not there"
	skip "... and at most 80 columns" "groff is not there"
fi
empty "the READMEs have at most 80 columns" "$(tables)"
