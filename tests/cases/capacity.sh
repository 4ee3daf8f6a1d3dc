#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A session takes as many events as it says, refuses the next one, takes it when one
# has gone, and leaves nothing. They wait for a module, so that no probe is planted.
# not: 6.12 7.3 rt, because the limits of a session are the same everywhere
# timeout: 400
# long: 900
# only: long

. ./lib.sh
plan 6
setup

most=32768
awk -v n=$most 'BEGIN { for (i = 0; i < n; i++) print "p:full/e" i " nomodule:nofunction" }' >/tmp/specs
spec 'p:full/main kpt_add'
dev load /tmp/specs write 'p:full/more kpt_add' view 1 read view 0 \
	put $D/control 'p:full/other kpt_ret' write '-:full/e7' \
	write 'p:full/more kpt_add' write 'p:full/again kpt_add' view 3 read \
	view 0 write '-:full/' write 'p:full/e7 kpt_add' read >/tmp/said
diag "$(grep -v 'parked\|^full/' /tmp/said)"
is "$most events, and not one more" "$(head -n 2 /tmp/said | tr '\n' ' ')" "load OK write E2BIG "
ok "... said in words" grep -q "error: .*$most" /tmp/said
is "one less: one more, and no second" "$(grep '^write ' /tmp/said | tr '\n' ' ')" \
	"write E2BIG write OK write OK write E2BIG write OK write OK "
is "all are there" "$(grep -c '^full/' /tmp/said)" $most
is "all go, and it takes new ones" "$(tail -n 1 /tmp/said)" 'p:full/e7 kpt_add'
is "meanwhile another session has room" "$(grep '^put ' /tmp/said) $(wc -l <$D/control)" "put OK 2"
clear_all
finish
