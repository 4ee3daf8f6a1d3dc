#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# library TOP DIR USER CC: what `make install` puts there for others: names, and nothing but names of
# the header; programs that are built by pkg-config and know nothing of this tree. KTAP.
#
# DIR has library_test, USER has userspace as it was built.

top=$1 unit=$2 user=$3 cc=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
stage=$dir/stage
lib=$stage/usr/local/lib
count=0
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }

# empty TEXT OUTPUT: ok if OUTPUT is empty; it is what is wrong
empty() {
	count=$((count + 1))
	if [ -z "$2" ]; then
		echo "ok $count - $1"
	else
		echo "not ok $count - $1"
		printf '%s\n' "$2" | head -n 40 | sed 's/^/# /'
	fi
}

# same TEXT GOT WANTED: the same lines
same() {
	printf '%s\n' "$2" >"$dir/got"
	printf '%s\n' "$3" >"$dir/wanted"
	empty "$1" "$(diff "$dir/wanted" "$dir/got")"
}

# Names

# Without comments; of functions the name stands before the parenthesis.
header() { perl -0pe 's:/\*.*?\*/::gs' "$top/userspace/lib/kprobectl.h"; }
header_names() { header | grep -oE '\bkpctl_[a-z0-9_]+\(' | tr -d '(' | sort -u; }
map_names() { grep -oE 'kpctl_[a-z0-9_]+;' "$top/userspace/lib/libkprobectl.map" | tr -d ';' | sort; }
shared_names() { nm -D --defined-only "$lib/libkprobectl.so" | sed -n 's/.* [TDBRVW] \([^@]*\)@@*KPROBECTL_.*/\1/p' | sort; }
static_names() { nm -g --defined-only "$lib/libkprobectl.a" | awk 'NF == 3 { print $3 }' | sort; }
other_shared() { nm -D --defined-only "$lib/libkprobectl.so" | grep -v '@@*KPROBECTL_\| A KPROBECTL_'; }

# What the library calls of others: nothing that prints, ends the process, or starts a thread.
imports() {
	{ nm -D --undefined-only "$lib/libkprobectl.so"; nm -u "$lib/libkprobectl.a"; } |
		awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u
}
loud() {
	imports | grep -xE '(__)?v?(f|d)?printf(_chk)?|v?[ew](rr|arn)x?|error|perror|puts|fputs|putchar|fputc|fwrite|psignal|std(out|err)|_IO_.*|v?syslog(_chk)?|_?exit|_Exit|quick_exit|abort|__assert.*|raise|kill|fork|vfork|system|popen|pthread_create|signal|sigaction|atexit'
}
# Variables that sessions would share. Two are safe in any thread: `table` of crc.c is made once,
# whoever comes first; `serial` of events.c is an atomic counter.
shared_data() {
	nm -f sysv "$lib/libkprobectl.a" | awk -F'|' '/OBJECT/ && ($7 ~ /^ *\.(data|bss)/) && $7 !~ /rel\.ro/ {
		gsub(/ /, "", $1); print $1 }' | grep -vxE 'table|table_once|serial(\.[0-9]+)?'
}

# Building

pkg() { PKG_CONFIG_SYSROOT_DIR=$stage PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config "$@"; }
# build NAME FLAG...: a sample, as its head says
build() {
	name=$1
	shift
	$cc -O2 -Wall -Wextra -Werror -o "$dir/$name" "$top/samples/$name.c" $(pkg --cflags --libs libkprobectl) "$@" 2>&1
}
run() { name=$1; shift; LD_LIBRARY_PATH=$lib "$dir/$name" "$@" 2>&1; }

too_long() {
	for f in "$top"/samples/*.c; do
		[ "$(wc -l <"$f")" -le 60 ] || wc -l "$f"
	done
	[ "$(wc -l <"$top/samples/fields.py")" -le 80 ] || wc -l "$top/samples/fields.py"
}

# The program of the manual
example() {
	sed -n '/^#include <kprobectl.h>/,/^\.EE/{/^\.EE/d;s/\\e/\\/g;s/\\-/-/g;p}' userspace/man/libkprobectl.3 |
		$cc -x c -Wall -Wextra -Werror -fsyntax-only $(pkg --cflags libkprobectl) - 2>&1
}
undocumented() {
	for name in $(header_names); do
		grep -qw "$name" userspace/man/libkprobectl.3 || echo "libkprobectl.3 does not name $name"
	done
}

lone_header() {
	cxx=$(echo | $cc -x c++ -fsyntax-only - 2>/dev/null && echo 'c++ -std=c++11')
	for what in 'c -std=c99' 'c -std=gnu11' ${cxx:+"$cxx"}; do
		echo '#include <kprobectl.h>' | $cc -x $what -pedantic -Wall -Wextra -Werror -fsyntax-only $(pkg --cflags libkprobectl) - 2>&1
	done
}

cd "$top" || exit 1
echo 1..23
empty "it is installed" "$(MAKEFLAGS='' MFLAGS='' make -s install-userspace O="$user" DESTDIR="$stage" 2>&1 >/dev/null)"
version=$(sed -n 's/^MODULE_VERSION("\(.*\)");/\1/p' module/main.c)
empty "the header has names" "$([ "$(header_names | wc -l)" -gt 40 ] || echo "$(header_names)")"
same "the map has those of the header" "$(map_names)" "$(header_names)"
same "so has the shared library, with a version each" "$(shared_names)" "$(header_names)"
empty "... and nothing else" "$(other_shared)"
same "so has the static library" "$(static_names)" "$(header_names)"
empty "it prints nothing, ends nothing, starts nothing" "$(loud)"
empty "sessions share no variable" "$(shared_data)"
same "its name has the version's first number" "$(objdump -p "$lib/libkprobectl.so" | sed -n 's/ *SONAME *//p')" "libkprobectl.so.${version%%.*}"
same "it needs libc alone" "$(objdump -p "$lib/libkprobectl.so" | sed -n 's/ *NEEDED *//p')" libc.so.6
same "the links lead to it" "$(readlink -f "$lib/libkprobectl.so" "$lib/libkprobectl.so.${version%%.*}" | sort -u)" \
	"$(readlink -f "$lib")/libkprobectl.so.$version"
empty "the manual has all functions" "$(undocumented)"
empty "samples are short" "$(too_long)"
if ! command -v pkg-config >/dev/null; then
	for text in version "the header" "the manual" samples "run" "static" "names"; do skip "$text" "no pkg-config"; done
else
	same "pkg-config says the module's version" "$(pkg --modversion libkprobectl)" "$version"
	empty "the header compiles alone, as C99 and as C++" "$(lone_header)"
	empty "so does the program of the manual" "$(example)"
	empty "samples are built with the shared library" "$(for n in watch slowest ledger; do build $n; done)"
	same "... and say what is wrong" "$(run watch -r /dev/null; run ledger /dev/null)" \
"watch: /dev/null is no recording of kpread, or has no beginning: it is left out.
ledger: /dev/null is no recording of kpread, or has no beginning: it is left out."
	empty "... with the static one" "$(for n in watch slowest ledger; do build $n -static; done)"
	same "... the same" "$(run watch -r /dev/null; run ledger /dev/null)" \
"watch: /dev/null is no recording of kpread, or has no beginning: it is left out.
ledger: /dev/null is no recording of kpread, or has no beginning: it is left out."
fi

# A recording of three items, as library_test makes it
"$unit/library_test" record "$dir/recording" || echo "# library_test made no recording"
same "a sample prints the lines of kpread" "$(run watch -r "$dir/recording")" \
"$("$user/kpread" -r "$dir/recording" 2>/dev/null)
2 events, 5 missing"
same "... and the ledger" "$(run ledger "$dir/recording")" \
"g/e: hits=10 emitted=4 filtered=2 lost=1 missed=1 nested=7 inflight=2
g/f: hits=5 emitted=3 open=2
g/e hist(\$lat) by comm: 2 keys
         4  a task
         2  other"
if command -v python3 >/dev/null; then
	fields='"fields": {"n": 200, "s": -7, "t": "a\nb!", "v": [11, 22], "a": "127.0.0.1", "err": -2, "k": 2, "st": ["fn_11+0x10/0x100", "fn_22+0x20/0x100"]}}'
	same "Python reads fields by their names" \
		"$(LD_LIBRARY_PATH=$lib python3 samples/fields.py "$dir/recording" 2>&1)" \
'{"time": 1000001000, "kind": 0, "event": "g/e", "comm": "worker", '"$fields"'
{"time": 1000001000, "kind": 1, "event": "", "comm": "<idle>", "fields": {}}
{"time": 1000001000, "kind": 0, "event": "g/e", "comm": "worker", '"$fields"
else
	skip "Python reads fields by their names" "no python3"
fi
