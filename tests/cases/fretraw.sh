#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The case fret with the raw counter as the clock of two CPUs: only then returns are
# handled without what kprobes and the guard do around a handler.
# takes: 90
# timeout: 600
# long: 900
# on: newest, because ledgerraw has the others
# cmdline: tsc=reliable

. ./fret.sh
