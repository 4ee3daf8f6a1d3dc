#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The case ledger with the raw counter as the clock of two CPUs: only then returns are
# handled without what kprobes and the guard do around a handler.
# not: 6.12 7.3 rt, because the way that only the raw counter opens is one code everywhere; fretraw takes it on the newest
# takes: 80
# timeout: 500
# cmdline: tsc=reliable

. ./ledger.sh
