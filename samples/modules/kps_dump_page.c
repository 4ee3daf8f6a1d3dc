// SPDX-License-Identifier: GPL-2.0
/*
 * dump_page: a function for lines of kprobectl, which prints all that the kernel knows of a struct
 * page, at the moment of the hit. Its value is the page's frame number.
 *
 *	insmod kprobectl.ko; insmod kps_dump_page.ko
 *	echo 'p:x folio_mark_accessed if $pid == 4711 do call(dump_page, $arg1)' >control
 *	dmesg
 *
 * The line gives any word. So the function believes nothing: only what is the address of an entry of
 * the kernel's array of pages is handed on.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/ratelimit.h>
#include "kprobectl_helper.h"

/* A page takes 5 lines of the log. */
static DEFINE_RATELIMIT_STATE(limit, 5 * HZ, 10);

/*
 * dump_page() prints, and printing from code that itself prints, or from the scheduler, can lock up
 * the machine: probe other functions. In interrupts and NMIs it does not run, see `contexts`.
 */
static int notrace run_dump_page(const struct kpctl_helper_hit *hit, u64 *result)
{
	struct page *page = (struct page *)(unsigned long)hit->value[0];
	unsigned long pfn;

	if (!IS_ALIGNED((unsigned long)page, __alignof__(*page)))
		return -EINVAL;
	pfn = page_to_pfn(page);	/* arithmetic alone */
	if (!pfn_valid(pfn) || pfn_to_page(pfn) != page)
		return -EINVAL;		/* the line's value is "(fault)" */
	*result = pfn;
	if (__ratelimit(&limit))
		dump_page(page, "kps_dump_page");
	return 0;
}
NOKPROBE_SYMBOL(run_dump_page);

static const struct kpctl_helper helper = {
	.owner = THIS_MODULE,
	.name = "dump_page",
	.contexts = KPCTL_IN_TASK | KPCTL_IN_SOFTIRQ,
	.values = 1,
	.run = run_dump_page,
};

static int __init begin(void)
{
	ratelimit_set_flags(&limit, RATELIMIT_MSG_ON_RELEASE);	/* no line of its own at a hit */
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
MODULE_DESCRIPTION("Sample: dump_page() for lines of kprobectl");
