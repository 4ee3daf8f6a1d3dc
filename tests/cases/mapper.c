// SPDX-License-Identifier: GPL-2.0
/*
 * mapper: which mappings of /dev/kprobectl are refused, and what can be done
 * with those that are not. Prints results for `helper` of lib.sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <stdarg.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/ktap.h"

static int fd;
static struct kpctl_info info;
static size_t page, whole;	/* length of the second mapping */

/* The mapping, or NULL with errno. */
static void *try(off_t at, size_t len, int prot, int flags)
{
	void *p = mmap(NULL, len, prot, flags, fd, at);

	return p == MAP_FAILED ? NULL : p;
}

static void refused(const char *what, off_t at, size_t len, int prot, int flags)
{
	void *p = try(at, len, prot, flags);

	ktap_ok(!p, "%s: refused%s%s", what, p ? "" : " with ", p ? "" : strerrorname_np(errno));
	if (p)
		munmap(p, len);
}

static void refusals(void)
{
	const off_t meta = page;
	const off_t last = (off_t)info.nr_rings * info.ring_stride;
	const size_t lens[] = { page, whole - page, whole + page, 2 * whole, info.data_size };
	const off_t offs[] = { 2 * page, meta + whole, info.ring_stride - page,
		last, last + page, 1ll << 46, INT64_MAX & ~(off_t)(page - 1) };
	const int rw = PROT_READ | PROT_WRITE;
	char text[80];
	size_t i;

	refused("data, writable", meta, whole, rw, MAP_SHARED);
	refused("data, write only", meta, whole, PROT_WRITE, MAP_SHARED);
	refused("data, executable", meta, whole, PROT_READ | PROT_EXEC, MAP_SHARED);
	refused("data, private", meta, whole, PROT_READ, MAP_PRIVATE);
	refused("data, private and writable", meta, whole, rw, MAP_PRIVATE);
	refused("position, private", 0, page, rw, MAP_PRIVATE);
	refused("position, executable", 0, page, rw | PROT_EXEC, MAP_SHARED);
	refused("position, two pages", 0, 2 * page, PROT_READ, MAP_SHARED);
	refused("everything at once", 0, page + whole, PROT_READ, MAP_SHARED);
	for (i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		snprintf(text, sizeof(text), "data, %zu of %zu bytes", lens[i], whole);
		refused(text, meta, lens[i], PROT_READ, MAP_SHARED);
	}
	for (i = 0; i < sizeof(offs) / sizeof(*offs); i++) {
		snprintf(text, sizeof(text), "data at %#llx", (unsigned long long)offs[i]);
		refused(text, offs[i], whole, PROT_READ, MAP_SHARED);
	}
	for (i = 1; i < sizeof(offs) / sizeof(*offs); i++) {
		snprintf(text, sizeof(text), "a page at %#llx", (unsigned long long)offs[i]);
		refused(text, offs[i], page, rw, MAP_SHARED);
	}
}

static int crashes(void (*fn)(void *), void *arg)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		fn(arg);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

static void touch(void *p)
{
	*(volatile char *)p;
}

/* Through other doors than the page table: all must fail for read-only pages. */
static void write_around(void *p)
{
	char byte = 0x55, before = *(volatile char *)p;
	struct iovec here = { &byte, 1 }, there = { p, 1 };
	int mem = open("/proc/self/mem", O_RDWR);

	if (pwrite(mem, &byte, 1, (off_t)(uintptr_t)p) == 1)
		ktap_ok(*(volatile char *)p == before, "/proc/self/mem changes nothing");
	else
		ktap_ok(1, "/proc/self/mem refuses to write");
	close(mem);
	ktap_ok(process_vm_writev(getpid(), &here, 1, &there, 1, 0) != 1,
		"process_vm_writev refuses to write");
}

static int resize(uint64_t size)
{
	return ioctl(fd, KPCTL_IOC_BUFFER, &size) ? errno : 0;
}

/* To another address: it is one mapping, before and after. */
static void moving(void)
{
	struct kpctl_meta *meta = try(page, whole, PROT_READ, MAP_SHARED), *to;
	void *room = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!meta || room == MAP_FAILED)
		exit(1);
	to = mremap(meta, whole, whole, MREMAP_MAYMOVE | MREMAP_FIXED, room);
	ktap_ok(to == room && to->magic == KPCTL_MAGIC, "mremap moves it");
	ktap_ok(resize(info.data_size / 2) == EBUSY, "moved, it is mapped still");
	ktap_ok(!munmap(room, whole) && !resize(info.data_size / 2) && !resize(info.data_size),
		"and is gone once it is unmapped");
}

static void accepted(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	struct kpctl_consumer *position = try(0, page, rw, MAP_SHARED);
	struct kpctl_meta *meta = try(page, whole, PROT_READ, MAP_SHARED);
	struct kpctl_meta *again = try(page, whole, PROT_READ, MAP_SHARED);
	struct kpctl_meta *other = info.nr_rings > 1 ?
		try(info.ring_stride + page, whole, PROT_READ, MAP_SHARED) : meta;
	char *data;

	ktap_ok(position && meta, "the two mappings that are meant to be");
	ktap_ok(again != NULL, "mapped twice");
	ktap_ok(other != NULL, "the next ring too");
	if (!position || !meta || !again || !other)
		exit(1);
	munmap(again, whole);
	data = (char *)meta + meta->data_offset;

	ktap_ok(meta->magic == KPCTL_MAGIC && meta->abi == KPCTL_ABI_VERSION, "magic and version");
	ktap_ok(meta->data_size == info.data_size && meta->data_offset >= meta->size, "sizes");
	ktap_ok(!memcmp(data, data + meta->data_size, meta->data_size), "the data stands there twice");
	ktap_ok(mprotect(meta, whole, rw) && errno == EACCES, "mprotect to writable: EACCES");
	ktap_ok(mprotect(meta, whole, PROT_READ | PROT_EXEC), "mprotect to executable is refused");
	ktap_ok(mprotect(position, page, rw | PROT_EXEC), "the position is never executable");
	ktap_ok(mprotect((char *)meta + page, page, PROT_NONE), "mprotect of a part is refused");
	write_around(data);
	ktap_ok(munmap((char *)meta + page, page), "munmap of a part is refused");
	ktap_ok(mremap(meta, whole, 2 * whole, MREMAP_MAYMOVE) == MAP_FAILED, "mremap does not grow it");
	ktap_ok(mremap(meta, whole, page, 0) == MAP_FAILED, "mremap does not shrink it");
	madvise(meta, whole, MADV_DOFORK);
	madvise(position, page, MADV_DOFORK);
	ktap_ok(crashes(touch, meta), "a child has no data mapping, even after MADV_DOFORK");
	ktap_ok(crashes(touch, position), "a child has no position mapping, even after MADV_DOFORK");
	ktap_ok(close(fd) == 0 && meta->magic == KPCTL_MAGIC, "the mapping outlives the descriptor");
	ktap_ok(!munmap(position, page) && !munmap(meta, whole), "and goes");
}

int main(void)
{
	fd = open("/dev/kprobectl", O_RDWR);
	info.size = sizeof(info);
	if (fd < 0 || ioctl(fd, KPCTL_IOC_INFO, &info)) {
		perror("/dev/kprobectl");
		return 1;
	}
	page = info.page_size;
	whole = page + 2 * info.data_size;
	refusals();
	moving();
	accepted();
	return ktap_done();
}
