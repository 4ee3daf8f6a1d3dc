// SPDX-License-Identifier: GPL-2.0
/*
 * The file in which program_test looks names up: functions, one of them twice, one that is
 * chosen at start, data, and places that have notes, as sys/sdt.h of systemtap makes them.
 */
#define NOTE(base, counter, provider, name, args)				\
	asm volatile("990:	nop\n"						\
		".pushsection .note.stapsdt,\"?\",\"note\"\n"			\
		".balign 4\n"							\
		".4byte 992f-991f, 994f-993f, 3\n"				\
		"991:	.asciz \"stapsdt\"\n"					\
		"992:	.balign 4\n"						\
		"993:	.8byte 990b, " base ", " counter "\n"			\
		".asciz \"" provider "\"\n"					\
		".asciz \"" name "\"\n"						\
		".asciz \"" args "\"\n"						\
		"994:	.balign 4\n"						\
		".popsection")

asm(".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n"
    ".weak _.stapsdt.base\n"
    ".hidden _.stapsdt.base\n"
    "_.stapsdt.base: .space 1\n"
    ".popsection");

unsigned short counter __attribute__((section(".probes"), used)) = 0;

/* Instructions of known lengths: 1, 3, 5, 1 */
asm(".text\n"
    ".globl known\n"
    ".type known, @function\n"
    "known:	push %rbp\n"
    "	mov %rsp, %rbp\n"
    "	mov $7, %eax\n"
    "	ret\n"
    ".size known, .-known\n"
    ".globl marked\n"
    ".type marked, @function\n"
    "marked:	endbr64\n"
    "	ret\n"
    ".size marked, .-marked\n"
    ".type twice, @function\n"
    "twice:	ret\n"
    ".size twice, .-twice\n"
    "twice_here:\n"
    ".globl also_known\n"
    ".set also_known, known\n"
    ".globl endless\n"
    ".type endless, @function\n"
    "endless: ret\n");

int some_data = 1;

int one_of(void);
static int first(void)
{
	return 1;
}

static void *choose(void)
{
	return first;
}

int chosen(void) __attribute__((ifunc("choose")));

__attribute__((noipa)) void set_one(void)
{
	asm volatile("");
}

__attribute__((noipa)) void set_two(void)
{
	asm volatile("nop");
}

__attribute__((noipa)) int noted(long a)
{
	NOTE("_.stapsdt.base", "counter", "mine", "one",
	     "8@%rdi -4@%esi 2@-20(%rbp) 1@$5 8@16(%rsp) -8@%r10 8@(%rax,%rbx,8) 8f@%xmm0 4@counter(%rip)");
	NOTE("_.stapsdt.base", "0", "mine", "none", "");
	return a;
}

__attribute__((noipa)) int noted_too(long a)
{
	NOTE("_.stapsdt.base", "counter", "mine", "twice", "8@%rdi");
	NOTE("_.stapsdt.base", "counter", "mine", "twice", "8@%rsi");
	/* a base that has moved since */
	NOTE("_.stapsdt.base-16", "0", "mine", "moved", "");
	return a;
}

int main(void)
{
	return chosen() + noted(1) + noted_too(2);
}
