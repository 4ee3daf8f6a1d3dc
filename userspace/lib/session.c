// SPDX-License-Identifier: LGPL-2.1-only
/* A descriptor of /dev/kprobectl: its ioctls, its text files and its mappings. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "kpr_int.h"

#define SECOND	1000000000ull

struct mapping {
	void *consumer, *meta;
};

struct kpr_session {
	int fd;
	struct kpr_lent *lent;	/* views that another process opened for us; NULL: our own */
	struct kpctl_info info;
	size_t meta_len;
	unsigned int nr_mapped;
	struct mapping *map;
	struct kpr_syms *programs;	/* names for stacks of programs; NULL: none was needed yet */
};

static int ask(int fd, unsigned long what, void *arg)
{
	return ioctl(fd, what, arg) < 0 ? -errno : 0;
}

static bool info_ok(const struct kpctl_info *i)
{
	uint64_t ring;

	if (i->size < sizeof(*i) || i->abi != KPCTL_ABI_VERSION ||
	    i->clock > KPCTL_CLOCK_MARKED || !i->nr_rings)
		return false;
	if (i->page_size != (unsigned long)sysconf(_SC_PAGESIZE))
		return false;
	if (i->data_size < i->page_size || i->data_size & (i->data_size - 1) ||
	    i->data_size > SIZE_MAX / 4)
		return false;
	ring = 2ull * i->page_size + 2 * i->data_size;
	return i->ring_stride >= ring && i->ring_stride <= INT64_MAX / i->nr_rings;
}

/* Sizes belong to the session; kpr_attach() changes the session, so sizes are read again. */
static int get_info(struct kpr_session *s)
{
	int ret;

	s->info = (struct kpctl_info){ .size = sizeof(s->info) };
	ret = ask(s->fd, KPCTL_IOC_INFO, &s->info);
	if (ret)
		return ret;
	return info_ok(&s->info) ? 0 : -EPROTO;
}

int kpr_open(struct kpr_session **out)
{
	struct kpr_session *s = calloc(1, sizeof(*s));
	int ret;

	if (!s)
		return -ENOMEM;
	s->fd = open(KPR_DEVICE, O_RDWR | O_CLOEXEC);
	if (s->fd < 0) {
		ret = -errno;
		goto err_free;
	}
	ret = get_info(s);
	if (ret)
		goto err_close;
	*out = s;
	return 0;

err_close:
	close(s->fd);
err_free:
	free(s);
	return ret;
}

int kpr_session_lent(struct kpr_session **out, const struct kpr_lent *lent)
{
	struct kpr_session *s = calloc(1, sizeof(*s));
	int ret = -ENOMEM;

	if (!s)
		return ret;
	s->lent = malloc(sizeof(*s->lent));
	if (!s->lent)
		goto err_free;
	*s->lent = *lent;
	s->fd = lent->fd[0];
	ret = get_info(s);
	if (ret)
		goto err_lent;
	*out = s;
	return 0;

err_lent:
	free(s->lent);
err_free:
	free(s);
	return ret;
}

/* A lent descriptor of the rings was attached by its lender. */
int kpr_attach(struct kpr_session *s)
{
	int ret = s->lent && s->info.attached ? 0 : ask(s->fd, KPCTL_IOC_ATTACH, NULL);

	return ret ? ret : get_info(s);
}

int kpr_look(struct kpr_session *s)
{
	int ret = ask(s->fd, KPCTL_IOC_LOOK, NULL);

	return ret ? ret : get_info(s);
}

int kpr_choose(struct kpr_session *s, const char *name, bool looks)
{
	struct kpctl_name n = { .flags = looks ? KPCTL_NAME_LOOK : 0 };
	int ret;

	if (strlen(name) >= sizeof(n.name))
		return -ENOENT;
	strcpy(n.name, name);
	ret = ask(s->fd, KPCTL_IOC_SESSION, &n);
	return ret ? ret : get_info(s);
}

int kpr_set_overwrite(struct kpr_session *s, bool on)
{
	uint32_t v = on;

	return ask(s->fd, KPCTL_IOC_OVERWRITE, &v);
}

bool kpr_overwrites(const struct kpr_session *s)
{
	return s->info.features & KPCTL_FEATURE_OVERWRITES;
}

int kpr_set_buffer(struct kpr_session *s, uint64_t bytes)
{
	int ret = ask(s->fd, KPCTL_IOC_BUFFER, &bytes);

	return ret ? ret : get_info(s);
}

int kpr_set_tracing(struct kpr_session *s, bool on)
{
	uint32_t v = on;

	return ask(s->fd, KPCTL_IOC_TRACING, &v);
}

int kpr_switch(struct kpr_session *s, uint16_t id, bool on)
{
	struct kpctl_switch sw = { .id = id, .on = on };

	return ask(s->fd, KPCTL_IOC_SWITCH, &sw);
}

static void unmap_rings(struct kpr_session *s)
{
	while (s->nr_mapped) {
		struct mapping *m = &s->map[--s->nr_mapped];

		munmap(m->consumer, s->info.page_size);
		munmap(m->meta, s->meta_len);
	}
	free(s->map);
	s->map = NULL;
}

void kpr_close(struct kpr_session *s)
{
	if (!s)
		return;
	unmap_rings(s);
	if (s->lent)
		kpr_lent_close(s->lent);
	else
		close(s->fd);
	free(s->lent);
	if (s->programs)
		kpr_syms_exit(s->programs);
	free(s->programs);
	free(s);
}

int kpr_fd(const struct kpr_session *s)
{
	return s->fd;
}

/* Text */

static int set_view(struct kpr_session *s, uint32_t view)
{
	return ask(s->fd, KPCTL_IOC_VIEW, &view);
}

/*
 * The descriptor from which to read the view. A lent one has its view from the lender and
 * cannot change it, so each view is a descriptor of its own.
 */
static int view_fd(struct kpr_session *s, uint32_t view)
{
	unsigned int i;
	int ret;

	if (!s->lent) {
		ret = set_view(s, view);
		return ret ? ret : s->fd;
	}
	for (i = 0; i < s->lent->nr; i++)
		if (s->lent->view[i] == (view | KPCTL_VIEW_MAIN))
			return s->lent->fd[i];
	return -EPERM;
}

/* What names the keys of the view, if the text has any that are stacks of programs, or cgroups. */
static kpr_name_keys *namer_of(uint32_t view, const char *text)
{
	switch (view & ~KPCTL_VIEW_MAIN) {
	case KPCTL_VIEW_HISTS:
		return kpr_user_keys_in(text) ? kpr_user_keys : NULL;
	case KPCTL_VIEW_OPEN:
		return kpr_open_keys_in(text) ? kpr_open_keys : NULL;
	default:
		return NULL;
	}
}

static int name_keys(struct kpr_session *s, kpr_name_keys *namer, char **text, size_t *len)
{
	if (!s->programs) {
		s->programs = calloc(1, sizeof(*s->programs));
		if (!s->programs || kpr_syms_init(s->programs, "", "")) {
			free(s->programs);
			s->programs = NULL;
			return -ENOMEM;
		}
	}
	s->programs->now = kpr_now();
	if (s->programs->now - s->programs->aged >= SECOND) {	/* a pid may be another's by now */
		s->programs->aged = s->programs->now;
		s->programs->age++;
	}
	return namer(s->programs, text, len);
}

int kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len)
{
	int fd = view_fd(s, view), ret;
	kpr_name_keys *namer;

	if (fd < 0)
		return fd;
	/* another view begins at its start, but the same view goes on where reading stopped */
	if (lseek(fd, 0, SEEK_SET) < 0 && errno != ESPIPE)
		return -errno;
	ret = kpr_read_fd(fd, text, len);
	namer = ret ? NULL : namer_of(view, *text);
	if (!namer)
		return ret;
	ret = name_keys(s, namer, text, len);
	if (ret)
		free(*text);
	return ret;
}

int kpr_view_choose(struct kpr_session *s, uint32_t view)
{
	return set_view(s, view);
}

int kpr_view_write(struct kpr_session *s, uint32_t view, const void *text, size_t len)
{
	int ret = set_view(s, view);
	ssize_t n;

	if (ret)
		return ret;
	do {
		n = write(s->fd, text, len);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	return (size_t)n == len ? 0 : -EIO;
}

int kpr_text_value(const char *text, const char *word, const char *key, uint64_t *value)
{
	size_t nword = strlen(word), nkey = strlen(key);
	const char *p, *eol;

	for (; *text; text = *eol ? eol + 1 : eol) {
		eol = text + strcspn(text, "\n");
		if (strncmp(text, word, nword) || text[nword] != ' ')
			continue;
		for (p = text + nword; p < eol; p += 1 + strcspn(p + 1, " \n"))
			if (!strncmp(p + 1, key, nkey) && p[1 + nkey] == '=') {
				*value = strtoull(p + 2 + nkey, NULL, 10);
				return 0;
			}
	}
	return -ENOENT;
}

/* Symbols */

int kpr_session_symbol(void *arg, uint64_t addr, char *text)
{
	struct kpctl_symbol sym = { .addr = addr };
	const struct kpr_session *s = arg;
	int ret = ask(s->fd, KPCTL_IOC_SYMBOL, &sym);

	_Static_assert(sizeof(sym.text) <= KPR_SYM_TEXT_MAX, "a symbol is printed in full");
	if (ret)
		return ret;
	if (sym.len > sizeof(sym.text))
		return -EPROTO;
	memcpy(text, sym.text, sym.len);
	return sym.len;
}

/* Rings */

static int map_ring(struct kpr_session *s, unsigned int i)
{
	uint64_t at = i * s->info.ring_stride;
	struct mapping m;
	int ret;

	m.consumer = mmap(NULL, s->info.page_size, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, at);
	if (m.consumer == MAP_FAILED)
		return -errno;
	m.meta = mmap(NULL, s->meta_len, PROT_READ, MAP_SHARED, s->fd, at + s->info.page_size);
	if (m.meta == MAP_FAILED) {
		ret = -errno;
		munmap(m.consumer, s->info.page_size);
		return ret;
	}
	s->map[i] = m;
	s->nr_mapped++;
	return 0;
}

unsigned int kpr_session_nr_rings(const struct kpr_session *s)
{
	return s->info.nr_rings;
}

void *kpr_session_map_look(const struct kpr_session *s, unsigned int i, size_t *len)
{
	void *meta;

	*len = s->info.page_size + 2 * s->info.data_size;
	meta = mmap(NULL, *len, PROT_READ, MAP_SHARED, s->fd,
		    i * s->info.ring_stride + s->info.page_size);
	return meta == MAP_FAILED ? NULL : meta;
}

static int map_rings(struct kpr_session *s)
{
	unsigned int i;
	int ret = 0;

	if (s->map)
		return -EBUSY;
	s->map = calloc(s->info.nr_rings, sizeof(*s->map));
	if (!s->map)
		return -ENOMEM;
	s->meta_len = s->info.page_size + 2 * s->info.data_size;
	for (i = 0; i < s->info.nr_rings && !ret; i++)
		ret = map_ring(s, i);
	if (ret)
		unmap_rings(s);
	return ret;
}

int kpr_session_rings(struct kpr_session *s, struct kpr_ring **out, unsigned int *nr)
{
	struct kpr_ring *rings;
	unsigned int i;
	int ret = map_rings(s);

	if (ret)
		return ret;
	ret = -ENOMEM;
	rings = calloc(s->info.nr_rings, sizeof(*rings));
	for (i = 0; rings && i < s->info.nr_rings; i++) {
		ret = kpr_ring_init(&rings[i], s->map[i].meta, s->meta_len, s->map[i].consumer);
		if (ret)
			break;
	}
	if (ret) {
		free(rings);
		unmap_rings(s);
		return ret;
	}
	*out = rings;
	*nr = s->info.nr_rings;
	return 0;
}
