/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPCTL_SPEC_SKIP_RISK_H
#define KPCTL_SPEC_SKIP_RISK_H

/*
 * Why a function's callers cannot do without its body, as far as its name tells; NULL: the name
 * tells nothing. The text goes on behind the function's name.
 */
const char *kpctl_skip_risk(const char *sym);
/* The same of a system call by its name, as in sys:NAME. */
const char *kpctl_skip_call_risk(const char *call);

#endif /* KPCTL_SPEC_SKIP_RISK_H */
