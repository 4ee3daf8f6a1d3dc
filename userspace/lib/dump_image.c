// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Memory without a form: an image, whose bytes stand where they stood in the machine, or the
 * ranges that LiME writes, each behind a header of 32 bytes that says where it stood.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "dump.h"

#define LIME_MAGIC	0x4c694d45u
#define RANGES_MAX	65536u

struct lime_header {
	uint32_t magic, version;
	uint64_t first, last;		/* addresses, the last one included */
	uint64_t reserved;
};

struct range {
	uint64_t addr, len, at;		/* where in the file */
};

struct image {
	int fd;
	struct range *range;		/* by address */
	unsigned int nr;
};

static const struct range *range_of(const struct image *im, uint64_t addr)
{
	unsigned int low = 0, high = im->nr, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (im->range[mid].addr + im->range[mid].len <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < im->nr ? &im->range[low] : NULL;
}

static int read_image(void *arg, uint64_t addr, void *to, size_t n)
{
	const struct image *im = arg;
	const struct range *r = range_of(im, addr);

	if (!r || addr < r->addr || addr - r->addr > r->len || n > r->len - (addr - r->addr))
		return -EIO;
	return pread(im->fd, to, n, r->at + (addr - r->addr)) == (ssize_t)n ? 0 : -EIO;
}

static bool next_page(void *arg, uint64_t *addr)
{
	const struct image *im = arg;
	uint64_t at = (*addr + KPR_DUMP_PAGE - 1) & ~(uint64_t)(KPR_DUMP_PAGE - 1);
	const struct range *r = range_of(im, at);

	if (!r)
		return false;
	*addr = at > r->addr ? at : (r->addr + KPR_DUMP_PAGE - 1) & ~(uint64_t)(KPR_DUMP_PAGE - 1);
	return true;
}

static int add_range(struct image *im, struct range r)
{
	struct range *more;

	if (im->nr == RANGES_MAX || (im->nr && r.addr < im->range[im->nr - 1].addr + im->range[im->nr - 1].len) ||
	    r.addr > KPR_DUMP_END || r.len > KPR_DUMP_END - r.addr)
		return -EPROTO;
	more = reallocarray(im->range, im->nr + 1, sizeof(r));
	if (!more)
		return -ENOMEM;
	im->range = more;
	more[im->nr++] = r;
	return 0;
}

/* The ranges of a file of LiME's, up to where it is cut. */
static int read_lime(struct image *im, uint64_t size)
{
	struct lime_header h;
	uint64_t at = 0;
	int ret = 0;

	while (!ret && at + sizeof(h) <= size &&
	       pread(im->fd, &h, sizeof(h), at) == (ssize_t)sizeof(h)) {
		if (h.magic != LIME_MAGIC || h.last < h.first || h.last - h.first >= size)
			break;
		at += sizeof(h);
		ret = add_range(im, (struct range){ h.first, h.last - h.first + 1, at });
		at += h.last - h.first + 1;
	}
	return ret ? ret : im->nr ? 0 : -EPROTO;
}

bool kpr_image_is_ranges(int fd)
{
	uint32_t magic;

	return pread(fd, &magic, sizeof(magic), 0) == (ssize_t)sizeof(magic) && magic == LIME_MAGIC;
}

int kpr_image_open(struct kpr_memory *m, int fd)
{
	struct image *im = calloc(1, sizeof(*im));
	struct stat st;
	int ret;

	*m = (struct kpr_memory){ read_image, next_page, im };
	if (!im)
		return -ENOMEM;
	im->fd = fd;
	if (fstat(fd, &st))
		return -errno;
	if (kpr_image_is_ranges(fd))
		return read_lime(im, st.st_size);
	ret = st.st_size < KPR_DUMP_PAGE ? -EPROTO : 0;
	return ret ? ret : add_range(im, (struct range){ 0, st.st_size, 0 });
}

void kpr_image_close(struct kpr_memory *m)
{
	struct image *im = m->arg;

	if (im)
		free(im->range);
	free(im);
	*m = (struct kpr_memory){ 0 };
}
