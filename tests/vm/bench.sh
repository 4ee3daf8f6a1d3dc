# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The machines of make bench and make bench-check. Sourced after lib.sh.

. "$VM/qemu.sh"

# bench_peers K: prints the name of an archive with what to compare with; nothing, and why on
# stderr, if it cannot be had: then those rows say that they were skipped.
bench_peers() {
	local bpf out
	bpf=$BUILD/bpf-$(kernel_suite "$1")
	out=$bpf/peers.cpio
	mkdir -p "$bpf"
	if "$VM/fetch-peers" "$1" >&2 && quietly "$VM/build-bpf" "$1"; then
		cp "$(peers_dir "$1")/image.cpio" "$out"
		rm -rf "$bpf/image"
		mkdir -p "$bpf/image/bpf"
		cp "$bpf/bench.bpf.o" "$bpf/bpfrun" "$bpf/image/bpf/"
		(cd "$bpf/image" && find bpf | cpio --quiet -o -H newc -R 0:0) >>"$out"
		echo "$out"
	fi
}

# What the READMEs quote of the results is brought up to date.
bench_quote() {
	local file
	for file in README.md tests/bench/README.md; do
		perl "$TOP/tests/bench/results.pl" quote "$TOP/tests/bench/results" "$TOP/$file"
	done
}

bench_more=()	# arguments for the emulator

# The placement of kernel and module, where instructions are counted. kprobes keeps the
# probes of 64 hash values of addresses in 64 lists. An `r` has a second probe, on a
# function of the module that nobody calls; where both are in one list, in one boot out of
# 64 with random addresses, each hit takes 5 instructions more to find its own. The same
# addresses in each boot make it the same figure in each boot. Empty: random ones.
bench_placement=nokaslr

# As people's: it copies with an instruction that repeats itself for each byte. Hardware counts
# that as one, the emulator as many. Where copies are much of what is counted, as with files,
# bench_cpu has a processor without it: then the kernel copies eight bytes with an instruction.
bench_cpu=max

# bench_boot counted|CPUS PARTS [CMDLINE]: runs parts of tests/bench in a machine
# with $initrd for kernel $k, and prints what they say.
#
#   counted  one CPU, whose clock goes on by a nanosecond with each instruction
#   CPUS     so many side by side, with the host's clock. The TSC is trusted: the
#            other clocks are devices, one for all CPUs, and their model takes a lock.
bench_boot() {
	local i smp=1 accel=tcg,thread=single append="kpctl.mode=bench kpctl.parts=$2 ${3:-}"
	if [ "$1" = counted ]; then
		append="$append $bench_placement tsc_early_khz=0"	# the kernel finds it out
	else
		smp=$1
		accel=tcg,thread=$(cat "$CACHE/qemu/thread")
		append="$append tsc=reliable clocksource=tsc"
	fi
	qemu_args "$k" "$initrd" $smp "${MEM:-2048}" "$append"
	for i in "${!qemu[@]}"; do
		case ${qemu[$i]} in
		-accel) qemu[i + 1]=$accel ;;
		-cpu) [ "${KVM:-}" = 1 ] || qemu[i + 1]=$bench_cpu ;;
		esac
	done
	[ "$1" != counted ] || qemu+=(-icount "shift=0,sleep=off")
	qemu+=(-serial "file:$work/console.log" "${bench_more[@]}")
	qemu_port verdict file,path=/dev/stdout
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

# bench_shared PARTS: on four CPUs, with a look at all that they write. An emulator that
# does not take the plugin says why; then it is skipped.
bench_shared() {
	local plugin=$work/lines.so
	cc -std=gnu11 -O2 -Wall -Wextra -Werror -fvisibility=hidden -shared -fPIC -pthread \
		-o "$plugin" "$TOP/tests/bench/plugin/lines.c"
	bench_more=(-plugin "$plugin,to=$work/lines")
	if ! echo quit | "$CACHE/qemu/run" -nodefaults -display none -M none -monitor stdio \
			"${bench_more[@]}" >"$work/qemu.log" 2>&1; then
		printf '== %s\nskipped: %s\n' "$1" "$(tail -n 1 "$work/qemu.log")"
	elif bench_boot 4 "$1" >"$work/shared"; then
		perl "$TOP/tests/bench/results.pl" found "$work/lines" "$work/shared"
		cp "$work/lines" "$BUILD/shared-$k"	# with the lines' addresses
	fi
	bench_more=()
}
