// SPDX-License-Identifier: GPL-2.0
/*
 * retype IN.ko OUT.ko OFFSET BYTES [PARAM...]: a module with other types than its own, which
 * the file may lack: a section .BTF on the running kernel's types, of
 *
 *	struct kpt_shape { u8 room[OFFSET]; NUMBER value; };
 *	NUMBER kpt_deref(struct kpt_shape *shape), kpt_last_fn(NUMBER a);
 *	NUMBER kpt_add(NUMBER PARAM...);		without PARAM, not even the function
 *
 * in which a NUMBER has so many BYTES; with 0 it is the kernel's own unsigned long. The code
 * stays as it is.
 */
#include <elf.h>
#include <stdio.h>
#include "unit/btf_make.h"

static struct btf_make made;
static u32 kernel_long;

static void *read_all(const char *file, size_t *len)
{
	FILE *f = fopen(file, "r");
	size_t room = 1 << 20, n;
	char *bytes = malloc(room);

	for (*len = 0; f && (n = fread(bytes + *len, 1, room - *len, f)); *len += n)
		if (*len + n == room)
			bytes = realloc(bytes, room *= 2);
	if (!f || !*len) {
		perror(file);
		exit(2);
	}
	fclose(f);
	return bytes;
}

/* How many types and bytes of strings the kernel has: a module's begin behind them. */
static void read_kernel(struct kpctl_btf *kernel)
{
	static const u32 words[] = {
		[KPCTL_BTF_STRUCT] = 3, [KPCTL_BTF_UNION] = 3, [KPCTL_BTF_ENUM] = 2,
		[KPCTL_BTF_PROTO] = 2, [KPCTL_BTF_DATASEC] = 3, [KPCTL_BTF_ENUM64] = 3,
	};
	u32 *header, at, kind, info, name;
	size_t len;
	char *all = read_all("/sys/kernel/btf/vmlinux", &len);

	header = (u32 *)all;
	memset(kernel, 0, sizeof(*kernel));
	kernel->strs_len = header[5];
	for (at = 0, kernel->end = 1; at < header[3]; kernel->end++) {
		memcpy(&name, all + header[1] + header[2] + at, 4);
		memcpy(&info, all + header[1] + header[2] + at + 4, 4);
		kind = info >> 24 & 0x1f;
		if (kind == KPCTL_BTF_INT &&
		    !strcmp(all + header[1] + header[4] + name, "long unsigned int"))
			kernel_long = kernel->end;
		at += 12 + 4 * (info & 0xffff) * (kind <= KPCTL_BTF_ENUM64 ? words[kind] : 0);
		at += kind == KPCTL_BTF_ARRAY ? 12 :
		      kind == KPCTL_BTF_INT || kind == KPCTL_BTF_VAR || kind == KPCTL_BTF_DECL_TAG ? 4 : 0;
	}
	free(all);
}

static void make_types(u32 offset, u32 bytes, char **params, u32 n)
{
	u32 number, shape, proto, i;

	number = bytes ? make_int(&made, "number", bytes, 0) : kernel_long;
	shape = make_type(&made, "kpt_shape", KPCTL_BTF_STRUCT, 1, 0, offset + bytes);
	make_member(&made, "value", number, 8 * offset);
	shape = make_ref(&made, KPCTL_BTF_PTR, shape);
	proto = make_type(&made, "", KPCTL_BTF_PROTO, 1, 0, number);
	make_param(&made, "shape", shape);
	make_type(&made, "kpt_deref", KPCTL_BTF_FUNC, 1, 0, proto);
	proto = make_type(&made, "", KPCTL_BTF_PROTO, 1, 0, number);
	make_param(&made, "a", number);
	make_type(&made, "kpt_last_fn", KPCTL_BTF_FUNC, 1, 0, proto);
	if (!n)
		return;
	proto = make_type(&made, "", KPCTL_BTF_PROTO, n, 0, number);
	for (i = 0; i < n; i++)
		make_param(&made, params[i], number);
	make_type(&made, "kpt_add", KPCTL_BTF_FUNC, 1, 0, proto);
}

/* Writes at a multiple of 8, and says where. */
static long put(FILE *f, const void *bytes, size_t len)
{
	long at;

	while (ftell(f) % 8)
		fputc(0, f);
	at = ftell(f);
	fwrite(bytes, 1, len, f);
	return at;
}

/* The module with a section more: names, types and headers of sections go to its end. */
static void write_module(FILE *f, char *ko, size_t len, const void *types, size_t types_len)
{
	Elf64_Ehdr *h = (Elf64_Ehdr *)ko;
	Elf64_Shdr *s = malloc((h->e_shnum + 1) * sizeof(*s)), *names, *more = s + h->e_shnum;
	char *text;

	memcpy(s, ko + h->e_shoff, h->e_shnum * sizeof(*s));
	names = s + h->e_shstrndx;
	text = malloc(names->sh_size + sizeof(".BTF"));
	memcpy(text, ko + names->sh_offset, names->sh_size);
	memcpy(text + names->sh_size, ".BTF", sizeof(".BTF"));
	fwrite(ko, 1, len, f);
	memset(more, 0, sizeof(*more));
	*more = (Elf64_Shdr){ .sh_name = names->sh_size, .sh_type = SHT_PROGBITS,
			      .sh_size = types_len, .sh_addralign = 8 };
	more->sh_offset = put(f, types, types_len);
	names->sh_size += sizeof(".BTF");
	names->sh_offset = put(f, text, names->sh_size);
	h->e_shoff = put(f, s, ++h->e_shnum * sizeof(*s));
	rewind(f);
	fwrite(h, 1, sizeof(*h), f);
}

int main(int argc, char **argv)
{
	struct kpctl_btf kernel;
	size_t len, types_len;
	void *types;
	char *ko;
	FILE *f;

	if (argc < 5)
		return 2;
	read_kernel(&kernel);
	make_begin(&made, &kernel);
	make_types(atoi(argv[3]), atoi(argv[4]), argv + 5, argc - 5);
	types = make_end(&made, &types_len);
	ko = read_all(argv[1], &len);
	f = fopen(argv[2], "w");
	if (!f)
		return 2;
	write_module(f, ko, len, types, types_len);
	return fclose(f) != 0;
}
