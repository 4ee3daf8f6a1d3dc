#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A 32-bit reader under a 64-bit kernel: the same ioctls, layouts and mappings.
# smoke: yes
# on: newest, because layouts are one code everywhere
# not: rt, because PREEMPT_RT changes nothing in the ABI
# turns: yes

. ./lib.sh
tests=29
plan $tests
setup

# Its first words say that the kernel runs it. Where it does not, the shell takes
# it for a script and fails.
abi32 >/tmp/abi32.out 2>&1
rc=$?
if [ $rc -lt 128 ] && [ "$(head -n 1 /tmp/abi32.out)" != "32-bit" ]; then
	for n in $(seq $tests); do skip "32-bit reader" "the kernel runs no 32-bit programs"; done
else
	helper $tests cat /tmp/abi32.out
fi
finish
