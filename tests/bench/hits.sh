# SPDX-License-Identifier: GPL-2.0
# Instructions per hit above the bare call: ours, and beneath each what others take
# to do the same. The machine has one CPU, whose clock goes on by one nanosecond per
# instruction.

. /tests/bench/lib.sh
for f in /tests/bench/hits/*.sh; do . $f; done

only_ours=
settle=
! word kpctl.ours || only_ours=1

sleep 3		# the kernel has found its clock's rate by then
insmod /kprobectl.ko governor=1000 act=return,skip
echo 16384 >$T/buffer_size_kb
echo ABCDEFGHIJKLMNOPQRST >/proc/sys/kernel/core_pattern
perhit >/dev/null
bare=$(perhit)
clock=$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)
echo "Linux $(uname -r), gcc $(cat /tests/bench/gcc), clock $clock; a bare call takes $bare"
row "instructions per hit above that" "" ratio

# An entry
own "p $FN"
ftrace "p $FN" p
bpf kprobe0 "kprobe, ring buffer"
perf_record $FN
own "f $FFN"
bpf fentry0 "fentry, ring buffer"
bpf multi0 "kprobe.multi, ring buffer"
fprobe $FFN f
ftrace_tracer

# Arguments
own "p $FN a=%di"
ftrace "p $FN a=%di" "p, 1 argument"
bpf kprobe1 "kprobe, ring buffer, 1 argument"
own "p $FN a=%di b=%si c=%dx"
ftrace "p $FN a=%di b=%si c=%dx" "p, 3 arguments"
bpf kprobe3 "kprobe, ring buffer, 3 arguments"
bpftrace "kprobe:$FN { printf(\"%lx %lx %lx\\n\", arg0, arg1, arg2); }" "printf, 3 arguments"
own "p $FN a=%di b=%si c=%dx d=%cx e=%r8 f=%r9"
ftrace "p $FN a=%di b=%si c=%dx d=%cx e=%r8 f=%r9" "p, 6 arguments"
bpf kprobe6 "kprobe, ring buffer, 6 arguments"
own "f $FFN \$arg1"
bpf fentry1 "fentry, ring buffer, 1 argument"
own "f $FFN \$arg1 \$arg2 \$arg3"
own "f $FFN %di %si %bx"

# Strings of 20 bytes, the kernel's and the caller's
own "p $FN s=@core_pattern:string"
ftrace "p $FN s=@core_pattern:string" "p, string"
bpf kprobe_string "kprobe, ring buffer, string"
own "p $FN s=+0(+112(%di)):ustring"
ftrace "p $FN s=+0(+112(%di)):ustring" "p, string"

# Inside of the function
at=$(inside)
own_inside optimized "p $FN+$at" "p $FN+N, optimized to a jump"
settle=3 ftrace "p $FN+$at" "p, optimized to a jump"
echo 0 >/proc/sys/debug/kprobes-optimization
own_inside int3 "p $FN+$at" "p $FN+N, by int3"
ftrace "p $FN+$at" "p, by int3"
own_inside after "p $FN+$at b=%ax a=\$after(%ax)" "p $FN+N b=%ax a=\$after(%ax)"
echo 1 >/proc/sys/debug/kprobes-optimization

# Returns; ours know how long the call took
own "r $FN ret=\$retval"
ftrace "r $FN ret=\$retval" "r, return value (untimed)"
bpf fexit "fexit, ring buffer, return value (untimed)"
bpf timed_kprobe,timed_kretprobe "kprobe + kretprobe, timed, ring buffer"
bpf timed_fentry,timed_fexit "fentry + fexit, timed, ring buffer"
own "f $FFN%return ret=\$retval"
fprobe "$FFN%return ret=\$retval" "f%return, return value (untimed)"
bpf timed_multi,timed_multi_return "kprobe.multi + kretprobe.multi, timed, ring buffer"
bpf timed_session "kprobe.session, timed, ring buffer"
bpf timed_kprobe,timed_kretprobe "kprobe + kretprobe, timed, ring buffer"
bpf timed_fentry,timed_fexit "fentry + fexit, timed, ring buffer"

# Conditions that refuse
own "p $FN a=%di if a == 1"
ftrace "p $FN a=%di" "p, filter a == 1" "a == 1"
bpf kprobe_filter "kprobe that refuses"
bpftrace "kprobe:$FN / arg0 == 1 / { printf(\"%lx\\n\", arg0); }" "predicate that refuses"
own "p $FN if \$pid == 1"
own "p $FN if \$comm == \"nobody\""
own "f $FFN if %di == 1"
own "r $FN if \$arg1 == 1"
own "r $FN if \$lat > 1s"

# No room
own_full "p $FN"
ftrace_full "p $FN"
bpf kprobe_full "kprobe, ring buffer full"
own_full "f $FFN"
own_overwriting "p $FN"
own_overwriting "f $FFN"

# Added up in the kernel
own "p $FN do count"
bpf kprobe_count "kprobe, per-CPU counter"
bpftrace "kprobe:$FN { @ = count(); }" "count()"
own "f $FFN do count"
bpf fentry_count "fentry, per-CPU counter"
own "p $FN do count by pid"
ftrace "p $FN" "p, hist:keys=common_pid" "" "hist:keys=common_pid"
bpftrace "kprobe:$FN { @[pid] = count(); }" "@[pid] = count()"
own "p $FN do count by comm"
bpftrace "kprobe:$FN { @[comm] = count(); }" "@[comm] = count()"
own "p $FN do count by \$stacktrace"
bpftrace "kprobe:$FN { @[kstack] = count(); }" "@[kstack] = count()"
own "f $FFN do count by \$func"
own "p $FN do hist(%di)"
bpftrace "kprobe:$FN { @ = hist(arg0); }" "hist(arg0)"
own "r $FN do hist(\$lat)"
duration="kprobe:$FN { @s[tid] = nsecs; } kretprobe:$FN /@s[tid]/ { @ = hist(nsecs - @s[tid]); delete(@s[tid]); }"
bpftrace "$duration" "hist of the duration"
own "r $FN do hist(\$lat) by comm"
own "f $FFN%return do hist(\$lat)"
bpftrace "$duration" "hist of the duration"

# A span, started and ended at each hit; two probes that refuse, for comparison
own "p:s/a $FN if %di == 1
p:s/b $FN if %di == 1" "p $FN if %di == 1, two of them"
own "p:s/a $FN do start by tid
p:s/b $FN since s/a by tid if \$lat > 1s" "p $FN do start by tid; another since it if \$lat > 1s"
bpf span_start,span_end "two kprobes, a hash map"
bpftrace "kprobe:$FN { @[tid] = nsecs; } kprobe:$FN / @[tid] / { delete(@[tid]); }" "@[tid] = nsecs; another, delete(@[tid])"
own "p:s/a $FN do start by tid
p:s/b $FN since s/a by tid do hist(\$lat)" "p $FN do start by tid; another since it do hist(\$lat)"

# What a hit does: another module's function, a value for the caller, no call at all
insmod /kmod/kpt_helper.ko
own "p $FN a=%di s=call:kpt_sum(%di,a,a):u64"
own "p $FN do call(kpt_tell)"
rmmod kpt_helper
own "r $FN if \$pid > 1 do return(7) limit=1000000"
own "p $FN if \$pid > 1 do skip(7) limit=1000000"

# A tracepoint, hit by a task that names itself
export PERHIT=rename
perhit >/dev/null
bare=$(perhit)
own "t $TP"
own "t $TP a=\$arg1 b=\$arg2 c=\$arg1"
ftrace_event task/$TP
bpf raw_point3 "raw tracepoint, ring buffer, 3 arguments"
own "t $TP if \$arg1 == 1"
own "t $TP do count"

# Memory that is watched, written by a module in a system call
insmod /kmod/kpt.ko
export PERHIT=store
perhit >/dev/null
bare=$(perhit)
own "w w@kpt:kpt_watched:8 v=\$value"
watched=$(awk '$3 == "kpt_watched" { print "0x" $1; exit }' /proc/kallsyms)
perf_watch $watched
bpftrace_watch $watched
own "w w@kpt:kpt_watched:8 do count"
rmmod kpt

# A function of a program. Its file is at the same place where the peers run.
export PERHIT=user
cp /tests/bin/perhit /tmp/
U=/tmp/perhit
at=$($U where)
perhit() { $U "$@"; }
perhit >/dev/null
bare=$(perhit)
own "p $U:$at a=\$arg1" "p PROGRAM:FUNCTION a=\$arg1"
uprobe "p:x $U:$at a=%di" "p of a program, 1 argument"
perf_user "p of a program, 1 argument"
bpftrace_user "uprobe:$U:place { printf(\"%lx\\n\", arg0); }" "uprobe, printf, 1 argument"
own "p $U:$at if \$arg1 == 9999" "p PROGRAM:FUNCTION if \$arg1 == 9999"
own "p $U:$at do count" "p PROGRAM:FUNCTION do count"
bpftrace_user "uprobe:$U:place { @ = count(); }" "uprobe, @ = count()"
own "r $U:$at ret=\$retval" "r PROGRAM:FUNCTION ret=\$retval"
uprobe "r:x $U:$at ret=\$retval" "r of a program, return value (untimed)"
bpftrace_user "uprobe:$U:place { @s[tid] = nsecs; } uretprobe:$U:place /@s[tid]/ { printf(\"%d %lx\\n\", nsecs - @s[tid], retval); delete(@s[tid]); }" \
	"uprobe + uretprobe, timed, printf"
unset -f perhit
unset PERHIT
rmmod kprobectl
