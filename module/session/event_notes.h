/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the memory of a dead machine tells of an event, crash/anchor.h. The event's session is
 * locked. A removed event's notes stay as long as its description does.
 */
#ifndef KPCTL_SESSION_EVENT_NOTES_H
#define KPCTL_SESSION_EVENT_NOTES_H

struct kpctl_event;
struct kpctl_gone;

/* Before the first record, so that no dump has a record without its description. */
void kpctl_event_note(struct kpctl_event *ev);
/* The probe stands at ev->addr now. */
void kpctl_event_note_place(struct kpctl_event *ev);

void kpctl_event_hand_notes(struct kpctl_event *ev, struct kpctl_gone *gone);
void kpctl_event_drop_notes(struct kpctl_event *ev);
void kpctl_gone_drop_notes(struct kpctl_gone *gone);

#endif /* KPCTL_SESSION_EVENT_NOTES_H */
