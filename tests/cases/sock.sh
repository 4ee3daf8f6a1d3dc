#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The type sock: sockets of all kinds and in all states, as text.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# takes: 10
# turns: yes

. ./lib.sh
plan 37
setup

if [ ! -e /proc/net/if_inet6 ]; then
	for i in $(seq 37); do skip "sockets" "this kernel has no IPv6"; done
	finish
	exit
fi

spec 'p:s kpt_sock $arg1:sock' 'p:c kpt_sock $arg1:sock if $arg1:sock ~ "?::1?:7102 > * LISTEN"' \
	'p:k kpt_sock do count by $arg1:sock'
reading
ok "sockets" sh -c "sockets >/tmp/sockets"
collect
is "as many lines" "$(lines s)" "$(grep -c . /tmp/sockets)"
args s >/tmp/texts
n=0
while IFS='|' read -r what text; do
	n=$((n + 1))
	is "$what" "$(sed -n ${n}p /tmp/texts)" "arg1=\"$text\""
done </tmp/sockets
is "all of them" $n 17
is "in a condition" "$(args c)" 'arg1="[::1]:7102 > [::]:0 LISTEN"'
cut -d'|' -f2 /tmp/sockets | sort >/tmp/want
sed -n 's/.*arg1:sock: "\(.*\)".*/\1/p' $D/events/kprobes/k/hist | sort >/tmp/keys
ok "as a key, whole" cmp /tmp/want /tmp/keys

# In each format that has arguments, whole: as the last field of a line of text, or as bytes
reading -w /tmp/rec
sockets >/tmp/sockets
collect
rm -rf /tmp/csv /tmp/ctf
kpread -r /tmp/rec -f csv -o /tmp/csv
kpread -r /tmp/rec -f ctf -o /tmp/ctf
for f in json chrome perfetto trace.dat; do
	kpread -r /tmp/rec -f $f -o /tmp/$f
done
missing() {
	cut -d'|' -f2 /tmp/sockets | while read -r text; do
		cat "$@" | tr '\0' '\n' | grep -aqF "$text" || echo "$text"
	done
}
for f in /tmp/json /tmp/chrome /tmp/perfetto /tmp/trace.dat; do
	is "in ${f#/tmp/}" "$(missing $f)" ""
done
is "in csv" "$(missing /tmp/csv/kprobes.s.csv)" ""
is "in ctf" "$(missing $(find /tmp/ctf -type f ! -name metadata))" ""
like "in format" "$(cat $D/events/kprobes/s/format)" '*__data_loc char\[\] arg1;*'
clear_all

spec 'p:none kpt_sock a=$arg1:sock b=\8:sock'
run call sock -1
collect
is "no socket" "$(args none)" 'a=(fault) b=(fault)'
clear_all

# What the entry of a call saw, and what has become of it
spec 'r:up tcp_set_state was=$entry($arg1):sock is=$arg1:sock if $entry($arg1):sock ~ "127.0.0.1:7204 *"' \
	'r:up6 tcp_set_state was=$entry($arg1):sock is=$arg1:sock if $arg1:sock ~ "?::1?:7205 * SYN_SENT"'
reading -f json
sockets >/tmp/sockets
collect
ok "at the entry, and at the return" grep -q '"was":"127.0.0.1:7204 > 127.0.0.1:7104 CLOSE","is":"127.0.0.1:7204 > 127.0.0.1:7104 SYN_SENT"' $out
ok "... of IPv6" grep -q '"was":"\[::1\]:7205 > \[::1\]:7104 CLOSE","is":"\[::1\]:7205 > \[::1\]:7104 SYN_SENT"' $out
clear_all

# By names, with the types that the kernel gives
if [ -e /sys/kernel/btf/vmlinux ]; then
	spec 'p:l inet_csk_listen_start sk:sock' 'p:b inet_listen a=sock->sk:sock'
	sockets >/tmp/sockets
	collect
	like "a parameter" "$(args l)" '*sk="127.0.0.1:7101 > 0.0.0.0:0 CLOSE"*'
	like "a member" "$(args b)" '*a="\[::1\]:7102 > \[::\]:0 CLOSE"*'
	refused 'p:x inet_listen a=sock:sock' EINVAL sock:sock
	like "... and what to write" "$(last_error)" '*SOCKET->sk:sock*'
	clear_all
else
	for i in 1 2 3 4 5; do skip "by names" "this kernel has no types"; done
fi
finish
