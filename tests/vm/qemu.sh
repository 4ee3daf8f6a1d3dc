# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The emulator's command line. Sourced after lib.sh.

# qemu_args K INITRD SMP MEM APPEND: fills the array "qemu". The kernel's check that
# its timer ticks goes by what the host's clock says meanwhile: a busy host fails it.
qemu_args() {
	local accel cpu=max thread
	thread=$(cat "$CACHE/qemu/thread")
	if [ "${KVM:-}" = 1 ]; then
		accel=kvm cpu=host
	else
		accel=tcg,thread=$thread
	fi
	qemu=("$CACHE/qemu/run" -nodefaults -no-user-config -display none -no-reboot
		-M pc -accel "$accel" -cpu "$cpu" -smp "$3" -m "$4"
		-kernel "$(echo "$(kernel_dir "$1")"/boot/vmlinuz-*)" -initrd "$2"
		-append "console=ttyS0 quiet loglevel=5 no_timer_check mitigations=off oops=panic panic=-1 panic_on_warn=1 log_buf_len=4M $5")
}

# qemu_port CHARDEV: the virtio port that the guest speaks through.
qemu_port() {
	qemu+=(-device virtio-serial-pci -chardev "$1,id=verdict"
		-device virtserialport,chardev=verdict,name=verdict)
}
