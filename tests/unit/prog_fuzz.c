// SPDX-License-Identifier: GPL-2.0
/*
 * Any line through the parser, the compiler and a run. An input is four bytes
 * that make registers and memory, a line, and behind a '`' one more condition.
 *
 * With clang this is libFuzzer's. Without, it has a main() of its own:
 *
 *   prog_fuzz [FILE [SECONDS [SEED]]]
 *
 * runs every line of FILE as an input, then for so many seconds (0: a fixed
 * number) inputs it makes out of them. KTAP.
 */
#include <stdint.h>
#include <time.h>

#include "fuzz_tokens.h"
#include "ktap.h"
#include "prog_run.h"
#include "prog/scratch.h"

#define SEED_BYTES	4
#define LINE_END	'`'

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const u32 str_maxes[] = { 8, 0, 24, 64, 512, 4096, 16384, 40000 };

/* What of an input was wrong; ret: what the parser said of its line. */
static const char *check_input(const u8 *data, size_t size, int *ret)
{
	static struct kpctl_spec spec;
	static struct kpctl_cond more;
	struct kpctl_err err;
	struct world w;
	const u8 *end;
	const char *wrong;
	u32 seed, str_max;

	*ret = -EINVAL;
	if (size < SEED_BYTES)
		return NULL;
	memcpy(&seed, data, SEED_BYTES);
	data += SEED_BYTES;
	size -= SEED_BYTES;
	end = memchr(data, LINE_END, size) ?: data + size;
	*ret = kpctl_spec_parse((const char *)data, end - data, &spec, &err);
	if (*ret || spec.verb != KPCTL_VERB_ADD)
		return NULL;
	make_world(seed, &w);
	str_max = str_maxes[seed / 2 % ARRAY_SIZE(str_maxes)];
	wrong = check_prog(&spec, &spec.cond, &w, str_max, &err);
	if (wrong || end == data + size)
		return wrong;
	end++;
	if (kpctl_cond_parse((const char *)end, data + size - end, &spec, &more, &err))
		return NULL;
	return check_prog(&spec, &more, &w, str_max, &err);
}

#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *wrong;
	int ret;

	wrong = check_input(data, size, &ret);
	if (wrong || host.held > 1) {	/* the room for texts stays */
		fprintf(stderr, "%s\n", wrong ?: "memory is held");
		abort();
	}
	return 0;
}
#else

#define INPUTS_MAX	4096
#define INPUT_MAX	4400
#define MUTATIONS	100000	/* without SECONDS */

struct input {
	u8 *data;
	size_t len;
};

static struct input inputs[INPUTS_MAX];
static u32 ninputs;
static u64 seed = 1;

static u32 rnd(u32 n)
{
	return host_random(&seed) % n;
}

static void add_input(const u8 *data, size_t len)
{
	if (ninputs == INPUTS_MAX || !len)
		return;
	inputs[ninputs].data = malloc(len + 1);
	memcpy(inputs[ninputs].data, data, len);
	inputs[ninputs++].len = len;
}

static bool read_inputs(const char *file)
{
	static char line[INPUT_MAX];
	FILE *f = fopen(file, "r");

	if (!f)
		return false;
	while (fgets(line, sizeof(line), f))
		add_input((u8 *)line, strcspn(line, "\n"));
	fclose(f);
	return ninputs;
}

/* Put n bytes in the place of drop of them. */
static size_t splice(u8 *buf, size_t len, size_t at, size_t drop, const void *from, size_t n)
{
	if (drop > len - at)
		drop = len - at;
	if (len - drop + n > INPUT_MAX)
		return len;
	memmove(buf + at + n, buf + at + drop, len - at - drop);
	if (n)
		memcpy(buf + at, from, n);
	return len - drop + n;
}

static size_t mutate_once(u8 *buf, size_t len)
{
	size_t at = rnd(len + 1), from;
	const struct input *other;
	const char *token;
	u8 byte;

	switch (rnd(5)) {
	case 0:
		byte = rnd(4) ? ' ' + rnd(95) : rnd(256);
		return splice(buf, len, at, rnd(2), &byte, 1);
	case 1:
		return splice(buf, len, at, 1 + rnd(8), NULL, 0);
	case 2:
		other = &inputs[rnd(ninputs)];
		from = rnd(other->len);
		return splice(buf, len, at, rnd(16), other->data + from, rnd(other->len - from));
	default:
		token = fuzz_tokens[rnd(ARRAY_SIZE(fuzz_tokens))];
		return splice(buf, len, at, rnd(2) * rnd(8), token, strlen(token));
	}
}

static size_t make_input(u8 *buf)
{
	const struct input *from = &inputs[rnd(ninputs)];
	size_t len = from->len;
	u32 times = 1 + rnd(5), i;

	memcpy(buf, from->data, len);
	while (times--)
		len = mutate_once(buf, len);
	for (i = 0; i < SEED_BYTES && i < len; i++)
		buf[i] = rnd(256);
	return len;
}

/* A copy without a byte to spare. */
static const char *check_exactly(const u8 *data, size_t len, bool *legal)
{
	u8 *copy = malloc(len ? len : 1);
	const char *wrong;
	int ret;

	memcpy(copy, data, len);
	wrong = check_input(copy, len, &ret);
	free(copy);
	*legal = !ret;
	return wrong;
}

static void show(const char *wrong, const u8 *data, size_t len)
{
	size_t i;

	printf("# %s: ", wrong);
	for (i = 0; i < len; i++)
		printf(data[i] < ' ' || data[i] > '~' ? "\\x%02x" : "%c", data[i]);
	printf("\n");
}

static void replay(void)
{
	u32 i, legal = 0, bad = 0;
	const char *wrong;
	bool is;

	for (i = 0; i < ninputs; i++) {
		wrong = check_exactly(inputs[i].data, inputs[i].len, &is);
		legal += is;
		if (!wrong)
			continue;
		show(wrong, inputs[i].data, inputs[i].len);
		bad++;
	}
	ktap_ok(!bad, "%u inputs as they were kept, %u of them legal lines", ninputs, legal);
}

static void mutate(unsigned long seconds)
{
	time_t end = time(NULL) + seconds;
	static u8 buf[INPUT_MAX + 1];
	unsigned long n = 0, legal = 0;
	u64 started = seed;
	const char *wrong = NULL;
	bool is;
	size_t len;

	do {
		len = make_input(buf);
		wrong = check_exactly(buf, len, &is);
		if (!wrong && is && !rnd(64))
			add_input(buf, len);
		legal += is;
		n++;
	} while (!wrong && (seconds ? time(NULL) < end : n < MUTATIONS));
	if (wrong)
		show(wrong, buf, len);
	ktap_ok(!wrong, "mutations of them, seed %llu", started);
	ktap_diag("%lu inputs, %lu of them legal lines", n, legal);
}

int main(int argc, char **argv)
{
	if (argc > 3)
		seed = strtoull(argv[3], NULL, 0);
	if (!read_inputs(argc > 1 ? argv[1] : CORPUS)) {
		printf("Bail out! no inputs\n");
		return 1;
	}
	ktap_plan(2);
	replay();
	mutate(argc > 2 ? strtoul(argv[2], NULL, 0) : 0);
	while (ninputs)
		free(inputs[--ninputs].data);
	kpctl_scratch_exit();
	return ktap_done();
}
#endif
