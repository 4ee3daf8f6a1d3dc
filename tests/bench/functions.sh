# SPDX-License-Identifier: GPL-2.0
# Functions for whom many of them are planted: of the kernel itself, families that
# are seldom called.

QUIET="acpi amd ata blk clk cpufreq crypto dev device dma drm efi fb gpio hid i2c inet inet6 intel
	iommu ip6 ipv6 napi net netlink nf nvmem of pci pcie pinctrl pm pnp power regulator rtc
	scsi serial snd tcp thermal tty udp usb vga virtio xfrm"

# pick_functions N: the family, or the two, that make up nearly so many. Sets $patterns
# to what finds them, and puts the names of those in /tmp/functions that a kprobe can
# tell by their names and may stand in.
pick_functions() {
	patterns=$(awk -v quiet="$QUIET" -v want=$1 '
		BEGIN {
			n = split(quiet, q, " ")
			for (i = 1; i <= n; i++)
				is[q[i]] = 1
		}
		{ w = $1; sub(/_.*/, "", w); if (is[w] && index($1, "_")) size[w "_"]++ }
		function look(s, n) {
			n = n > want ? n - want : want - n
			if (best == "" || n < off) {
				best = s
				off = n
			}
		}
		END {
			for (a in size) {
				look(a "*", size[a])
				for (b in size)
					if (a < b)
						look(a "*," b "*", size[a] + size[b])
			}
			print best
		}' $T/available_filter_functions)
	[ $1 -gt 1 ] || patterns=$FFN
	awk -v patterns="$patterns" '
		BEGIN { n = split(patterns, p, "[*],?") - (patterns ~ /[*]/) }
		FILENAME ~ "blacklist" { bad[$2] = 1; next }
		FILENAME ~ "kallsyms" { known[$3]++; next }
		known[$1] == 1 && !bad[$1] && $1 !~ /[.]/ {
			for (i = 1; i <= n; i++)
				if (index($1, p[i]) == 1) {
					print $1
					break
				}
		}' /sys/kernel/debug/kprobes/blacklist /proc/kallsyms \
		$T/available_filter_functions >/tmp/functions
	[ $1 -gt 1 ] || echo $FFN >/tmp/functions
}

# planted_in GROUP: on how many functions its events stand, by profile
planted_in() {
	awk -v g="$1/" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "functions") c = i }
		index($1, g) == 1 { n += $c }
		END { print n + 0 }' $D/profile
}
