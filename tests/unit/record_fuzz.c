// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any recording through kpread -r, by libFuzzer. An input is files one behind the other, each from
 * a HEAD block on, and a byte that chooses the format. Checksums are made right first, so that
 * what they protect is read; but not those of payloads whose block has the flag KEPT.
 *
 * Compiled without LIBFUZZER it writes the inputs to begin with:
 *
 *   record_seeds DIR
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpread.h"
#include "recording.h"

#define FILES_MAX	4
#define KEPT		(1u << 15)

static const char * const formats[] = {
#define X(id, name, help) #name,
	KPREAD_FORMATS(X)
#undef X
};

#define NR_FORMATS	(sizeof(formats) / sizeof(formats[0]))

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Files */

static int file[FILES_MAX];	/* descriptors, made once */
static char path[FILES_MAX][32];
static unsigned int nr_files;
static int out_fd;
static char folder[] = "/tmp/record_fuzz_XXXXXX";

static int new_file(void)
{
	int fd = memfd_create("recording", 0);

	if (fd < 0)
		abort();
	return fd;
}

static void remove_folder(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
}

static void make_files(void)
{
	unsigned int i;

	for (i = 0; i < FILES_MAX; i++) {
		file[i] = new_file();
		snprintf(path[i], sizeof(path[i]), "/proc/self/fd/%d", file[i]);
	}
	out_fd = new_file();
	if (!mkdtemp(folder) || atexit(remove_folder))
		abort();
}

static void put(const void *bytes, size_t len)
{
	if (write(file[nr_files - 1], bytes, len) != (ssize_t)len)
		abort();
}

static void begin_file(void)
{
	int fd = file[nr_files++];

	if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
		abort();
}

/* A block whose header is at `data`; a payload that is too large becomes what there is. */
static size_t put_block(const uint8_t *data, size_t size)
{
	struct kpr_block b;
	uint32_t padded;

	memcpy(&b, data, sizeof(b));
	data += sizeof(b);
	size -= sizeof(b);
	if (kpr_pad8(b.size) > size || b.size > size)
		b.size = size & ~7ul;
	padded = kpr_pad8(b.size);
	if (b.flags & KEPT)
		b.flags &= ~KEPT;
	else
		b.payload_crc = kpr_crc32c(0, data, b.size);
	b.header_crc = kpr_header_crc(&b);
	if (b.type == KPR_BLOCK_HEAD && nr_files < FILES_MAX)
		begin_file();
	put(&b, sizeof(b));
	put(data, padded);
	return sizeof(b) + padded;
}

/* False: the input has no file. What is no block stays as it is. */
static bool put_files(const uint8_t *data, size_t size)
{
	struct kpr_block b;
	size_t n;

	nr_files = 0;
	for (; size >= sizeof(b); data += n, size -= n) {
		memcpy(&b, data, sizeof(b));
		n = 1;
		if (b.magic == KPR_BLOCK_MAGIC && (nr_files || b.type == KPR_BLOCK_HEAD))
			n = put_block(data, size);
		else if (nr_files)
			put(data, 1);
		else
			return false;
	}
	return nr_files;
}

/* Reading */

static void check_text(const char *text, size_t len)
{
	char *clean = strndup(text, len);

	if (!clean || strlen(clean) != len) {
		fprintf(stderr, "a NUL in the text\n");
		abort();
	}
	kpr_text_clean(clean, len);
	if (memcmp(clean, text, len)) {
		fprintf(stderr, "the text is no text\n");
		abort();
	}
	free(clean);
}

static void check_output(void)
{
	struct stat st;
	char *text;

	if (fstat(out_fd, &st) || !st.st_size)
		return;
	text = malloc(st.st_size);
	if (!text || pread(out_fd, text, st.st_size, 0) != st.st_size)
		abort();
	check_text(text, st.st_size);
	free(text);
}

static void read_as(const char *format)
{
	static struct reader r;
	unsigned int i;

	memset(&r, 0, sizeof(r));
	r.all = r.stats = true;
	r.out.fd = out_fd;
	if (ftruncate(out_fd, 0) || lseek(out_fd, 0, SEEK_SET) || format_choose(&r.out, format))
		abort();
	if (r.out.format->takes_folder)
		r.out.path = folder;
	for (i = 0; i < nr_files; i++)
		files_add(&r.files, path[i]);
	replay_run(&r);
	free(r.files.path);
	kpr_buf_free(&r.out.buf);
	if (!r.out.format->is_binary && !r.out.format->takes_folder)
		check_output();
}

/* The aggregates, whether or not they are of lines of kpread's own. */
static void read_aggregates(void)
{
	struct kpr_machine m;
	struct kpr_replay *rp;
	unsigned int i;

	if (kpr_replay_open(&rp))
		abort();
	for (i = 0; i < nr_files; i++)
		kpr_replay_add(rp, dup(file[i]), "file");
	kpr_replay_start(rp);
	if (ftruncate(out_fd, 0) || lseek(out_fd, 0, SEEK_SET))
		abort();
	for (i = 0; kpr_replay_machine(rp, i, &m); i++)
		live_print_replay(rp, i, out_fd);
	kpr_replay_close(rp);
	check_output();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!out_fd)
		make_files();
	if (!size || !put_files(data, size - 1))
		return 0;
	read_as(formats[data[size - 1] % NR_FORMATS]);
	read_aggregates();
	return 0;
}

#else

#include "record_fake.h"
#undef main

static const char hists[] =
	"aggr 16 g/ints 0 hist 2 0 1 5 8 1 hist(a) by comm\n"
	"key 4 50 20 3 5:3:1,7:1:1\tcomm: cat\nkey 1 5 5 1 5:5:1\tcomm: b\n"
	"aggr 17 g/ret 1 count 1 0 0 1 8 1 count by stacktrace\n"
	"key 1 0 0 0\tstacktrace: fn+0x1/0x2;fn2+0x0/0x1\n";
static const char profile[] = "ledger 16 g/ints hits=9 emitted=9 missed=0 cost=17\n";

/* One of everything for so many passes, with more blocks than the recorder makes of rings alone. */
static int make_recording(bool marked, unsigned int passes)
{
	static const char kallsyms[] = "ffffffff81000100 t vfs_read\n"
				       "ffffffffc0001000 t mod_fn\t[testmod]\n";
	struct twins t;
	int fd;

	fake_hists = hists;
	fake_profile = profile;
	twins_start(&t, marked, fake_all);
	kpr_record_put(t.w, (struct kpr_block){
		.type = KPR_BLOCK_KALLSYMS, .size = sizeof(kallsyms) - 1 }, kallsyms);
	kpr_record_flush(t.w);
	twins_random(&t, passes, 4);
	twins_finish(&t);
	fd = dup(t.fd);
	twins_stop(&t);
	return fd;
}

static void copy(FILE *to, int fd)
{
	char buf[4096];
	ssize_t n;
	off_t at = 0;

	for (; (n = pread(fd, buf, sizeof(buf), at)) > 0; at += n)
		fwrite(buf, 1, n, to);
}

/* The recordings, one or both, for each format. */
static void put_seeds(const char *dir, const int *fd)
{
	unsigned int i, which;
	char name[4096];
	FILE *f;

	for (i = 0; i < 3 * NR_FORMATS; i++) {
		snprintf(name, sizeof(name), "%s/%02u", dir, i);
		f = fopen(name, "w");
		if (!f) {
			perror(name);
			exit(1);
		}
		which = i / NR_FORMATS + 1;
		if (which & 1)
			copy(f, fd[0]);
		if (which & 2)
			copy(f, fd[1]);
		fputc(i % NR_FORMATS, f);
		fclose(f);
	}
}

int main(int argc, char **argv)
{
	int fd[2];

	if (argc < 2 || (mkdir(argv[1], 0777) && errno != EEXIST))
		return 2;
	fd[0] = make_recording(false, 3);
	fd[1] = make_recording(true, 3);
	put_seeds(argv[1], fd);
	fake_proc_remove();
	return 0;
}

#endif
