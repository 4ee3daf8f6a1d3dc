/* SPDX-License-Identifier: GPL-2.0 */
/* The builds of the kernel and of its modules. */
#ifndef KPCTL_PLACE_BUILD_ID_H
#define KPCTL_PLACE_BUILD_ID_H

/*
 * In hex, with a NUL, into KPCTL_BUILD_ID_MAX bytes. 0; -ENODEV: no module of this name is
 * live; -ENOENT: it was built without; -ENOMEM
 */
int kpctl_build_id_of_kernel(char *id);
int kpctl_build_id_of_module(const char *name, char *id);

#endif /* KPCTL_PLACE_BUILD_ID_H */
