// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files as kernels are installed: a module is packed as a whole, an image (vmlinuz) has the
 * packed vmlinux behind the code that unpacks it at boot. The machine's own programs unpack:
 * those that pack its kernels.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpr_int.h"
#include "kplint.h"

/* A format by the bytes that a file of it begins with */
static const struct packer {
	const char *magic;
	size_t len;
	const char *argv[4];
	unsigned int tail;	/* bytes that a kernel's build puts behind: vmlinux's size */
} packers[] = {
#define PACKER(magic, tail, ...) { magic, sizeof(magic) - 1, { __VA_ARGS__ }, tail }
	PACKER("\x1f\x8b", 0, "gzip", "-dc"),
	PACKER("\xfd""7zXZ\0", 4, "xz", "-dc"),
	PACKER("\x28\xb5\x2f\xfd", 4, "zstd", "-dcq"),
	PACKER("\x02\x21\x4c\x18", 4, "lz4", "-dcq"),
	PACKER("\x04\x22\x4d\x18", 4, "lz4", "-dcq"),
	PACKER("BZh", 4, "bzip2", "-dc"),
	PACKER("\x89LZO", 4, "lzop", "-dc"),
	PACKER("\x5d\0\0", 4, "xz", "--format=lzma", "-dc"),
};

static const struct packer *find_packer(const struct bytes *b)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(packers); i++)
		if (b->len >= packers[i].len && !memcmp(b->at, packers[i].magic, packers[i].len))
			return &packers[i];
	return NULL;
}

/* Running the program, from one file in memory to another */

#define CANNOT_RUN	127	/* exit status of a program that is not there, as in sh */

static int run(const struct packer *p, int in, int out)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
			execvp(p->argv[0], (char *const *)p->argv);
		_exit(CANNOT_RUN);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int write_all(int fd, const struct bytes *b)
{
	size_t done = 0;
	ssize_t n;

	while (done < b->len) {
		n = write(fd, b->at + done, b->len - done);
		if (n <= 0)
			return -1;
		done += n;
	}
	return lseek(fd, 0, SEEK_SET) ? -1 : 0;
}

static struct bytes map(int fd)
{
	off_t len = lseek(fd, 0, SEEK_END);
	void *at = len > 0 ? mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;

	return at == MAP_FAILED ? (struct bytes){ 0 } : (struct bytes){ at, len };
}

static struct bytes unpack(const char *file, const struct packer *p, const struct bytes *packed)
{
	int in = memfd_create("packed", MFD_CLOEXEC), out = memfd_create("unpacked", MFD_CLOEXEC);
	struct bytes b = { 0 };
	int status = -1;

	if (in >= 0 && out >= 0 && !write_all(in, packed))
		status = run(p, in, out);
	if (!status)
		b = map(out);
	if (status == CANNOT_RUN)
		fprintf(stderr, "kplint: %s: is packed for %s, which is not here: install it, or unpack the file elsewhere\n",
			file, p->argv[0]);
	else if (!b.at)
		fprintf(stderr, "kplint: %s: %s cannot unpack it\n", file, p->argv[0]);
	close(in);
	close(out);
	return b;
}

/* A kernel's image: Linux's boot protocol of x86 */

#define SETUP_SECTORS	0x1f1	/* of 512 bytes, behind the first */
#define HEADER_MAGIC	0x202
#define VERSION		0x206
#define PAYLOAD_OFFSET	0x248	/* from the end of setup */
#define PAYLOAD_LENGTH	0x24c
#define HEADER_END	0x250
#define HAS_PAYLOAD	0x208	/* the first version with the two fields */

static uint32_t number(const struct bytes *b, size_t at, unsigned int len)
{
	uint32_t n = 0;

	memcpy(&n, b->at + at, len);
	return n;
}

static int is_image(const struct bytes *b)
{
	return b->len >= HEADER_END && !memcmp(b->at + HEADER_MAGIC, "HdrS", 4) &&
	       number(b, VERSION, 2) >= HAS_PAYLOAD;
}

static struct bytes find_payload(const struct bytes *image)
{
	uint32_t sectors = number(image, SETUP_SECTORS, 1);
	uint64_t at = ((sectors ? sectors : 4) + 1) * 512 + (uint64_t)number(image, PAYLOAD_OFFSET, 4);
	uint32_t len = number(image, PAYLOAD_LENGTH, 4);

	if (!bytes_have(image, at, len))
		return (struct bytes){ 0 };
	return (struct bytes){ image->at + at, len };
}

/* An image may have vmlinux as it is, without packing. */
static struct bytes unpack_image(const char *file, const struct bytes *image)
{
	struct bytes payload = find_payload(image);
	const struct packer *p = find_packer(&payload);

	if (kpr_elf_is(&payload))
		return payload;
	if (p && payload.len > p->tail) {
		payload.len -= p->tail;
		return unpack(file, p, &payload);
	}
	fprintf(stderr, "kplint: %s: is a kernel's image, but what it is packed with is unknown here\n", file);
	return (struct bytes){ 0 };
}

struct bytes unpacked_file(const char *file)
{
	const struct packer *p;
	struct bytes b;
	char *text;
	int ret = kpr_read_file(file, &text, &b.len);

	if (ret) {
		fprintf(stderr, "kplint: %s: %s\n", file, strerror(-ret));
		return (struct bytes){ 0 };
	}
	b.at = (unsigned char *)text;
	p = find_packer(&b);
	if (p)
		b = unpack(file, p, &b);
	return is_image(&b) ? unpack_image(file, &b) : b;
}
