// SPDX-License-Identifier: GPL-2.0-only
/* kpread prom: metrics, labels and samples in the exposition format of Prometheus. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "kpread_prom.h"

/* Metrics */

void prom_begin(struct prom *p, uint64_t limit)
{
	unsigned int i;

	p->page.buf.len = 0;
	p->page.failed = false;
	p->page.out.put = page_put;
	p->limit = limit;
	for (i = 0; i < p->nr; i++)
		p->metrics[i].used = p->metrics[i].left_out = 0;
	prom_no_labels(p);
}

static unsigned int find(const struct prom *p, const struct prom_metric *m)
{
	unsigned int i;

	for (i = 0; i < p->nr; i++)
		if (p->metrics[i].metric == m)
			break;
	return i;
}

static void put_head(struct prom *p, const struct prom_metric *m)
{
	p->page.out.put(&p->page.out, "# HELP %s %s\n# TYPE %s %s\n", m->name, m->help, m->name,
			m->type);
}

bool prom_room(struct prom *p, const struct prom_metric *m, uint64_t n)
{
	unsigned int i = find(p, m);

	if (i == PROM_METRICS) {
		p->page.failed = true;
		return false;
	}
	if (i == p->nr)
		p->metrics[p->nr++].metric = m;
	if (p->metrics[i].used + n > p->limit) {
		p->metrics[i].left_out += n;
		return false;
	}
	if (!p->metrics[i].used)
		put_head(p, m);
	p->metrics[i].used += n;
	p->current = i;
	return true;
}

static const struct prom_metric left_out = {
	"kprobectl_left_out_label_sets", "gauge",
	"Label sets of a metric that are not in this text, as there are more than kpread's limit.",
};

void prom_put_left_out(struct prom *p)
{
	unsigned int i, nr = p->nr;
	uint64_t n, limit = p->limit;

	p->limit = UINT64_MAX;		/* this metric is small, and always whole */
	for (i = 0; i < nr; i++) {
		n = p->metrics[i].left_out;
		if (n && !p->metrics[i].said)
			fprintf(stderr, "kpread: %" PRIu64 " label sets of %s are left out: there is room for %" PRIu64 " (-l).\n",
				n, p->metrics[i].metric->name, limit);
		p->metrics[i].said = n;
		if (!n)
			continue;
		prom_no_labels(p);
		prom_label_text(p, "metric", p->metrics[i].metric->name);
		prom_number(p, &left_out, n);
	}
}

/* Labels */

void prom_no_labels(struct prom *p)
{
	p->labels.len = 0;
}

static char *put_escaped(char *to, const char *text, size_t len)
{
	for (; len--; text++) {
		if (*text == '\\' || *text == '"' || *text == '\n')
			*to++ = '\\';
		*to++ = *text == '\n' ? 'n' : *text;
	}
	return to;
}

void prom_label(struct prom *p, const char *name, const char *text, size_t len)
{
	size_t n = strlen(name);
	char *to;

	if (kpr_buf_room(&p->labels, n + 2 * len + 4)) {
		p->page.failed = true;
		return;
	}
	to = p->labels.data + p->labels.len;
	*to++ = ',';
	to = mempcpy(to, name, n);
	*to++ = '=';
	*to++ = '"';
	to = put_escaped(to, text, len);
	*to++ = '"';
	p->labels.len = to - p->labels.data;
}

void prom_label_text(struct prom *p, const char *name, const char *text)
{
	prom_label(p, name, text, strlen(text));
}

void prom_label_event(struct prom *p, const struct prom_event *ev)
{
	const char *slash = strchr(ev->name, '/');

	prom_label(p, "group", ev->name, slash - ev->name);
	prom_label_text(p, "event", slash + 1);
	prom_label_text(p, "target", ev->target);
}

/* Samples */

void prom_sample(struct prom *p, const char *suffix, const char *le, const char *value)
{
	int len = p->labels.len ? (int)p->labels.len - 1 : 0;
	const char *labels = len ? p->labels.data + 1 : "";
	struct kpctl_show_out *out = &p->page.out;
	const char *name = p->metrics[p->current].metric->name;

	if (le)
		out->put(out, "%s%s{%.*s%sle=\"%s\"} %s\n", name, suffix, len, labels,
			 len ? "," : "", le, value);
	else if (len)
		out->put(out, "%s%s{%.*s} %s\n", name, suffix, len, labels, value);
	else
		out->put(out, "%s%s %s\n", name, suffix, value);
}

void prom_number(struct prom *p, const struct prom_metric *m, uint64_t value)
{
	char text[PROM_NUMBER];

	if (!prom_room(p, m, 1))
		return;
	snprintf(text, sizeof(text), "%" PRIu64, value);
	prom_sample(p, "", NULL, text);
}

static void put_seconds(char text[PROM_NUMBER], uint64_t ns)
{
	int n = snprintf(text, PROM_NUMBER, "%" PRIu64 ".%09u", ns / (uint64_t)NSEC_PER_SEC,
			 (unsigned int)(ns % NSEC_PER_SEC));

	while (text[n - 1] == '0')
		text[--n] = '\0';
	if (text[n - 1] == '.')
		text[--n] = '\0';
}

void prom_text_of(char text[PROM_NUMBER], const struct kpctl_show_aggr *show, uint64_t v)
{
	if (show->is_ns)
		put_seconds(text, v);
	else if (show->is_signed)
		snprintf(text, PROM_NUMBER, "%" PRId64, (int64_t)v);
	else
		snprintf(text, PROM_NUMBER, "%" PRIu64, v);
}
