# SPDX-License-Identifier: GPL-2.0
# In the virtual machine of make bench: the parts that kpctl.parts= names.

. /tests/bench/lib.sh
mount_peers
# The kernel tests its own ciphers for some seconds after it has booted, and shares the CPU.
while pidof cryptomgr_test >/dev/null; do sleep 0.1; done
for part in $(sed -n 's/.*kpctl.parts=\([a-z,]*\).*/\1/p' /proc/cmdline | tr , ' '); do
	echo "== $part"
	sh /tests/bench/$part.sh
done
