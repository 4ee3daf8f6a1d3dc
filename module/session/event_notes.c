// SPDX-License-Identifier: GPL-2.0
#include <linux/kallsyms.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/text.h"
#include "crash/anchor.h"
#include "session/describe.h"
#include "session/event.h"
#include "session/event_notes.h"
#include "session/session.h"

enum { NOTE_EVENT, NOTE_LINE, NOTE_PLACE, NOTES };

static void note_description(struct kpctl_event *ev)
{
	struct kpctl_text line = {};

	kpctl_event_describe(ev, "armed", &line);
	if (!line.err)
		ev->notes[NOTE_EVENT] = kpctl_note_text(KPCTL_NOTE_EVENT, line.buf, line.len);
	kpctl_text_free(&line);
}

static void note_line(struct kpctl_event *ev)
{
	char *line = kvmalloc(KPCTL_LINE_MAX + 2, GFP_KERNEL_ACCOUNT);
	int len = line ? kpctl_event_print(ev, line) : 0;

	if (len > 0) {
		line[len] = '\n';
		ev->notes[NOTE_LINE] = kpctl_note_text(KPCTL_NOTE_LINE, line, len + 1);
	}
	kvfree(line);
}

void kpctl_event_note(struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	note_description(ev);
	note_line(ev);
}

void kpctl_event_note_place(struct kpctl_event *ev)
{
	char *text;
	int len;

	lockdep_assert_held(&ev->session->lock);
	kpctl_notes_drop(ev->notes[NOTE_PLACE]);
	ev->notes[NOTE_PLACE] = NULL;
	text = ev->addr ? kmalloc(KSYM_SYMBOL_LEN + 24, GFP_KERNEL_ACCOUNT) : NULL;
	if (!text)
		return;
	len = sprintf(text, "0x%lx %pS\n", ev->addr, (void *)ev->addr);
	ev->notes[NOTE_PLACE] = kpctl_note_text(KPCTL_NOTE_PLACE, text, len);
	kfree(text);
}

static void drop_all(struct kpctl_notes **notes)
{
	unsigned int i;

	for (i = 0; i < NOTES; i++)
		kpctl_notes_drop(notes[i]);
}

void kpctl_event_hand_notes(struct kpctl_event *ev, struct kpctl_gone *gone)
{
	BUILD_BUG_ON(sizeof(gone->notes) != NOTES * sizeof(gone->notes[0]));
	memcpy(gone->notes, ev->notes, sizeof(gone->notes));
	memset(ev->notes, 0, sizeof(ev->notes));
}

void kpctl_event_drop_notes(struct kpctl_event *ev)
{
	drop_all(ev->notes);
}

void kpctl_gone_drop_notes(struct kpctl_gone *gone)
{
	drop_all(gone->notes);
}
