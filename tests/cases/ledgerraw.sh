#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The case ledger with the raw counter as the clock of two CPUs: only then returns are
# handled without what kprobes and the guard do around a handler.
# kernels: 6.1 6.1-rt 6.12
# timeout: 500
# cmdline: tsc=reliable

. ./ledger.sh
