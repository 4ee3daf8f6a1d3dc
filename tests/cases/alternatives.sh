#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# An instruction whose lock prefix the kernel takes out as long as one CPU of several runs: a
# probe stands there and hits. Kernels before 7.3 look at their list of such places with an
# empty range, so they refuse none; but they keep such a probe from becoming a jump.
# cmdline: maxcpus=1
# not: rt, because PREEMPT_RT changes nothing in which places there are
# takes: 3

. ./lib.sh
plan 4
setup

case $(uname -r) in
6.*) mode=int3 ;;
*) mode=optimized ;;
esac
like "check" "$(verdict kpt_locked+3)" "ok: kpt_locked+0x3/* \[kpt\]: $mode"
spec 'p:x kpt_locked+3 a=%ax'
run call locked 7 x3
is "it hits" "$(collect; field a x | xargs)" "0x7 0x7 0x7"
ok "each hit has one fate" ledger kprobes/x
like "the instruction behind it" "$(verdict kpt_locked+9)" "ok: kpt_locked+0x9/*"
finish
