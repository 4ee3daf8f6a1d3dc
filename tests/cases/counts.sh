#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every call is there once and in order; returns know their own entry.
# smoke: yes
# kcsan: yes

. ./lib.sh
. ./counts.inc
plan $counts_planned
setup
counts_all
finish
