# SPDX-License-Identifier: GPL-2.0
# used.sh NAMES: KiB of what /proc/meminfo calls so, names joined by |, once what is
# kept for later has been given back. MemFree: with what each CPU has in stock, which is
# as free.

for c in /sys/kernel/slab/*/shrink; do
	echo 1 >$c
done 2>/dev/null
echo 3 >/proc/sys/vm/drop_caches
echo 1 >/proc/sys/vm/compact_memory
echo 1 >/proc/sys/vm/stat_refresh
awk -v what="^($1):$" '$1 ~ what { n += $2 }
	"MemFree:" ~ what && FILENAME ~ /zoneinfo/ && $1 == "count:" { n += 4 * $2 }
	END { print n }' /proc/meminfo /proc/zoneinfo
