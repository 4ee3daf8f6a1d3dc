#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The case fret with the raw counter as the clock of two CPUs: only then returns are
# handled without what kprobes and the guard do around a handler.
# on: newest, because the way that only the raw counter opens is one code everywhere; ledgerraw takes it on 6.1
# takes: 90
# timeout: 600
# cmdline: tsc=reliable

. ./fret.sh
