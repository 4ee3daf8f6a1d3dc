// SPDX-License-Identifier: GPL-2.0
/*
 * mirror DISK DISK: makes the array /dev/md0 of two block devices that hold the same. Nothing of
 *	it is written to them.
 * mirror: stops the array.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <linux/major.h>
#include <linux/raid/md_u.h>
#include <linux/raid/md_p.h>

#define ARRAY		"/dev/md0"
#define CLEAN		(1 << MD_SB_CLEAN)
#define IN_STEP		((1 << MD_DISK_ACTIVE) | (1 << MD_DISK_SYNC))

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int open_array(void)
{
	int fd;

	mknod(ARRAY, S_IFBLK | 0600, makedev(MD_MAJOR, 0));
	fd = open(ARRAY, O_RDWR);
	if (fd < 0)
		die(ARRAY);
	return fd;
}

static void add(int array, int number, const char *disk)
{
	mdu_disk_info_t info = { .number = number, .raid_disk = number, .state = IN_STEP };
	struct stat st;

	if (stat(disk, &st))
		die(disk);
	info.major = major(st.st_rdev);
	info.minor = minor(st.st_rdev);
	if (ioctl(array, ADD_NEW_DISK, &info))
		die("ADD_NEW_DISK");
}

static void make(char **disk)
{
	mdu_array_info_t info = { .level = 1, .raid_disks = 2, .nr_disks = 2, .active_disks = 2,
				  .working_disks = 2, .not_persistent = 1, .state = CLEAN };
	int array = open_array();

	if (ioctl(array, SET_ARRAY_INFO, &info))
		die("SET_ARRAY_INFO");
	add(array, 0, disk[0]);
	add(array, 1, disk[1]);
	if (ioctl(array, RUN_ARRAY, NULL))
		die("RUN_ARRAY");
}

int main(int argc, char **argv)
{
	if (argc == 3)
		make(argv + 1);
	else if (ioctl(open_array(), STOP_ARRAY, NULL))
		die("STOP_ARRAY");
	return 0;
}
