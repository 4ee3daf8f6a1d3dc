/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The members by which a socket is told, for the type `sock`. All kinds of sockets begin with
 * a struct sock_common, those too that only ask for a connection or only wait for its end.
 * Outside of the kernel the offsets of one common build are used, as in dentry.h.
 */
#ifndef KPCTL_SPEC_SOCK_H
#define KPCTL_SPEC_SOCK_H

#define KPCTL_SOCK_TEXT		120	/* room for the text of any socket, with the NUL */

#ifdef __KERNEL__
#include <net/sock.h>

#define KPCTL_SOCK_DADDR	offsetof(struct sock_common, skc_daddr)
#define KPCTL_SOCK_SADDR	offsetof(struct sock_common, skc_rcv_saddr)
#define KPCTL_SOCK_DPORT	offsetof(struct sock_common, skc_dport)
#define KPCTL_SOCK_NUM		offsetof(struct sock_common, skc_num)
#define KPCTL_SOCK_FAMILY	offsetof(struct sock_common, skc_family)
#define KPCTL_SOCK_STATE	offsetof(struct sock_common, skc_state)
#if IS_ENABLED(CONFIG_IPV6)
#define KPCTL_SOCK_DADDR6	offsetof(struct sock_common, skc_v6_daddr)
#define KPCTL_SOCK_SADDR6	offsetof(struct sock_common, skc_v6_rcv_saddr)
#else	/* no socket has the family */
#define KPCTL_SOCK_DADDR6	0
#define KPCTL_SOCK_SADDR6	0
#endif
#else
#define KPCTL_SOCK_DADDR	((size_t)0)
#define KPCTL_SOCK_SADDR	((size_t)4)
#define KPCTL_SOCK_DPORT	((size_t)12)
#define KPCTL_SOCK_NUM		((size_t)14)
#define KPCTL_SOCK_FAMILY	((size_t)16)
#define KPCTL_SOCK_STATE	((size_t)18)
#define KPCTL_SOCK_DADDR6	((size_t)56)
#define KPCTL_SOCK_SADDR6	((size_t)72)
#endif

#endif /* KPCTL_SPEC_SOCK_H */
