// SPDX-License-Identifier: GPL-2.0
/*
 * A task as text, by its address: `comm/pid` (type task) or its name alone ($comm(VALUE)).
 *
 * The address is not trusted: it may lead anywhere, or to a task that has been freed. Each read
 * is one that cannot fault, of the kernel's half alone. Two words of the name are read one after
 * the other while the task may be given another name: the text can have the beginning of one and
 * the end of the other. It ends at the 16th byte in any case.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "spec/task.h"

static notrace char *put_thread_number(char *to, u32 pid)
{
	u32 unit = 1000000000;

	while (unit > 1 && unit > pid)
		unit /= 10;
	for (; unit; unit /= 10)
		*to++ = '0' + pid / unit % 10;
	return to;
}
NOKPROBE_SYMBOL(put_thread_number);

notrace noinline u32 kpctl_fetch_task(u64 task, enum kpctl_walk walk, char *text)
{
	u64 comm[KPCTL_TASK_COMM_LEN / 8], pid;
	char *end;

	if (!kpctl_mem_kernel_word(task + KPCTL_TASK_COMM, 8, &comm[0]) ||
	    !kpctl_mem_kernel_word(task + KPCTL_TASK_COMM + 8, 8, &comm[1]) ||
	    !kpctl_mem_kernel_word(task + KPCTL_TASK_PID, 4, &pid))
		return 0;
	memcpy(text, comm, sizeof(comm));
	text[KPCTL_TASK_COMM_LEN - 1] = 0;
	end = text + strlen(text);
	if (walk == KPCTL_WALK_TASK) {
		*end++ = '/';
		end = put_thread_number(end, pid);
		*end = 0;
	}
	return end - text + 1;
}
NOKPROBE_SYMBOL(kpctl_fetch_task);
