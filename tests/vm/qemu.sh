# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The emulator's command line. Sourced after lib.sh.

# Kernels that look after themselves get on slowly, and are preempted anywhere. lockdep
# would rightly find that what is printed in an interrupt takes the console's sleeping
# lock, if it were printed: the log holds it back and is shown whole by a panic.
SLOW_KERNEL="kpctl.slow loglevel=4 panic_print=32 preempt=full sysctl.kernel.watchdog_thresh=60"
SLOW_KERNEL+=" workqueue.watchdog_thresh=300"
SLOW_KERNEL+=" rcupdate.rcu_cpu_stall_timeout=300 rcupdate.rcu_exp_cpu_stall_timeout=300000"

# qemu_args K INITRD SMP MEM APPEND: fills the array "qemu". The kernel's check that
# its timer ticks goes by what the host's clock says meanwhile: a busy host fails it. Without
# erms the kernel copies by eight bytes instead of one, which an emulator does at the same cost.
# TURNS: one thread of the emulator for all CPUs.
qemu_args() {
	local accel cpu=max,erms=off,fsrm=off thread smp=$3
	# The kernel compares its clocks twice a second, and on a busy host takes the counter for
	# unstable. Linux 7.3 compares the counters of two CPUs, too, one of which waits for the
	# other: for ever, if the other waits in stop_machine() and there is no clock yet that goes
	# on by itself.
	local more="tsc=nowatchdog "
	thread=$(cat "$CACHE/qemu/thread")
	[ -z "${TURNS:-}" ] || thread=single
	if [ "${KVM:-}" = 1 ]; then
		accel=kvm cpu=host
	else
		accel=tcg,thread=$thread
		more+="tsc_early_khz=$(cat "$CACHE/qemu/khz") "
	fi
	if built_here "$1"; then
		more+=$SLOW_KERNEL
		# Linux 7.3 forgets for a moment of its boot that pages have five levels; KASAN
		# takes what an interrupt reads then for a wild access, and lockdep is off
		[ "$accel" = kvm ] || cpu+=,la57=off
		smp=$3,sockets=$3	# what tells of them without ACPI knows no cores
	fi
	qemu=("$CACHE/qemu/run" -nodefaults -no-user-config -display none -no-reboot
		-M pc -accel "$accel" -cpu "$cpu" -smp "$smp" -m "$4" -device virtio-serial-pci
		-kernel "$(echo "$(kernel_dir "$1")"/boot/vmlinuz-*)" -initrd "$2"
		-append "console=ttyS0 quiet loglevel=5 no_timer_check mitigations=off oops=panic panic=-1 panic_on_warn=1 unknown_nmi_panic log_buf_len=4M $more $5")
}

# qemu_port NAME CHARDEV: a virtio port that the guest speaks through.
qemu_port() { qemu+=(-chardev "$2,id=$1" -device "virtserialport,chardev=$1,name=$1"); }
