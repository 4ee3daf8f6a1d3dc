// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of the emulator that finds the cache lines which several processors write:
 * what they would fight for, and no clock shows where there are no caches. While
 * "together" in the guest makes its calls (together.h), stores of the kernel are
 * counted by line and processor. A line that two or more wrote, each at least once in
 * two of its calls, is one that a call takes from another processor. For each run of
 * "together" the file named by the argument to= gets a line: how many such lines there
 * are, and where.
 *
 * Declared here is the part that is used of the emulator's interface, version 2: its
 * header is in no package.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../together.h"

#define SHOWN	__attribute__((visibility("default")))

struct tb;
struct insn;
typedef uint64_t plugin_id;
typedef void translated_fn(plugin_id, struct tb *);
typedef void store_fn(unsigned int cpu, uint32_t info, uint64_t addr, void *data);

enum { CB_NO_REGS };
enum { MEM_W = 2 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, translated_fn *cb);
size_t qemu_plugin_tb_n_insns(const struct tb *tb);
struct insn *qemu_plugin_tb_get_insn(const struct tb *tb, size_t i);
void qemu_plugin_register_vcpu_mem_cb(struct insn *insn, store_fn *cb, int flags, int rw,
				      void *data);

#define LINES		(1 << 20)
#define KERNEL		(1ull << 63)

struct line {
	uint64_t line;		/* 0: nobody's */
	uint32_t stores[TOGETHER_CPUS];
};

static struct line lines[LINES];
static uint64_t calls[TOGETHER_CPUS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool counting, full;
static FILE *to;

static struct line *line_of(uint64_t line)
{
	uint32_t i = (line * 0x9e3779b97f4a7c15ull) >> 44, n;

	for (n = 0; n < LINES; n++, i = (i + 1) % LINES) {
		if (!lines[i].line)
			lines[i].line = line;
		if (lines[i].line == line)
			return &lines[i];
	}
	return NULL;
}

static void count(unsigned int cpu, uint64_t addr)
{
	struct line *line;

	pthread_mutex_lock(&lock);
	if (addr & KERNEL) {
		line = line_of(addr / TOGETHER_LINE);
		if (line)
			line->stores[cpu]++;
		full |= !line;
	} else if (addr - TOGETHER_CALLS < TOGETHER_CPUS * TOGETHER_LINE) {
		calls[cpu]++;
	}
	pthread_mutex_unlock(&lock);
}

static bool is_shared(const struct line *line)
{
	unsigned int cpu, n = 0;

	for (cpu = 0; cpu < TOGETHER_CPUS; cpu++)
		n += calls[cpu] && line->stores[cpu] >= calls[cpu] / 2;
	return n > 1;
}

static void tell(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < LINES; i++)
		n += lines[i].line && is_shared(&lines[i]);
	if (full)
		fprintf(to, "?");
	else
		fprintf(to, "%u", n);
	for (i = 0; i < LINES; i++)
		if (lines[i].line && is_shared(&lines[i]))
			fprintf(to, " %llx", (unsigned long long)lines[i].line * TOGETHER_LINE);
	fprintf(to, "\n");
	fflush(to);
}

static void begin_or_end(bool begin)
{
	pthread_mutex_lock(&lock);
	if (begin) {
		memset(lines, 0, sizeof(lines));
		memset(calls, 0, sizeof(calls));
		full = false;
	} else if (counting) {
		tell();
	}
	__atomic_store_n(&counting, begin, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&lock);
}

static void store(unsigned int cpu, uint32_t info, uint64_t addr, void *data)
{
	(void)info;
	(void)data;
	if (addr == TOGETHER_BEGIN || addr == TOGETHER_END)
		begin_or_end(addr == TOGETHER_BEGIN);
	else if (__atomic_load_n(&counting, __ATOMIC_RELAXED) && cpu < TOGETHER_CPUS)
		count(cpu, addr);
}

static void translated(plugin_id id, struct tb *tb)
{
	size_t i;

	(void)id;
	for (i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
		qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), store, CB_NO_REGS,
						 MEM_W, NULL);
}

SHOWN int qemu_plugin_version = 2;

SHOWN int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	(void)info;
	to = argc == 1 && !strncmp(argv[0], "to=", 3) ? fopen(argv[0] + 3, "w") : NULL;
	if (!to)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
