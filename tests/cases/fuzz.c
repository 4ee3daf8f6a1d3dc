// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz N SEED FILE: writes N bad lines, each in one write() to one descriptor of
 * FILE: random bytes, and good lines broken at random with an argument at their
 * end that no grammar allows. Prints the lines that were accepted (which may
 * only happen by mistake) and at last `N written, M accepted, ERRNO COUNT...`.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long state;

static const char * const good[] = {
	"p:fuzz/a kpt_add a=$arg1 b=$arg2:u32",
	"r16:fuzz/b kpt:kpt_ret v=$arg1:s64 ret=$retval:x64",
	"p:c kpt_insns+3 ax=%ax:u64 s=$stack0 t=$stack",
	"p kpt_str s=+0($arg1):string c=$comm",
	"p:fuzz/d kpt_deref m=+0($arg1):x64 i=+0(+16($arg1)):s32 t=+0(+16(+16($arg1))):string",
	"p:e kpt_ustr%return d=@kpt_data:x64 i=\\42",
	"p:f 0xffffffff81000000 u=+u0($arg1):ustring",
	"-:fuzz/a",
	"r:g kpt_sleep lat=$lat e=$arg1",
	"p:h kpt_add+0x4 %di %si %ip",
};

static unsigned int rnd(unsigned int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

/* No newline (it ends the line) and no '#' (it begins a comment). */
static char byte(void)
{
	static const char common[] = "$%@+-(),:=\\ _/0129xaspr\"'~!*.\t";
	char c;

	do {
		c = rnd(3) ? common[rnd(sizeof(common) - 1)] : (char)rnd(256);
	} while (c == '\n' || c == '#');
	return c;
}

static size_t random_line(char *buf)
{
	size_t i, len = 1 + rnd(rnd(20) ? 100 : 4000);

	for (i = 0; i < len; i++)
		buf[i] = byte();
	buf[rnd(len)] = '\x7f';		/* never blank */
	return len;
}

static size_t broken_line(char *buf)
{
	static const char bad[] = " bad=$nosuchvariable(";
	size_t len = strlen(strcpy(buf, good[rnd(sizeof(good) / sizeof(*good))]));
	int times = rnd(4);

	while (times--) {
		size_t at = rnd(len), n = 1 + rnd(8);

		switch (rnd(4)) {
		case 0:
			buf[at] = byte();
			break;
		case 1:
			memmove(buf + at + 1, buf + at, len - at);
			buf[at] = byte();
			len++;
			break;
		case 2:
			if (at + n < len) {
				memmove(buf + at, buf + at + n, len - at - n);
				len -= n;
			}
			break;
		case 3:
			if (at + n <= len) {
				memmove(buf + at + n, buf + at, len - at);
				len += n;
			}
			break;
		}
	}
	memcpy(buf + len, bad, sizeof(bad) - 1);
	return len + sizeof(bad) - 1;
}

int main(int argc, char **argv)
{
	unsigned long n, i, accepted = 0, by_errno[256] = {};
	static char buf[8192];
	size_t len;
	int fd;

	if (argc != 4)
		return 2;
	n = atol(argv[1]);
	state = atol(argv[2]);
	fd = open(argv[3], O_WRONLY | O_APPEND);
	if (fd < 0)
		return 1;
	for (i = 0; i < n; i++) {
		len = rnd(2) ? random_line(buf) : broken_line(buf);
		buf[len] = '\n';
		if (write(fd, buf, len + 1) >= 0) {
			accepted++;
			buf[len] = 0;
			printf("accepted: %s\n", buf);
		} else {
			by_errno[errno & 255]++;
		}
	}
	printf("%lu written, %lu accepted", n, accepted);
	for (i = 0; i < 256; i++)
		if (by_errno[i])
			printf(", %s %lu", strerrorname_np(i), by_errno[i]);
	putchar('\n');
	return accepted != 0;
}
