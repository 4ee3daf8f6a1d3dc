#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A verdict for each kind of place, and the same sentence when it is planted.
# not: rt, because PREEMPT_RT changes nothing in files and grammar
# takes: 50
# turns: yes

. ./lib.sh
plan 69
setup kpt kpt_last

address() { awk -v s="$1" '$3 == s { print $1; exit }' /proc/kallsyms; }
# symbol PATTERN: the first kernel text symbol whose name is matched by it
symbol() { awk -v p="$1" '$2 ~ /[tT]/ && NF == 3 && $3 ~ p { print $3; exit }' /proc/kallsyms; }

# verdict_is TEXT PLACE PHRASE: refused with this phrase, and planting it says the
# same sentence
verdict_is() {
	local said=$(verdict "$2")
	like "$1" "$said" "refused: *$3*"
	clear_errors
	put $D/control "p:x $2" >/dev/null
	case "$(last_error)" in
	"kprobectl: error: "*"$3"*) pass "$1: the same when planted" ;;
	*) fail "$1: the same when planted"; diag "$(cat $D/error_log)" "$said" ;;
	esac
}

# What can be planted
like "an entry" "$(verdict kpt_add)" "ok: kpt_add+0x[04]/0x* \[kpt\]: ftrace, returns too"
like "by its module" "$(verdict kpt:kpt_add)" "ok: kpt_add+0x[04]/0x*: ftrace, returns too"
like "by its address" "$(verdict 0x$(address kpt_add))" \
	"ok: kpt_add+0x[04]/0x*: ftrace, returns too"
like "the middle of a function" "$(verdict kpt_insns+12)" "ok: kpt_insns+0xc/0x*"
no "of which nothing returns" sh -c ". ./lib.sh; verdict kpt_insns+12 | grep -q 'returns too'"
like "an entry without ftrace returns too" "$(verdict kpt_insns)" \
	"ok: kpt_insns+0x[04]/0x*returns too*"
like "a function of the kernel" "$(verdict vfs_read | head -n 1)" "ok: vfs_read+0x[04]/0x*: ftrace, returns too"
like "an absent module: parked" "$(verdict nosuchmodule:nosuchfunction)" "parked: *"

# The answer on another open
echo kpt_add >$D/check
like "the next open reads the last verdict" "$(cat $D/check)" "ok: kpt_add+0x[04]/0x*"

# What cannot
place() { sed -n "s/^$1 //p" $KPT/places; }
verdict_is "no such symbol" nosuchfunction_at_all "no such symbol"
verdict_is "no such symbol in a loaded module" kpt:nosuchfunction "no such symbol"
verdict_is "blacklisted" $(awk 'NR == 20 { print $2 }' /sys/kernel/debug/kprobes/blacklist) blacklisted
verdict_is "blacklisted, in the middle" 0x$(address $(awk 'NR == 20 { print $2 }' \
	/sys/kernel/debug/kprobes/blacklist)) blacklisted
verdict_is "the kernel's data" jiffies_64 "not code"
verdict_is "a module's data" kpt_data "not code"
verdict_is "an address of nothing" 0x1000 "not code"
verdict_is "an address that cannot be" 0x8000000000000000 "not code"
verdict_is "init code" $(awk '$3 == "_sinittext" { i = 1; next } i && $2 ~ /[tT]/ && !/__pfx_/ { print $3; exit }' \
	/proc/kallsyms) "init code"
verdict_is "between two instructions" kpt_insns+1 "middle of an instruction"
verdict_is "an instruction that cannot be stepped" kpt_far "cannot be single-stepped"
verdict_is "jump label" $(place jump_label) "kernel itself rewrites"
verdict_is "static call" $(place static_call) "kernel itself rewrites"
verdict_is "BUG" $(place bug) "kernel itself rewrites"
verdict_is "static-call trampoline" __SCT__kpt_sc "static call's trampoline"
padding=$(symbol '^__pfx_')
if [ "$padding" ]; then
	verdict_is "padding" $padding padding
else
	skip "padding" "this kernel has none"
	skip "padding: the same when planted" "this kernel has none"
fi

# The last function of a module's text: from 6.4 on a hole follows, until 7.x puts the text of
# modules side by side into large pages
case $(uname -r) in
6.1.* | 7.*) like "the last function of a module" "$(verdict kpt_last_fn)" "ok: *" ;;
*) like "the last function of a module" "$(verdict kpt_last_fn)" "refused: *last function*" ;;
esac
put $D/control 'p:last kpt_last_fn+3' >/dev/null
ok "and the machine is still there when it is asked for" true
clear_all
case $(uname -r) in
6.1.* | 7.*) want="ok: *" ;;
*) want="refused: *last function*" ;;
esac
for name in kpt_last_twin kpt_last:kpt_last_twin kpt_last_twin+3 \
		0x$(address kpt_last_fn) 0x$(printf %x $((0x$(address kpt_last_fn) + 3))); do
	like "by its other name, or by address: $name" "$(verdict $name)" "$want"
done
gives "as data its name may be asked for" OK $D/control 'p:data kpt_add +0(@kpt_last_twin):x8'
clear_all

# Two modules that end with functions of one name
rmmod kpt_last
insmod /kmod/kpt_twin.ko
like "the last of another, on ftrace" "$(verdict kpt_last_fn)" \
	"ok: kpt_last_fn+0x[04]/0x* \[kpt_twin\]: ftrace, returns too"
insmod /kmod/kpt_last.ko
like "with one more of its name that is not" "$(verdict kpt_last_fn)" \
	"refused: 2 functions are called kpt_last_fn: *"
like "... by the name of its module" "$(verdict kpt_twin:kpt_last_fn)" "ok: *ftrace, returns too"
rmmod kpt_twin

# Many places in one write, a verdict each
seq 700 | sed 's/^/no_such_function_of_all_/' >/tmp/places
dd if=/tmp/places of=$D/check bs=256k 2>/dev/null
is "700 places, 700 verdicts" "$(grep -c '^refused: no such symbol' $D/check)" 700
rm /tmp/places

like "nothing and comments: no verdict" \
	"$(printf '\n# kpt_add\n \nkpt_nine\n\n' | put -n -r $D/check)" "ok: kpt_nine+*"

# Return probes want an entry
clear_errors
gives "r in the middle" EINVAL $D/control "r:x 0x$(printf %x $((0x$(address kpt_insns) + 12)))"
like "says why" "$(last_error)" "*not a function's entry*"
# Nothing is left of all the trials
is "no trial is left" "$(cat /sys/kernel/debug/kprobes/list)" ""

# 6.12 itself takes this one (its list of exceptions has the address in front of
# the endbr64), and the next task switch is its last.
gives "r on __switch_to, which returns elsewhere" EINVAL $D/control 'r:x __switch_to'
gives "by its address" EINVAL $D/control "r:x 0x$(address __switch_to)"

# With preempt=full the kernel takes these two as well, and is gone at once.
gives "p where the end of every handler runs through" EINVAL $D/control \
	'p:x preempt_schedule_common'
like "says why" "$(last_error)" \
	"*must not be probed*: where the kernel preempts everywhere a probe's end calls it*"
gives "by its address" EINVAL $D/control "p:x 0x$(address preempt_schedule_common)"
gives "r on preempt_schedule_notrace" EINVAL $D/control 'r:x preempt_schedule_notrace'
like "says why" "$(last_error)" \
	"*must not be probed*: where the kernel preempts everywhere a return probe's end*"
gives "p on a clock that holds a lock" EINVAL $D/control 'p:x read_hpet'
like "says why" "$(last_error)" "*must not be probed*: it holds a lock*"
gives "p there can do no harm" OK $D/control 'p:x preempt_schedule_notrace'
if grep -q ' rcu_read_lock_any_held$' /proc/kallsyms; then
	gives "r on what lockdep asks at a hooked return" EINVAL $D/control \
		'r:y rcu_read_lock_any_held'
	like "... nor is it in a set" "$(verdict 'rcu_*%return')" \
		"ok: *rcu_read_lock_any_held*a return probe's end calls it*"
else
	skip "r on what lockdep asks at a hooked return" "this kernel does not ask"
	skip "... nor is it in a set" "this kernel does not ask"
fi
clear_all
finish
