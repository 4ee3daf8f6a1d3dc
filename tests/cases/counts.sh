#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every call is there once and in order; returns know their own entry.
# on: newest oldest, because PREEMPT_RT changes nothing in how hits are counted
# smoke: yes
# kcsan: yes
# takes: 20

. ./lib.sh
. ./counts.inc
plan $counts_planned
setup
counts_all
finish
