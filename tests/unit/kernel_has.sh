#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kernel_has.sh TOP CC: the questions to a kernel's headers, asked of headers that are made
# here. KTAP.

cd "$1" || exit 1
cc=$2
headers=$(mktemp -d) || exit 1
trap 'rm -rf "$headers"' EXIT
n=0

ok() {
	n=$((n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '# got:    %s\n# wanted: %s\n' "$2" "$3"
	fi
}

# header NAME: puts the standard input there
header() { mkdir -p "$headers/$(dirname "$1")"; cat >"$headers/$1"; }

# version MAJOR MINOR: the headers of a kernel that has nothing else
version() {
	rm -rf "$headers"/*
	header linux/version.h <<-END
		#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + (c))
		#define LINUX_VERSION_CODE KERNEL_VERSION($1, $2, 0)
	END
	sed -n 's/^#include <\(.*\)>$/\1/p' module/base/kernel_has.sh | sort -u | while read -r name; do
		[ "$name" = linux/version.h ] || header "$name" </dev/null
	done
}

# asked COMPILER...: the answers go into $answers, what is said into $said, the status is $status
asked() {
	answers=$(sh module/base/kernel_has.sh "$@" -nostdinc -I "$headers" 2>"$headers/said")
	status=$?
	said=$(cat "$headers/said")
}

names() { grep -ohE "$1" $2 | sed "s/^$3//" | sort -u | xargs; }

echo "KTAP version 1"
echo "1..12"

ok "what is asked is used, and what is used is asked" \
	"$(names 'ask [A-Z0-9_]+ ' module/base/kernel_has.sh 'ask ')" \
	"$(names 'KPCTL_HAS_[A-Z0-9_]+' 'module/base/compat.h module/base/arch_x86_64.h' KPCTL_HAS_)"
ok "nobody else uses an answer" \
	"$(grep -rl KPCTL_HAS_ module --include='*.[ch]' | grep -v kernel_has.h | sort | xargs)" \
	"module/base/arch_x86_64.h module/base/compat.h"

version 7 3
asked "$cc"
ok "a kernel that has nothing: each answer is no" \
	"$(echo "$answers" | grep -c ' 1$') $(echo "$answers" | grep -c ' 0$')" \
	"0 $(grep -c '^ask ' module/base/kernel_has.sh)"
ok "... and nothing else is said" "$status $said" "0 "

header linux/timer.h <<'END'
struct timer_list { int x; };
int timer_shutdown_sync(struct timer_list *t);
END
asked "$cc"
ok "it gets one thing: one answer is yes" "$(echo "$answers" | grep ' 1$')" \
	"#define KPCTL_HAS_TIMER_SHUTDOWN 1"

version 7 4
asked "$cc"
ok "a kernel that nobody has tried is built, with a note" "$status $said" \
	"0 kprobectl: this kernel is newer than 7.3, the newest it has been tested on"

echo '#error broken' | header linux/module.h
asked "$cc"
ok "headers that do not compile are no answers" "$status $(echo "$said" | tail -n 1)" \
	"1 kprobectl: the compiler cannot compile even an include of the kernel's headers"
ok "... and the compiler's words are shown" "$(echo "$said" | grep -c 'error: .*broken')" 1
asked false
ok "nor is a compiler that does not work" "$status" 1
asked true
ok "nor one that takes everything" "$status $said" \
	"1 kprobectl: the compiler compiles what no kernel has"

# compat.h, where a question that must have an answer has none
unanswered() {
	sed -n "/^#if.*KPCTL_HAS_$1/,/^#endif/p" module/base/compat.h |
		"$cc" -E -x c - -DKPCTL_HAS_PCPU_HOT=0 -DKPCTL_HAS_CURRENT_TASK=0 \
			-DKPCTL_HAS_CLOCK_SNAPSHOT_ID=0 -DKPCTL_HAS_CLOCK_SNAPSHOT=0 2>&1 |
		sed -n 's/.*error: #error "\(kprobectl cannot [a-z]*\) .*/\1/p'
}
ok "no variable for the current task: one sentence" "$(unanswered PCPU_HOT)" \
	"kprobectl cannot find"
ok "no clock: one sentence" "$(unanswered CLOCK_SNAPSHOT_ID)" "kprobectl cannot read"
