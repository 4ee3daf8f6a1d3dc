#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A name that several functions have: refused where one is meant, with a way out that
# works; told apart in a set. Names that are not the ones ftrace has. Offsets behind a
# function's end.
# smoke: yes
# on: newest, because names are looked up by one code everywhere, and fset runs on 6.1
# not: rt, because PREEMPT_RT changes nothing in how functions are found
# takes: 30
# turns: yes

. ./lib.sh
plan 63
setup kpt kpt_same kpt_last

call_same() { echo $1 >/sys/module/kpt_same/parameters/call; }
# places NAME [MODULE]: the addresses of all functions of that name
places() {
	awk -v s=$1 -v m="${2:+[$2]}" '$3 == s && $2 ~ /[tT]/ && (m == "" || $4 == m) { print $1 }' \
		/proc/kallsyms | sort
}
listed_places() { sed -n 's/^\t0x//p' $1 | cut -d' ' -f1 | sort; }
one_line() { sort | tr '\n' ' '; }

# In the kernel itself
n=$(places name_show | wc -l)
ok "$n functions are called name_show" [ $n -gt 1 ]
for kind in p r; do
	refused "$kind:x name_show" EADDRNOTAVAIL name_show
	is "... says how many, and what to write" "$(last_error)" \
		"kprobectl: error: $n functions are called name_show: take one by its address, or by MOD:SYM where a module has but one; check lists them"
done
refused 'p:x name_show+4' EADDRNOTAVAIL 'name_show+4'
like "tracefs refuses it, too" "$(put $T/kprobe_events 'p:same/x name_show')" "E*"
is "... but not what one function has" "$(put $T/kprobe_events 'p:same/x vfs_read')" OK
echo >$T/kprobe_events
verdict name_show >/tmp/said
like "check refuses it" "$(head -n 1 /tmp/said)" "refused: $n functions are called name_show: *"
is "... and lists them" "$(listed_places /tmp/said)" "$(places name_show)"
is "... a line each" $(wc -l </tmp/said) $((n + 1))
first=$(sed -n '2s/^\t//p' /tmp/said)
like "... each of which it takes" "$(verdict $first)" "ok: name_show+0x[04]/0x*"
gives "... and so does control" OK $D/control "p:x $first"
clear_all
printf 'name_show\nvfs_read\n' | put $D/check >/dev/null
is "a verdict begins a line, behind such a one too" "$(grep -c '^[ro]' $D/check)" 2
gives "a name that one function has" OK $D/control 'p:x vfs_read'
clear_all

# In one module
verdict kpt_same >/tmp/said
is "the two of a module" "$(listed_places /tmp/said)" "$(places kpt_same kpt_same)"
is "... with the module" "$(sed -n 's/^\t0x[0-9a-f]* //p' /tmp/said | sort -u)" "[kpt_same]"
echo 2 >/proc/sys/kernel/kptr_restrict
sed -n 's/^\t//p' $D/check >/tmp/seen
echo 0 >/proc/sys/kernel/kptr_restrict
is "who may not see addresses sees the module" "$(sort -u /tmp/seen)" \
	"0x0000000000000000 [kpt_same]"
refused 'p:x kpt_same' EADDRNOTAVAIL kpt_same
refused 'p:x kpt_same:kpt_same' EADDRNOTAVAIL kpt_same:kpt_same
refused 'r:x kpt_same:kpt_same' EADDRNOTAVAIL kpt_same:kpt_same
i=0
for at in $(places kpt_same kpt_same); do
	spec "p:m/e$i 0x$at"
	i=$((i + 1))
done
call_same one
call_same other
call_same other
is "by their addresses: each its own calls" "$({ prof m/e0 hits; prof m/e1 hits; } | one_line)" \
	"1 2 "
clear_all

# In two modules
refused 'p:x kpt_add' EADDRNOTAVAIL kpt_add
verdict kpt_add >/tmp/said
is "check: by their modules" "$(sed -n 's/^\t0x[0-9a-f]* //p' /tmp/said | one_line)" \
	"kpt:kpt_add kpt_same:kpt_add "
for mod in kpt kpt_same; do
	like "... $mod:kpt_add is one" "$(verdict $mod:kpt_add)" \
		"ok: kpt_add+0x[04]/0x* \[$mod\]: *"
done
spec 'p:m/a kpt:kpt_add' 'r:m/b kpt_same:kpt_add'
run call add 1 2 x3
call_same add
is "... and each has its calls" "$(prof m/a hits) $(prof m/b hits)" "3 1"
clear_all

# Parked for a module that has two
rmmod kpt_same
spec 'p:m/two kpt_same:kpt_same' 'p:m/one kpt_same:kpt_add'
clear_errors
insmod /kmod/kpt_same.ko
is "a module comes with two: refused, what it has once is planted" \
	"$(prof m/two mode) $(prof m/one mode)" "refused ftrace"
like "... the log says why" "$(last_error)" "*2 functions are called kpt_same:kpt_same: *"
clear_all
rmmod kpt_same
gives "without it kpt_add is one" OK $D/control 'p:m/c kpt_add'
clear_all
insmod /kmod/kpt_same.ko

# Sets take all of them, and say which
spec 'f:s/f kpt_same,kpt_add do count by func'
is "a set takes them all" "$(prof s/f functions)" 4
call_same one
call_same other
call_same other
cat $D/events/s/f/functions >/tmp/list
is "... two are told apart by their addresses" \
	"$(sed -n 's/^kpt_same \[kpt_same\] 0x\([0-9a-f]*\): .*/\1/p' /tmp/list | sort)" "$(places kpt_same kpt_same)"
is "... and have their own calls" "$(sed -n 's/^kpt_same .*: //p' /tmp/list | one_line)" "1 2 "
is "... the others by their modules" "$(sed -n 's/^\(kpt_add .*\): 0$/\1/p' /tmp/list | one_line)" \
	"kpt_add [kpt] kpt_add [kpt_same] "
echo 2 >/proc/sys/kernel/kptr_restrict
n=$(grep -c '^kpt_same \[kpt_same\] 0x0000000000000000: ' $D/events/s/f/functions)
echo 0 >/proc/sys/kernel/kptr_restrict
is "... without addresses for who may not see them" $n 2
clear_all
spec 'f:s/k name_show'
is "of the kernel's, too" "$(sort -u $D/events/s/k/functions | grep -c '^name_show 0x')" \
	"$(prof s/k functions)"
clear_all

# By a name that ftrace does not have
gives "f by another name of a function of the kernel" OK $D/control 'f:a/f __x64_sys_getppid'
gives "... p by that name" OK $D/control 'p:a/p __x64_sys_getppid'
is "... it is one function" "$(prof a/f functions)" 1
cp $D/events/a/f/functions /tmp/f
says "... the same" diff /tmp/f $D/events/a/p/functions
gives "... which a ! leaves out" OK $D/control "f:a/g __x64_sys_getppid,vfs_read,!$(cat /tmp/f)"
is "... of the others" "$(cat $D/events/a/g/functions)" vfs_read
is "check takes it" "$(verdict '__x64_sys_getppid,vfs_read')" "ok: 2 functions: ftrace"
gives "one that nobody has" ENOENT $D/control 'f:a/h __x64_sys_nosuchcall'
clear_all
spec 'f:a/m kpt_last:cleanup_module'
is "of a module's" "$(cat $D/events/a/m/functions)" "kpt_last_end [kpt_last]"
rmmod kpt_last
is "... which goes" "$(prof a/m mode) $(prof a/m hits)" "parked 1"
insmod /kmod/kpt_last.ko
is "... and comes again" "$(cat $D/events/a/m/functions)" "kpt_last_end [kpt_last]"
clear_all

# Behind a function's end
size() { verdict $1 | sed -n 's|^ok: [^/]*/\(0x[0-9a-f]*\).*|\1|p'; }
refused 'p:x schedule+999999' EINVAL '+999999'
is "says so, with its size" "$(last_error)" \
	"kprobectl: error: schedule+0xf423f is beyond the end of the function, which has $(size schedule) bytes: SYM+ written to check lists the places"
is "check, too" "$(verdict schedule+999999)" "refused: $(last_error | sed 's/.*error: //')"
end=$(($(size kpt_insns)))
diag "kpt_insns has $end bytes"
no "the last byte is not behind it" sh -c \
	". ./lib.sh; verdict kpt_insns+$((end - 1)) | grep -q beyond"
like "the next one is" "$(verdict kpt:kpt_insns+$end)" \
	"refused: kpt:kpt_insns+0x* is beyond the end of the function, *"
clear_all

# A module that comes between two looks
insmod /kmod/kpt_force.ko
echo 'kpctl_module_list_next 0 [kprobectl] 0 1' >/sys/kernel/debug/kpt_force
gives "a set in a module that a first look does not find" OK $D/control 'f:l/f kpt:kpt_seq'
is "... and there was one" "$(cat /sys/kernel/debug/kpt_force)" 1
is "... is planted" "$(prof l/f mode) $(prof l/f functions)" "ftrace 1"
echo >/sys/kernel/debug/kpt_force
rmmod kpt_force
clear_all
finish
