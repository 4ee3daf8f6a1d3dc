#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What make demo shows: runs in the virtual machine, each command is printed
# before its output.

run() {
	echo "# $1"
	eval "$1"
}

# The first place behind the entry where check allows a probe.
inside() {
	off=8
	while [ $off -lt 64 ]; do
		echo "$1+$off" >check
		case $(cat check) in
		ok*) echo "$1+$off"; return ;;
		esac
		off=$((off + 1))
	done
} 2>/dev/null

echo 127.0.0.1 localhost >/etc/hosts
run 'insmod kprobectl.ko'
run 'cd /sys/kernel/debug/kprobectl'
mid=$(inside vfs_read)
run "echo $mid > check; cat check"
run "echo 'p:open do_sys_openat2 file=+0(\$arg2):ustring' > control"
run "echo 'r:rd vfs_read n=\$arg3 ret=\$retval:s64' >> control"
run "echo 'p:mid $mid sp=%sp' >> control"
run 'echo "p:no vfs_read+1" >> control; cat error_log' 2>/dev/null
run 'cat control'
run '(sleep 0.5; exec wc /etc/hosts) & kpread -t 1 -p $!'
run 'cat profile'
run "echo 'r:lat vfs_read do hist(\$lat) by comm' > control"
run 'wc -l /proc/kallsyms >/dev/null; cat events/kprobes/lat/hist'
run 'cd /; rmmod kprobectl'
