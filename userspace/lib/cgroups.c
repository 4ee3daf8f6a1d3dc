// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Control groups: the path of an id, which is the inode number of the group's directory. The
 * first mount of cgroup2 is walked, and walked again when an id comes that is not known, at most
 * once a second: a group that was gone by then has no path, and is shown by its id.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpr_int.h"

#define SECOND		1000000000ull
#define DEPTH_MAX	64
#define TEXT_MAX	(2u << 20)	/* of all paths: later ones are not known */

struct group {
	uint64_t id;
	uint32_t path, len;	/* in text */
};

struct kpr_cgroups {
	struct group *group;	/* by id */
	size_t nr, room;
	struct kpr_buf text;
	uint64_t walked;	/* when; 0: never */
};

static int add(struct kpr_cgroups *c, uint64_t id, const char *path, size_t len)
{
	struct group *more;

	if (c->text.len + len > TEXT_MAX)
		return -E2BIG;
	if (c->nr == c->room) {
		more = realloc(c->group, (c->room * 2 + 64) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		c->group = more;
		c->room = c->room * 2 + 64;
	}
	if (kpr_buf_room(&c->text, len))
		return -ENOMEM;
	memcpy(c->text.data + c->text.len, path, len);
	kpr_name_clean(c->text.data + c->text.len, len);
	c->group[c->nr++] = (struct group){ .id = id, .path = c->text.len, .len = len };
	c->text.len += len;
	return 0;
}

/* What is below the directory fd, which is closed here. path: KPR_SYM_TEXT_MAX bytes of room. */
static int walk(struct kpr_cgroups *c, int fd, char *path, size_t len, int depth)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *d;
	int ret = 0;
	size_t more;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;	/* it has gone, or is not ours to read */
	}
	while (!ret && (d = readdir(dir))) {
		more = strlen(d->d_name);
		if (d->d_type != DT_DIR || d->d_name[0] == '.' ||
		    len + 1 + more >= KPR_SYM_TEXT_MAX)
			continue;
		path[len] = '/';
		memcpy(path + len + 1, d->d_name, more + 1);
		ret = add(c, d->d_ino, path, len + 1 + more);
		if (!ret && depth < DEPTH_MAX)
			ret = walk(c, openat(dirfd(dir), d->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
				   path, len + 1 + more, depth + 1);
	}
	closedir(dir);
	return ret;
}

static int by_id(const void *va, const void *vb)
{
	const struct group *a = va, *b = vb;

	return a->id < b->id ? -1 : a->id > b->id;
}

/* Octal escapes of mountinfo, in place. */
static void unescape(char *p)
{
	char *to = p;

	for (; *p; to++)
		if (p[0] == '\\' && p[1] && p[2] && p[3]) {
			*to = (p[1] - '0') << 6 | (p[2] - '0') << 3 | (p[3] - '0');
			p += 4;
		} else {
			*to = *p++;
		}
	*to = '\0';
}

/* Where cgroup2 is mounted, as a whole; false: nowhere. */
static bool find_mount(const char *proc, char *dir, size_t size)
{
	char line[4096], root[16], path[2048];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/self/mountinfo", proc);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, " - cgroup2 ") &&
			sscanf(line, "%*s %*s %*s %15s %2047s", root, path) == 2 &&
			!strcmp(root, "/") && strlen(path) < size;
	if (f)
		fclose(f);
	if (found) {
		strcpy(dir, path);
		unescape(dir);
	}
	return found;
}

static void walk_all(struct kpr_cgroups *c, const char *proc)
{
	char dir[2048], path[KPR_SYM_TEXT_MAX];
	struct stat st;
	int fd;

	c->nr = c->text.len = 0;
	if (!find_mount(proc, dir, sizeof(dir)))
		return;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (!fstat(fd, &st))
		add(c, st.st_ino, "/", 1);
	walk(c, fd, path, 0, 0);
	qsort(c->group, c->nr, sizeof(*c->group), by_id);
}

static const struct group *find(const struct kpr_cgroups *c, uint64_t id)
{
	const struct group key = { .id = id };

	return c->nr ? bsearch(&key, c->group, c->nr, sizeof(key), by_id) : NULL;
}

static const char *told(struct kpr_syms *s, uint64_t id, unsigned int *len)
{
	*len = s->ask_user(s->ask_arg, KPR_PID_CGROUP, id, s->line);
	kpr_name_clean(s->line, *len);
	return *len ? s->line : NULL;
}

const char *kpr_cgroup_get(struct kpr_syms *s, uint64_t id, unsigned int *len)
{
	const struct group *g;
	struct kpr_cgroups *c;

	if (s->ask_user)
		return told(s, id, len);
	if (!s->cgroups)
		s->cgroups = calloc(1, sizeof(*s->cgroups));
	c = s->cgroups;
	if (!c)
		return NULL;
	g = find(c, id);
	if (!g && (!c->walked || s->now - c->walked >= SECOND)) {
		c->walked = s->now ?: 1;
		walk_all(c, s->proc);
		g = find(c, id);
	}
	if (!g)
		return NULL;
	*len = g->len;
	return c->text.data + g->path;
}

void kpr_cgroups_exit(struct kpr_syms *s)
{
	if (!s->cgroups)
		return;
	free(s->cgroups->group);
	kpr_buf_free(&s->cgroups->text);
	free(s->cgroups);
	s->cgroups = NULL;
}
