// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* The types of addresses by number. */
#include "spec/address.h"

const struct kpctl_address *kpctl_address_of(unsigned int form)
{
	switch (form) {
#define X(id, ...)						\
	case KPCTL_FORM_##id:					\
		return &kpctl_address_##id;
	KPCTL_ADDRESSES(X)
#undef X
	}
	return NULL;
}
