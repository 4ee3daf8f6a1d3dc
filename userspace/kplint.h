/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KPLINT_H
#define KPLINT_H

#include <stdint.h>
#include "elf_file.h"
#include "spec/names.h"

/*
 * kplint_unpack.c: a file, unpacked, and of a kernel's image (vmlinuz) the vmlinux in it.
 * Explains a failure, and returns one without bytes. What is returned is never freed.
 */
struct bytes unpacked_file(const char *file);

/* kplint_types.c */

/*
 * The types in files, FILE[:MOD=FILE]...: BTF as it is in /sys/kernel/btf, or an ELF file
 * (vmlinux, MODULE.ko) with a section .BTF, packed or not. Explains a failure, and returns
 * NULL. What is returned is never freed.
 */
struct kpctl_names *types_open(const char *files);
/* Gives the kernel's types a build-id; 0: the text is none. */
int types_set_build_id(struct kpctl_names *names, const char *id);
/*
 * The mark for a line that was parsed since types_used_none(): the build-ids of the kernel
 * and of the modules whose types it took, into KPCTL_MARK_MAX bytes; "": the kernel's is not
 * known. Explains once for each what is not known.
 */
void types_used_none(struct kpctl_names *names);
void types_mark(struct kpctl_names *names, char *mark);

/*
 * kplint_resolve.c: the line in the form without names, until the next call. NULL: there is
 * none, and *err says why.
 */
const char *resolve_line(struct kpctl_names *names, struct kpctl_spec *spec, const char *line,
			 size_t len, struct kpctl_err *err);

/* kplint_starts.c: the callback `start`; what it knows */
void starts_forget(void);
void starts_add(const struct kpctl_spec *spec);
int starts_find(struct kpctl_names *names, const char *group, const char *event,
		struct kpctl_start *start);

/* kplint_syscalls.c: the callback `syscall`; where it looks */
extern const char *syscalls_dir;
int syscalls_read(struct kpctl_names *names, struct kpctl_sys_call *call);

/* kplint_list.c: print to standard output, 1: something was there to print */
int list_functions(struct kpctl_names *names, const char *glob);
int list_struct(struct kpctl_names *names, const char *type);

#endif /* KPLINT_H */
