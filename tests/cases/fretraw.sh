#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The case fret with the raw counter as the clock of two CPUs: only then returns are
# handled without what kprobes and the guard do around a handler.
# kernels: 6.1 6.12 6.1-rt
# timeout: 600
# cmdline: tsc=reliable

. ./fret.sh
