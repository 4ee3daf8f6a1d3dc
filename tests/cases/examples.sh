#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every example of the manual pages and READMEs does what they say; how an example is
# marked stands in tests/examples.pl, which took them out.
# on: newest, because documents say the same of each kernel
# takes: 140
# timeout: 600
# turns: yes

. ./lib.sh

work=/tmp/examples
mkdir -p $work/session

# The kernel as `not K` names it.
kernel=$(uname -r | sed 's/^\([0-9]*\.[0-9]*\)[^a-z]*-*\(rt\)*.*/\1-\2/; s/-$//')

# option NAME: does the example in $ex have it?
option() { case " $(head -n 1 $ex) " in *" $1 "*) ;; *) false ;; esac; }
text() { sed '1,/^text$/d' $ex; }

# prepare: what the example needs, and readers need not see
prepare() {
	sed -n '/^text$/q; s/^before //p' $ex >$work/before
	. $work/before
} >/dev/null 2>&1

# Lines for control: taken, planted, and gone again

take_lines() {
	text >$work/lines
	while IFS= read -r line; do
		case $line in
		'' | '#'*) continue ;;
		esac
		[ "$(put $D/control "$line")" = OK ] && continue
		echo "refused: $line"
		last_error
	done <$work/lines
	option parked || grep -E ' (parked|refused|gone|partial|disarmed) ' $D/profile
	clear_all
	cat $D/control
}

# A session: commands behind "# " or "$ ", and what each prints. A line that begins with
# "# count" or the like is the head of a table.

split_session() {
	rm -f $work/session/*
	text | awk -v dir=$work/session '
		more { print >cmd; more = /\\$/; next }
		/^[#$] / && !/^# (count|hist\(|sum\(|stats\(|[a-z_]+\/[a-z_]+: )/ {
			cmd = dir "/" ++n ".cmd"
			want = dir "/" n ".want"
			printf "" >want
			more = /\\$/
			print substr($0, 3) >cmd
			next
		}
		{ print >want }'
}

# until_reading: the one kpread waits, so its probes are planted
until_reading() {
	until pidof kpread >/dev/null; do usleep 20000; done
	reads $(pidof kpread)
}

# ended_with_us: the reader ends when the program has ended that takes this shell's place
ended_with_us() {
	local us
	read us _ </proc/self/stat
	(
		while [ -e /proc/$us/exe ]; do usleep 20000; done	# a dead task has none
		kill $(pidof kpread)
	) &
}

# patient: an example's "(sleep 0.5; exec PROGRAM) &" lets a reader start, and its "-t 1" ends
# the reader when all is over. A person sees half a second; a slow machine may need more, and
# a fast one less. A person repeats an rmmod, too, that came while the kernel itself held the
# module.
patient() {
	sed '/(sleep 0\.5; /,/[^\\]$/ s/ -t 1 / -t 60 /
		s/(sleep 0\.5; /(until_reading; ended_with_us; /
		s/^rmmod kprobectl$/rm_module kprobectl/' $1
}

# In a shell of its own, so that cd and variables last as long as the session.
run_session() {
	(
		cd $1
		n=1
		while [ -e $work/session/$n.cmd ]; do
			patient $work/session/$n.cmd >$work/patient
			. $work/patient >$work/session/$n.out 2>&1
			n=$((n + 1))
		done
		wait
	)
}

# differs WANT OUT: what was wanted and is not there, or came and was not wanted
differs() {
	awk -v numbers="$(option numbers && echo 1)" -v some="$(option some && echo 1)" '
		function norm(s) {
			sub(/^\[ *[0-9]+\.[0-9]+\]/, "[TIME]", s)
			if (!numbers)
				return s
			sub(/\|[@ ]*\|/, "|BAR|", s)
			sub(/\] [.dDb][.nlbpNLB][.hHsZz][.1-9a-f] +/, "] FLAGS ", s)
			sub(/"flags":\[[^]]*\]/, "FLAGS", s)
			sub(/\| [+!#*@$] /, "|   ", s)	# above 10 us, 100 us, ...
			gsub(/0x[0-9a-f]+/, "N", s)
			gsub(/[0-9]+(\.[0-9]+)?[numKMGTPE]?s?/, "N", s)
			gsub(/[ \t]+/, " ", s)
			sub(/^ /, "", s)
			return s
		}
		function same(w, g) {
			if (w ~ / \.\.\.$/)
				return index(g, substr(w, 1, length(w) - 4)) == 1
			return w == g
		}
		FILENAME == ARGV[1] { want[++nw] = norm($0); shown[nw] = $0; next }
		/: write error: / { next }
		{ got[++ng] = norm($0) }
		END {
			for (g = w = 1; w <= nw; w++) {
				if (want[w] == "...") {
					skip = 1
					continue
				}
				if (some)
					g = 1
				while (g <= ng && !same(want[w], got[g]) && (skip || some))
					g++
				if (g > ng || !same(want[w], got[g])) {
					print "not there: " shown[w]
					exit
				}
				g++
				skip = 0
			}
			if (g <= ng && !skip && !some)
				print "not shown: " got[g]
		}' $1 $2
}

session_differs() {
	local n=1 cmd wrong
	while [ -e $work/session/$n.cmd ]; do
		cmd=$work/session/$n
		wrong=$(differs $cmd.want $cmd.out)
		[ -z "$wrong" ] || printf '%s\n' "$(cat $cmd.cmd)" "$wrong" 'printed:' "$(cat $cmd.out)"
		n=$((n + 1))
	done
}

hold_session() {
	split_session
	if option fresh; then
		rm_module kprobectl
		run_session /
	else
		run_session $D
	fi
	session_differs
	[ ! -d /sys/module/kprobectl ] || rm_module kprobectl
	insmod /kprobectl.ko governor=0
}

# hold FILE: nothing is printed when the example is as the document says
hold() {
	ex=$1
	prepare
	if option lines; then take_lines; else hold_session; fi
}

# A rotten example, of which there are some here, is found.

example() {
	printf '%s \ntext\n' "$1" >$work/bad
	cat >>$work/bad
}

rots() { ok "$1: found" [ "$(hold $work/bad)" ]; }
holds() { is "$1: holds" "$(hold $work/bad)" ''; }

rotten() {
	example lines <<'END'
p:x vfs_read
p:y no_such_function
END
	rots "a line that is refused"
	example lines <<'END'
p:x nomodule:vfs_read
END
	rots "a line that is parked"
	example session <<'END'
# echo 'p:x vfs_read a=%no' > control; tail -n 2 error_log
  Command: p:x vfs_read a=%no
                         ^
END
	rots "a caret under another character"
	example session <<'END'
# echo 1 2
1 3
END
	rots "another number"
	example 'session numbers' <<'END'
# echo 1 2
17 3
END
	holds "another number, where any will do"
	example 'session numbers' <<'END'
# echo 1 two
1 three
END
	rots "another word, where any number will do"
	example session <<'END'
# echo one; echo two
one
END
	rots "a line more"
	example session <<'END'
# echo one
one
two
END
	rots "a line less"
}

set -- /examples/*
n=$#
for f; do
	ex=$f
	! option not-$kernel || n=$((n - 1))
done
plan $((n + 10))
setup
patience
ok "there are examples" [ $n -gt 40 ]
is "each bears a mark, or the reason why it does not run" "$(cat /examples/.bad)" ''
rotten
for f; do
	ex=$f
	! option not-$kernel || continue
	is "${f##*/}: $(text | head -n 1)" "$(hold $f)" ''
done
umount /sys/kernel/config 2>/dev/null
[ ! -e /drivers/configfs.ko ] || rmmod configfs 2>/dev/null
finish
