#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kplint says of a line what the module says.
# smoke: yes
# on: newest, because kplint and the module share the code
# takes: 10
# turns: yes

. ./lib.sh
set -- \
	'q:x kpt_add' 'p:x' 'p:9x kpt_add' 'p:a/b/c kpt_add' 'r0 kpt_add' 'p4 kpt_add' \
	'p kpt_add+x' 'p kpt_add%retur' 'p kpt_add $retval' 'p kpt_add $nothing' 'p kpt_add %xx' \
	'p kpt_add a=' 'p kpt_add a=%di a=%si' 'p kpt_add %di:u128' 'p kpt_add %di:u8[3]' \
	'p kpt_add +0(%di):u8[65]' 'p kpt_add %di:string' 'p kpt_add +0(%di' 'p kpt_add %di:b9@0/8' \
	'p kpt_add \"text' 'p kpt_add $lat' 'p kpt_add if' 'p kpt_add if %di ==' \
	'p kpt_add a=%di if b == 1' 'p kpt_add if %di == "text"' 'p kpt_add if %di < -1' \
	'p kpt_add if (%di == 1' 'p kpt_add c=$comm if c > 1' 'r kpt_add $entry($retval)' '-:' \
	'p kpt_add do' 'p kpt_add do sum(%di)' 'p kpt_add do hist($comm) by pid' \
	'p kpt_add do count by lat' 'p kpt_add if %di == 1 do count by , pid size=0' \
	'p sys:openat $arg7' 'p sys:open*' 'f sys:*,vfs_*' 't sys:openat' 'p sys:openat +0($arg2)' \
	'r sys:openat $arg2:string' 'p sys:openat ($arg2)'
plan $(($# * 2 + 3))
setup

for line; do
	clear_errors
	put $D/control "$line" >/dev/null
	printf '%s\n' "$line" | kplint >/tmp/lint
	is "the same sentence: $line" "$(sed -n '1s/^-:1:[0-9]*: //p' /tmp/lint)" \
		"$(last_error | sed 's/^kprobectl: error: //')"
	is "the same column" "$(sed -n '1s/^-:1:\([0-9]*\):.*/\1/p' /tmp/lint)" \
		"$(sed -n '3s/\^.*//p' $D/error_log | awk '{ print length($0) - 10 }')"
done
if [ -e /sys/kernel/btf/vmlinux ]; then
	types=/sys/kernel/btf/vmlinux samples=/samples/*.probes
	if [ -e /drivers/md-mod.ko ]; then
		insmod /drivers/md-mod.ko
		types=$types:md_mod=/sys/kernel/btf/md_mod
	else
		samples=$(ls $samples | grep -v arrays-flushed)
	fi
	says "nothing to say of the samples" kplint --btf $types $samples
	[ ! -e /drivers/md-mod.ko ] || rmmod md-mod
else
	skip "nothing to say of the samples" "this kernel has no types: samples name parameters"
fi
printf 'p:a kpt_add\n\np:b kpt_add %%no\n' >/tmp/lines
like "the file, the line and the column" "$(kplint /tmp/lines)" '/tmp/lines:3:13: *'
no "... and a status" sh -c "kplint /tmp/lines >/dev/null"
finish
