#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel's own blacklist in full, and a thousand other symbols.
# not: rt, because its kprobes are those of 6.1
# takes: 100
# timeout: 400

. ./lib.sh
plan 3
setup

says "every entry of the blacklist is refused as blacklisted" oracle blacklist
says "1,000 symbols: the verdict is what planting does" oracle sample 1000 20240607
is "nothing is left of them" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
