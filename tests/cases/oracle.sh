#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel's own blacklist in full, and 200 other symbols (in make test-long, 400).
# on: newest, because check runs on each kernel
# not: rt, because its kprobes are those of 6.1
# takes: 80
# timeout: 400
# long: 800
# turns: yes

. ./lib.sh
plan 3
setup
symbols=200
! long || symbols=400

says "every entry of the blacklist is refused as blacklisted" oracle blacklist
says "$symbols symbols: the verdict is what planting does" oracle sample $symbols 20240607
is "nothing is left of them" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
