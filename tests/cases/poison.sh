#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Nothing uninitialised reaches userspace: free memory is full of a pattern, and
# the kernel does not clear what it hands out by itself.
# on: newest, because what is handed out is made by the same code everywhere
# cmdline: init_on_alloc=0 init_on_free=0
# takes: 25
# turns: yes

. ./lib.sh
plan 23
setup
helper 23 poison
finish
