# SPDX-License-Identifier: GPL-2.0
# What the scripts of this directory share: where things are, how they speak.
# shellcheck shell=bash disable=SC2034
# Sourced by bash; sets TOP, CACHE, BUILD.

set -eu -o pipefail

VM=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=$(cd "$VM/../.." && pwd)
CACHE=${KPCTL_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/kprobectl}
BUILD=$CACHE/build/$(printf %s "$TOP" | md5sum | cut -c1-12)
KERNELS=${K:-6.1 6.12 6.1-rt}
V=${V:-}

say() { printf '%s\n' "$*" >&2; }
die() { say "$(basename "$0"): $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a command; what it says is shown only when it fails, or with V=1.
quietly() {
	local log rc=0
	if [ -n "$V" ]; then "$@" >&2; return; fi
	log=$(mktemp)
	"$@" >"$log" 2>&1 || rc=$?
	[ $rc = 0 ] || cat "$log" >&2
	rm -f "$log"
	return $rc
}

# with_lock NAME COMMAND...: several runs share the cache, one at a time changes it.
with_lock() {
	local file=$CACHE/locks/$1
	shift
	mkdir -p "$CACHE/locks"
	( flock 9; "$@" 9>&- ) 9>"$file"
}

# The Debian packages that carry kernel K, by their metapackages' middle part.
kernel_flavour() {
	case $1 in
	6.1)	echo amd64 ;;
	6.1-rt)	echo rt-amd64 ;;
	6.12)	echo 6.12-amd64 ;;
	*)	die "no kernel called $1; there are 6.1 6.1-rt 6.12 debug debug-6.12 kcsan" ;;
	esac
}

# Those that are built here (build-kernel): what NAME-VERSION is, NAME is of 6.1.
built_here() { case $1 in debug | debug-6.12 | kcsan) ;; *) false ;; esac; }
kernel_kind() { echo "${1%%-*}"; }
kernel_version() { case $1 in *-*) echo "${1#*-}" ;; *) echo 6.1 ;; esac; }
kernel_source() { echo "$CACHE/kernels/source-$(kernel_version "$1")"; }
kernel_configs() {
	local kind version more
	kind=$(kernel_kind "$1") version=$(kernel_version "$1")
	more=$VM/$kind-$version.config	# what that kind needs in that version alone
	echo "$VM/base.config" "$VM/linux-$version.config" "$VM/$kind.config"
	[ ! -e "$more" ] || echo "$more"
}

# shellcheck disable=SC2046
config_sum() { cat "$(kernel_source "$1")/version" $(kernel_configs "$1") | md5sum | cut -c1-12; }

kernel_dir() {
	if built_here "$1"; then
		echo "$CACHE/kernels/$1-$(config_sum "$1")"
	else
		echo "$CACHE/kernels/$1"
	fi
}

kernel_release() { cat "$(kernel_dir "$1")/release"; }
kernel_headers() { echo "$(kernel_dir "$1")/usr/src/linux-headers-$(kernel_release "$1")"; }

case $CACHE in
/*) ;;
*) die "the cache must be an absolute path, not $CACHE" ;;
esac
case $CACHE$TOP in
*[[:space:]:]*) die "kernel builds break on blanks and colons in paths: $TOP, $CACHE" ;;
esac
