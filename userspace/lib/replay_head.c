// SPDX-License-Identifier: LGPL-2.1-only
/* HEAD and END of a recording: lines of a word and KEY=NUMBER (record_text.c). */
#include <errno.h>
#include <string.h>
#include "recording.h"

/* The rest of the line that starts with WORD; NULL: no such line. */
static const char *line_of(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (!strncmp(text, word, n) && text[n] == ' ')
			return text + n + 1;
	return NULL;
}

/* The word of a line. A host is printed in front of lines: only harmless characters. */
static void take_word(const char *text, const char *key, char *to, size_t size)
{
	const char *p = line_of(text, key);
	size_t n = 0;

	for (; p && p[n] > ' ' && p[n] < 0x7f && n < size - 1; n++)
		to[n] = p[n] == '"' || p[n] == '\\' ? '?' : p[n];
	to[n] = '\0';
}

int kpr_head_parse(struct kpr_head *h, const char *text)
{
	*h = (struct kpr_head){ 0 };
	take_word(text, "host", h->host, sizeof(h->host));
	if (!h->host[0])
		strcpy(h->host, "?");
	take_word(text, "boot", h->boot, sizeof(h->boot));
	kpr_text_value(text, "time", "boottime", &h->boottime);
	kpr_text_value(text, "session", "own", &h->own);
	kpr_text_value(text, "session", "dump", &h->dump);
	kpr_text_value(text, "session", "reader", &h->reader);
	if (kpr_text_value(text, "format", "version", &h->version) ||
	    kpr_text_value(text, "session", "id", &h->session) ||
	    kpr_text_value(text, "session", "part", &h->part) ||
	    kpr_text_value(text, "cpus", "rings", &h->rings) ||
	    kpr_text_value(text, "time", "monotonic", &h->monotonic) ||
	    kpr_text_value(text, "time", "realtime", &h->realtime))
		return -EPROTO;
	return h->rings && h->rings <= KPR_RINGS_MAX && h->part < UINT32_MAX ? 0 : -EPROTO;
}

static uint64_t value(const char *line, const char *key)
{
	uint64_t v = 0;

	kpr_text_value(line, "ring", key, &v);
	return v;
}

/* The line of a ring at *at or behind it; *at moves behind the line's first word. */
static const char *next_ring(const char **at)
{
	*at = line_of(*at, "ring");
	return *at ? *at - strlen("ring ") : NULL;
}

bool kpr_head_ring(const char **at, struct kpctl_meta *meta)
{
	const char *line = next_ring(at);

	if (!line || value(line, "cpu") >= KPR_CPUS_MAX)
		return false;
	*meta = (struct kpctl_meta){
		.cpu = value(line, "cpu"),
		.clock = value(line, "marked") ? KPCTL_CLOCK_MARKED : KPCTL_CLOCK_MONOTONIC,
		.lost = value(line, "lost"), .lost_detach = value(line, "lost"),
		.lost_attach = value(line, "lost_attach"),
		.missed = value(line, "missed_attach"),
		.missed_attach = value(line, "missed_attach"),
		.missed_detach = value(line, "missed_detach"),
		.first_clock = { value(line, "raw"), value(line, "ns"), value(line, "mult"),
				 value(line, "shift") },
	};
	return true;
}

bool kpr_end_ring(const char **at, struct kpctl_meta *meta)
{
	const char *line = next_ring(at);

	if (!line)
		return false;
	meta->lost = value(line, "lost");
	meta->missed = value(line, "missed");
	return true;
}
