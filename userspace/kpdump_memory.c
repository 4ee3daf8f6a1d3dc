// SPDX-License-Identifier: GPL-2.0-only
/* Dumps by libkdumpfile: ELF files, of QEMU, libvirt, kdump and /proc/kcore, and makedumpfile's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libkdumpfile/kdumpfile.h>
#include "kpdump.h"

struct dump_file {
	kdump_ctx_t *ctx;
	kdump_bmp_t *pages;	/* that it has */
	int unfolded;		/* the descriptor of one that was flattened; -1: it was not */
};

static int read_file(void *arg, uint64_t addr, void *to, size_t n)
{
	struct dump_file *f = arg;
	size_t len = n;

	if (kdump_read(f->ctx, KDUMP_MACHPHYSADDR, addr, to, &len) != KDUMP_OK || len != n)
		return -EIO;
	return 0;
}

static bool next_page(void *arg, uint64_t *addr)
{
	struct dump_file *f = arg;
	kdump_addr_t i = (*addr + KPR_DUMP_PAGE - 1) / KPR_DUMP_PAGE;

	if (kdump_bmp_find_set(f->pages, &i) != KDUMP_OK || i > UINT64_MAX / KPR_DUMP_PAGE)
		return false;
	*addr = i * KPR_DUMP_PAGE;
	return true;
}

/* What pages the file has. False: the library does not know this form of a file. */
static bool find_pages(struct dump_file *f)
{
	kdump_attr_t attr = { .type = KDUMP_BITMAP };

	if (kdump_get_typed_attr(f->ctx, KDUMP_ATTR_FILE_PAGEMAP, &attr) != KDUMP_OK &&
	    kdump_get_typed_attr(f->ctx, KDUMP_ATTR_MEMORY_PAGEMAP, &attr) != KDUMP_OK)
		return false;
	f->pages = attr.val.bitmap;
	return true;
}

static int open_file(struct dump_file *f, int fd, const char **why, bool *is_cut)
{
	kdump_status status;

	if (flat_is(fd)) {
		fd = f->unfolded = flat_unfold(fd, is_cut);
		if (fd < 0)
			return fd;
	}
	f->ctx = kdump_new();
	if (!f->ctx)
		return -ENOMEM;
	/* makedumpfile leaves out pages of zeros: they are zeros */
	kdump_set_number_attr(f->ctx, KDUMP_ATTR_ZERO_EXCLUDED, 1);
	/* A file that is shorter than its header says is an error, and no SIGBUS */
	kdump_set_number_attr(f->ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_NEVER);
	status = kdump_open_fd(f->ctx, fd);
	if (status != KDUMP_OK)
		*why = kdump_get_err(f->ctx);
	if (status == KDUMP_OK)
		return find_pages(f) ? 0 : -EPROTO;
	return status == KDUMP_ERR_NOTIMPL ? -EPROTO : -EIO;
}

int memory_open(struct kpr_memory *m, int fd, const char **why, bool *is_cut)
{
	struct dump_file *f = calloc(1, sizeof(*f));
	int ret;

	*why = NULL;
	*is_cut = false;
	*m = (struct kpr_memory){ 0 };
	if (!f)
		return -ENOMEM;
	*m = (struct kpr_memory){ read_file, next_page, f };
	f->unfolded = -1;
	ret = open_file(f, fd, why, is_cut);
	if (ret != -EPROTO)
		return ret;
	memory_close(m);
	*why = NULL;
	return kpr_image_open(m, fd);
}

void memory_close(struct kpr_memory *m)
{
	struct dump_file *f = m->arg;

	if (m->read != read_file) {
		kpr_image_close(m);
		return;
	}
	if (f->ctx)
		kdump_free(f->ctx);
	if (f->unfolded >= 0)
		close(f->unfolded);
	free(f);
	*m = (struct kpr_memory){ 0 };
}
