#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Who reads into memory that never comes holds up nobody but himself: his descriptor may
# be one that he was only lent. A program whose memory never comes holds up nobody who probes it.
# on: newest, because strings are read by one code everywhere
# not: debug, because these kernels have no userfaultfd

. ./lib.sh
plan 20
setup

# stalls <FILE: a reader of it hangs; its process is added to $readers
readers=
stalls() {
	{ stall <&9 & } 9<&0
	readers="$readers $!"
	await handle_userfault /proc/$!/wchan
	grep -q handle_userfault /proc/$!/wchan
}

# over TEXT WANT COMMAND...: the command comes to an end, and says that
over() {
	local text=$1 want=$2
	shift 2
	rm -f /tmp/said
	("$@" >/tmp/now 2>&1; echo over >>/tmp/now; mv /tmp/now /tmp/said) &
	await over /tmp/said
	is "$text" "$(tr '\n' ' ' </tmp/said)" "${want:+$want }over "
}

spec 'f:s/f kpt_a*,read_hpe*'
for f in enable filter format functions hist id left_out; do
	ok "a reader hangs in $f" stalls <$D/events/s/f/$f
done
over "its event can be removed" OK put $D/control '-:s/f'
over "and another made" OK put $D/control 'f:s/f kpt_a*'
over "all can be" OK put -t $D/control ''

exec 3<>/dev/kprobectl
echo 'p:x kpt_add' >&3
ok "a reader hangs in the device" stalls <&3
over "what it belongs to takes lines" "" sh -c 'echo "p:y kpt_add" >&3'
over "and shows them" 2 sh -c 'dd bs=64k count=1 <&3 2>/dev/null | grep -c kpt_add'
exec 3<&-
kill -9 $readers
wait $readers 2>/dev/null

U=$(which userprog)
for kind in p r; do
	text="+0(\$arg1)"
	[ $kind = p ] || text="\$entry($text)"
	spec "$kind:s/u $U:$($U where text) s=$text:string"
	reading
	over "$kind: a call with memory that never comes" "" $U never
	collect
	is "... has none in the record" "$(args u)" "s=(fault)"
	over "... and its line can be removed" OK put $D/control '-:s/u'
done
over "nothing of it is left" 0 sh -c 'wc -l </sys/kernel/debug/kprobes/list'
finish
