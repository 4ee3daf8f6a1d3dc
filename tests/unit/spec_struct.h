/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types as `check` takes them, on the kernel of btf_kernel.h: what a line leads to, or the
 * code of its refusal and the column of the caret.
 */
#include "spec/btf_show.h"

static const struct {
	const char *line, *to;
	int code;
	unsigned int column;
} struct_lines[] = {
	{ "struct sock", "struct sock", 0, 0 },
	{ " \tstruct sock ", "struct sock", 0, 0 },
	{ "(sock)", "struct sock", 0, 0 },
	{ "union irte", "union irte", 0, 0 },
	{ "struct irte", "union irte", 0, 0 },
	{ "struct duo", "struct pair", 0, 0 },
	{ "struct sock.pair", "struct pair", 0, 0 },
	{ "struct sock->pair", "struct pair", 0, 0 },
	{ "(sock).pair.b", "int", 0, 0 },
	{ "(sock)->next->next->pair", "struct pair", 0, 0 },
	{ "struct sock.next", "struct sock", 0, 0 },
	{ "struct sock.name", "char [16]", 0, 0 },
	{ "struct bits.low", "unsigned int", 0, 0 },
	{ "struct nosuch", NULL, KPCTL_E_NO_STRUCT, 7 },
	{ "struct sock.nosuch", NULL, KPCTL_E_NO_MEMBER, 12 },
	{ "struct mod:sock", NULL, KPCTL_E_NO_TYPES, 11 },
	{ "struct sock x", NULL, KPCTL_E_PLACE_EXTRA, 12 },
	{ "struct 7", NULL, KPCTL_E_BAD_STRUCT, 7 },
	{ "struct :sock", NULL, KPCTL_E_BAD_STRUCT, 7 },
	{ "()", NULL, KPCTL_E_BAD_STRUCT, 1 },
	{ "(struct sock)", NULL, KPCTL_E_STRUCT_OPEN, 0 },
	{ "(sock", NULL, KPCTL_E_STRUCT_OPEN, 0 },
	{ "(", NULL, KPCTL_E_STRUCT_OPEN, 0 },
};

/* From a copy without a byte to spare, so that a sanitizer sees what is read behind it. */
static int struct_exact(const char *line, size_t len, struct kpctl_btf_cursor *c,
			struct kpctl_err *err)
{
	static struct kpctl_spec spec;
	char *copy = malloc(len ? len : 1);
	int ret;

	memcpy(copy, line, len);
	ret = kpctl_spec_parse_struct(copy, len, &made_names, &spec, c, err);
	free(copy);
	return ret;
}

static const char *check_struct(const char *line, const char *to, int code, unsigned int column)
{
	char text[100];
	struct kpctl_out out = { text, sizeof(text), 0 };
	struct kpctl_btf_cursor c;
	struct kpctl_err err;

	if (!kpctl_spec_is_struct(line, strlen(line)))
		return "taken for a place";
	if (struct_exact(line, strlen(line), &c, &err)) {
		seen[err.code] = 1;
		return !to && err.code == code && err.column == column ? NULL :
			say("code %u at %u: %s", err.code, err.column, err.text);
	}
	kpctl_btf_show_type(&kernel, c.type, &out);
	return to && !strcmp(text, to) ? NULL : say("leads to %s", text);
}

/* Each byte of each line as each other byte, and each line cut: no crash, whole sentences. */
static const char *check_struct_changes(void)
{
	struct kpctl_btf_cursor c;
	struct kpctl_err err;
	const char *wrong = NULL;
	unsigned int i, at, byte;
	char line[64];
	size_t len;
	int ret;

	for (i = 0; i < ARRAY_SIZE(struct_lines) && !wrong; i++) {
		len = strlen(struct_lines[i].line);
		for (at = 0; at < len && !wrong; at++) {
			for (byte = 0; byte < 256 && !wrong; byte++) {
				memcpy(line, struct_lines[i].line, len);
				line[at] = byte;
				ret = struct_exact(line, byte ? len : at, &c, &err);
				wrong = ret && ret != -ENOENT ? check_refusal(ret, len, &err) : NULL;
			}
		}
	}
	return wrong ? say("%.*s: %s", (int)len, line, wrong) : NULL;
}

static void test_structs(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(struct_lines); i++)
		ktap_unless(check_struct(struct_lines[i].line, struct_lines[i].to,
					 struct_lines[i].code, struct_lines[i].column),
			    "type: %s", struct_lines[i].line);
	ktap_unless(check_struct_changes(), "types: every byte changed");
	ktap_check(!kpctl_spec_is_struct("struct", 6) && !kpctl_spec_is_struct("structs x", 9) &&
		   !kpctl_spec_is_struct("vfs_read", 8) && !kpctl_spec_is_struct("", 0), "a place");
	ktap_end("what is no type");
}
