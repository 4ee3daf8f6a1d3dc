/* SPDX-License-Identifier: GPL-2.0 */
#include <stdlib.h>
#include "spec/host.h"
