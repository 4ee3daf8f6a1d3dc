# SPDX-License-Identifier: GPL-2.0
# BPF programs of our own, bpf/bench.bpf.c.

# bpf PROGRAM[,PROGRAM] LABEL
bpf() {
	[ -z "$only_ours" ] || return 0
	if [ ! -e /bpf/bench.bpf.o ]; then
		skipped "BPF $2" "no compiler for it could be had from Debian's archive"
		return
	fi
	if n=$(/bpf/bpfrun /bpf/bench.bpf.o $1 perhit 2>/tmp/bpf.log); then
		peer "BPF $2" $((n - bare))
	else
		skipped "BPF $2" "$(tail -n 1 /tmp/bpf.log)"
	fi
}
