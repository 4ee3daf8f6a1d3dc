# SPDX-License-Identifier: GPL-2.0
# What the scripts of this directory share: where things are, how they speak.
# shellcheck shell=bash disable=SC2034
# Sourced by bash; sets TOP, CACHE, BUILD.

set -eu -o pipefail

VM=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=$(cd "$VM/../.." && pwd)
CACHE=${KPCTL_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/kprobectl}
BUILD=$CACHE/build/$(printf %s "$TOP" | md5sum | cut -c1-12)
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

# The kernels that the tests know. To add one is to add a line.
#
#   NAME     what K= takes, and what a case's head may exclude (run)
#   KIND     what it is built for; a head may exclude that, too:
#              stock, rt     Debian's own; `make test` runs on those that have a role
#              more          Debian's own; only where K names it
#              debug, kcsan  they watch themselves, and are built here with KIND.config;
#                            `make test-debug` runs on all of them
#   VERSION  of Linux
#   SUITE    of Debian, with its backports and updates, where the package is
#   PACKAGE  of stock, rt and more what follows linux-image- and linux-headers- in the names of
#            metapackages, or a pattern for that part of the packages' own names, of which
#            the newest is taken; of the others the sources
#   ROLE     what it stands for in `make test`, where a case's head asks for roles (on);
#            a case that does not ask runs on those that USUAL_ROLES names
kernels() {
	cat <<-'END'
		6.1		stock	6.1	bookworm  amd64			oldest
		6.12		stock	6.12	bookworm  6.12-amd64		middle
		7.3		stock	7.3	trixie    7.3.*+deb13-amd64	newest
		6.1-rt		rt	6.1	bookworm  rt-amd64		rt
		7.3-rt		rt	7.3	trixie    7.3.*+deb13-rt-amd64	-
		7.2		more	7.2	trixie    7.2.*+deb13-amd64	-
		debug		debug	6.1	bookworm  linux-source-6.1	-
		debug-6.12	debug	6.12	bookworm  linux-source-6.12	-
		debug-7.3	debug	7.3	trixie    linux-source-7.3	-
		kcsan		kcsan	6.1	bookworm  linux-source-6.1	-
		kcsan-7.3	kcsan	7.3	trixie    linux-source-7.3	-
	END
}

USUAL_ROLES='oldest middle newest rt'

# kernels_of KIND...: their names
kernels_of() { kernels | awk -v kinds=" $* " 'index(kinds, " " $2 " ") { print $1 }' | xargs; }

# kernel_is NAME COLUMN: what the table says of it
kernel_is() {
	local v
	v=$(kernels | awk -v k="$1" -v n="$2" '$1 == k { print $n }')
	[ -n "$v" ] || die "no kernel is called $1; there are $(kernels | awk '{ print $1 }' | xargs)"
	echo "$v"
}

# kernel_of ROLE: the name of the kernel that has it
kernel_of() { kernels | awk -v role="$1" '$6 == role { print $1 }'; }

kernel_kind() { kernel_is "$1" 2; }
kernel_version() { kernel_is "$1" 3; }
kernel_suite() { kernel_is "$1" 4; }
kernel_package() { kernel_is "$1" 5; }
kernel_role() { kernel_is "$1" 6; }
built_here() { case $(kernel_kind "$1") in debug | kcsan) ;; *) false ;; esac; }

# What this run is for, where K does not say: DEBUG=1 is make test-debug; CHECK=1 and
# SMOKE=1, on the way to a change, build for one kernel, the one that sparse knows too.
usual_kernels() {
	if [ -n "${DEBUG:-}" ]; then
		kernels_of debug kcsan
	elif [ -n "${CHECK:-}${SMOKE:-}" ]; then
		kernel_of middle
	else
		kernels | awk '$6 != "-" { print $1 }' | xargs
	fi
}
KERNELS=${K:-$(usual_kernels)}

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

peers_dir() { echo "$CACHE/peers/$(kernel_suite "$1")"; }
tools_root() { echo "$CACHE/tools/$1"; }
is_host_suite() { [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = "$1" ]; }

# in_suite K COMMAND...: with the compiler that kernel K's headers name. That of another
# release of Debian runs in a tree of its own (fetch-tools), which sees this system's devices,
# the cache and the sources, at the same paths. Its mounts go when the command ends.
in_suite() {
	local root k=$1
	shift
	if built_here "$k" || is_host_suite "$(kernel_suite "$k")"; then
		"$@"
		return
	fi
	root=$(tools_root "$(kernel_suite "$k")")/root
	mkdir -p "$root$CACHE" "$root$TOP"
	unshare --mount ${UNPRIVILEGED+--map-root-user} sh -ec '
		root=$1 top=$2 cache=$3 here=$4
		shift 4
		mount --rbind /dev "$root/dev"
		mount --rbind /proc "$root/proc"
		mount --rbind "$top" "$root$top"
		mount --rbind "$cache" "$root$cache"
		exec chroot "$root" sh -ec "cd \"\$0\"; exec \"\$@\"" "$here" "$@"
	' sh "$root" "$TOP" "$CACHE" "$PWD" "$@"
}
[ "$(id -u)" = 0 ] || UNPRIVILEGED=

case $CACHE in
/*) ;;
*) die "the cache must be an absolute path, not $CACHE" ;;
esac
case $CACHE$TOP in
*[[:space:]:]*) die "kernel builds break on blanks and colons in paths: $TOP, $CACHE" ;;
esac
