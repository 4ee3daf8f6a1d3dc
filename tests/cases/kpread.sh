#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# kpread's options, exit statuses and manners.
# smoke: yes
# on: newest, because kpread is one program everywhere
# not: rt, because PREEMPT_RT changes nothing in what kpread reads
# takes: 20
# turns: yes

. ./lib.sh
plan 67

# status COMMAND...: its exit status; what it says is in $out and $err
status() {
	timeout 60 "$@" >$out 2>$err
	echo $?
}
one_sentence() { [ "$(wc -l <$err)" = 1 ] && [ ! -s $out ]; }

is "no module: refused" "$(status kpread -n 1)" 2
ok "in one sentence" one_sentence
setup
is "an option that is none: usage" "$(status kpread --nonsense)" 1
is "no permission: refused" "$(status caps none kpread -n 1)" 2
ok "in one sentence" one_sentence

spec 'p:seq kpt_seq' 'p:one kpt_add a=$arg1:u64' 'p:two kpt_add' 'p:g/three kpt_ret' 'r:four kpt_ret'
run call add 1 2 x10
is "-n 7" "$(status kpread -n 7)" 0
is "seven lines" $(wc -l <$out) 7
is "the rest is there for the next" "$(status kpread -n 13) $(wc -l <$out)" "0 13"

run call add 1 2 x10
run call ret 5 x10
collect -e one
is "-e NAME" "$(lines one) $(wc -l <$out)" "10 10"
run call add 1 2 x10
run call ret 5 x10
collect -e 't*'
is "-e GLOB" "$(lines two) $(lines one)" "10 0"

run call add 1 2 x10
sh -c "echo 'call add 77 1 x5' >$KPT/run; exit 0" &
child=$!
wait $child
collect -e one -p $child
is "-p PID" "$(args one | sort | uniq -c | tr -s ' ' | tr '\n' ';')" " 5 a=77;"

# Formats: tests/unit/json_test.c has each value
is "-f help" "$(status kpread -f help) $(sed 's/ .*//' $out | tr '\n' ' ')" "0 text json csv folded chrome tree perfetto pprof ctf trace.dat "
is "a format that is none: usage" "$(status kpread -f xml)" 1
ok "in one sentence" one_sentence
run call add 7 2 x3
run call ret 5
is "-f json" "$(status kpread -f json -n 8) $(sed 's/^{"type":"\([a-z]*\)".*}$/\1/' $out | uniq -c | tr -s ' ' | tr '\n' ';')" \
	"0  1 begin; 8 event; 1 end;"
is "its arguments" "$(grep '"kprobes/one"' $out | sed 's/.*"args"/"args"/' | sort | uniq -c | tr -s ' ')" \
	' 3 "args":{"a":7}}'
ok "its place" grep -q '"kprobes/two","ip":"kpt_add+0x[04]/0x[0-9a-f]* \[kpt\]","args":{}}$' $out
ok "of a return" grep -q '"kprobes/four","func":"kpt_ret","retip":"[^"]*","lat":[0-9]*,"args":{}}$' $out
like "how it ended" "$(tail -n 1 $out)" '{"type":"end","time":*,"complete":true,"events":8,"lost":0,*'

run call add 7 2 x3
is "-o FILE" "$(status kpread -o /tmp/events.txt -e one -n 3) $(wc -l <$out) $(grep -c ': one: ' /tmp/events.txt) $(stat -c %a /tmp/events.txt)" \
	"0 0 3 600"
run call add 7 2 x2
is "-F LAYOUT" "$(status kpread -e one -n 2 -F '{event:-5}|{a:3} {lat}') $(sed 's/ *$//' $out | tr '\n' ';')" \
	"0 EVENT|  A LAT;one  |  7 -;one  |  7 -;"
is "... with a name that is none: usage" "$(status kpread -e one -F '{b}')" 1
ok "in one sentence" one_sentence
run call add 7 2
is "--time" "$(status kpread -e one -n 1 --time=iso) $(grep -c ' 20[0-9-]*T[0-9:.]*Z: one: ' $out)" "0 1"
collect

# Other formats: tests/unit/formats_test.c has what they say
run call add 7 2 x3
run call ret 5
is "-f csv without -o" "$(status kpread -f csv -n 1)" 1
ok "... is refused in one sentence" one_sentence
rm -rf /tmp/csv
is "-f csv" "$(status kpread -f csv -o /tmp/csv -n 8) $(wc -l <$out) $(wc -l </tmp/csv/kprobes.one.csv) $(wc -l </tmp/csv/g.three.csv) $(sed -n 2p /tmp/csv/summary.csv | cut -d , -f 2-4)" \
	"0 0 4 2 1,8,0"
is "... its columns" "$(head -n 1 /tmp/csv/kprobes.four.csv)" "time,cpu,tid,comm,flags,func,retip,lat,about"
run call add 7 2 x3
is "-f folded" "$(status kpread -f folded -e one -n 3) $(sed 's/^[^;]*;//' $out)" "0 kpt_add 3"
run call ret 5 x2
is "-f chrome" "$(status kpread -f chrome -e four -n 2) $(grep -c '^{"ph":"X","name":"kpt_ret",.*"dur":[0-9]*\.[0-9][0-9][0-9],' $out) $(head -n 1 $out)$(tail -n 1 $out)" "0 2 []"
run call ret 5 x2
run call ret 5 x2
is "-f trace.dat" "$(status kpread -f trace.dat -o /tmp/trace -e four -n 2) $(head -c 11 /tmp/trace | tail -c 8) $(grep -ac 'name: four' /tmp/trace) $(grep -ao 'kpt_ret) lat=' /tmp/trace | wc -l) $(($(wc -c </tmp/trace) % 65536))" "0 tracing6 1 2 0"
is "-f perfetto" "$(status kpread -f perfetto -o /tmp/trace -e four -n 2) $(grep -ac kpt_ret /tmp/trace | sed 's/[1-9][0-9]*/some/')" "0 some"
collect

reads_live
run call add 1 2 x3
reading
kill -INT $kpread_pid
wait $kpread_pid
is "SIGINT: status" $? 0
kpread_pid=
is "drained" "$(lines one)" 3
like "summary" "$(tail -n 1 $err)" "*6 events, 0 lost, 0 missed: complete*"
is "the summary is not in the output" "$(grep -c complete $out)" 0

run call add 1 2 x1000
is "a pipe that closes is no matter" "$(timeout 60 kpread -n 2000 2>$err | head -n 3 | wc -l)" 3
is "nor worth a word" "$(grep -ci pipe $err)" 0
collect

# The kernel names what it prints: its list of a hundred thousand is not read for it
run call add 1 2
run call ret 5
mount --bind /dev/null /proc/kallsyms
collect
umount /proc/kallsyms
at=$(awk '$3 == "kpt_add" { print "0x" $1 }' /proc/kallsyms)
is "symbols without /proc/kallsyms" "$(sed -n 's/.*: one: (\(.*\)) .*/\1/p' $out | sed 's/+0x4/+0x0/')" \
	"$(dev symbol $at | sed 's/^symbol //')"
like "a name, an offset, a size and a module" "$(sed -n 's/.*: one: (\(.*\)) .*/\1/p' $out)" \
	'kpt_add+0x[04]/0x* \[*\]'
like "and where it returns to, from whom" "$(grep ': four: ' $out)" '*: four: (*+0x*/0x* \[*\] <- kpt_ret)*'

# Lost on the way: said in the stream, at the end and in the status
echo 4 >$D/buffer_size_kb
run call add 1 2 x10
collect
reading
kill -STOP $kpread_pid
run flood 500
kill -CONT $kpread_pid
n=0
while ! grep -q seq $out && [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.05; done
run flood 1
collect
is "lost while it was stopped: status" $rc 3
lost=$(prof kprobes/seq lost)
like "how many" "$(tail -n 1 $err)" "* $lost lost, 0 missed: incomplete*"
ok "a line where it happened" grep -qi lost $out
reading -f json
kill -STOP $kpread_pid
run flood 500
kill -CONT $kpread_pid
await '"kprobes/seq"' $out
run flood 1
collect
ok "... of JSON too" grep -q '^{"type":"lost",.*"count":[1-9][0-9]*}$' $out
like "... and the end says so" "$(tail -n 1 $out)" '{"type":"end",*"complete":false,*'
run call add 1 2
collect --stats
cat $out $err | sed 's/^/# /'
ok "--stats: has the events' counts" grep -q 'one' $out $err
clear_all

# Probes of its own, beside a reader of the main session
spec 'p:main kpt_ret'
reading
rm -f /tmp/stop
(while [ ! -e /tmp/stop ]; do run call add 5 6; sleep 0.02; done) &
caller=$!
out=/tmp/own.out err=/tmp/own.err
is "-x LINE" "$(status kpread -x 'p:own/add kpt_add a=$arg1:u64' -n 3)" 0
is "its events" "$(args add)" "a=5
a=5
a=5"
like "... all of them" "$(cat $err)" "3 events, 0 lost, 0 missed: complete*"
# a call may come when the first of them is planted and the last is not yet
is "two, and several in one" "$(status kpread -x 'p:own/one kpt_add
p:own/two kpt_add' -x 'p:own/three kpt_add' -n 90) $(($(lines one) + $(lines two) + $(lines three)))" "0 90"
of_each() {
	[ $(lines one) -gt 0 -a $(lines two) -gt 0 -a $(lines three) -gt 0 ] && return
	kpread -x 'p:own/one kpt_add' -x 'p:own/two kpt_add' -x 'p:own/three kpt_add' -n 900 >$out
	false
}
ok "... of each" until_ok of_each
is "a sum is printed at the end" "$(status kpread -t 1 -x 'p:own/sum kpt_add do count by $arg1:u64')" 0
like "... after no event" "$(head -n 1 $out)" '# *count by $arg1:u64*'
summed() {
	[ "$(sed -n 's/^total: \([0-9]*\) hits.*/\1/p' $out)" -gt 0 ] && return
	kpread -t 1 -x 'p:own/sum kpt_add do count by $arg1:u64' >$out
	false
}
ok "... all that came" until_ok summed
is "... and beside JSON on standard error" "$(status kpread -f json -t 1 -x 'p:own/sum kpt_add do count by $arg1:u64') $(grep -vc '^{.*}$' $out)" "0 0"
ok "... the same" grep -q '^total: [0-9]* hits' $err
is "in intervals" "$(status kpread hist -i 1 -n 2 -x 'r:own/h kpt_add do hist($lat)')" 0
is "... each of them" "$(grep -c '^---' $out) $(grep -c '^total\|^in ' $out)" "2 2"
is "of calls" "$(status kpread stat -i 1 -n 1 -x 'r:own/s kpt_add') $(grep -c '^own/s ' $out)" "0 1"
is "one that is wrong: refused" "$(status kpread -x 'p:own/x kpt_add' -x 'p:own/y kpt_add nosuch')" 2
like "... with a caret below it" "$(cat $err)" "*error: module kpt has no types here*Command: p:own/y kpt_add nosuch*^*"
kpread -x 'p:own/add kpt_add' >$out 2>$err &
own=$!
while ! grep -q 'add: ' $out && kill -0 $own; do sleep 0.02; done
is "meanwhile it stands, and is not in the main list" \
	"$(grep -c kpt_add /sys/kernel/debug/kprobes/list) $(cat $D/control)" "1 p:kprobes/main kpt_ret"
kill -KILL $own
wait $own 2>/dev/null
n=0
while grep -q kpt_add /sys/kernel/debug/kprobes/list && [ $n -lt 2400 ]; do n=$((n + 1)); sleep 0.05; done
is "killed: it stands no more" "$(grep -c kpt_add /sys/kernel/debug/kprobes/list)" 0
touch /tmp/stop
wait $caller
out=/tmp/kpread.out err=/tmp/kpread.err
run call ret 7
collect
is "and the main session's reader had the main session's" "$(lines main) $(grep -c ': add: ' $out)" "1 0"
clear_all

# A name told to one reader is told to the next, who can ask nobody: the task is gone
cat >/tmp/told-twice <<END
#!/bin/sh
echo call nap 1 >$KPT/run
: >/tmp/told
while [ ! -e /tmp/again ]; do sleep 0.05; done
echo call nap 1 >$KPT/run
END
chmod +x /tmp/told-twice
rm -f /tmp/told /tmp/again
spec 'p:who kpt_nap'
reading
taskset 1 /tmp/told-twice &
teller=$!
while [ ! -e /tmp/told ] && kill -0 $teller; do sleep 0.02; done
collect
is "a task is called by its name" "$(grep -c "told-twice-$teller .*: who: " $out)" 1
: >/tmp/again
wait $teller
collect
is "... by the next reader too, though it has gone" \
	"$(grep -c "told-twice-$teller .*: who: " $out)" 1
finish
