// SPDX-License-Identifier: GPL-2.0
/* What the module asks the kernel for, where a program asks files. */
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "line/line_int.h"
#include "line/put.h"
#include "line/sys.h"

/* The name is copied as it is at the moment, as hits do: it may change meanwhile. */
void kpr_comm_ask(const struct kpr_comm *c, uint32_t tid, char name[17])
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_pid_ns(tid, &init_pid_ns), PIDTYPE_PID);
	if (task) {
		memcpy(name, task->comm, 15);
		name[15] = '\0';
	}
	rcu_read_unlock();
}

int kpr_syms_begin(struct kpr_syms *s)
{
	s->age = 1;
	return 0;
}

void kpr_syms_exit(struct kpr_syms *s)
{
}

/* Modules come and go from one pass to the next. */
void kpr_syms_tick(struct kpr_syms *s, uint64_t now)
{
	s->age++;
}

/*
 * Of a module's data Linux 6.1 says a size of 64 bits of nonsense. kpread asks /proc/kallsyms then;
 * here the address has to do.
 */
static bool has_symbol(const char *text)
{
	const char *size = strstr(text, "/0x");

	return !isdigit(text[0]) && size && strspn(size + 3, "0123456789abcdef") < 16;
}

const char *kpr_syms_get(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len)
{
	BUILD_BUG_ON(KPR_SYM_TEXT_MAX < KSYM_SYMBOL_LEN);
	*len = sprint_symbol(s->text, addr);
	/* without a symbol there are digits, which no name begins with */
	if (!has_symbol(s->text))
		*len = kpr_put_hex(s->text, addr) - s->text;
	else if (!offset)
		*len = strcspn(s->text, "+");
	return s->text;
}

const char *kpr_syms_frame(struct kpr_syms *s, const struct kpr_value *stack, unsigned int n,
			   bool offset, unsigned int *len)
{
	uint64_t addr = kpr_frame(stack, n);

	if (!stack->pid)
		return kpr_syms_get(s, addr, offset, len);
	*len = kpr_put_hex(s->text, addr) - s->text;
	return s->text;
}

/* Only times of day are asked for, and `trace` has none. */
char *kpr_put_real_time(char *p, struct kpr_times *t, uint64_t ns)
{
	return p;
}
