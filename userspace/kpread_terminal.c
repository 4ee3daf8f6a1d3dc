// SPDX-License-Identifier: GPL-2.0-only
/*
 * The terminal, for commands that take keys: each key comes at once, and is not shown. The
 * terminal is put back whenever kpread ends or is stopped (Ctrl-Z), killed by SIGKILL excepted.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "kpread.h"

static struct termios before;
static volatile sig_atomic_t is_taken;	/* `before` is to be put back */
static volatile sig_atomic_t changed;	/* the screen is to be drawn again */
static volatile sig_atomic_t stopped;	/* by Ctrl-Z */

/* Also from signal handlers. */
void terminal_end(void)
{
	int err = errno;

	if (is_taken)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	is_taken = false;
	errno = err;
}

static void take(void)
{
	struct termios keys;

	if (tcgetattr(STDIN_FILENO, &before))
		return;
	keys = before;
	keys.c_lflag &= ~(ICANON | ECHO);
	keys.c_cc[VMIN] = 0;
	keys.c_cc[VTIME] = 0;
	is_taken = true;
	tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

static void on_change(int sig)
{
	if (sig == SIGTSTP)
		stopped = true;
	changed = true;
}

/* Signals that end kpread at once. */
static void on_end(int sig)
{
	terminal_end();
	signal(sig, SIG_DFL);
	raise(sig);
}

bool terminal_begin(void)
{
	static const int ends[] = { SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGPIPE };
	struct sigaction sa = { .sa_handler = on_change };
	unsigned int i;

	sigaction(SIGWINCH, &sa, NULL);
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return false;
	sigaction(SIGTSTP, &sa, NULL);
	sa.sa_handler = on_end;
	for (i = 0; i < ARRAY_SIZE(ends); i++)
		sigaction(ends[i], &sa, NULL);
	atexit(terminal_end);
	take();
	return true;
}

/* Stops here, if Ctrl-Z was pressed. */
bool terminal_changed(void)
{
	bool was = changed;

	changed = false;
	if (stopped) {
		stopped = false;
		terminal_end();
		raise(SIGSTOP);
		take();
	}
	return was;
}

/* The next byte; -1: there is none now. */
static int next_byte(void)
{
	unsigned char c;

	return read(STDIN_FILENO, &c, 1) == 1 ? c : -1;
}

/* An arrow comes as three bytes: ESC [ C. */
int terminal_key(void)
{
	int c = next_byte();

	if (c != '\033')
		return c;
	if (next_byte() != '[')
		return 0;
	switch (next_byte()) {
	case 'C':
		return TERMINAL_RIGHT;
	case 'D':
		return TERMINAL_LEFT;
	default:
		return 0;
	}
}

unsigned int terminal_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
}

bool terminal_is_ours(int fd)
{
	return tcgetpgrp(fd) == getpgrp();
}

void terminal_size(unsigned int *columns, unsigned int *rows)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_row < 3 || !size.ws_col)
		size = (struct winsize){ .ws_row = 24, .ws_col = 80 };
	*columns = size.ws_col;
	*rows = size.ws_row;
}
