/* SPDX-License-Identifier: GPL-2.0 */
/* A page that nobody ever brings, as any user can make one. */
#ifndef NEVER_H
#define NEVER_H

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* NULL and errno: there is no userfaultfd. */
static void *never_there(void)
{
	long page = sysconf(_SC_PAGESIZE);
	void *p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register all = {
		.range = { .start = (unsigned long)p, .len = page },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	if (p == MAP_FAILED || fd < 0 || ioctl(fd, UFFDIO_API, &api) ||
	    ioctl(fd, UFFDIO_REGISTER, &all))
		return NULL;
	return p;
}

#endif /* NEVER_H */
