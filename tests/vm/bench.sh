# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The machines of make bench and make bench-check. Sourced after lib.sh.

. "$VM/qemu.sh"

# Prints the name of an archive with what to compare with; nothing, and why on
# stderr, if it cannot be had: then those rows say that they were skipped.
bench_peers() {
	local dir=$BUILD/bpf out=$BUILD/bpf/peers.cpio
	mkdir -p "$dir"
	if "$VM/fetch-peers" >&2 && quietly "$VM/build-bpf"; then
		cp "$CACHE/peers/image.cpio" "$out"
		(cd "$BUILD" && find bpf -name 'b*' | cpio --quiet -o -H newc -R 0:0) >>"$out"
		echo "$out"
	fi
}

# bench_boot counted|timed PARTS [CMDLINE]: runs parts of tests/bench in a machine
# with $initrd for kernel $k, and prints what they say.
#
#   counted  one CPU, whose clock goes on by a nanosecond with each instruction
#   timed    four CPUs side by side, with the host's clock. The TSC is trusted: the
#            other clocks are devices, one for all CPUs, and their model takes a lock.
bench_boot() {
	local i smp=1 accel=tcg,thread=single append="kpctl.mode=bench kpctl.parts=$2 ${3:-}"
	if [ "$1" = timed ]; then
		smp=4
		accel=tcg,thread=$(cat "$CACHE/qemu/thread")
		append="$append tsc=reliable clocksource=tsc"
	fi
	qemu_args "$k" "$initrd" $smp "${MEM:-2048}" "$append"
	for i in "${!qemu[@]}"; do
		[ "${qemu[$i]}" != -accel ] || qemu[i + 1]=$accel
	done
	[ "$1" = timed ] || qemu+=(-icount "shift=0,sleep=off")
	qemu+=(-serial "file:$work/console.log")
	qemu_port file,path=/dev/stdout
	timeout --foreground "${LIMIT:-3000}" "${qemu[@]}" </dev/null 2>"$work/qemu.log" |
		bench_session || die "VM lost: $(tail -n 3 "$work/console.log")"
}

# Passes it on; status 0 once the machine has said that it is done.
bench_session() {
	local line
	while IFS= read -r line; do
		[ "$line" != '# done' ] || return 0
		printf '%s\n' "$line"
	done
	return 1
}
