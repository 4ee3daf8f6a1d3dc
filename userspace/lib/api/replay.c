// SPDX-License-Identifier: LGPL-2.1-only
/* Sessions that are recordings. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "api.h"

static bool is_zipped(int fd)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	unsigned char head[4];

	return pread(fd, head, sizeof(head), 0) == sizeof(head) && !memcmp(head, magic, 4);
}

/* A descriptor of a plain file, or -errno. */
static int open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err = 0;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		err = -errno;
	else if (S_ISDIR(st.st_mode))
		err = -EISDIR;
	else if (lseek(fd, 0, SEEK_CUR) < 0)
		err = -errno;
	else if (is_zipped(fd))
		err = -ENOEXEC;
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int fail_add(struct kpctl_session *s, int err, const char *path)
{
	char text[KPR_SENTENCE];

	if (err == -ENOEXEC)
		return kpr_fail(s, err, "%s is compressed: unpack it with zstd -d.", path);
	return kpr_fail(s, err, "%s", kpr_explain_add(-err, path, text));
}

static int begin(struct kpctl_session *s)
{
	int ret = 0;

	if (s->state == KPR_LIVE)
		return kpr_fail(s, -EBUSY, "this session is of the running kernel: take another one for a recording.");
	if (s->started)
		return kpr_fail(s, -EBUSY, "the recordings are being read: name all of them before.");
	if (!s->replay)
		ret = kpr_replay_open(&s->replay);
	return kpr_fail_sys(s, ret, "cannot read recordings");
}

int kpctl_replay(struct kpctl_session *s, const char *path)
{
	int ret = begin(s), fd;

	if (ret)
		return ret;
	fd = open_file(path);
	ret = fd < 0 ? fd : kpr_replay_add(s->replay, fd, path);
	if (ret)
		return fail_add(s, ret, path);
	s->state = KPR_REPLAY;
	return 0;
}

int kpr_replay_ready(struct kpctl_session *s)
{
	int ret;

	if (s->started)
		return 0;
	ret = kpr_replay_start(s->replay);
	if (ret)
		return kpr_fail_sys(s, ret, "cannot read recordings");
	s->started = true;
	return 0;
}

bool kpr_replay_look(struct kpctl_session *s, char *text)
{
	struct kpr_replay_state state;
	unsigned int i;

	for (i = 0; kpr_replay_file(s->replay, i, &state); i++)
		if (kpr_replay_is_broken(&state) && kpr_explain_state(&state, 0, text))
			return true;
	return false;
}

int kpctl_machine(struct kpctl_session *s, unsigned int i, struct kpctl_machine *to)
{
	struct kpctl_machine out;
	struct kpr_machine m;
	int ret;

	if (s->state != KPR_REPLAY)
		return kpr_fail(s, -ENOENT, "this session is no recording.");
	ret = kpr_replay_ready(s);
	if (ret)
		return ret;
	if (!kpr_replay_machine(s->replay, i, &m))
		return kpr_fail(s, -ENOENT, "there is no machine %u in these recordings.", i);
	out = (struct kpctl_machine){
		.host = m.host, .boot = m.boot, .monotonic = m.monotonic,
		.realtime = m.realtime, .boottime = m.boottime,
	};
	ret = kpr_hand_out(to, &out, sizeof(out));
	return kpr_fail_sys(s, ret, "the struct has no room for its size");
}
