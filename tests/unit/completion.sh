#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# completion TOP KPREAD: what bash and zsh complete of command lines. KTAP.

top=$1
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
ln -s "$(realpath "$2")" "$bin/kpread"
PATH=$bin:$PATH
count=0

is() {
	count=$((count + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $count - $1"
	else
		echo "not ok $count - $1"
		printf '# got:    %s\n# wanted: %s\n' "$2" "$3" | tr '\n' '\r' | sed 's/\r\([^#]\)/\n# \1/g' | tr '\r' '\n'
	fi
}

# What a kernel knows, as this test has it
cat >"$bin/world" <<'END'
_kprobectl_functions() {
	for f in vfs_read vfs_readv vfs_write ext4:ext4_iget; do
		[[ $f != "$1"* ]] || echo $f
	done
}
_kprobectl_tracepoints() { [[ sched_switch != "$1"* ]] || echo sched_switch; }
kplint() { [ "$4" = vfs_read ] && echo 'vfs_read(struct file *file, char *buf, size_t count, loff_t *pos) -> ssize_t'; }
END

# bashes WORD...: what bash makes of the last of these words
bashes() {
	bash -c '
		. "$1/userspace/completion/kprobectl.bash"
		. "$2/world"
		shift 2
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_kprobectl_$1 2>/dev/null
		printf "%s\n" "${COMPREPLY[@]}" | sort | paste -s -d "|"' - "$top" "$bin" "$@"
}
# zshes WORD...: the same of zsh
zshes() {
	zsh -f -c '
		autoload -U +X compinit bashcompinit
		compinit -D -u -d "$2/dump"
		bashcompinit
		. "$1/userspace/completion/kprobectl.bash"
		. "$2/world"
		shift 2
		emulate -L sh -o kshglob -o noshglob -o braceexpand -o nonomatch -o ksharrays
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_kprobectl_$1 2>/dev/null
		printf "%s\n" "${COMPREPLY[@]}" | sort | paste -s -d "|"' - "$top" "$bin" "$@"
}

options() { "$bin/kpread" -h | grep -oE '^  (-[A-Za-z]|--[a-z-]+)|, --[a-z]+' | sed 's/.* //' | sort -u; }

echo 1..18
is "formats are those of kpread" "$(bashes kpread -f '')" "$("$bin/kpread" -f help | sed 's/ .*//' | sort | paste -s -d '|')"
is "... that begin so" "$(bashes kpread -f c)" "chrome|csv|ctf"
is "commands" "$(bashes kpread h)" "hist|hold"
is "each option of -h is there, and no other" \
	"$( (bashes kpread -; bashes kpread hist -; bashes kpread prom -) | tr '|' '\n' | sort -u)" "$(options)"
is "clocks" "$(bashes kpread --time '')" "delta|iso|mono|wall"
is "maps or rows" "$(bashes kpread hist --)|$(bashes kpread stat --)" "--rows|"
is "columns of top" "$(bashes kpread top by p)" "p50|p99"
is "keys of open" "$(bashes kpread open by '')" "comm|event|func|tid"
is "a line: kinds" "$(bashes kpread -x "'")" "'f:|'i:|'p:|'r:|'t:"
is "... functions" "$(bashes kpread -x "'p:x vfs_r")" "'p:x vfs_read|'p:x vfs_readv"
is "... of a module" "$(bashes kpread -x "'r ext4:")" "'r ext4:ext4_iget"
is "... tracepoints" "$(bashes kpread -x "'t sched_")" "'t sched_switch"
is "... parameters" "$(bashes kpread -x "'p vfs_read fi")" "'p vfs_read file"
is "... variables" "$(bashes kpread -x "'r vfs_read \$l")" "'r vfs_read \$lat"
is "a line of hold" "$(bashes kpread hold "'r vfs_w")" "'r vfs_write"
is "kplint's options" "$(bashes kplint --b)" "--btf|--build-id"
if command -v zsh >/dev/null; then
	is "zsh: formats, of which zsh itself chooses" "$(zshes kpread -f c)" "$(bashes kpread -f "")"
	is "zsh: a line" "$(zshes kpread -x "'p:x vfs_r")" "'p:x vfs_read|'p:x vfs_readv"
else
	for i in 17 18; do echo "ok $i - zsh # SKIP zsh is not there"; done
fi
