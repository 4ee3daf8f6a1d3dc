// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include <linux/string.h>

#include "ring/comm.h"

/*
 * A name that is being changed may have the end of the old name behind its NUL. The
 * record is padded with zeros behind the NUL; the cache keeps the bytes as they were read,
 * so the next event that finds the new name complete tells the name again.
 */
notrace noinline void kpctl_comm_write(u8 *rec, u64 time, u32 tid, const u64 comm[2])
{
	struct kpctl_rec_comm *out = (void *)rec;
	bool end = false;
	int i;

	out->hdr.time = time;
	out->hdr.id = KPCTL_REC_COMM;
	out->hdr.size_ctx = sizeof(*out);
	out->hdr.ctx_tid = tid;
	for (i = 0; i < sizeof(out->comm); i++) {
		char c = ((const char *)comm)[i];

		end = end || !c || i == sizeof(out->comm) - 1;
		out->comm[i] = end ? 0 : c;
	}
}
NOKPROBE_SYMBOL(kpctl_comm_write);
