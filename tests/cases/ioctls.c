// SPDX-License-Identifier: GPL-2.0
/*
 * ioctls: what /dev/kprobectl says to numbers, sizes and values that are not in
 * the ABI header. Prints results for `helper` of lib.sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "unit/ktap.h"

static int fd;
static void *volatile nowhere = (void *)8;

static const char *name(long ret)
{
	return ret < 0 ? strerrorname_np(errno) : "OK";
}

static void is(const char *text, long ret, const char *want)
{
	const char *got = name(ret);
	int good = !strcmp(got, want);

	ktap_ok(good, "%s: %s", text, want);
	if (!good)
		ktap_diag("got %s", got);
}

static __u64 data_size(void)
{
	struct kpctl_info info = { .size = sizeof(info) };

	return ioctl(fd, KPCTL_IOC_INFO, &info) ? 0 : info.data_size;
}

static void sizes_of_info(void)
{
	struct { struct kpctl_info info; __u64 more[4]; } big;
	struct kpctl_info info = { .size = sizeof(info) };

	is("info", ioctl(fd, KPCTL_IOC_INFO, &info), "OK");
	ktap_ok(info.size == sizeof(info) && info.abi == KPCTL_ABI_VERSION,
		"info says its size and the ABI's version");
	memset(&info, 0, sizeof(info));
	is("info of size 0", ioctl(fd, KPCTL_IOC_INFO, &info), "EINVAL");
	info.size = 3;
	is("info of size 3", ioctl(fd, KPCTL_IOC_INFO, &info), "EINVAL");
	info.size = sizeof(info) - 8;
	is("info shorter than that of the first version", ioctl(fd, KPCTL_IOC_INFO, &info), "EINVAL");
	memset(&big, 0, sizeof(big));
	big.info.size = sizeof(big);
	is("info of a newer, longer caller", ioctl(fd, KPCTL_IOC_INFO, &big), "OK");
	info.size = sizeof(info);
	info.reserved[1] = 1;
	is("info with something in a reserved field", ioctl(fd, KPCTL_IOC_INFO, &info), "EINVAL");
	is("info at an address that is none", ioctl(fd, KPCTL_IOC_INFO, nowhere), "EFAULT");
}

static void values(void)
{
	static const __u64 bad[] = { 0, 1, 3, 2048, 4095, 4097, 12288, 1ull << 31, (1ull << 31) - 1,
		1ull << 40, 1ull << 63, ~0ull };
	struct kpctl_switch sw = { 12345, 1 };
	__u64 before = data_size(), good[] = { 4096, 65536 };
	__u32 v = 99;
	int refused = 0;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		__u64 size = bad[i];

		if (ioctl(fd, KPCTL_IOC_BUFFER, &size) < 0)
			refused++;
		else
			printf("a ring of %llu bytes was taken\n", bad[i]);
	}
	ktap_ok(refused == sizeof(bad) / sizeof(*bad),
		"sizes of rings that make no sense are refused");
	ktap_ok(data_size() == before, "and change nothing");
	for (i = 0; i < 2; i++)
		is("a ring of a good size", ioctl(fd, KPCTL_IOC_BUFFER, &good[i]), "OK");
	ktap_ok(data_size() == 65536, "info says so");
	is("buffer, address that is none", ioctl(fd, KPCTL_IOC_BUFFER, nowhere), "EFAULT");
	is("an unknown view", ioctl(fd, KPCTL_IOC_VIEW, &v), "EINVAL");
	v = ~0u;
	is("view ~0", ioctl(fd, KPCTL_IOC_VIEW, &v), "EINVAL");
	v = 2;
	is("tracing 2", ioctl(fd, KPCTL_IOC_TRACING, &v), "EINVAL");
	is("an unknown event", ioctl(fd, KPCTL_IOC_SWITCH, &sw), "ENOENT");
	sw.on = 2;
	is("switch to 2", ioctl(fd, KPCTL_IOC_SWITCH, &sw), "EINVAL");
}

static __u64 address_of(const char *name)
{
	char line[256], got[128] = "";
	unsigned long long addr;
	FILE *f = fopen("/proc/kallsyms", "r");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%llx %*c %127s", &addr, got) == 2 && !strcmp(got, name))
			break;
	if (f)
		fclose(f);
	return strcmp(got, name) ? 0 : addr;
}

/* The text is what it should begin with, its length said, and nothing behind it. */
static int symbol_is(const struct kpctl_symbol *sym, const char *start)
{
	size_t i = sym->len;

	while (i < sizeof(sym->text) && !sym->text[i])
		i++;
	return i == sizeof(sym->text) && strnlen(sym->text, i) == sym->len && !sym->reserved &&
	       (start ? !strncmp(sym->text, start, strlen(start)) : !sym->len);
}

static void symbols(void)
{
	struct kpctl_symbol sym;

	memset(&sym, 'Z', sizeof(sym));
	is("symbol with something in a reserved field", ioctl(fd, KPCTL_IOC_SYMBOL, &sym), "EINVAL");
	is("symbol at an address that is none", ioctl(fd, KPCTL_IOC_SYMBOL, nowhere), "EFAULT");
	sym.reserved = 0;
	sym.addr = address_of("vfs_read") + 4;
	is("symbol", ioctl(fd, KPCTL_IOC_SYMBOL, &sym), "OK");
	ktap_ok(symbol_is(&sym, "vfs_read+0x4/0x"),
		"it is named, with offset and size, and nothing else");
	memset(sym.text, 'Z', sizeof(sym.text));
	sym.addr = (unsigned long)&sym;
	is("of what has no symbol", ioctl(fd, KPCTL_IOC_SYMBOL, &sym), "OK");
	ktap_ok(symbol_is(&sym, NULL), "it has no text");
}

/* Every number and direction with three sizes, but those that exist. */
static void numbers(void)
{
	static const unsigned int known[] = { KPCTL_IOC_INFO, KPCTL_IOC_ATTACH, KPCTL_IOC_VIEW,
		KPCTL_IOC_BUFFER, KPCTL_IOC_TRACING, KPCTL_IOC_SWITCH, KPCTL_IOC_SYMBOL,
		KPCTL_IOC_LOOK, KPCTL_IOC_OVERWRITE, KPCTL_IOC_SESSION };
	static const unsigned int sizes[] = { 0, 4, 4096 };
	const unsigned int nr_known = sizeof(known) / sizeof(known[0]);
	char page[4096] = {};
	unsigned int nr, dir, s, k, taken = 0;

	for (nr = 0; nr < 256; nr++) {
		for (dir = 0; dir < 4; dir++) {
			for (s = 0; s < 3; s++) {
				unsigned int cmd = _IOC(dir, 0xbc, nr, sizes[s]);

				for (k = 0; k < nr_known && known[k] != cmd; k++)
					;
				if (k == nr_known && (ioctl(fd, cmd, page) >= 0 || errno != ENOTTY)) {
					taken++;
					printf("%#x: %s\n", cmd, strerrorname_np(errno));
				}
			}
		}
	}
	ktap_ok(!taken, "3,000 numbers that do not exist are ENOTTY");
	is("another driver's number", ioctl(fd, FIONREAD, page), "ENOTTY");
}

int main(void)
{
	fd = open("/dev/kprobectl", O_RDWR);
	if (fd < 0)
		return 1;
	sizes_of_info();
	values();
	symbols();
	numbers();
	is("write from an address that is none", write(fd, nowhere, 10), "EFAULT");
	is("write of nothing", write(fd, "", 0), "OK");
	return ktap_done();
}
