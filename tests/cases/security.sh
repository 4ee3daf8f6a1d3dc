#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What module/SECURITY.md promises about descriptors, credentials and addresses.
# on: newest, because descriptors are one code everywhere
# takes: 30

. ./lib.sh
plan 69
setup

user() { caps -u 1000 all "$@"; }
listed() { cat $D/control; }
steps() { dev "$@" | tr '\n' ';'; }
kptr() { echo $1 >/proc/sys/kernel/kptr_restrict; }

cp /tests/bin/errand /tmp/errand
chmod 4755 /tmp/errand

# Opening. The directories are opened for it: modes alone must do.
spec 'p:s/e kpt_add a=$arg1 do emit, count'
is "files have mode 0600 or 0400" "$(find $D -type f ! -perm 600 ! -perm 400)" ""
chmod 755 /sys/kernel/debug
find $D -type d -exec chmod 755 {} +
ok "another user gets as far as the files" user ls $D/events/s/e/filter
files="$(find $D -type f) /dev/kprobectl"
is "another user opens none of them to write" \
	"$(for f in $files; do user put $f x; done | sort -u)" "open EACCES"
is "nor to read" "$(for f in $files; do user cat $f 2>/dev/null; done)" ""
chmod 700 /sys/kernel/debug
is "root without capabilities writes nowhere" \
	"$(for f in $(find $D -type f -perm 600); do caps none put $f x; done | sort -u)" "open EPERM"
is "and does not open the device" "$(caps none dev)" "open EPERM"
is "nor reads aggregates" "$(caps none cat $D/events/s/e/hist 2>&1 | grep -c 'not permitted')" 1
clear_all

# A set-user-ID program whose standard output another user chose
: >/tmp/nowhere
chmod 666 /tmp/nowhere
is "it works" "$(user /tmp/errand x 2>&1 >>/tmp/nowhere)" OK
for how in '' -r -f '-r -f'; do
	is "control as its output${how:+, $how}" \
		"$(user /tmp/errand $how 'p:s/x kpt_add' 2>&1 >>$D/control)" EPERM
done
is "nothing was made" "$(listed)" ""
is "the device as its output" "$(user /tmp/errand 'p:s/x kpt_add' 2>&1 1<>/dev/kprobectl)" EPERM
spec 'p:s/e kpt_add a=$arg1 do emit, count'
is "every file that can be written, as its output" \
	"$(for f in $(find $D -type f -perm 600); do
		user /tmp/errand 1 2>&1 >>$f
	done | sort -u)" EPERM
echo 1 >/proc/sys/fs/suid_dumpable
is "where such programs may be dumped, too" \
	"$(user /tmp/errand 'p:s/x kpt_add' 2>&1 >>$D/control)" EPERM
echo 0 >/proc/sys/fs/suid_dumpable
is "what it opens itself it may use" "$(user /tmp/errand -o $D/control 'p:s/own kpt_add' 2>&1)" OK
is "root's own programs write to what root opened" \
	"$(echo 'p:s/cat kpt_add' | cat 2>&1 >>$D/control)" ""
is "in a child, in a script" "$( (sh -c '(echo p:s/deep kpt_add)') 2>&1 >>$D/control)" ""
is "these are there" "$(listed | sed 's/.*:s.\([a-z]*\) .*/\1/' | tr '\n' ' ')" "e own cat deep "
clear_all

# A descriptor in other hands: reading, no more
lent() {	# WHO STEP...: what the borrower was told, and what the owner's next line became
	local who=$1
	shift
	dev lend $who "$@" back write 'p:s/next kpt_add' view 0 read | tr '\n' ';'
}
rest='write OK;view OK;p:s/next kpt_add;'
for who in nobody reader; do
	is "$who: does not change the view" "$(lent $who view 2)" "view EPERM;$rest"
	is "$who: nor to the main session's" "$(lent $who view 0x80000000)" "view EPERM;$rest"
	is "$who: does not attach it" "$(lent $who attach)" "attach EPERM;$rest"
	is "$who: does not write" "$(lent $who write 'p:s/x kpt_add')" "write EPERM;$rest"
	is "$who: does not resize" "$(lent $who buffer 8192)" "buffer EPERM;$rest"
	is "$who: does not stop it" "$(lent $who tracing 0)" "tracing EPERM;$rest"
	is "$who: does not switch events" "$(lent $who switch 16 0)" "switch EPERM;$rest"
done
is "the main session is as it was" "$(listed)" ""
is "nobody reads the text" "$(steps write 'p:s/a kpt_add' lend nobody read back)" \
	"write OK;p:s/a kpt_add;"
is "nobody maps and reads the records" "$(steps write 'p:s/a kpt_add' put $KPT/run 'call add 1 2 x3' \
	lend nobody map 0 map 1 records back)" "write OK;put OK;map OK;map OK;3;"
is "one that was opened by who may only read controls nothing, in whoever's hands" \
	"$(steps borrow reader write 'p:s/x kpt_add' buffer 8192 tracing 0 map 0)" \
	"borrow OK;write EPERM;buffer EPERM;tracing EPERM;map OK;"
is "one opened only to read controls nothing" "$(dev -r buffer 8192 tracing 0 switch 16 0 |
	sed 's/.* //' | sort -u)" EBADF
is "but reads" "$(steps -r view 4 read | cut -d';' -f1)" "view OK"
is "an opener without CAP_SYS_ADMIN has what it needs to read" \
	"$(caps perfmon,syslog dev view 5 attach view 0x80000000 map 0 records | sed 's/.* //' | sort | uniq -c | tr -s ' \n' ' ')" \
	"$(printf ' 1 0 4 OK ')"
is "and no root's descriptor makes more of that" \
	"$(steps lend reader write 'p:s/x kpt_add' read back)" "write EPERM;"
is "nor does another user of one that is only for reading: he does not steer it" \
	"$(steps -r lend guest view 2 attach back view 0)" "view EPERM;attach EPERM;view OK;"

# Addresses
addr=$(sed -n 's/^\([0-9a-f]*\) . kpt_add\t.*/\1/p' /proc/kallsyms)
raw='ff[0-9a-f]{14}'
deci=$(printf %u 0x$addr)
octal=$(printf 0%o 0x$addr)
minus=-$((-(0x$addr)))
kilo=$(printf %u $((0x$addr >> 10 & (1 << 54) - 1)))K
like "kpt_add has an address" "$addr" 'ffff????????????'
texts() { cat $D/control $D/check $D/error_log $D/events/s/*/filter; }
set_up() {
	spec "p:s/a 0x$addr a=%di if %ip > 0x$addr" "p:s/d kpt_ret b=@$deci c=@$octal" "p 0x$addr" \
		"p:s/m kpt_ret d=\\$minus if %ip > $kilo && %ax:s64 != $minus"
	put $D/control "p:s/bad 0x$addr v=nonsense $addr" >/dev/null
	verdict 0x$addr >/dev/null
}
set_up
is "with CAP_SYSLOG numbers stand as they were written" \
	"$(texts | grep -c $addr) $(texts | grep -c $deci) $(texts | grep -c $octal)" "4 1 1"
is "... negative ones, and with a unit" "$(texts | grep -c -e $minus) $(texts | grep -c $kilo)" "2 2"
looks() {	# how many lines have the number in any shape; then the lists with it
	"$@" cat $D/control $D/check $D/error_log $D/events/s/a/filter $D/events/s/d/filter \
		$D/events/s/a/format $D/events/s/a/functions >/tmp/looks
	grep -ciE "$addr|$deci|$octal|${minus#-}|$kilo|$raw" /tmp/looks
}
is "without CAP_SYSLOG: nowhere" "$(looks caps sys_admin,dac_override)" 0
is "zeros, as long" "$(grep -c 'p:s/a 0x0000000000000000 a=%di if %ip > 0x0000000000000000' /tmp/looks)" 1
ok "all else is as it was" sh -c "grep -q 'p:s/d kpt_ret b=@0*0 c=@0*0\$' /tmp/looks"
ok "the caret still stands below it" sh -c \
	"tail -n 3 $D/error_log >/tmp/a; caps none cat $D/error_log | tail -n 3 >/tmp/b; [ \$(sed -n '\$p' /tmp/a | wc -c) = \$(sed -n '\$p' /tmp/b | wc -c) ]"
kptr 1
is "kptr_restrict 1: with CAP_SYSLOG" "$(listed | grep -c $addr)" 2
is "without it" "$(looks caps sys_admin)" 0
is "with it records can be mapped" "$(caps perfmon,syslog dev attach map 0 | tr '\n' ';')" "attach OK;map OK;"
like "and symbols are told" "$(caps perfmon,syslog dev symbol 0x$addr)" "symbol kpt_add+0x0/0x*"
kptr 2
is "kptr_restrict 2: not even with all capabilities" "$(looks caps all)" 0
is "records cannot be mapped" "$(steps attach map 0)" "attach OK;map EPERM;"
is "symbols are not told" "$(steps symbol 0x$addr attach symbol 0x$addr)" \
	"symbol EPERM;attach OK;symbol EPERM;"
is "the session's neither" "$(steps write 'p:s/x kpt_ret' map 0)" "write OK;map EPERM;"
is "aggregates cannot be read" "$(cat $D/events/s/a/hist 2>&1 | grep -c 'not permitted')" 1
is "by the device neither" "$(steps attach view 8 read)" "attach OK;view OK;read EPERM;"
is "nor what is open" "$(cat $D/events/s/a/open 2>&1 | grep -c 'not permitted')" 1
is "by the device neither, what is open" "$(steps attach view 12 read)" "attach OK;view OK;read EPERM;"
is "counts can" "$(run call add 1 2 x4; prof s/d hits; prof s/a hits)" "0
4"
is "kpread is refused, in a sentence that names it" \
	"$(timeout 20 kpread -t 1 2>&1 >/dev/null | grep -c 'kptr_restrict')" 1
clear_all
is "probes can be made" "$(put $D/control 'p:s/x kpt_add s=%sp')" OK
rm -f /tmp/stop /tmp/dev.out
kptr 0
dev attach say open wait /tmp/stop map 0 view 0 read >/tmp/dev.out &
await open /tmp/dev.out
kptr 2
: >/tmp/stop
wait $!
is "it is asked when a descriptor is opened, as in kallsyms" "$(tr '\n' ';' </tmp/dev.out)" \
	'attach OK;open;map OK;view OK;p:s/x kpt_add s=%sp;'
kptr 0
clear_all

# What is made for each that opens and reads goes with it
spec 'p:s/e kpt_add a=$arg1 do emit, count'
e=$D/events/s/e
reads() { for i in $(seq $1); do cat $e/enable $e/filter $e/functions $e/hist $D/profile; done >/dev/null; }
reads 20
loses_nothing "750 files read" "" reads 150
clear_all
# An event without a name is called by its address, and `do dump` names the event
logs() { dmesg | sed '1,/case security begins/d' | grep -q "$1"; }
spec "p 0x$addr do dump"
acted kpt call add 1 2	# tools are spared, and this shell is one
ok "the log has what do dump says" until_ok logs 'p_0x0000000000000000: hit by'
clear_all
is "the log has none" "$(dmesg | sed '1,/case security begins/d' | grep -cE "$addr|$deci")" 0
finish
