# SPDX-License-Identifier: GPL-2.0
# In the machine that is to die: kpctl.way= of kpt_crash, kpctl.lines= of panic_lines.
word() { sed -n "s/.*kpctl\.$1=\([^ ]*\).*/\1/p" /proc/cmdline; }

D=/sys/kernel/debug/kprobectl
way=$(word way)
lines=$(word lines)
insmod /kprobectl.ko ${lines:+panic_lines=$lines} $(word options | tr , ' ')
insmod /kmod/kpt_crash.ko
echo 'p:died/step kpt_step i=$arg1:u64 square=$arg2:u64' >$D/control
echo 'p:died/oops kpt_oops v=$arg1:u64' >>$D/control
echo 'p:died/busy kpt_busy if $arg1:s64 < 0' >>$D/control
echo 'p:died/tick kpt_tick i=$arg1:u64 square=$arg2:u64' >>$D/control
if [ $way = flood ]; then
	echo 1 >$D/overwrite
	echo "$way 0" >/sys/kernel/debug/kpt_crash
	sleep 1000000
fi
echo "$way 300" >/sys/kernel/debug/kpt_crash
cat $D/control		# dies here, if not before
sleep 100
