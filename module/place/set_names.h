/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which functions of a set have the parameters that the set's line names, where the line
 * takes them from (struct kpctl_set_param).
 */
#ifndef KPCTL_PLACE_SET_NAMES_H
#define KPCTL_PLACE_SET_NAMES_H

struct kpctl_set_names;
struct kpctl_spec;
struct kpctl_where;

/*
 * For one search. coming: the module whose coming is handled, or NULL. NULL and 0 in *ret:
 * the line names no parameter, so all functions have what it needs; else *ret is an errno.
 */
struct kpctl_set_names *kpctl_set_names_get(const struct kpctl_spec *spec, const char *coming,
					    int *ret);
void kpctl_set_names_put(struct kpctl_set_names *sn);

/*
 * *why: why the function is left out, or NULL. The text is constant, or the spec's. 0, or
 * -ENOMEM.
 */
int kpctl_set_names_why(struct kpctl_set_names *sn, const struct kpctl_where *w,
			const char **why);

#endif /* KPCTL_PLACE_SET_NAMES_H */
