#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel's own blacklist in full, and 400 other symbols.
# not: rt, because its kprobes are those of 6.1
# takes: 70
# timeout: 400

. ./lib.sh
plan 3
setup

says "every entry of the blacklist is refused as blacklisted" oracle blacklist
says "400 symbols: the verdict is what planting does" oracle sample 400 20240607
is "nothing is left of them" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
