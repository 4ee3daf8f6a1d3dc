# SPDX-License-Identifier: GPL-2.0
# In the machine that is to die: kpctl.way= of kpt_crash, kpctl.lines= of panic_lines. With
# kpctl.net= what the kernel says goes to that UDP port of the machine around this one, too. Where
# there is a crash kernel, kpdump looks at the machine that lives first, and the crash kernel
# is loaded. $SYMBOLS is a port that gets the symbols of this boot, if it is set.
echo "crash: begins"
word() { sed -n "s/.*kpctl\.$1=\([^ ]*\).*/\1/p" /proc/cmdline; }

D=/sys/kernel/debug/kprobectl
B=/sys/kernel/debug/kpt_crash
way=$(word way)
lines=$(word lines)

last=$(word last)
net=$(word net)

# The boot before has left something: that is all to see.
if [ "$last" ]; then
	insmod /kprobectl.ko persist=$last
	echo "persist: $?"
	if [ "$(head -c 4 $D/last)" ]; then
		kpread --last >/tmp/last 2>&1
		echo "last: status $?"
		cat /tmp/last
		echo "last: end"
		poweroff -f
	fi
	rmmod kprobectl
fi

# Of the way "act" a line is the death: it is hit by the last step. Another process writes it, as
# the writer's own hits do not act.
begin() {
	local step='kpt_step from=$stack0:symbol fn=$arg3:symbol i=$arg1:u64 square=$arg2:u64'
	local acts=
	[ $way != act ] || acts=act=panic
	insmod /kprobectl.ko ${lines:+panic_lines=$lines} $acts $(word options | tr , ' ')
	insmod /kmod/kpt_crash.ko
	if [ $way = act ]; then
		echo "p:died/step $step if \$arg1 < 300" >$D/control
		(echo "p:acts/step $step if \$arg1 == 300 do emit, panic" >>$D/control)
	else
		echo "p:died/step $step" >$D/control
	fi
	echo 'p:died/oops kpt_oops v=$arg1:u64' >>$D/control
	echo 'p:died/busy kpt_busy if $arg1:s64 < 0' >>$D/control
	echo 'p:died/tick kpt_tick i=$arg1:u64 square=$arg2:u64' >>$D/control
}

# Thirty lines of three thousand bytes: a reader of a dump from which makedumpfile has left out the
# note of one of them finds none of those behind.
more() {
	args=
	while [ ${#args} -lt 2900 ]; do
		args="$args argument_with_a_long_name_$((${#args} + 100))=\$arg1:u64"
	done
	n=0
	while [ $n -lt 30 ]; do
		n=$((n + 1))
		echo "p:more/n$n kpt_busy$args if \$arg1:s64 == -$n"
	done >>$D/control
	echo "more: $(grep -c more/n $D/control)"
}

# A flight recorder, whose small rings lose the oldest; and a session of a program that reads no more.
# The number of the last step is in the kernel's log. SysRq ends it.
recorder() {
	echo 16 >$D/buffer_size_kb
	echo 1 >$D/overwrite
	kpread -x 'p:more/other kpt_step i=$arg1:u64 square=$arg2:u64' >/tmp/other &
	until [ -s /tmp/other ]; do
		echo "not 1" >$B
		sleep 0.1
	done
	kill -STOP $!
	echo "not 3000" >$B
	echo c >/proc/sysrq-trigger
}

# That machine is 10.0.2.2, with this Ethernet address. A step says what it is by itself.
by_network() {
	insmod /drivers/e1000.ko
	insmod /drivers/configfs.ko
	ip addr add 10.0.2.15/24 dev eth0
	insmod /drivers/netconsole.ko netconsole=@10.0.2.15/eth0,$net@10.0.2.2/52:55:0a:00:02:02
	dmesg -n 8
	echo 'p:died/said kpt_step i=$arg1:u64 square=$arg2:u64 if $arg1 == 7 do print' >>$D/control
	echo "not 7" >$B
	n=0
	until dmesg | grep -q 'kprobectl: .* said: .* i=7 ' || [ $n = 600 ]; do
		n=$((n + 1))
		sleep 0.1
	done
	echo '-:died/said' >>$D/control
}

begin
[ -z "$SYMBOLS" ] || cat /proc/kallsyms >$SYMBOLS
[ -z "$net" ] || by_network
if [ -e /crash/vmlinuz ]; then
	echo "not 300" >$B
	kpdump /proc/kcore >/tmp/kcore
	echo "kcore: status $?, $(grep -c ' step: .* i=' /tmp/kcore) steps to $(tail -n 1 /tmp/kcore | sed 's/.* i=//')"
	rmmod kprobectl kpt_crash
	begin
	more
	/sbin/kexec -p -s /crash/vmlinuz --initrd=/crash/initrd \
		--append="console=ttyS0 kpctl.mode=vmcore nr_cpus=1 reset_devices panic=-1 mitigations=off"
	echo "crash kernel: $(cat /sys/kernel/kexec_crash_loaded)"
fi
[ $way != recorder ] || recorder
if [ $way = flood ]; then
	echo 1 >$D/overwrite
	echo "$way 0" >$B
	sleep 1000000
fi
if [ "$last" ]; then	# a reader has the pages mapped, too
	kpread -t 1 >/dev/null &
	sleep 0.5
fi
echo "$way 300" >$B
cat $D/control		# dies here, if not before
sleep 100
