/* SPDX-License-Identifier: GPL-2.0 */
/* The file `check`: places go in, verdicts come out, and nothing is planted. */
#ifndef KPCTL_CONTROL_CHECK_H
#define KPCTL_CONTROL_CHECK_H

#include <linux/types.h>

struct kpctl_session;

/* Put a verdict for each line of the text into the session; a bad line gets a verdict too. */
int kpctl_check_run(struct kpctl_session *s, const char *text, size_t len);

#endif /* KPCTL_CONTROL_CHECK_H */
