// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints that are gone. An emulator that runs CPUs in threads of their own drops what it has
 * translated of a page, and then writes to the page. Another CPU that translates between the two
 * keeps what was there before: that CPU runs into a breakpoint that the kernel took away, at each
 * call from then on. Linux 7.3 dies of such a trap, as no processor makes one.
 *
 * Here are the breakpoints that hundreds of tests put into kpt. Where the byte at the place is no
 * breakpoint, it is written once more, as it is: so the emulator drops what it has kept. Then the
 * instruction is tried again. A breakpoint that is there is nothing of ours, nor is one outside
 * of kpt, nor a machine that is no emulator.
 */
#include <linux/atomic.h>
#include <linux/kdebug.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/version.h>
#include <linux/vmalloc.h>
#include <asm/cpufeature.h>
#include <asm/text-patching.h>

#include "kpt.h"

#define EMULATOR	0x40000000	/* the leaf of CPUID with its name */

static unsigned long from;	/* kpt's text */
static u8 *alias;		/* the same pages, where they may be written */
static unsigned int size;
static atomic_t tried;		/* traps after which the instruction was tried again */

static notrace int on_trap(struct notifier_block *nb, unsigned long what, void *data)
{
	struct die_args *args = data;
	unsigned long at = args->regs->ip - 1;
	u8 *byte = alias + (at - from);

	if (what != DIE_INT3 || at - from >= size || *byte == INT3_INSN_OPCODE)
		return NOTIFY_DONE;
	/* one instruction, as another CPU may write a breakpoint here now */
	asm volatile("lock orb $0, %0" : "+m"(*byte));
	atomic_inc(&tried);
	args->regs->ip = at;
	return NOTIFY_STOP;
}
NOKPROBE_SYMBOL(on_trap);

static struct notifier_block on_traps = { .notifier_call = on_trap };

static __always_inline bool is_emulated(void)
{
	u32 leaf = EMULATOR, name[3];

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return false;
	asm volatile("cpuid" : "+a"(leaf), "=b"(name[0]), "=c"(name[1]), "=d"(name[2]) : "c"(0));
	return !memcmp(name, "TCGTCGTCGTCG", sizeof(name));
}

static __always_inline void text_of_kpt(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
	from = (unsigned long)THIS_MODULE->mem[MOD_TEXT].base;
	size = THIS_MODULE->mem[MOD_TEXT].size;
#else
	from = (unsigned long)THIS_MODULE->core_layout.base;
	size = THIS_MODULE->core_layout.text_size;
#endif
}

/* No tracing here: a case counts the functions of kpt that run when kpt is loaded. */
notrace int kpt_stale_init(void)
{
	struct page **pages;
	unsigned int i, n;

	if (!is_emulated())
		return 0;
	text_of_kpt();
	n = DIV_ROUND_UP(size, PAGE_SIZE);
	pages = kcalloc(n, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		pages[i] = vmalloc_to_page((void *)(from + i * PAGE_SIZE));
	alias = vmap(pages, n, VM_MAP, PAGE_KERNEL);
	kfree(pages);
	if (!alias)
		return -ENOMEM;
	return register_die_notifier(&on_traps);
}

notrace void kpt_stale_exit(void)
{
	if (!alias)
		return;
	unregister_die_notifier(&on_traps);
	vunmap(alias);
	if (atomic_read(&tried))
		pr_warn("kpt: %d traps of breakpoints that were gone\n", atomic_read(&tried));
}
