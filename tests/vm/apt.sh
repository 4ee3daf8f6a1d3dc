# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# apt with its own package lists and its own archive directory in the cache, fed
# by the system's own mirror, so that nothing of the system changes and no
# privilege is needed. Sourced after lib.sh.
#
#   private_apt SUITE get ARGS...    apt-get    SUITE: bookworm, trixie, ...
#   private_apt SUITE cache ARGS...  apt-cache
#   private_root SUITE DIR PACKAGE... a tree with these packages and all they need

# The system's Debian sources, one "URI SUITE SIGNED-BY" per line, both formats.
system_sources() {
	local f
	for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -f "$f" ] || continue
		perl -ne 'next unless /^deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(\S+)/;
			my ($o, $u, $s) = ($1 // "", $2, $3);
			print "$u $s ", $o =~ /signed-by=(\S+)/ ? $1 : "-", "\n"' "$f"
	done
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -f "$f" ] || continue
		perl -00 -ne 's/^#.*\n//mg; s/\n[ \t]+/ /g;
			my %h = map { /^([\w-]+):\s*(.*?)\s*$/ ? (lc $1, $2) : () } split /\n/;
			next if ($h{enabled} // "yes") eq "no";
			next unless ($h{types} // "") =~ /\bdeb\b/;
			my $k = $h{"signed-by"} // "-";
			$k = "-" unless $k =~ m{^/\S+$};
			for my $u (split " ", $h{uris} // "") {
				print "$u $_ $k\n" for split " ", $h{suites} // "";
			}' "$f"
	done
}

# mirror_of SUITE-OF-THE-SYSTEM: "URI SIGNED-BY", or nothing
mirror_of() {
	system_sources | awk -v s="$1" '($2 == s || $2 == s "/") && !n++ { print $1, $3 }'
}

# The archive that the system itself uses
mirror_uri() {
	local main
	main=$(mirror_of "$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")")
	echo "${main% *}"
}

write_sources() {
	local suite=$1 code main sec uri key
	code=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
	main=$(mirror_of "$code")
	[ -n "$main" ] || die "no source for Debian $code in /etc/apt: add one"
	sec=$(mirror_of "$code-security")
	# a minimal system names no security archive; it stands beside the other
	uri=${main% *}
	[ -n "$sec" ] || sec="${uri%/debian*}/debian-security ${main##* }"
	emit() {
		uri=${1% *} key=${1##* }
		[ "$key" != - ] || key=/usr/share/keyrings/debian-archive-keyring.gpg
		echo "deb [signed-by=$key] $uri $2 main"
	}
	emit "$main" "$suite"
	emit "$main" "$suite-updates"
	emit "$main" "$suite-backports"
	emit "$sec" "$suite-security"
}

private_apt() {
	local root=$CACHE/apt/$1 what=$2
	shift 2
	"apt-$what" \
		-o Dir::Etc::SourceList="$root/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$root/lists" \
		-o Dir::Cache="$root/cache" \
		-o APT::Sandbox::User=root \
		-o APT::Install-Recommends=false \
		-o Acquire::Languages=none \
		-o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
		-o Acquire::Retries=5 \
		-o Debug::NoLocking=true \
		"$@"
}

# Fetches the lists unless they are from today. Old ones are better than none.
private_update() {
	local root=$CACHE/apt/$1
	if [ -n "$(find "$root/updated" -mmin -1440 2>/dev/null)" ]; then return; fi
	mkdir -p "$root/lists/partial" "$root/cache/archives/partial"
	write_sources "$1" >"$root/sources.list"
	if quietly private_apt "$1" get -q -o APT::Update::Error-Mode=any update; then
		touch "$root/updated"
	elif [ ! -e "$root/updated" ]; then
		die "the package lists of $1 could not be fetched (see above)"
	fi
}

# private_download SUITE DIR PACKAGE...: the .deb files end up in DIR.
private_download() {
	local suite=$1 dir=$2 try
	shift 2
	mkdir -p "$dir"
	for try in 1 2 3; do
		if (cd "$dir" && quietly private_apt "$suite" get -q download "$@"); then
			return
		fi
		sleep $((try * 3))
		rm -f "$CACHE/apt/$suite/updated"
		private_update "$suite"
	done
	die "could not download: $*"
}

# private_root SUITE DIR PACKAGE...: unpacks into DIR/root what there would be to install on
# a system without any package. No script of a package is run.
private_root() {
	local suite=$1 dir=$2 deb
	shift 2
	mkdir -p "$dir/debs/partial" "$dir"/root/usr/{bin,sbin,lib,lib64}
	ln -s usr/bin usr/sbin usr/lib usr/lib64 "$dir/root/"
	: >"$dir/status"
	quietly private_apt "$suite" get -q -y --download-only -o Dir::State::status="$dir/status" \
		-o Dir::Cache::Archives="$dir/debs" install "$@" ||
		die "the packages could not be fetched (see above)"
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$dir/root" --keep-directory-symlink
	done
	rm -rf "$dir/debs" "$dir/status" "$dir/root/usr/share/doc"
}

# depends SUITE PACKAGE: the packages that it depends on
depends() { private_apt "$1" cache depends "$2" | sed -n 's/^ *Depends: //p'; }

# release_of SUITE PACKAGE: of a kernel, by what follows linux-image- in the name of a metapackage, or the newest that fits a pattern
release_of() {
	local name
	case $2 in
	*'*'*)
		for name in $(private_apt "$1" cache pkgnames linux-headers- | sed 's/^linux-headers-//'); do
			# shellcheck disable=SC2053
			[[ $name != $2 ]] || echo "$name"
		done | sort -V | tail -n 1
		;;
	*) depends "$1" "linux-image-$2" | sed -n 's/^linux-image-//p' | head -n 1 ;;
	esac
}
