// SPDX-License-Identifier: GPL-2.0
/*
 * bpfrun OBJECT PROGRAM[,PROGRAM]... COMMAND...: attaches these programs of a
 * BPF object, runs the command, and ends with its status. 125: they could not be
 * attached, the last line on stderr says why.
 *
 * bpfrun OBJECT PROGRAM[,PROGRAM]... read COMMAND...: afterwards reads what is in
 * the ring buffer, and says how many records that were, how many ns it took per
 * record, and how many bytes there were per record.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#define CANNOT	125

static char said[512];		/* the last line that libbpf had to say */

/* A warning of libbpf ends in a newline; the log of the verifier is many lines in one. */
static int note(enum libbpf_print_level level, const char *format, va_list args)
{
	char text[8192], *end, *line;

	if (level != LIBBPF_WARN)
		return 0;
	vsnprintf(text, sizeof(text), format, args);
	end = text + strlen(text);
	while (end > text && end[-1] == '\n')
		*--end = 0;
	line = strrchr(text, '\n');
	snprintf(said, sizeof(said), "%s", line ? line + 1 : text);
	return 0;
}

static void cannot(const char *what)
{
	int error = errno;

	fprintf(stderr, "%s: %s (%s)\n", what, *said ? said : "libbpf gives no reason",
		strerror(error));
	exit(CANNOT);
}

static int is_listed(const char *list, const char *name)
{
	size_t len = strlen(name);
	const char *p;

	for (p = list; (p = strstr(p, name)); p += len)
		if ((p == list || p[-1] == ',') && (!p[len] || p[len] == ','))
			return 1;
	return 0;
}

/* The address of core_pattern, which the bench puts its string into. */
static unsigned long long text_at(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	unsigned long long addr, found = 0;
	char type, name[256];

	while (f && fscanf(f, "%llx %c %255[^\n]", &addr, &type, name) == 3)
		if (!strcmp(name, "core_pattern"))
			found = addr;
	if (f)
		fclose(f);
	return found;
}

static void set_text(struct bpf_object *obj)
{
	unsigned long long at = text_at();
	struct bpf_map *map;

	bpf_object__for_each_map(map, obj)
		if (strstr(bpf_map__name(map), ".rodata"))
			bpf_map__set_initial_value(map, &at, sizeof(at));
}

static void attach(struct bpf_object *obj, const char *list)
{
	struct bpf_program *prog;
	int found = 0;

	bpf_object__for_each_program(prog, obj)
		bpf_program__set_autoload(prog, is_listed(list, bpf_program__name(prog)));
	if (is_listed(list, "kprobe_string"))
		set_text(obj);
	if (bpf_object__load(obj))
		cannot("load");
	bpf_object__for_each_program(prog, obj) {
		if (!is_listed(list, bpf_program__name(prog)))
			continue;
		if (!bpf_program__attach(prog))
			cannot("attach");
		found = 1;
	}
	if (!found)
		cannot("no such program");
}

static int run(char **argv)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		execvp(*argv, argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static unsigned long long sum;

/* Touches all of it, as who prints it would. */
static int take(void *ctx, void *data, size_t size)
{
	const unsigned long long *p = data;
	size_t i;

	for (i = 0; i < size / sizeof(*p); i++)
		sum += p[i];
	return 0;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* All that was ever written: the second page is the producer's, with its position. */
static double bytes_written(int fd)
{
	long page = sysconf(_SC_PAGESIZE);
	unsigned long *at = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, page);

	if (at == MAP_FAILED)
		cannot("mmap");
	return *at;
}

static int read_all(struct bpf_object *obj)
{
	int fd = bpf_object__find_map_fd_by_name(obj, "ring"), n;
	struct ring_buffer *rb = ring_buffer__new(fd, take, NULL, NULL);
	double start;

	if (!rb)
		cannot("ring");
	start = now();
	n = ring_buffer__consume(rb);
	if (n <= 0)
		return 1;
	printf("%d %.0f %.1f\n", n, (now() - start) / n, bytes_written(fd) / n);
	return 0;
}

/*
 * The archive libelf.a of elfutils 0.192 calls these two and lacks them. They begin and end
 * the tree of an object that is all zeros, which is an empty tree, and stays one here.
 */
void eu_search_tree_init(void *tree);
void eu_search_tree_fini(void *tree, void (*free_node)(void *));

__attribute__((weak)) void eu_search_tree_init(void *tree)
{
}

__attribute__((weak)) void eu_search_tree_fini(void *tree, void (*free_node)(void *))
{
}

int main(int argc, char **argv)
{
	int reads = argc > 4 && !strcmp(argv[3], "read"), status;
	struct bpf_object *obj;

	if (argc < 4)
		return CANNOT;
	libbpf_set_print(note);
	obj = bpf_object__open_file(argv[1], NULL);
	if (!obj)
		cannot("open");
	attach(obj, argv[2]);
	status = run(argv + 3 + reads);
	if (!status && reads)
		status = read_all(obj);
	return status;
}
