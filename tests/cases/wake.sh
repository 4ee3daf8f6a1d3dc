#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A reader sleeps while there is nothing, is woken for a single event, and never
# once per event. Tasks have names in the stream, however short they live.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# smoke: yes
# kcsan: yes

. ./lib.sh
plan 13
setup
field_of() { sed -n "s/^$1 //p" /tmp/wake; }

spec 'p:add kpt_add a=$arg1'
wake 'call add 1 2 x20000' >/tmp/wake
diag "$(tr "\n" " " </tmp/wake)"
is "nothing to read: poll() waits" "$(field_of quiet)" 0
is "one event: it returns" "$(field_of one)" 1
is "all is read: 20,000 records of 32 bytes, and names" \
	$(($(field_of bytes) / 32 >= 20000 && $(field_of bytes) / 32 < 20100)) 1
ok "woken at least once" [ "$(field_of polls)" -ge 1 ]
# 20 ms of delay, or a ring that fills: however long a slow machine takes
most=$(($(field_of ms) / 10 + $(field_of bytes) * 4 / 1024 / $(cat $D/buffer_size_kb) + 10))
ok "and not more often than the delay and full rings account for" \
	[ "$(field_of sleeps)" -le $most -a $most -lt 10000 ]

# Edge by edge: it sleeps when it has read all, and asks again only when it is woken
waits edge 20 sh -c 'for i in $(seq 20); do echo call add 1 2 >/sys/kernel/debug/kpt/run
	sleep 0.05; done' >/tmp/wake
diag "$(cat /tmp/wake)"
is "an edge-triggered epoll: one event after the other" "$(field_of events)" 20
waits edge 5000 sh -c 'echo call add 1 2 x5000 >/sys/kernel/debug/kpt/run' >/tmp/wake
diag "$(cat /tmp/wake)"
is "and all of a burst" "$(field_of events)" 5000

# A call that is missed, and nothing else, is news enough
clear_all
spec 'r1:miss kpt_sleep if $retval == 77'
waits edge 1 sh -c 'echo sleepers 4 100 >/sys/kernel/debug/kpt/run' >/tmp/wake
diag "$(cat /tmp/wake)"
ok "a note of it wakes" [ "$(field_of events)" -ge 1 ]
run sleepers wait

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
