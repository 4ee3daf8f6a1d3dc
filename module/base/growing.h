/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An array that grows while it is filled. The array is three members of a struct of the
 * owner's: the elements, their number, and the number that the memory has room for. The
 * owner kvfree()s the elements.
 */
#ifndef KPCTL_BASE_GROWING_H
#define KPCTL_BASE_GROWING_H

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#define KPCTL_GROWING_FIRST	32u	/* elements in the first piece of memory */

static inline int kpctl_growing_more(void **array, u32 nr, u32 *room, size_t size, gfp_t gfp)
{
	u32 wanted = max(2 * *room, KPCTL_GROWING_FIRST);
	void *more;

	if (nr < *room)
		return 0;
	more = kvmalloc_array(wanted, size, gfp | __GFP_NOWARN);
	if (!more)
		return -ENOMEM;
	if (nr)
		memcpy(more, *array, nr * size);
	kvfree(*array);
	*array = more;
	*room = wanted;
	return 0;
}

/* Make room for one element more than the nr of *array. 0, or -ENOMEM with *array as before. */
#define kpctl_growing_room(array, nr, room, gfp)			\
	kpctl_growing_more((void **)(array), nr, room, sizeof(**(array)), gfp)

/* Sort the elements by cmp, and drop all but one of equal elements. Returns the new number. */
static inline u32 kpctl_growing_order(void *array, u32 nr, size_t size, cmp_func_t cmp)
{
	u32 i, n = 0;

	sort(array, nr, size, cmp, NULL);
	for (i = 0; i < nr; i++)
		if (!n || cmp(array + i * size, array + (n - 1) * size))
			memmove(array + n++ * size, array + i * size, size);
	return n;
}

#endif /* KPCTL_BASE_GROWING_H */
