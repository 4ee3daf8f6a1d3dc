# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For demo and vm-shell: everything that is needed, built, for one kernel.
# Sourced after lib.sh; sets k, work (a directory that goes away) and initrd.

k=${K:-$(kernels_of stock)}
k=${k%% *}
"$VM/deps"
"$VM/fetch-qemu"
"$VM/fetch-kernel" "$k"
quietly "$VM/build" user
quietly "$VM/build" "$k"
work=$(mktemp -d "$BUILD/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
initrd=$work/initrd
"$VM/image" "$k" "$initrd"
