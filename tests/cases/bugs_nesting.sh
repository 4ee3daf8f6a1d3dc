#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# As bugs.sh, on a machine of its own: lockdep reports once.
# not: stock rt, because it shows that kernels which watch themselves do
# cmdline: panic_on_warn=0 kpctl.provokes=nesting

. ./bugs.inc
plan 1
begin_bugs
reported lock-nesting 'BUG: Invalid wait context'
end_bugs
