#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Refusals: the layout of error_log, the caret, and that nothing changes.
# on: newest, because sentences and carets are one code everywhere
# smoke: yes
# takes: 20
# not: rt, because PREEMPT_RT changes nothing in files and grammar
# turns: yes

. ./lib.sh
plan 81
setup

spec 'p:keep/a kpt_add a=$arg1' 'r:keep/b kpt_ret v=$retval'
cat $D/control >/tmp/before

refused 'p:x nosuchfunction_at_all' ENOENT nosuchfunction_at_all
refused 'p:x nosuchfunction_at_all+4' ENOENT nosuchfunction_at_all+4
refused 'p:x kpt_add a=$nonsense' EINVAL '$nonsense'
refused 'p:x kpt_add a=%nonsense' EINVAL '%nonsense'
refused 'p:x kpt_add a=$arg1:u128' EINVAL u128
refused 'p:x kpt_add a=+8($arg1' EINVAL ''
refused 'q:x kpt_add' EINVAL 'q:x'
refused 'p:x' EINVAL ''
refused 'p:x/y/z kpt_add' EINVAL 'y/z'
refused 'p:9x kpt_add' EINVAL 9x
refused 'p:x kpt_add a=$retval' EINVAL '$retval'
refused 'p:x kpt_insns+1' EILSEQ '+1'
refused 'p:x kpt_insns+9999' EINVAL '+9999'
refused 'p:x name_show a=$arg1' EADDRNOTAVAIL name_show
refused 'p:x kpt_insns+12 a=$arg1' EINVAL '$arg1'
refused 'p:x kpt_insns+12 a=%di if a > 2 && $arg1 > 3' EINVAL '$arg1'
refused 'p:x kpt_insns+12 do hist($arg1)' EINVAL '$arg1)'
refused 'r:x kpt_insns+3' EINVAL '+3'
refused 'p:x kpt_add a=$arg1 a=$arg2' EINVAL 'a=$arg2'
refused 'p:x kpt_add a=@nosuchdata' ENOENT 'a=@nosuchdata'
refused 'p:x kpt_add a=$arg1 if a > 2 && @nosuchdata:u32 > 3' ENOENT '@nosuchdata:u32'
refused 'p:x kpt_add  a=$arg1   if   a  >  2  &&  @nosuchdata:u32 > 3' ENOENT '@nosuchdata:u32'
refused 'p:x kpt_add a=$arg1 do hist(@nosuchdata:u32)' ENOENT '@nosuchdata:u32)'
refused 'r:x kpt_add if $lat  > 1us  do  count  by  @nosuchdata:u32' ENOENT '@nosuchdata:u32'
refused 'p:x kpt_add a=$arg1 if a > 1 do' EINVAL ''
refused 'p:x kpt_add a=$arg1 do total(a)' EINVAL 'total(a)'
refused 'p:x kpt_add a=$arg1:ip4 if a  ==  10.0.0' EINVAL 10.0.0
refused 'p:x kpt_add a=$arg1:ip4 if a in 10.0.0.0/33' EINVAL 33
refused 'p:x kpt_add a=$arg1:ip4 if a > 10.0.0.1' EINVAL '>'
refused 'p:x kpt_add a=$arg1:errno if a  ==  -ENOTHING' EINVAL -ENOTHING
refused 'p:x kpt_add a=$arg1 do emit, count by b' EINVAL 'b'

# A condition that is set later: where in what was written to the file
clear_errors
is "a filter names what is not there" \
	"$(put $D/events/keep/a/filter 'a  >  2  &&  @nosuchdata:u32 > 3') $(caret)" "ENOENT @nosuchdata:u32"

# Records that are too long: arrays of 512 bytes
array='+0(%si):u64[64]'
refused "p:x kpt_add $array $array $array $array $array $array $array" E2BIG "$array"
echo 4 >$D/buffer_size_kb
refused "p:x kpt_add $array $array $array $array" E2BIG x
like "more than half of the buffer" "$(last_error)" \
	"kprobectl: error: a record of this event would have 2[0-9][0-9][0-9] bytes, at most 2048 are taken: *"
is "what fits in it" "$(put $D/control "p:x kpt_add $array $array $array")" OK
spec '-:x'
echo 8 >$D/buffer_size_kb
spec "p:x kpt_add $array $array $array $array"
is "it is made no smaller than its events need" \
	"$(put $D/buffer_size_kb 4) $(cat $D/buffer_size_kb)" "E2BIG 8"
spec '-:x'
echo 1024 >$D/buffer_size_kb

# The layout, line by line
clear_errors
is "writing to it clears it" "$(cat $D/error_log)" ""
put $D/control 'p:x kpt_add a=$nonsense' >/dev/null
is "three lines an error" $(wc -l <$D/error_log) 3
ok "the first: time, who, what" \
	sh -c "sed -n 1p $D/error_log | grep -qE '^\[ *[0-9]+\.[0-9]+\] kprobectl: error: .+'"
is "the second: the line" "$(sed -n 2p $D/error_log)" '  Command: p:x kpt_add a=$nonsense'
is "the third: the caret" "$(sed -n 3p $D/error_log)" '                         ^'
for i in 1 2 3 4 5 6 7 8 9 10; do put $D/control "p:x kpt_add a=\$nonsense$i" >/dev/null; done
is "the last eight stay" "$(sed -n 's/^  Command:.*nonsense//p' $D/error_log | tr '\n' ' ')" \
	"3 4 5 6 7 8 9 10 "
clear_errors
printf 'p:x kpt_add a=$bad\033[2J\001\200\n' | put $D/control >/dev/null
ok "control characters do not reach a terminal" \
	sh -c "! tr -d '\n' <$D/error_log | tr '\001-\037\177-\377' '~' | grep -q '~'"

is "all that changed nothing" "$(cat $D/control)" "$(cat /tmp/before)"

# Any bytes
says "20,000 bad lines are refused" fuzz 20000 1 $D/control
is "and change nothing" "$(cat $D/control)" "$(cat /tmp/before)"
is "a line of NULs" "$(head -c 100 /dev/zero | put $D/control)" EINVAL
finish
