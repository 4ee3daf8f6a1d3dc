#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stack traces and callers: at an entry, in the middle of a function, at a
# return, with other return probes on the way, from an interrupt.
# on: newest oldest, because load, ledger and pool meet what PREEMPT_RT changes
# smoke: yes
# takes: 10

. ./lib.sh
plan 24
setup

# frames EVENT [N]: of its Nth record, the functions' names in a line
frames() {
	awk -v e=": $1: (" -v n="${2:-1}" '
		/^ => / { if (on) { sub(/\+.*/, "", $2); printf "%s ", $2 } next }
		{ on = 0 } index($0, e) && ++i == n { on = 1 }' $out
}

# An offset into kpt_c behind its first instructions
inner() {
	for o in 9 10 11 12 13 14 15 16 17 18 19 20; do
		case $(verdict "kpt_c+$o") in
		ok:*) echo $o; return ;;
		esac
	done
}
off=$(inner)

spec 'p:entry kpt_c $stacktrace $caller' "p:mid kpt_c+$off \$stacktrace \$caller"
run call a 1
collect
like "at the entry: the function and who called it" "$(frames entry)" \
	"kpt_c kpt_b kpt_a *run_write *"
like "... up to where the kernel was entered" "$(frames entry)" \
	"*do_syscall_64 entry_SYSCALL_64_after_hwframe "
is "in the middle (+$off): the same" "$(frames mid)" "$(frames entry)"
no "nothing of ours is in it" grep -qE '^ => .*(kprobe|kpctl|ftrace|rethook|trampoline|optimi)' $out
like "\$caller at the entry" "$(field caller entry)" 'kpt_b+0x*'
is "\$caller in the middle" "$(field caller mid)" "$(field caller entry)"
clear_all

spec 'r:ret kpt_c $stacktrace $caller'
run call a 1
collect
like "at the return: from where it goes on" "$(frames ret)" "kpt_b kpt_a *run_write *"
no "nothing of ours is in it" grep -qE '^ => .*(kprobe|kpctl|ftrace|rethook|trampoline)' $out
like "\$caller at the return" "$(field caller ret)" 'kpt_b+0x*'
clear_all

# The return addresses on the stack are not the callers' any more
spec 'r:c kpt_c $stacktrace' 'r:b kpt_b $stacktrace' 'r:a kpt_a $stacktrace' \
	'p:entry kpt_c $stacktrace $caller' "p:mid kpt_c+$off \$stacktrace \$caller"
run call a 1
collect
like "hooked returns: at the entry" "$(frames entry)" "kpt_c kpt_b kpt_a *run_write *"
is "hooked returns: in the middle" "$(frames mid)" "$(frames entry)"
like "hooked returns: \$caller" "$(field caller entry)" 'kpt_b+0x*'
is "hooked returns: \$caller in the middle" "$(field caller mid)" "$(field caller entry)"
like "hooked returns: the innermost" "$(frames c)" "kpt_b kpt_a *run_write *"
like "hooked returns: the one around it" "$(frames b)" "kpt_a *run_write *"
like "hooked returns: the outermost" "$(frames a)" "*run_write *"
clear_all

spec 'p:irq kpt_irqwork $stacktrace'
run irqwork 1
collect
like "from an interrupt or its thread" "$(frames irq)" "kpt_irqwork * "
clear_all

spec 'p:deep kpt_recurse d=$arg1 $stacktrace if d == 0'
run call recurse 20
run call recurse 200
collect
is "20 deep" "$(frames deep 1 | tr ' ' '\n' | grep -c kpt_recurse)" 21
is "200 deep is cut" "$(frames deep 2 | tr ' ' '\n' | grep -c kpt_recurse)" 128
ok "... and says so" grep -q '^ => \.\.\.$' $out
clear_all

# Under a flood, with everything hooked
spec 'r:fa kpt_a $stacktrace if !($arg1 & 63)' 'r:fb kpt_b' \
	'r:fc kpt_c $stacktrace $caller if $arg1 == 7'
run flood 20000 nested
for e in fa fb fc; do ok "flood: the ledger of $e is closed" ledger kprobes/$e; done
collect
ok "no trace of a trampoline" sh -c "! grep -qE '^ => .*(rethook|trampoline)' $out"
finish
