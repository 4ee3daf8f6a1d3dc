// SPDX-License-Identifier: GPL-2.0
/*
 * lender PATH UID COMMAND...: what systemd's socket unit does. Listens at PATH, which is UID's
 * alone, and runs COMMAND for each connection, with it as standard input.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static int listen_at(const char *path, uid_t uid)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(at.sun_path, sizeof(at.sun_path), "%s.new", path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, 16))
		die(path);
	if (chmod(at.sun_path, 0600) || chown(at.sun_path, uid, uid))
		die("chown");
	if (rename(at.sun_path, path))	/* there when all is ready */
		die("rename");
	return fd;
}

int main(int argc, char **argv)
{
	int fd, conn;

	if (argc < 4)
		return 2;
	signal(SIGCHLD, SIG_IGN);
	fd = listen_at(argv[1], strtoul(argv[2], NULL, 0));
	while ((conn = accept(fd, NULL, NULL)) >= 0) {
		if (!fork()) {
			dup2(conn, STDIN_FILENO);
			close(conn);
			execvp(argv[3], argv + 3);
			die(argv[3]);
		}
		close(conn);
	}
	return 2;
}
