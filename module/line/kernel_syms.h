/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses to names in the module, for line/line_int.h, which includes this header. */
#ifndef KPCTL_LINE_KERNEL_SYMS_H
#define KPCTL_LINE_KERNEL_SYMS_H

/* the kernel's 512 bytes for a name, and a module's name, offset, size, brackets */
#define KPR_SYM_TEXT_MAX	700

struct kpr_syms {
	uint32_t age;		/* texts of another age are made again */
	struct kpr_place place[KPR_PLACES];
	char text[KPR_SYM_TEXT_MAX + KPR_WIDE];		/* of the last address */
};

int kpr_syms_begin(struct kpr_syms *s);
void kpr_syms_exit(struct kpr_syms *s);
void kpr_syms_tick(struct kpr_syms *s, uint64_t now);

/*
 * The text of an address: "sym+0xoff/0xsize [mod]", without `offset` "sym"; "0xADDR" if no
 * symbol is known. Valid until the next call. No lock is taken.
 */
const char *kpr_syms_get(struct kpr_syms *s, uint64_t addr, bool offset, unsigned int *len);
/* The same of a stack's frame. A program's has its address: its symbols are in files. */
const char *kpr_syms_frame(struct kpr_syms *s, const struct kpr_value *stack, unsigned int n,
			   bool offset, unsigned int *len);

/* The path of a cgroup by its id; NULL: not known, as here, where the file system has it. */
static inline const char *kpr_cgroup_get(struct kpr_syms *s, uint64_t id, unsigned int *len)
{
	return NULL;
}

#endif /* KPCTL_LINE_KERNEL_SYMS_H */
