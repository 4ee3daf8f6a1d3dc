#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every call is there once and in order; returns know their own entry.
# on: newest, because ring and fret count calls on each kernel
# smoke: yes
# kcsan: yes
# takes: 20
# turns: yes

. ./lib.sh
. ./counts.inc
plan $counts_planned
setup
counts_all
finish
