#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Several probes under one event: tracefs's rules.
# smoke: yes
# on: newest, because which lines share an event is decided by the same code everywhere
# turns: yes

. ./lib.sh
plan 57
setup
F=$D/events/grp

gives "the first" OK $D/control 'p:grp/ev kpt_add x=$arg1'
gives "a second place" OK $D/control 'p:grp/ev kpt_ret x=$arg1'
gives "another argument of the same name and type" OK $D/control 'p:grp/ev kpt_ret x=%si:x64'
is "each is listed" "$(cat $D/control)" 'p:grp/ev kpt_add x=$arg1
p:grp/ev kpt_ret x=$arg1
p:grp/ev kpt_ret x=%si:x64'
is "each has an id" "$(wc -l <$F/ev/id)" 3
is "each has a line in profile" "$(grep -c '^grp/ev ' $D/profile)" 3

gives "the very same one" EEXIST $D/control 'p:grp/ev kpt_ret x=$arg1'
like "... is explained" "$(last_error)" '*has this very probe already*'
is "... caret at the line's start" "$(tail -n 1 $D/error_log)" "           ^"
gives "the other kind" EEXIST $D/control 'r:grp/ev kpt_ret x=$arg1'
like "... is explained" "$(last_error)" '*of the kinds p r f*, an event has one*'
gives "another type" EEXIST $D/control 'p:grp/ev kpt_c x=$arg1:u32'
is "... caret at the argument" "$(tail -n 1 $D/error_log)" "$(printf '%27s' ^)"
gives "another name" EEXIST $D/control 'p:grp/ev kpt_c y=$arg1'
gives "one too many" EEXIST $D/control 'p:grp/ev kpt_c x=$arg1 y=$arg1'
is "... caret at the first that is too many" "$(tail -n 1 $D/error_log)" "$(printf '%35s' ^)"
gives "one too few" EEXIST $D/control 'p:grp/ev kpt_c'
is "... caret behind the end" "$(tail -n 1 $D/error_log)" "$(printf '%27s' ^)"
gives "an array is another type" EEXIST $D/control 'p:grp/ev kpt_c x=+0($arg1):x64[1]'

run call add 1 0
run call ret 2
collect
is "both places emit under the name" "$(field x ev | sort -r | head -n 2 | tr '\n' ' ')" "0x2 0x1 "
is "three records" "$(lines ev)" 3

gives "enable speaks of all" OK $F/ev/enable 0
run call add 1 0
run call ret 2
is "... none hits" "$(awk '$1 == "grp/ev" { s += $2 } END { print s }' $D/profile)" 3
gives "one more joins" OK $D/control 'p:grp/ev kpt_c x=$arg1'
run call add 1 0
run call a 1
is "... as they are: off" "$(awk '$1 == "grp/ev" { s += $2 } END { print s }' $D/profile)" 3
gives "on again" OK $F/ev/enable 1
gives "filter speaks of all" OK $F/ev/filter 'x == 7'
is "... each has it" "$(grep -c ' if x == 7$' $D/control)" 4

gives "remove one that is not there" ENOENT $D/control '-:grp/ev kpt_add x=$arg2'
like "... is explained" "$(last_error)" '*no such probe*'
gives "remove one by its place" OK $D/control '-:grp/ev kpt_add'
gives "remove one by its place and arguments" OK $D/control '-:grp/ev kpt_ret x=%si:x64'
is "the others are left" "$(sed 's/ if .*//' $D/control)" 'p:grp/ev kpt_ret x=$arg1
p:grp/ev kpt_c x=$arg1'
spec '-:grp/ev'
ok "remove them all by name" [ ! -s $D/control -a ! -e $F ]

# What starts spans, or names a start, does so at all of its places
# otherwise WHAT PLACE: WHAT and each line of standard input, NAME REST, are no one event
otherwise() {
	while read -r name line; do
		gives "$1 and $name" EEXIST $D/control "p:grp/$2 $line"
		like "... is explained" "$(last_error)" '*starts, takes or looks at spans otherwise*'
	done
}
spec 'p:grp/in kpt_add do start by $arg1'
otherwise "a start" "in kpt_ret" <<'EOF'
none
two_keys do start by $arg1, $arg2
a_text do start by $comm
another_size do start by $arg1 size=8
another_time do start by $arg1 within=1s
one_that_stays do start by $arg1 once
EOF
gives "a start and its like" OK $D/control 'p:grp/in kpt_ret do start by $arg2'
spec 'p:grp/text kpt_add do start by $comm'
otherwise "a start by a short text" "text kpt_ret" <<'EOF'
a_longer_one do start by +0($stack):string
EOF
spec '-:grp/text'
spec 'p:grp/out kpt_b since grp/in by $arg1'
otherwise "an end" "out kpt_c" <<'EOF'
none
a_look while grp/in by $arg1
two since grp/in by $arg1 while grp/in by $arg2
EOF
gives "an end and its like" OK $D/control 'p:grp/out kpt_c since grp/in by $arg2'
is "all are listed" "$(cat $D/control)" 'p:grp/in kpt_add do start by $arg1
p:grp/in kpt_ret do start by $arg2
p:grp/out kpt_b since grp/in by $arg1
p:grp/out kpt_c since grp/in by $arg2'
clear_all
finish
