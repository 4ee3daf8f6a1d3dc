// SPDX-License-Identifier: GPL-2.0
/*
 * tx_queue: a function for lines of kprobectl. Its value is the number of the queue by which a
 * socket's packets leave, -1 if none has been chosen.
 *
 *	insmod kprobectl.ko; insmod kps_tx_queue.ko
 *	echo 'p:x tcp_sendmsg queue=call:tx_queue($arg1):s32' >control
 *	echo 'p:y tcp_sendmsg do count by call:tx_queue($arg1):s32' >control
 *
 * The compiler knows where the field is, and the header says what its values mean: neither needs the
 * kernel's types at hand where the line is written.
 */
#include <linux/kprobes.h>
#include <linux/uaccess.h>
#include <net/sock.h>
#include "kprobectl_helper.h"

/* A read that cannot fault, whatever the address: so any context will do. */
static int notrace run_tx_queue(const struct kpctl_helper_hit *hit, u64 *result)
{
	const struct sock *sk = (const struct sock *)(unsigned long)hit->value[0];
	typeof_member(struct sock, sk_tx_queue_mapping) queue;

	if (copy_from_kernel_nofault(&queue, &sk->sk_tx_queue_mapping, sizeof(queue)))
		return -EFAULT;
	*result = queue == (typeof(queue))~0 ? -1 : queue;
	return 0;
}
NOKPROBE_SYMBOL(run_tx_queue);

static const struct kpctl_helper helper = {
	.owner = THIS_MODULE,
	.name = "tx_queue",
	.contexts = KPCTL_IN_TASK | KPCTL_IN_SOFTIRQ | KPCTL_IN_HARDIRQ | KPCTL_IN_NMI,
	.values = 1,
	.run = run_tx_queue,
};

static int __init begin(void)
{
	return kpctl_helper_register(&helper);
}

static void __exit end(void)
{
	kpctl_helper_unregister(&helper);
}

module_init(begin);
module_exit(end);
KPCTL_HELPER_IMPORT();
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sample: a socket's transmit queue for lines of kprobectl");
