// SPDX-License-Identifier: GPL-2.0
/* types_list BTF <NAMES: what kplint -t lists of each of these structs, by its own code. */
#include <stdio.h>
#include <string.h>
#include "kplint.h"

int main(int argc, char **argv)
{
	struct kpctl_names *names = argc == 2 ? types_open(argv[1]) : NULL;
	char name[200];

	if (!names)
		return 2;
	while (fgets(name, sizeof(name), stdin)) {
		name[strcspn(name, "\n")] = '\0';
		list_struct(names, name);
	}
	return 0;
}
