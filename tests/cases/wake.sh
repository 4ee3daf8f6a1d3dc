#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A reader sleeps while there is nothing, is woken for a single event, and never
# once per event. Tasks have names in the stream, however short they live.
# kernels: 6.1 6.12 6.1-rt

. ./lib.sh
plan 10
setup
field_of() { sed -n "s/^$1 //p" /tmp/wake; }

spec 'p:add kpt_add a=$arg1'
wake 'call add 1 2 x20000' >/tmp/wake
diag "$(cat /tmp/wake)"
is "nothing to read: poll() waits" "$(field_of quiet)" 0
is "one event: it returns" "$(field_of one)" 1
is "all is read: 20,000 records of 32 bytes, and names" \
	$(($(field_of bytes) / 32 >= 20000 && $(field_of bytes) / 32 < 20100)) 1
ok "woken at least once" [ "$(field_of polls)" -ge 1 ]
ok "and less than once in fifty events" [ "$(field_of polls)" -lt 400 ]

# Names: of tasks that are gone when their events are read, and of one that changes
clear_all
spec 'p:add kpt_add a=$arg1:u64'
cp $(command -v put) /tmp/shortlived
for i in 1 2 3; do
	/tmp/shortlived $KPT/run "call add $i 0 x2" >/dev/null
done
me=$(cat /proc/$$/comm)
printf before >/proc/$$/comm
run call add 10 0 x2
printf after >/proc/$$/comm
run call add 11 0 x2
printf "$me" >/proc/$$/comm
collect
name_of() { sed -n "s/^ *\(.*\)-[0-9]* *\[.*: add: .* a=$1\$/\1/p" $out | sort -u; }
is "tasks that are gone have a name" "$(name_of 1) $(name_of 2) $(name_of 3)" \
	"shortlived shortlived shortlived"
is "before it changes" "$(name_of 10)" before
is "and after" "$(name_of 11)" after

# The names were read away: the next reader is told them again
run call add 20 0
collect
is "a late reader learns them too" "$(name_of 20)" "$me"
run call add 21 0
collect
is "each one" "$(name_of 21)" "$me"
rm /tmp/shortlived
finish
