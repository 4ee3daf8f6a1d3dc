#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What a healthy kernel does not refuse, it is made to (kpt_force): each refusal has its
# sentence, leaves nothing, and is over when the kernel gives in.
# on: newest, because refusals are one code everywhere
# not: rt, because what refuses there is the code of 6.1
# smoke: yes
# takes: 30
# turns: yes

. ./lib.sh
plan 85
setup kpt kpt_force

F=/sys/kernel/debug/kpt_force
# forced FUNCTION VALUE [CALLER [AFTER]]: from now on it says that; gives_in: it works again
forced() { echo "$*" >$F; }
gives_in() { echo >$F; }
was_asked() { [ $(cat $F) -gt 0 ]; }

# refused TEXT LINE ERRNO PATTERN: with this sentence, and nothing is there
refused() {
	clear_errors
	gives "$1: refused" $3 $D/control "$2"
	like "$1: a sentence" "$(last_error)" "kprobectl: error: $4"
	is "$1: nothing is left" "$(cat $D/control)" ""
}

# Planting
forced register_kprobe -22 plant
refused "a probe" 'p:x kpt_add' EINVAL "the kernel refuses a probe at kpt_add, error -22"
forced register_ftrace_function -22
refused "a set" 'f:x kpt_a*' EINVAL "the kernel refuses this set of functions, error -22"
refused "a set of returns" 'f:x kpt_a*%return' EINVAL \
	"the kernel refuses this set of functions, error -22"
forced ftrace_set_filter -16
refused "the patterns of a set" 'f:x kpt_a*' EBUSY \
	"the kernel refuses this set of functions, error -16"
forced kpctl_ftrace_hash_count -5 kpctl_set_update
refused "a set that is not what was asked for" 'f:x kpt_a*' EIO \
	"what this kernel keeps in its function filter is not what is known of it*"
forced tracepoint_probe_register -22
refused "time on a CPU" 'r:x kpt_add a=$oncpu' EOPNOTSUPP \
	"*sched_switch, sched_wakeup and sched_process_free, which cannot be hooked, error -22: take \$lat alone"
gives_in
spec 'p:p kpt_add' 'f:s kpt_a*' 'f:r kpt_a*%return' 'r:t kpt_add a=$oncpu'
run call add 1 2 x3
is "it gives in: they are planted" "$(prof kprobes/p hits) $(prof kprobes/s hits) $(prof kprobes/r hits) $(prof kprobes/t hits)" "3 3 3 3"

# Its own lists cannot be read
clear_all
forced copy_from_kernel_nofault -14
refused "the filter" 'f:x kpt_a*' EIO \
	"what this kernel keeps in its function filter is not what is known of it*"
like "... check says so" "$(verdict 'kpt_a*')" \
	"refused: what this kernel keeps in its function filter*"
refused "the list of where no probe may stand" 'f:x kpt_a*%return' EIO \
	"where this kernel lets no probe stand cannot be found out*"
like "... check says so" "$(verdict 'kpt_a*%return')" \
	"refused: where this kernel lets no probe stand*"
gives_in
gives "it gives in: a set" OK $D/control 'f:x kpt_a*'

# Each look at its lists in turn, of all that a set takes
clear_all
looks=0 bad=0
while forced copy_from_kernel_nofault -14 '[kprobectl]' $looks; do
	said=$(put $D/control 'f:x kpt_add')
	[ "$said" = EIO -a $looks -lt 100 ] || break
	case $(last_error) in
	*"what this kernel keeps in its function filter is not what is known of it"*) ;;
	*) bad=$((bad + 1)) ;;
	esac
	[ ! "$(cat $D/control)" ] || bad=$((bad + 1))
	looks=$((looks + 1))
done
gives_in
diag "$looks looks at the kernel's lists"
is "after that it is planted" "$said" OK
ok "there are some" [ $looks -gt 3 ]
is "each that fails is said, and leaves nothing" $bad 0
clear_all

# A place that has no name any more
forced kpctl_where_is 0 '[kprobectl]' 2
refused "a function that lost its name meanwhile" 'f:x kretprobe_rethook_handler%return' EINVAL \
	"what these patterns match is left out of all sets of returns (*): nothing else matches"
gives_in
spec 'f:x kpt_a*'
forced sprint_symbol 0 kpctl_where_is
like "functions without a name: their addresses" "$(head -n 1 $D/events/kprobes/x/functions)" \
	"0x????????????????"
gives_in
like "... with one" "$(head -n 1 $D/events/kprobes/x/functions)" "kpt_a* \[kpt\]"
clear_all

# Locked down while things wait, and while files are open
spec 'p:w/p kpt_last:kpt_last_end' 'f:w/f kpt_last:kpt_last_e*' \
	'f:w/r kpt_last:kpt_last_e*%return' 'f:w/there kpt_add'
modes() { echo "$(prof w/p mode) $(prof w/f mode) $(prof w/r mode)"; }
exec 3<$D/events/w/there/functions 4<$D/control
forced security_locked_down -1
insmod /kmod/kpt_last.ko
is "locked down: a descriptor from before reads nothing" "$(cat <&3 2>&1; cat <&4 2>&1)" \
	"cat: read error: Operation not permitted
cat: read error: Operation not permitted"
exec 3<&- 4<&-
gives "... nothing is planted" "open EPERM" $D/control 'p:x kpt_ret'
gives_in
is "... what waited for a module is refused when it comes" "$(modes)" "refused refused refused"
rmmod kpt_last
grep 'error: ' $D/error_log | sed 's/^\[[^]]*\] //' | sort | uniq -c >/tmp/said
diag "$(cat /tmp/said)"
ok "... and the log says why" grep -q "the kernel is locked down, probes are off" /tmp/said
insmod /kmod/kpt_last.ko
is "over: it is planted" "$(modes)" "ftrace ftrace ftrace"
rmmod kpt_last
clear_all

# A module comes while there is no memory: at first, and once more when its init is over
spec 'f:w/f kpt_add,kpt_last:*' 'f:w/r kpt_add,kpt_last:*%return'
sets() { echo "$(prof w/f functions) $(prof w/r functions) $(wc -l <$D/events/w/r/left_out)"; }
hooked() { grep -c '\[kpt_last\]' /sys/kernel/tracing/enabled_functions; }
forced kpctl_excluded_list_add -12
insmod /kmod/kpt_last.ko
ok "no memory for what a set leaves out: it was asked for" was_asked
is "... that set is as before, the other has what came" "$(sets) $(hooked)" "3 1 0 2"
like "... and the log says why" "$(last_error)" "kprobectl: error: *memory*"
gives_in
rmmod kpt_last
forced kpctl_function_set_join -12 '[kprobectl]' 2
insmod /kmod/kpt_last.ko
is "no memory when init is over: asked for twice" $(cat $F) 2
is "... what is in the sets is what is hooked" "$(sets) $(hooked)" "3 2 1 2"
gives_in
rmmod kpt_last
is "... and goes with the module" "$(sets) $(hooked)" "1 1 0 0"
insmod /kmod/kpt_last.ko
is "memory again: they are whole" "$(sets) $(hooked)" "3 2 1 2"
rmmod kpt_last

# ... both times: they try again when any other comes or goes
set_modes() { echo "$(prof w/f mode) $(prof w/r mode)"; }
missed() {
	forced kpctl_function_set_join -12 '[kprobectl]'
	insmod /kmod/kpt_last.ko
	gives_in
}
missed
is "never memory for it: what they lack is said" "$(set_modes) $(sets) $(hooked)" \
	"partial partial 1 1 0 0"
insmod /kmod/kpt_twin.ko
is "... another comes: they are whole" "$(set_modes) $(sets) $(hooked)" "ftrace ftrace 3 2 1 2"
rmmod kpt_last
missed
rmmod kpt_twin
is "... another goes: they are" "$(set_modes) $(sets) $(hooked)" "ftrace ftrace 3 2 1 2"
rmmod kpt_last
missed
rmmod kpt_last
is "... it goes: they lack nothing" "$(set_modes) $(sets) $(hooked)" "ftrace ftrace 1 1 0 0"
clear_all
spec 'f:w/f kpt_last:*' 'f:w/r kpt_last:*%return'
missed
is "... what waits for it alone" "$(set_modes) $(hooked)" "refused refused 0"
forced kpctl_set_update -12 '[kprobectl]'
insmod /kmod/kpt_twin.ko
gives_in
is "... that lacks memory once more" "$(set_modes) $(hooked)" "refused refused 0"
rmmod kpt_twin
is "... is planted with another, too" "$(set_modes) $(sets) $(hooked)" "ftrace ftrace 2 1 1 2"
rmmod kpt_last
is "... and waits" "$(set_modes)" "parked parked"
clear_all

# ... and the filter is then not what it was taken for
spec 'f:w/f kpt_add,kpt_last:*' 'f:w/r kpt_add,kpt_last:*%return'
forced kpctl_ftrace_hash_count -5 kpctl_set_update
insmod /kmod/kpt_last.ko
is "a filter that is not what was put in: its set goes as a whole" \
	"$(prof w/f mode) $(prof w/r mode) $(wc -l </sys/kernel/tracing/enabled_functions)" "refused refused 0"
like "... and the log says why" "$(last_error)" "*what this kernel keeps in its function filter*"
gives_in
rmmod kpt_last
is "it gives in: when a module goes the sets come back" "$(set_modes) $(sets) $(hooked)" \
	"ftrace ftrace 1 1 0 0"
insmod /kmod/kpt_last.ko
is "... with those that come" "$(sets) $(hooked)" "3 2 1 2"
rmmod kpt_last
clear_all

# Buffers
for f in __alloc_percpu pcpu_alloc pcpu_alloc_noprof; do
	forced $f 0 kpctl_rings_alloc 2>/dev/null || continue
	dev write 'p:x kpt_add' >/tmp/said
	! was_asked || break
done
is "no memory per CPU: refused" "$(cat /tmp/said)" "write ENOMEM"
gives_in
is "... there is" "$(dev write 'p:x kpt_add')" "write OK"

# At load
# no_load TEXT FUNCTION VALUE CALLER
no_load() {
	rm_module kprobectl
	forced $2 $3 $4
	no "$1: it does not load" insmod /kprobectl.ko governor=0 2>/dev/null
	ok "$1: that was asked for" was_asked
	no "$1: and nothing is left" [ -e $D -o -e /dev/kprobectl ]
	gives_in
	ok "$1: then it does" insmod /kprobectl.ko governor=0
}
no_load "modules that come, what is unsafe" register_module_notifier -12 kpctl_text_end_init
no_load "modules that come" register_module_notifier -12 kpctl_modules_init
no_load "CPUs that go" __cpuhp_setup_state -16 kpctl_cpu_offline_init
# The last step fails, while somebody tries to open what is there already: an open file
# would outlive the module
rm_module kprobectl
forced misc_register -12
forced hold
insmod /kprobectl.ko governor=0 2>/dev/null &
loader=$!
while ! was_asked && kill -0 $loader 2>/dev/null; do sleep 0.05; done
files=$(find $D -type f)
opened=0
for f in $files; do
	! (exec 9<$f) 2>/dev/null || opened=$((opened + 1))
done
forced go
no "a load that fails at last: it says so" wait $loader
ok "... the files of debugfs were there" [ $(echo "$files" | grep -c .) -ge 7 ]
is "... of $(echo "$files" | wc -l) files none could be opened meanwhile" $opened 0
no "... and nothing is left" [ -e $D -o -e /dev/kprobectl ]
gives_in
ok "... then it loads" insmod /kprobectl.ko governor=0
spec 'p:x kpt_add'
run call add 1 2
is "it works" "$(prof kprobes/x hits)" 1
clear_all

# A kernel whose function filter is laid out otherwise: sets are refused, the rest works
rm_module kprobectl
forced ftrace_set_filter_ips -22
insmod /kprobectl.ko governor=0
gives_in
refused "a filter that is not known" 'f:x kpt_a*' EIO \
	"what this kernel keeps in its function filter*use p"
like "... check says so" "$(verdict 'kpt_a*')" \
	"refused: what this kernel keeps in its function filter*"
spec 'p:p kpt_add' 'r:r kpt_add'
run call add 1 2 x3
is "... p and r do without" "$(prof kprobes/p hits) $(prof kprobes/r hits)" "3 3"
finish
