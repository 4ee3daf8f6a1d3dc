// SPDX-License-Identifier: GPL-2.0
/*
 * stall: reads from standard input into memory whose page nobody ever brings, as who has
 * borrowed a descriptor may do on purpose. It hangs in that read until it is killed.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
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
	    ioctl(fd, UFFDIO_REGISTER, &all)) {
		perror("stall");
		return 2;
	}
	if (pread(0, p, 1, 0) < 0)
		perror("stall: read");
	return 1;
}
