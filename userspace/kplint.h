/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KPLINT_H
#define KPLINT_H

#include "spec/names.h"

/*
 * The types in a file: BTF as it is in /sys/kernel/btf, or an ELF file (vmlinux) with a section
 * .BTF. Explains a failure, and returns NULL. What is returned is never freed.
 */
struct kpctl_names *types_open(const char *file);

/* kplint_list.c: print to standard output, 1: something was there to print */
int list_functions(struct kpctl_names *names, const char *glob);
int list_struct(struct kpctl_names *names, const char *type);

#endif /* KPLINT_H */
