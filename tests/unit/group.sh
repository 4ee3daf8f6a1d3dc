#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# group.sh TOP: what tests/vm/group makes of machines that end in the middle: which cases run
# again, which count as failed, and when it gives up. The emulator is a script that does with
# each case what $FATES says: words BOOT:CASE=FATE. A word without a case is the boot's own
# fate. KTAP.

export KPCTL_CACHE FATES TOP=$1 V=
KPCTL_CACHE=$(mktemp -d) || exit 1
trap 'rm -rf "$KPCTL_CACHE"' EXIT
n=0

mkdir "$KPCTL_CACHE/qemu"
echo multi >"$KPCTL_CACHE/qemu/thread"
echo 1000000 >"$KPCTL_CACHE/qemu/khz"
cat >"$KPCTL_CACHE/qemu/run" <<'END'
#!/bin/bash
for a; do case $a in file:*/console.log) dir=${a#file:}; dir=${dir%/*} ;; esac; done
boot=${dir##*/boot}
list=$dir/../list
[ "$boot" = 1 ] || list=$dir/../boot$((boot - 1))/again

verdict() { printf '%s\n' "$@" >>"$dir/verdict"; }
console() { printf '%s\n' "$@" >>"$dir/console.log"; }
fate() {
	case " $FATES " in
	*" $1=emulator "*) console 'Oops: int3: 0000 [#1] SMP' 'Code: 90 0f <1f> 44 00' ;;
	*" $1=kernel "*) console 'BUG: unable to handle page fault for address: 10' ;;
	*" $1=ends "*) ;;
	*) return ;;
	esac
	exit 0
}

fate "$boot:"
while read -r name _; do
	console "kpctl: case $name begins"
	verdict "# case $name"
	fate "$boot:$name"
	verdict 1..1 "ok 1 - $name" '# exit 0 1 2' "# end $name"
done <"$list"
verdict '# done'
sleep 10
END
chmod +x "$KPCTL_CACHE/qemu/run"

is() {
	n=$((n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		printf '%s\n' "got: $2" "wanted: $3" | sed 's/^/# /'
	fi
}

# group_of TEXT FATES BOOTS RESULT...: cases a, b and c, the machine's boots, and the results that
# are not of a case's own test. Of a case that ran to its end there are two.
group_of() {
	local dir=$KPCTL_CACHE/results text=$1 boots=$3
	FATES=$2
	shift 3
	rm -rf "$dir"
	mkdir -p "$dir/m"
	: >"$dir/image-7.3" >"$dir/results"
	printf '%s 10\n' a b c >"$dir/m/list"
	"$TOP/tests/vm/group" "$dir" "$dir/m" 7.3 1 64 no '' >"$dir/said" 2>&1
	is "$text" "$(find "$dir/m" -name 'boot*' | wc -l) boots
$(cut -f1,3,4 "$dir/results" | sed 's/ (console.*//'
	sed 's/ (after.*console[^)]*)//' "$dir/lost" 2>/dev/null)" "$boots boots
$(printf '%s\n' "$@")"
}

# fine CASE...: the results of cases that ran to their ends
fine() {
	local c
	for c; do printf 'ok\t%s\t%s\nok\t%s\t%s: leaves nothing behind\n' "$c" "$c" "$c" "$c"; done
}

lost=$(printf 'VM lost: 7.3 %s was never run\n' a b c)

group_of 'all is well' '' 1 "$(fine a b c)"
group_of 'the emulator breaks' 1:b=emulator 2 "$(fine a b c)"
group_of 'the emulator breaks in the same case again, the first of its machine' \
	'1:b=emulator 2:b=emulator' 3 "$(fine a b c)"
group_of 'the same from the start' '1:a=emulator 2:a=emulator 3:a=emulator' 4 "$(fine a b c)"
group_of 'a fourth time is the case'\''s own' \
	'1:b=emulator 2:b=emulator 3:b=emulator 4:b=emulator' 5 \
	"$(fine a)" 'not ok	b	b: the kernel died: Oops: int3: 0000 [#1] SMP' "$(fine c)"
group_of 'the kernel dies in a case' 1:b=kernel 2 "$(fine a)" \
	'not ok	b	b: the kernel died: BUG: unable to handle page fault for address: 10' \
	"$(fine c)"
group_of 'machines die before their first case, the first and a later one' \
	'1:=kernel 2:b=emulator 3:=kernel' 4 "$(fine a b c)"
group_of 'the machine ends, and the kernel says nothing' 1:b=ends 2 "$(fine a)" "$(fine c)" \
	'VM lost: 7.3, in b, the emulator ended with status 0'
group_of 'a kernel that never comes to a case is given up' \
	'1:=kernel 2:=kernel 3:=kernel 4:=kernel' 4 \
	'not ok	boot	boot: the kernel died: BUG: unable to handle page fault for address: 10' "$lost"
echo "1..$n"
