// SPDX-License-Identifier: GPL-2.0
/*
 * caps [-u UID|-k UID] CAP[,CAP...]|none|all COMMAND...: runs the command as root, or as
 * that user, with these capabilities and no others. CAP is a name of the table
 * below; another user keeps none, but with all what it executes may gain some. With -k
 * the user keeps them, as a service that is given them does.
 */
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct { const char *name; int cap; } table[] = {
	{ "sys_admin", CAP_SYS_ADMIN },
	{ "perfmon", CAP_PERFMON },
	{ "syslog", CAP_SYSLOG },
	{ "dac_override", CAP_DAC_OVERRIDE },
	{ "setuid", CAP_SETUID },
	{ "setgid", CAP_SETGID },
};

static unsigned long long parse(char *list)
{
	unsigned long long keep = 0;
	char *word;
	size_t i;

	if (!strcmp(list, "all"))
		return ~0ull >> (63 - CAP_LAST_CAP);
	for (word = strtok(list, ","); word; word = strtok(NULL, ","))
		for (i = 0; i < sizeof(table) / sizeof(*table); i++)
			if (!strcmp(word, table[i].name))
				keep |= 1ull << table[i].cap;
	return keep;
}

/* The user's own capabilities, which what is executed has as well. */
static int keep_as(uid_t uid, struct __user_cap_data_struct *data, unsigned long long keep)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	int cap;

	data[0].inheritable = keep;
	data[1].inheritable = keep >> 32;
	if (prctl(PR_SET_KEEPCAPS, 1) || setuid(uid) || syscall(SYS_capset, &header, data))
		return -1;
	for (cap = 0; cap <= CAP_LAST_CAP; cap++)
		if (keep & (1ull << cap) && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, cap, 0, 0))
			return -1;
	return 0;
}

/* What is not in the bounding set, root does not get at exec. */
int main(int argc, char **argv)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2] = {};
	unsigned long long keep;
	uid_t uid = 0;
	int cap, keeps = 0;

	if (argc > 2 && (!strcmp(argv[1], "-u") || !strcmp(argv[1], "-k"))) {
		keeps = argv[1][1] == 'k';
		uid = strtoul(argv[2], NULL, 0);
		argc -= 2;
		argv += 2;
	}
	if (argc < 3)
		return 2;
	keep = parse(argv[1]);
	for (cap = 0; cap <= CAP_LAST_CAP; cap++)
		if (!(keep & (1ull << cap)))
			prctl(PR_CAPBSET_DROP, cap);
	data[0].effective = data[0].permitted = keep;
	data[1].effective = data[1].permitted = keep >> 32;
	if (keeps && keep_as(uid, data, keep)) {
		perror("keep_as");
		return 2;
	}
	if (!keeps && syscall(SYS_capset, &header, data)) {
		perror("capset");
		return 2;
	}
	if (!keeps && uid && setuid(uid)) {
		perror("setuid");
		return 2;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 2;
}
