# SPDX-License-Identifier: GPL-2.0-only
# Completion for bash of kpread, kplint and kpload; for zsh see _kprobectl.
#
# What a kernel or a program knows is asked there: events of the control file, functions of
# ftrace, tracepoints, parameters of the kernel's types. What may not be read completes nothing.

# _kprobectl_reply WORD...: those that begin with $cur
_kprobectl_reply() { COMPREPLY+=($(compgen -W "$*" -- "$cur")); }

_kprobectl_files() {
	compopt -o filenames 2>/dev/null
	COMPREPLY+=($(compgen -f -- "$cur"))
}

_kprobectl_events() {
	local e
	for e in /sys/kernel/debug/kprobectl/events/*/*/; do
		e=${e%/}
		[[ $e == */\* ]] || _kprobectl_reply "${e#/sys/kernel/debug/kprobectl/events/}"
	done
}

_kprobectl_sessions() {
	local s
	for s in /sys/kernel/config/kprobectl/*/; do
		s=${s%/}
		[[ $s == */\* ]] || _kprobectl_reply "${s##*/}"
	done
}

# Those that ftrace knows, modules' with MOD:, at most 200
_kprobectl_functions() {
	local dir
	for dir in /sys/kernel/tracing /sys/kernel/debug/tracing; do
		[[ -r $dir/available_filter_functions ]] || continue
		awk -v want="$1" '
			{ name = $1; mod = $2; gsub(/[][]/, "", mod) }
			want ~ /:/ { name = mod ":" name }
			index(name, want) == 1 { print name; if (++n == 200) exit }
		' "$dir/available_filter_functions"
		return
	done
}

_kprobectl_tracepoints() {
	local dir
	for dir in /sys/kernel/tracing /sys/kernel/debug/tracing; do
		[[ -r $dir/available_events ]] || continue
		awk -F : -v want="$1" 'index($2, want) == 1 { print $2; if (++n == 200) exit }' \
			"$dir/available_events"
		return
	done
}

# _kprobectl_params FUNCTION: the names of its parameters
_kprobectl_params() {
	local name=${1##*:}
	kplint --btf /sys/kernel/btf/vmlinux -L "${name%%[%+,]*}" 2>/dev/null |
		sed -n '1{s/^[^(]*(//;s/) ->.*//;s/,/\n/g;p;}' |
		sed -n 's/.*[ *]\([A-Za-z_][A-Za-z_0-9]*\)\(\[.*\)*$/\1/p'
}

_kprobectl_variables='$pid $tid $ppid $nspid $uid $comm $cpu $idle $cgroup $func $caller $stacktrace $ustacktrace
	$current $lat $oncpu $blocked $runq $retval'

# A probe line, which is one word of the shell, in quotes: the last word within is completed.
_kprobectl_line() {
	local whole=$cur word before kind place found
	word=${whole##* }
	before=${whole%"$word"}
	read -r kind place _ <<<"${before#[\'\"]}"
	if [[ -z $kind ]]; then
		local quote=${word%%[!\'\"]*}
		found="p: r: f: t: i:"
		word=${word#"$quote"}
		before=$quote
	elif [[ -z $place ]]; then
		case $kind in
		t*) found=$(_kprobectl_tracepoints "$word") ;;
		i*) found="99hz 997hz 1ms 10ms 100ms 1s" ;;
		*) found=$(_kprobectl_functions "$word") ;;
		esac
	else
		found="$_kprobectl_variables if do"
		[[ $kind == [it]* ]] || found+=" $(_kprobectl_params "$place")"
	fi
	compopt -o nospace 2>/dev/null
	local IFS=$' \t\n' w
	set -f		# $arg* is no file
	for w in $found; do
		[[ $w != "$word"* ]] || COMPREPLY+=("$before$w")
	done
	set +f
}

_kprobectl_kpread() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()
	case $prev in
	-x) _kprobectl_line; return ;;
	-e) _kprobectl_events; return ;;
	-f) _kprobectl_reply "$(kpread -f help 2>/dev/null | sed 's/ .*//')"; return ;;
	--time) _kprobectl_reply mono wall iso delta; return ;;
	-s) _kprobectl_sessions; _kprobectl_files; return ;;
	-[orw]) _kprobectl_files; return ;;
	--view) _kprobectl_reply "$(kpread --view help 2>/dev/null)"; return ;;
	-p) _kprobectl_reply "$(cd /proc && echo [0-9]*)"; return ;;
	-[nFtCGWil] | --from | --to) return ;;
	by) case ${COMP_WORDS[1]} in
		top) _kprobectl_reply hits emitted lost missed count sum avg p50 p99 max ;;
		open) _kprobectl_reply event comm tid func ;;
		esac
		return ;;
	esac
	[[ $COMP_CWORD != 1 ]] || _kprobectl_reply hist stat top open hold prom
	case ${COMP_WORDS[1]} in
	hist) _kprobectl_reply -x -e -i -n -s -r --rows ;;
	stat) _kprobectl_reply -x -e -i -n -s -r ;;
	top | open) _kprobectl_reply -x -e -i -n -s by ;;
	prom) _kprobectl_reply -o -x -e -i -n -l -s ;;
	hold) if [[ $cur == -* ]]; then
			_kprobectl_reply -r -x -e -n -t -p -f -o -F --time -a --stats -s --from --to
		else
			_kprobectl_line
		fi ;;
	*) if [[ " ${COMP_WORDS[*]} " == *" -r "* && $cur != -* ]]; then
			_kprobectl_files
		else
			_kprobectl_reply -x -e -n -t -p -f -o -F --time -a --stats -s -w -C -G -W -Z \
				--all-symbols --snapshot --view --last -r --from --to -V -h
		fi ;;
	esac
}

_kprobectl_kplint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()
	case $prev in
	-L) _kprobectl_reply "$(_kprobectl_functions "$cur")"; return ;;
	-t | --build-id) return ;;
	--btf | --syscalls) _kprobectl_files; return ;;
	esac
	if [[ $cur == -* ]]; then
		_kprobectl_reply --btf --resolve --build-id --syscalls -L -t
	else
		_kprobectl_files
	fi
}

_kprobectl_kpload() {
	local cur=${COMP_WORDS[COMP_CWORD]}
	COMPREPLY=()
	if [[ $cur == -* ]]; then
		_kprobectl_reply -r
	else
		_kprobectl_files
	fi
}

complete -F _kprobectl_kpread kpread
complete -F _kprobectl_kplint kplint
complete -F _kprobectl_kpload kpload
