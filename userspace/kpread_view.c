// SPDX-License-Identifier: GPL-2.0-only
/* kpread --view: a text of the main session, or of the one that -s names, as the module has it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

static const struct {
	const char *name;
	enum kpctl_view view;
} views[] = {
	{ "control",	KPCTL_VIEW_CONTROL },
	{ "error_log",	KPCTL_VIEW_ERRORS },
	{ "check",	KPCTL_VIEW_CHECK },
	{ "profile",	KPCTL_VIEW_PROFILE },
	{ "stats",	KPCTL_VIEW_STATS },
	{ "stopped",	KPCTL_VIEW_STOPPED },
	{ "tracing_on",	KPCTL_VIEW_TRACING },
	{ "format",	KPCTL_VIEW_FORMATS },
	{ "filter",	KPCTL_VIEW_FILTERS },
	{ "functions",	KPCTL_VIEW_FUNCTIONS },
	{ "left_out",	KPCTL_VIEW_LEFT_OUT },
};

#define NR_VIEWS	(sizeof(views) / sizeof(*views))

static int list_views(void)
{
	unsigned int i;

	for (i = 0; i < NR_VIEWS; i++)
		puts(views[i].name);
	return EXIT_COMPLETE;
}

static int print_text(struct kpr_session *s, uint32_t view)
{
	size_t len;
	char *text;
	int ret = kpr_view_read(s, view, &text, &len);

	if (ret) {
		explain_open(-ret);
		return EXIT_REFUSED;
	}
	kpr_text_clean(text, len);
	if (fwrite(text, 1, len, stdout) != len || fflush(stdout))
		ret = -errno;
	free(text);
	if (ret)
		fprintf(stderr, "kpread: cannot write: %s.\n", strerror(-ret));
	return ret ? EXIT_REFUSED : EXIT_COMPLETE;
}

int view_run(struct reader *r)
{
	uint32_t main = is_session(r->socket) ? 0 : KPCTL_VIEW_MAIN;
	unsigned int i;

	if (!strcmp(r->view, "help"))
		return list_views();
	for (i = 0; i < NR_VIEWS && strcmp(views[i].name, r->view); i++)
		;
	if (i == NR_VIEWS) {
		usage_error("there is no such view (kpread --view help lists all)", r->view);
		return EXIT_USAGE;
	}
	if (open_lent(&r->session, r->socket, false))
		return EXIT_REFUSED;
	return print_text(r->session, views[i].view | main);
}
