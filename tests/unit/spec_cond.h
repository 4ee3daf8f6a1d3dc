/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of every shape against a plain evaluation of the same tree: random
 * trees of comparisons are written as text, compiled, and both are asked about
 * every way the comparisons can come out.
 */
#ifndef SPEC_COND_H
#define SPEC_COND_H

#define TREE_LEAVES	8
#define TREE_NODES	64
#define TREES		3000

enum node_kind { NODE_LEAF, NODE_AND, NODE_OR, NODE_NOT };

struct node {
	enum node_kind kind;
	unsigned int a, b;	/* the nodes below, or the argument of a leaf */
	int negative;		/* a leaf that is written as != */
};

struct tree {
	struct node node[TREE_NODES];
	unsigned int n, leaves;
	char text[4096];
	size_t len;
};

static unsigned int grow(struct tree *t, unsigned int depth)
{
	unsigned int me = t->n++;
	struct node *node = &t->node[me];
	unsigned int kind = depth < 5 && t->leaves < TREE_LEAVES - 2 ? rnd(4) : 0;

	node->kind = kind;
	if (kind == NODE_LEAF) {
		node->a = rnd(TREE_LEAVES);
		node->negative = rnd(2);
		t->leaves++;
		return me;
	}
	node->a = grow(t, depth + 1);
	if (kind != NODE_NOT)
		node->b = grow(t, depth + 1);
	return me;
}

#define tree_put(t, ...)						\
	((t)->len += snprintf((t)->text + (t)->len,			\
			      sizeof((t)->text) - (t)->len, __VA_ARGS__))

/* Parentheses where C needs them, and sometimes where it does not. */
static void write_tree(struct tree *t, unsigned int me, enum node_kind above)
{
	const struct node *node = &t->node[me];
	int braces = (node->kind == NODE_OR && above == NODE_AND) ||
		     (node->kind != NODE_LEAF && above == NODE_NOT) || !rnd(8);
	const char *space = rnd(2) ? " " : "";

	if (braces)
		tree_put(t, "(%s", space);
	switch (node->kind) {
	case NODE_LEAF:
		tree_put(t, "a%u%s%s%s1", node->a, space,
			 node->negative ? "!=" : "==", space);
		break;
	case NODE_NOT:
		tree_put(t, "!%s", space);
		write_tree(t, node->a, NODE_NOT);
		break;
	default:
		write_tree(t, node->a, node->kind);
		tree_put(t, "%s%s%s", space, node->kind == NODE_AND ? "&&" : "||",
			 space);
		write_tree(t, node->b, node->kind);
	}
	if (braces)
		tree_put(t, "%s)", space);
}

/* bits: which arguments are 1; unread: which cannot be read. */
static int ask_tree(const struct tree *t, unsigned int me, int negated,
		    unsigned int bits, unsigned int unread)
{
	const struct node *node = &t->node[me];
	int a, b;

	if (node->kind == NODE_NOT)
		return ask_tree(t, node->a, !negated, bits, unread);
	if (node->kind == NODE_LEAF) {
		if (unread & (1u << node->a))
			return 0;
		return ((bits >> node->a) & 1) ^ node->negative ^ negated;
	}
	a = ask_tree(t, node->a, negated, bits, unread);
	b = ask_tree(t, node->b, negated, bits, unread);
	return (node->kind == NODE_AND) != negated ? a && b : a || b;
}

static int ask_cond(const struct kpctl_cond *cond, unsigned int bits,
		    unsigned int unread)
{
	u8 at = 0;
	int holds;

	while (at != KPCTL_COND_YES && at != KPCTL_COND_NO) {
		const struct kpctl_test *t = &cond->test[at];

		holds = ((bits >> t->left) & 1) == t->num;
		if (t->cmp == KPCTL_CMP_NE)
			holds = !holds;
		if (unread & (1u << t->left))
			holds = 0;
		at = holds ? t->on_true : t->on_false;
	}
	return at == KPCTL_COND_YES;
}

static const char *check_tree(struct tree *t, const struct kpctl_spec *spec)
{
	static struct kpctl_cond cond;
	struct kpctl_err err;
	unsigned int bits, unread;
	const char *wrong;

	if (cond_exact(t->text, t->len, spec, &cond, &err))
		return say("%s: %s", t->text, err.text);
	wrong = check_cond(spec, &cond);
	if (wrong)
		return say("%s: %s", t->text, wrong);
	for (bits = 0; bits < 1u << TREE_LEAVES; bits++) {
		unread = rnd(2) ? 0 : rnd(1u << TREE_LEAVES);
		if (ask_cond(&cond, bits, unread) !=
		    ask_tree(t, 0, 0, bits, unread))
			return say("%s: wrong for 0x%x, unread 0x%x", t->text,
				   bits, unread);
	}
	return NULL;
}

static const char *check_conditions(void)
{
	static const char line[] = "p f a0=%di a1=%di a2=%di a3=%di a4=%di"
				   " a5=%di a6=%di a7=%di";
	static struct kpctl_spec spec;
	static struct tree tree;
	struct kpctl_err err;
	const char *wrong;
	unsigned int i;

	if (parse_exact(line, strlen(line), &spec, &err))
		return "refused";
	for (i = 0; i < TREES; i++) {
		memset(&tree, 0, sizeof(tree));
		grow(&tree, 0);
		write_tree(&tree, 0, NODE_LEAF);
		wrong = check_tree(&tree, &spec);
		if (wrong)
			return wrong;
	}
	return NULL;
}

/* The event that the filters below are for. */
static const char filtered[] = "r f n=$arg3 s=+0($arg1):string x=%di:s32"
			       " a=+0($arg1):u8[4] b=$arg2:b3@1/8 $stacktrace";

static const struct {
	const char *text;
	int ret;
	unsigned int code, column;
} filters[] = {
	{ "", -ENOENT, 0, 0 },
	{ " \t\n", -ENOENT, 0, 0 },
	{ "0", -ENOENT, 0, 0 },
	{ "0\n", -ENOENT, 0, 0 },
	{ " none \n", -ENOENT, 0, 0 },
	{ "# none", -ENOENT, 0, 0 },
	{ "0 0", -EINVAL, KPCTL_E_COND_CONST_LEFT, 0 },
	{ "none none", -EINVAL, KPCTL_E_OPERAND_NO_NAME, 0 },
	{ "n == 1\n", 0, 0, 0 },
	{ "  n\t==\n1", 0, 0, 0 },
	{ "n == 1 # why", 0, 0, 0 },
	{ "s == \"\" || x < -1 && b != 7", 0, 0, 0 },
	{ "$retval != n", -EINVAL, KPCTL_E_COND_SIGNS, 11 },
	{ "$retval == x", 0, 0, 0 },
	{ "a == 1", -EINVAL, KPCTL_E_COND_ARRAY, 0 },
	{ " stacktrace == 1", -EINVAL, KPCTL_E_COND_STACK, 1 },
	{ "s ~ \"x\ny\"", -EINVAL, KPCTL_E_COND_STRING_OPEN, 6 },
	{ "n == 1 do count", -EINVAL, KPCTL_E_COND_DO, 7 },
	{ "do count", -EINVAL, KPCTL_E_COND_DO, 0 },
	{ "none do emit", -EINVAL, KPCTL_E_COND_DO, 5 },
	{ "s == \" do \\\" do \"", 0, 0, 0 },
	{ "if n == 1", -EINVAL, KPCTL_E_OPERAND_NO_NAME, 0 },
};

static const struct kpctl_spec *filtered_spec(void)
{
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (!spec.nargs && kpctl_spec_parse(filtered, strlen(filtered), &spec, &err))
		abort();
	return &spec;
}

static void test_filters(void)
{
	const struct kpctl_spec *spec = filtered_spec();
	static struct kpctl_cond cond;
	struct kpctl_err err;
	const char *wrong;
	size_t i, len;
	int ret;

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		len = strlen(filters[i].text);
		memset(&cond, 0xff, sizeof(cond));
		wrong = check_filter(filters[i].text, len, spec, &ret);
		cond_exact(filters[i].text, len, spec, &cond, &err);
		if (!wrong && ret != filters[i].ret)
			wrong = say("got %d: %s", ret, err.text);
		if (!wrong && ret && ret != -ENOENT)
			wrong = check_code(ret, len, &err, filters[i].code,
					   filters[i].column);
		ktap_unless(wrong, "filter: %s", filters[i].text);
	}
}

/* An event keeps no more of a spec than its arguments: the rest is not there. */
static const char *check_untouched(void)
{
	size_t size = offsetof(struct kpctl_spec, arg) +
		      filtered_spec()->nargs * sizeof(struct kpctl_arg_spec);
	struct kpctl_spec *kept = malloc(size);
	static const char text[] = "n == 1 && s ~ \"*\" && $retval < x";
	static struct kpctl_cond cond;
	struct kpctl_err err;
	const char *wrong = NULL;

	if (!kept)
		abort();
	memcpy(kept, filtered_spec(), size);
	if (kpctl_cond_parse(text, strlen(text), kept, &cond, &err))
		wrong = say("refused: %s", err.text);
	else if (memcmp(kept, filtered_spec(), size))
		wrong = "the event was changed";
	else if (strcmp(cond.text, text) || cond.ntests != 3)
		wrong = "wrong condition";
	free(kept);
	return wrong;
}

/* A filter has $after(...) only where the event has its two handlers already. */
static const char *check_after_filter(void)
{
	static const char with[] = "p f+4 a=$after(%ax)", without[] = "p f+4 a=%ax";
	static const char text[] = "a == 1 && $after(%cx) > 2";
	static struct kpctl_cond cond;
	static struct kpctl_spec spec;
	struct kpctl_err err;

	if (kpctl_spec_parse(with, strlen(with), &spec, &err) ||
	    kpctl_cond_parse(text, strlen(text), &spec, &cond, &err) || !cond.operand[0].after)
		return say("refused: %s", err.text);
	if (kpctl_spec_parse(without, strlen(without), &spec, &err) ||
	    !kpctl_cond_parse(text, strlen(text), &spec, &cond, &err) ||
	    err.code != KPCTL_E_AFTER_LATE || err.column != 10)
		return say("code %u at %u: %s", err.code, err.column, err.text);
	seen[err.code] = 1;
	return NULL;
}

static const char *check_filter_changes(void)
{
	static char text[WORK_MAX];
	unsigned int i, taken = 0, changes;
	const char *wrong;
	size_t from, len;
	int ret;

	for (i = 0; i < RANDOM_LINES; i++) {
		from = rnd(ARRAY_SIZE(filters));
		len = strlen(filters[from].text);
		memcpy(text, filters[from].text, len);
		for (changes = 1 + rnd(4); changes; changes--)
			len = mutate(text, len);
		wrong = check_filter(text, len, filtered_spec(), &ret);
		if (wrong)
			return say("filter %u, %.*s: %s", i, (int)len, text, wrong);
		taken += !ret;
	}
	ktap_diag("%u of %u random filters were legal", taken, RANDOM_LINES);
	return taken && taken < RANDOM_LINES ? NULL : "all or none were legal";
}

#endif /* SPEC_COND_H */
