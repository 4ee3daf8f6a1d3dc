#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpload: each good line of each file is planted, and what is refused is shown as it stands.
# on: newest, because what it reads and writes is the same everywhere
# takes: 5
# turns: yes

. ./lib.sh
plan 24
setup

# loads ARGS...: standard error, and the status behind it
loads() { kpload "$@" 2>&1 >/tmp/said; echo "status $?"; }

mkdir -p /etc/kprobectl.d
cat >/etc/kprobectl.d/10-first.probes <<'END'
# what is opened
p:boot/add kpt_add a=$arg1

p:boot/bad kpt_add ret=$retval
	r:boot/ret kpt_ret v=$retval
p:boot/nosuch no_such_function
END
printf 'f kpt_b\n# no newline at the end\np:boot/last kpt_c' >/etc/kprobectl.d/20-second.probes
echo 'p:boot/other kpt_add' >/etc/kprobectl.d/not-one.txt

got=$(loads)
like "the line that is wrong in itself: file, line, column" "$got" \
	'*/etc/kprobectl.d/10-first.probes:4:24: $retval is there only at return: *'
like "... the line and the caret" "$got" \
	'*
  p:boot/bad kpt_add ret=$retval
                         ^
*'
like "the line that only the kernel knows to be wrong" "$got" \
	'*/etc/kprobectl.d/10-first.probes:6:15: *no_such_function*'
is "nothing else is said" "$(echo "$got" | wc -l) $(cat /tmp/said)" "7 "
like "and the status" "$got" "*status 1"
is "each good line is planted, of both files" "$(cut -d' ' -f1 $D/control | xargs)" \
	"p:boot/add r:boot/ret f:kprobes/f_kpt_b p:boot/last"
is "in files whose names end in .probes" "$(grep -c other $D/control)" 0
run call add 1 2 x3
is "they hit" "$(prof boot/add hits)" 3

# Again: each of them is there already
got=$(loads /etc/kprobectl.d/20-second.probes)
like "what is there already is refused" "$got" "*20-second.probes:3:*status 1"
is "and nothing changes" "$(grep -c . $D/control)" 4

is "-r takes the events away again" "$(loads -r)" "status 0"
is "... all of them, and no more" "$(cut -d' ' -f1 $D/control | xargs)" ""
clear_all
is "-r where none is there" "$(loads -r)" "status 0"

# Other sources
is "standard input" "$(echo 'p:boot/in kpt_add' | loads -) $(grep -c boot/in $D/control)" "status 0 1"
clear_all
rm /etc/kprobectl.d/10-first.probes
is "a directory" "$(loads /etc/kprobectl.d) $(grep -c . $D/control)" "status 0 2"
clear_all
is "a file that is not there" "$(loads /etc/nosuch)" "kpload: /etc/nosuch: No such file or directory
status 1"
rm /etc/kprobectl.d/*
is "an empty directory" "$(loads)" "status 0"
like "an option that is none" "$(loads -x)" "*usage: kpload *status 2"

# Lines that a terminal would not show, and long ones
printf 'p:boot/x kpt_add \001\033[1m\n' >/tmp/wild
like "what is not printable" "$(loads /tmp/wild)" "/tmp/wild:1:18: *status 1"
printf 'p:boot/x kpt_add %04096d\n' 0 >/tmp/long
like "a line that is too long" "$(loads /tmp/long)" "/tmp/long:1: Argument list too long*status 1"
like "who may not" "$(caps none kpload 2>&1; echo "status $?")" \
	"kpload: /dev/kprobectl is refused even to root: *locked down (man 7 kprobectl-secureboot)*status 2"

# By way of the device: debugfs need not be there
umount /sys/kernel/debug
is "without debugfs" "$(echo 'p:boot/in kpt_add' | loads -)" "status 0"
mount -t debugfs debug /sys/kernel/debug
is "... it is the main session's" "$(grep -c boot/in $D/control)" 1
rmmod kprobectl
is "no module" "$(loads)" "kpload: there is no /dev/kprobectl: load the module (modprobe kprobectl, or insmod kprobectl.ko; refused? man 7 kprobectl-secureboot).
status 2"
finish
