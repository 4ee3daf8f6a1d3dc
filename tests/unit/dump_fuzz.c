// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any memory through what kpdump reads it by, by libFuzzer. An input changes the memory of a
 * machine that died, in steps of 16 bytes; the first step's last bit says whether the sums are
 * made right afterwards, so that what they protect is read.
 */
#include "dump_machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct step {
	uint8_t op, fix;
	uint16_t page, at, other;	/* pages of those in use */
	uint64_t value;
};

static void change(const struct step *s)
{
	uint64_t page = page_nr(1 + s->page % used), other = page_nr(1 + s->other % used);
	uint64_t *words = at(page);

	switch (s->op % 6) {
	case 0:
		words[s->at % (PAGE / 8)] = s->value;
		break;
	case 1:
		words[s->at % (PAGE / 8)] ^= s->value;
		break;
	case 2:
		memcpy(words, at(other), PAGE);
		break;
	case 3:
		is_missing[(page - BASE) / PAGE] = true;
		break;
	case 4:
		memset(words, s->value, PAGE);
		break;
	case 5:
		words[s->at % (PAGE / 8)] = other + s->value % PAGE;
		break;
	}
}

/* Of a note that lies in the memory with all that it says it has. */
static void fix_note(struct kpctl_note *n, uint64_t addr)
{
	if (n->size <= PAGES * PAGE - (addr - BASE) - sizeof(*n))
		n->sum = kpctl_note_sum(n);
}

static void fix_sums(void)
{
	uint64_t addr;
	unsigned int i;

	sum_anchor(anchor());
	addr = anchor()->first;
	for (i = 0; i < 1000; i++) {
		if (addr % 8 || addr < BASE || addr > BASE + PAGES * PAGE - sizeof(struct kpctl_note))
			break;
		fix_note(at(addr), addr);
		addr = ((struct kpctl_note *)at(addr))->next;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct step s;
	size_t i;

	make_machine(200);
	for (i = 0; i + sizeof(s) <= size; i += sizeof(s)) {
		memcpy(&s, data + i, sizeof(s));
		change(&s);
	}
	if (size > 1 && data[1] & 1)
		fix_sums();
	symbols = size > 1 && data[1] & 2 ? "ffffffffc0001000 t theirs\n" : NULL;
	read_dump(&memory, 1);
	return 0;
}
