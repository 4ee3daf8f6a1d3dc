#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Samples about programs answer their questions: the shell, libc and OpenSSL are those of the
# system on which the tests run.
# on: newest, because userprog and ustack run on 6.1
# takes: 30
# turns: yes

. ./lib.sh
plan 14
setup
ip link set lo up 2>/dev/null || ifconfig lo 127.0.0.1 up
mkdir -p /etc
echo '127.0.0.1 localhost somewhere' >/etc/hosts

ask() { kpload "/samples/$1.probes" >/tmp/said 2>&1 || diag "$1: $(cat /tmp/said)"; }
hist() { cat $D/events/$1/hist; }
seen() { sed -n "s/.*: $1: ([^)]*) *//p" $out; }

ask what-is-typed-in-shells
printf 'x=1\necho "$x"\n' | /bin/bash --norc -i >/tmp/said 2>&1
collect
like "what was typed" "$(seen typed | sed 's/ lat=.*//' | tr '\n' ' ')" 'line="x=1" line="echo \\"$x\\"" *'
clear_all

ask how-long-do-host-names-take
/usr/bin/getent ahosts somewhere >/tmp/said
collect
like "which host was asked for" "$(seen asked | head -n 1)" 'host="somewhere" ret=0 lat=*'
/usr/bin/getent ahosts no.such.host.invalid >/tmp/said
collect
like "... and is not there" "$(seen asked | head -n 1)" 'host="no.such.host.invalid" ret=-* lat=*'
clear_all

# A server and a client that share a key
ask what-goes-through-ssl
ask how-long-do-ssl-handshakes-take
openssl=/usr/bin/openssl
mkfifo /tmp/nothing
exec 9<>/tmp/nothing		# a server whose input ends is no server any more
$openssl s_server -nocert -psk 1a2b3c -tls1_3 -accept 4433 -quiet <&9 >/tmp/server 2>&1 &
server=$!
listens() { grep -q ':1151 .* 0A ' /proc/net/tcp /proc/net/tcp6; }
until listens; do sleep 0.05; done
echo "a secret" >/tmp/secret
$openssl s_client -psk 1a2b3c -tls1_3 -connect 127.0.0.1:4433 -quiet \
	</tmp/secret >/tmp/client 2>&1 &
client=$!
until grep -q secret /tmp/server; do sleep 0.05; done
kill $client
kill $server
wait
exec 9<&-
collect
ok "before it is encrypted" sh -c "sed -n 's/.*: write\(_ex\)*: ([^)]*) //p' $out | grep -q 'bytes=9 text=\"a secret'"
ok "after it is decrypted" sh -c "sed -n 's/.*: read\(_ex\)*: ([^)]*) //p' $out | grep -q 'bytes=9 text=\"a secret'"
like "they have shaken hands" "$(hist shake/done)" '*comm: openssl, ret: 1*'
ok "the ledger" ledger
clear_all

ask who-makes-threads
head -c 3000000 /dev/urandom | /usr/bin/xz -T 2 -0 --block-size=1000000 >/tmp/packed
collect
ok "threads were made" [ $(seen made | grep -c 'runs=0x') -ge 2 ]
ok "... from a program" grep -q '^ => ' $out
clear_all

ask how-large-are-mallocs
/bin/bash --norc -c 'x=$(printf "%0100000d" 0); echo ${#x}' >/tmp/said
like "malloc's sizes" "$(hist malloc/asked)" '*comm: bash*'
clear_all

cp /usr/bin/getent /tmp/leaky
ask which-malloced-memory-is-not-freed
/tmp/leaky ahosts somewhere >/tmp/said
ok "what was allocated" [ $(prof leak/got starts) -gt 10 ]
ok "what was freed" [ $(prof leak/got ended) -gt 5 ]
is "starts are accounted for" "$(prof leak/got starts)" \
	$(($(prof leak/got ended) + $(prof leak/got replaced) + $(prof leak/got stale) + \
	$(prof leak/got full) + $(prof leak/got open)))
like "what was not" "$(cat $D/events/leak/got/open)" '*leaky-*bytes=*'
clear_all
finish
