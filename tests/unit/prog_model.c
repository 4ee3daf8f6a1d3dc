// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobectl.h>
#include <linux/preempt.h>

#include "place/place.h"
#include "prog_model.h"
#include "spec/address.h"
#include "spec/dentry.h"
#include "spec/sock.h"
#include "spec/task.h"

struct model {
	const struct kpctl_spec *spec;
	const struct world *w;
	bool early;		/* all of it at entry */
	u32 text_max;		/* bytes of a string that a test looks at */
	u32 kept_left;		/* room for strings that are kept */
	bool kept_cut;
};

/* The argument as steps; that of @ADDR and @SYM stands in no spec. */
struct steps {
	struct kpctl_deref d[KPCTL_DEREF_MAX + 1];
	u32 n, at_entry;
};

static struct steps steps_of(const struct kpctl_arg_spec *as)
{
	struct steps s = { .n = 0 };

	if (as->src == KPCTL_SRC_ADDR || as->src == KPCTL_SRC_SYM)
		s.d[s.n++].how = as->type == KPCTL_TYPE_USTRING && !as->count ?
				 KPCTL_DEREF_USER : KPCTL_DEREF_KERNEL;
	s.at_entry = s.n + as->nentry;
	memcpy(&s.d[s.n], as->deref, as->nderef * sizeof(*as->deref));
	s.n += as->nderef;
	return s;
}

/* A line with $after(...) has two moments, as a call has. */
static bool is_return(const struct model *m)
{
	return (kpctl_kind_is_call(m->spec->kind) || m->spec->after_column) && !m->early;
}

static enum host_moment source_moment(const struct model *m, const struct kpctl_arg_spec *as)
{
	if (m->spec->after_column)
		return is_return(m) && as->after ? HOST_RETURN : HOST_ENTRY;
	return is_return(m) && !as->at_entry ? HOST_RETURN : HOST_ENTRY;
}

static enum host_moment step_moment(const struct model *m, const struct kpctl_arg_spec *as,
				    const struct steps *s, u32 i)
{
	if (m->spec->after_column)
		return source_moment(m, as);
	return is_return(m) && !(as->at_entry && i < s->at_entry) ? HOST_RETURN : HOST_ENTRY;
}

static u64 argument(const struct pt_regs *regs, u64 n)
{
	const u64 in_regs[] = { regs->di, regs->si, regs->dx, regs->cx, regs->r8, regs->r9 };

	if (n <= 6)
		return in_regs[n - 1];
	return n - 6 < HOST_STACK ? host.stack[n - 6] : 0;
}

static u64 caller(const struct model *m, enum host_moment when)
{
	if (when == HOST_RETURN)
		return m->w->caller;
	if (m->spec->is_addr || m->spec->off || !kpctl_kind_has_entry(m->spec->kind))
		return host.caller;
	return host.return_address;
}

/* A hit of these kinds is a level of the count itself, and an NMI is two. */
static u64 idle(unsigned int kind)
{
	u32 nmis = host_preempt_count >> 20 & 15, irqs = host_preempt_count >> 16 & 15;
	bool is_level = kind == KPCTL_KIND_I || kind == KPCTL_KIND_S;

	if (!host_task.idle || host_preempt_count >> 8 & 1)
		return 0;
	return !is_level || (nmis ? irqs == 1 : irqs <= 1);
}

static u64 source(const struct model *m, const struct kpctl_arg_spec *as)
{
	enum host_moment when = source_moment(m, as);
	const struct pt_regs *regs = when == HOST_ENTRY ? &m->w->entry : &m->w->ret;
	unsigned long addr;

	switch (as->src) {
	case KPCTL_SRC_REG:
		return *(const u64 *)((const u8 *)regs + as->num);
	case KPCTL_SRC_ARG:
		return argument(regs, as->num);
	case KPCTL_SRC_STACK:
		return as->num < HOST_STACK ? host.stack[as->num] : 0;
	case KPCTL_SRC_STACK_ADDR:
		return regs->sp;
	case KPCTL_SRC_RETVAL:
		return regs->ax;
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_IMM:
		return as->num;
	case KPCTL_SRC_CURRENT:
		return (u64)&host_task;
	case KPCTL_SRC_SYM:
	case KPCTL_SRC_SYM_ADDR:
		kpctl_place_data(as->sym, &addr);
		return addr + as->num;
	case KPCTL_SRC_LAT:
		return m->w->lat;
	case KPCTL_SRC_ONCPU:
		return m->w->parts.oncpu;
	case KPCTL_SRC_BLOCKED:
		return m->w->parts.blocked;
	case KPCTL_SRC_RUNQ:
		return m->w->parts.runq;
	case KPCTL_SRC_PID:
		return host_task.tgid;
	case KPCTL_SRC_TID:
		return host_task.pid;
	case KPCTL_SRC_NSPID:
		return host_task.reaped ? 0 : host.pid.numbers[host.pid.level].nr;
	case KPCTL_SRC_PPID:
		return host_task.reaped ? 0 : host.parent.tgid;
	case KPCTL_SRC_UID:
		return host_task.cred.uid.val;
	case KPCTL_SRC_CPU:
		return host_processor_id;
	case KPCTL_SRC_IDLE:
		return idle(m->spec->kind);
	case KPCTL_SRC_CGROUP:
		return host_task.cgroup;
	case KPCTL_SRC_IN_CGROUP:
		return as->num >> 32 & 1;
	case KPCTL_SRC_FUNC:
		return m->w->func;
	case KPCTL_SRC_CALLER:
		return caller(m, when);
	case KPCTL_SRC_VALUE:
		return m->w->watched.value;
	case KPCTL_SRC_OLD:
		return m->w->watched.old;
	case KPCTL_SRC_ADDR_OF:
		return m->w->watched.addr;
	}
	abort();
}

/* Bytes at an address: those of the user's half are the user's, whatever is said. */
static bool read_bytes(enum host_moment when, u64 at, u32 n, bool user, void *to)
{
	u8 *p = to;
	u32 i;

	for (i = 0; i < n; i++)
		if (!host_byte(when, at + i, user || at + i < TASK_SIZE_MAX, &p[i]))
			return false;
	return true;
}

/* The value after n steps of 8 bytes each. */
static bool walk(const struct model *m, const struct kpctl_arg_spec *as, const struct steps *s,
		 u32 n, u64 *value)
{
	u64 v = source(m, as);
	u32 i;

	if (as->src == KPCTL_SRC_VALUE && m->w->watched.fault)
		return false;
	for (i = 0; i < n; i++) {
		if (s->d[i].how == KPCTL_DEREF_CPU)
			v += s->d[i].off + HOST_CPU_OFFSET;
		else if (!read_bytes(step_moment(m, as, s, i), v + s->d[i].off, 8,
				     s->d[i].how, &v))
			return false;
	}
	*value = v;
	return true;
}

/* Where the last step reads, and when. */
static bool walk_to_last(const struct model *m, const struct kpctl_arg_spec *as,
			 const struct steps *s, u64 *at, enum host_moment *when)
{
	if (!walk(m, as, s, s->n - 1, at))
		return false;
	*at += s->d[s->n - 1].off;
	*when = step_moment(m, as, s, s->n - 1);
	return true;
}

static u64 turn_round(u64 v, u32 bytes)
{
	u64 turned = 0;

	for (; bytes; bytes--, v >>= 8)
		turned = turned << 8 | (v & 0xff);
	return turned;
}

static u64 cut_out(const struct kpctl_arg_spec *as, u64 v)
{
	u32 width = 8 * kpctl_type_size(as->type);

	if (as->bits) {
		v >>= as->bit;
		width = as->bits;
	}
	if (kpctl_type_is_swapped(as->type))
		v = turn_round(v, width / 8);
	if (width == 64)
		return v;
	v &= (1ull << width) - 1;
	if (kpctl_type_is_signed(as->type) && v >> (width - 1))
		v |= ~0ull << width;
	return v;
}

/* Registers have 8 bytes, and blocks are read where they lie. */
static bool is_bytes(const struct kpctl_arg_spec *as)
{
	u32 size = kpctl_type_size(as->type);

	return as->count || (size != 1 && size != 2 && size != 4 && size != 8);
}

static bool number(const struct model *m, const struct kpctl_arg_spec *as, u64 *value)
{
	struct steps s = steps_of(as);
	enum host_moment when;
	u64 at, v = 0;

	if (!s.n || s.d[s.n - 1].how == KPCTL_DEREF_CPU) {
		if (!walk(m, as, &s, s.n, &v))
			return false;
	} else {
		if (!walk_to_last(m, as, &s, &at, &when))
			return false;
		if (!read_bytes(when, at, kpctl_type_size(as->type), s.d[s.n - 1].how, &v))
			return false;
	}
	*value = cut_out(as, v);
	return true;
}

static bool array(const struct model *m, const struct kpctl_arg_spec *as, u8 *to)
{
	u32 size = kpctl_type_size(as->type), i;
	struct steps s = steps_of(as);
	enum host_moment when;
	u64 at, v;

	memset(to, 0, kpctl_arg_slot_size(as));
	if (!walk_to_last(m, as, &s, &at, &when))
		return false;
	if (!read_bytes(when, at, (as->count ? as->count : 1) * size, s.d[s.n - 1].how, to)) {
		memset(to, 0, kpctl_arg_slot_size(as));
		return false;
	}
	for (i = 0; i < as->count && size <= 8 && !kpctl_type_is_address(as->type); i++) {
		v = 0;
		memcpy(&v, to + i * size, size);
		v = cut_out(as, v);
		memcpy(to + i * size, &v, size);
	}
	return true;
}

/* Strings: bytes with their NUL, at most max; 0: cannot be read */

static u32 from_text(const char *text, u32 len, u8 *to, u32 max, u32 *flags)
{
	if (len > max - 1) {
		len = max - 1;
		*flags = KPCTL_STR_CUT;
	}
	memcpy(to, text, len);
	to[len] = 0;
	return len + 1;
}

static u32 from_memory(enum host_moment when, u64 at, bool user, u8 *to, u32 max, u32 *flags)
{
	u32 n;

	for (n = 0; n < max; n++) {
		if (!read_bytes(when, at + n, 1, user, &to[n])) {
			if (!n)
				return 0;
			break;
		}
		if (!to[n])
			return n + 1;
	}
	if (n == max)
		n--;
	to[n] = 0;
	*flags = KPCTL_STR_CUT;
	return n + 1;
}

/* Where element i is; its pointer is read like all of the last step. */
static bool string_at(const struct model *m, const struct kpctl_arg_spec *as, u32 i, u64 *at,
		      enum host_moment *when)
{
	struct steps s = steps_of(as);

	if (!s.n) {	/* an address that was given has one string */
		*when = source_moment(m, as);
		*at = as->num;
		return !i;
	}
	if (!walk_to_last(m, as, &s, at, when))
		return false;
	return !as->count || read_bytes(*when, *at + 8 * i, 8, s.d[s.n - 1].how, at);
}

static u32 from_symbol(const struct model *m, const struct kpctl_arg_spec *as, u8 *to, u32 max,
		       u32 *flags)
{
	struct steps s = steps_of(as);
	char name[KSYM_SYMBOL_LEN];
	u64 v;

	if (!walk(m, as, &s, s.n, &v))
		return 0;
	return from_text(name, sprint_symbol(name, v), to, max, flags);
}

/* Strings made of names */

static bool word_at(enum host_moment when, u64 at, u64 *v)
{
	return read_bytes(when, at, 8, false, v);
}

static bool append(u8 *to, u32 *len, u32 max, const char *text, u32 *flags)
{
	if (*len + strlen(text) >= max) {
		*flags = KPCTL_STR_CUT;
		return false;
	}
	strcpy((char *)to + *len, text);
	*len += strlen(text);
	return true;
}

static u32 join(enum host_moment when, const u64 *name, u32 n, const char *front, bool slash,
		u8 *to, u32 max, u32 *flags)
{
	u32 len = 0, bytes;

	to[0] = 0;
	if (!append(to, &len, max, front, flags))
		return 1;
	while (n-- && !*flags) {
		if (slash && !append(to, &len, max, "/", flags))
			break;
		slash = true;
		bytes = from_memory(when, name[n], false, to + len, max - len, flags);
		if (!bytes)
			return 0;
		len += bytes - 1;
	}
	return len + 1;
}

/* As lib/vsprintf.c has a dentry, but for many names. */
static u32 from_names(enum host_moment when, u64 at, u8 walk, u8 *to, u32 max, u32 *flags)
{
	bool all = walk == KPCTL_WALK_DENTRY || walk == KPCTL_WALK_PATH, cut;
	u64 name[KPCTL_WALK_MOST], d = at, root = 1, mount, parent = 0;
	u32 n = 0, most = all ? KPCTL_WALK_MOST : walk;
	const char *front = "";

	if (walk == KPCTL_WALK_PATH &&
	    (!word_at(when, at + KPCTL_PATH_DENTRY, &d) ||
	     !word_at(when, at + KPCTL_PATH_MOUNT, &mount) ||
	     !word_at(when, mount + KPCTL_MOUNT_ROOT, &root)))
		return 0;
	for (; n < most && d != root; d = parent) {
		if (!word_at(when, d + KPCTL_DENTRY_PARENT, &parent) ||
		    !word_at(when, d + KPCTL_DENTRY_NAME, &name[n]))
			return 0;
		if (parent == d && n)
			return join(when, name, n, "", true, to, max, flags);
		n++;
		if (parent == d)
			return join(when, name, n, "", false, to, max, flags);
	}
	if (d == root)
		return join(when, name, n, n ? "" : "/", true, to, max, flags);
	cut = all && !(word_at(when, d + KPCTL_DENTRY_PARENT, &parent) && parent == d);
	if (cut)
		front = "...";
	return join(when, name, n, front, all, to, max, flags);
}

static bool end_of_socket(enum host_moment when, u64 family, u64 address, u64 port, bool swapped,
			  char *to)
{
	unsigned char bytes[16], n[2];
	char text[64], *end;

	if (!read_bytes(when, address, family == 2 ? 4 : 16, false, bytes) ||
	    !read_bytes(when, port, 2, false, n))
		return false;
	end = family == 2 ? kpctl_address_IP4.put(text, bytes) : kpctl_address_IP6.put(text, bytes);
	sprintf(to, family == 2 ? "%.*s:%u" : "[%.*s]:%u", (int)(end - text), text,
		n[swapped] | n[!swapped] << 8);
	return true;
}

static u32 from_socket(enum host_moment when, u64 sk, u8 *to, u32 max, u32 *flags)
{
	static const char * const names[46] = {
		[1] = "unix", [15] = "key", [16] = "netlink", [17] = "packet", [24] = "pppox",
		[29] = "can", [30] = "tipc", [31] = "bluetooth", [38] = "alg", [40] = "vsock",
		[42] = "qipcrtr", [43] = "smc", [44] = "xdp", [45] = "mctp",
	};
	static const char * const tcp[14] = {
		"state 0", "ESTABLISHED", "SYN_SENT", "SYN_RECV", "FIN_WAIT1", "FIN_WAIT2",
		"TIME_WAIT", "CLOSE", "CLOSE_WAIT", "LAST_ACK", "LISTEN", "CLOSING",
		"NEW_SYN_RECV", "BOUND_INACTIVE",
	};
	char here[64], there[64], all[160], state[16];
	u64 family = 0, nr = 0;

	if (!read_bytes(when, sk + KPCTL_SOCK_FAMILY, 2, false, &family) ||
	    !read_bytes(when, sk + KPCTL_SOCK_STATE, 1, false, &nr))
		return 0;
	sprintf(state, "state %u", (unsigned int)nr);
	if (nr < 14)
		strcpy(state, tcp[nr]);
	if (family == 2 || family == 10) {
		if (!end_of_socket(when, family, sk + (family == 2 ? 4 : 72), sk + 14, false,
				   here) ||
		    !end_of_socket(when, family, sk + (family == 2 ? 0 : 56), sk + 12, true,
				   there))
			return 0;
		sprintf(all, "%s > %s %s", here, there, state);
	} else if (family < 46 && names[family]) {
		sprintf(all, family == 1 || family == 40 ? "%s %s" : "%s", names[family], state);
	} else {
		sprintf(all, "family %u", (unsigned int)family);
	}
	return from_text(all, strlen(all), to, max, flags);
}

static u32 from_task(enum host_moment when, u64 task, bool with_pid, u8 *to, u32 max, u32 *flags)
{
	char comm[KPCTL_TASK_COMM_LEN], text[KPCTL_TASK_TEXT];
	u32 pid = 0;

	if (task + KPCTL_TASK_COMM + sizeof(comm) > HOST_KERNEL_LAST)	/* as plain loads go */
		return 0;
	if (!read_bytes(when, task + KPCTL_TASK_COMM, sizeof(comm), false, comm) ||
	    !read_bytes(when, task + KPCTL_TASK_PID, sizeof(pid), false, &pid))
		return 0;
	comm[sizeof(comm) - 1] = 0;
	sprintf(text, with_pid ? "%s/%u" : "%s", comm, pid);
	return from_text(text, strlen(text), to, max, flags);
}

static u32 fresh_string(const struct model *m, const struct kpctl_arg_spec *as, u32 i, u8 *to,
			u32 max, u32 *flags)
{
	enum host_moment when;
	u64 at;

	if (as->src == KPCTL_SRC_COMM)
		return from_text(host_task.comm, strnlen(host_task.comm, 16), to, max, flags);
	if (as->src == KPCTL_SRC_TEXT)
		return from_text(as->sym, strlen(as->sym), to, max, flags);
	if (as->type == KPCTL_TYPE_SYMSTR)
		return from_symbol(m, as, to, max, flags);
	if (!string_at(m, as, i, &at, &when))
		return 0;
	if (as->walk == KPCTL_WALK_SOCK)
		return from_socket(when, at, to, max, flags);
	if (as->walk >= KPCTL_WALK_TASK)
		return from_task(when, at, as->walk == KPCTL_WALK_TASK, to, max, flags);
	if (as->walk)
		return from_names(when, at, as->walk, to, max, flags);
	return from_memory(when, at, as->type == KPCTL_TYPE_USTRING, to, max, flags);
}

static bool is_kept_string(const struct model *m, const struct kpctl_arg_spec *as)
{
	if (!is_return(m) || !kpctl_type_is_string(as->type) || as->type == KPCTL_TYPE_SYMSTR)
		return false;
	if (m->spec->after_column)
		return !as->after && kpctl_arg_reads_memory(as);
	return as->at_entry && as->nentry == as->nderef;
}

static u32 string(struct model *m, const struct kpctl_arg_spec *as, u32 i, u8 *to, u32 max,
		  u32 *flags)
{
	u8 kept[KPCTL_KEPT_STRING];
	u32 len = 0, room;

	if (!is_kept_string(m, as)) {
		if (max)
			return fresh_string(m, as, i, to, max, flags);
		*flags = KPCTL_STR_CUT;
		return 0;
	}
	room = m->kept_left < KPCTL_KEPT_STRING ? m->kept_left : KPCTL_KEPT_STRING;
	if (room)
		len = fresh_string(m, as, i, kept, room, flags);
	else
		*flags = KPCTL_STR_CUT;
	m->kept_left -= len;
	m->kept_cut |= *flags != 0;
	if (!max)
		*flags = KPCTL_STR_CUT;
	return len && max ? from_text((char *)kept, len - 1, to, max, flags) : 0;
}

static u32 put_strings(struct model *m, const struct kpctl_arg_spec *as, u8 *rec, u32 slot,
		       u32 at, u32 limit)
{
	u32 i, len, flags, word;

	for (i = 0; i < (as->count ? as->count : 1u); i++) {
		flags = 0;
		len = string(m, as, i, rec + at, limit - at, &flags);
		word = len << 16 | (len ? at : 0);
		memcpy(rec + slot + 8 * i, &word, 4);
		memcpy(rec + slot + 8 * i + 4, &flags, 4);
		at += len;
	}
	return at;
}

static void put_slot(u8 *rec, u32 slot, u32 at, u32 len, u32 flags)
{
	u32 word = len << 16 | at;

	memcpy(rec + slot, &word, 4);
	memcpy(rec + slot + 4, &flags, 4);
}

/* Zeros up to a multiple of 8; the limit is where there is no room for that. */
static u32 pad(u8 *rec, u32 at, u32 limit)
{
	while (at % 8 && at < limit)
		rec[at++] = 0;
	return at;
}

/* An argument's value as the array's count sees it; false: the value cannot be read. */
static bool count_of(const struct model *m, const struct kpctl_arg_spec *as, u64 *n)
{
	const struct kpctl_arg_spec *by = &m->spec->arg[as->count_arg];

	if (!number(m, by, n))
		return false;
	if (kpctl_type_is_signed(by->type) && (s64)*n < 0)
		*n = 0;
	return true;
}

static u32 put_counted(const struct model *m, const struct kpctl_arg_spec *as, u8 *rec, u32 slot,
		       u32 at, u32 limit)
{
	u32 size = kpctl_type_size(as->type), i, flags = 0;
	struct steps s = steps_of(as);
	enum host_moment when;
	u64 n, from, v;

	at = pad(rec, at, limit);
	put_slot(rec, slot, 0, 0, 0);
	if (!count_of(m, as, &n) || !walk_to_last(m, as, &s, &from, &when))
		return at;
	if (n > (limit - at) / size) {
		n = (limit - at) / size;
		flags = KPCTL_STR_CUT;
	}
	if (n && !read_bytes(when, from, n * size, s.d[s.n - 1].how, rec + at)) {
		memset(rec + at, 0, n * size);
		return at;
	}
	for (i = 0; i < n && size <= 8 && !kpctl_type_is_address(as->type); i++) {
		v = 0;
		memcpy(&v, rec + at + i * size, size);
		v = cut_out(as, v);
		memcpy(rec + at + i * size, &v, size);
	}
	put_slot(rec, slot, at, n * size, flags);
	return at + n * size;
}

/* How many pointers there are; *more: there is something behind them, or nobody knows. */
static u32 pointers_of(u64 from, enum host_moment when, u8 how, u32 max, u64 *pointer, bool *more)
{
	u32 n;

	for (n = 0; n <= max; n++) {
		*more = true;
		if (!read_bytes(when, from + 8 * n, 8, how, &pointer[n]))
			return n;
		*more = pointer[n];
		if (!pointer[n])
			return n;
	}
	return max;
}

static u32 put_list(const struct model *m, const struct kpctl_arg_spec *as, u8 *rec, u32 slot,
		    u32 at, u32 limit)
{
	u32 table = pad(rec, at, limit), max, n, i, text, len, cut;
	u64 pointer[KPCTL_LIST_MAX + 1], from;
	struct steps s = steps_of(as);
	enum host_moment when;
	bool more;

	put_slot(rec, slot, 0, 0, 0);
	put_slot(rec, slot + 8, 0, 0, 0);
	if (table == limit) {
		put_slot(rec, slot, table, 0, KPCTL_STR_CUT);
		return table;
	}
	max = (limit - table - 1) / 8;
	max = max < KPCTL_LIST_MAX ? max : KPCTL_LIST_MAX;
	if (!walk_to_last(m, as, &s, &from, &when))
		return table;
	n = pointers_of(from, when, s.d[s.n - 1].how, max, pointer, &more);
	if (!n && !read_bytes(when, from, 8, s.d[s.n - 1].how, &pointer[0]))
		return table;
	at = text = table + 8 * n;
	memset(rec + table, 0, 8 * n);
	for (i = 0; i < n && at < limit; i++) {
		cut = 0;
		len = from_memory(when, pointer[i], as->type == KPCTL_TYPE_USTRING, rec + at,
				  limit - at, &cut);
		put_slot(rec, table + 8 * i, len ? at : 0, len, cut);
		at += len;
		if (len)
			rec[at - 1] = ' ';
	}
	more |= i < n;
	at += at == text;
	rec[at - 1] = 0;
	put_slot(rec, slot, table, 8 * i, more ? KPCTL_STR_CUT : 0);
	put_slot(rec, slot + 8, text, at - text, more ? KPCTL_STR_CUT : 0);
	return at;
}

static u32 put_stack(const struct model *m, const struct kpctl_arg_spec *as, u8 *rec, u32 slot,
		     u32 at, u32 limit)
{
	enum host_moment when;
	u64 task;
	u32 nframes = !as->walk || string_at(m, as, 0, &task, &when) ? host.nframes : 0;
	u32 first = (at + 7) & ~7u, n = 0, flags = KPCTL_STR_CUT, word = 0;

	if (first + 8 <= limit) {
		n = (limit - first) / 8;
		n = n < KPCTL_STACK_FRAMES ? n : KPCTL_STACK_FRAMES;
		n = n < nframes ? n : nframes;
		flags = n < nframes ? KPCTL_STR_CUT : 0;
		memset(rec + at, 0, first - at);
		memcpy(rec + first, host.frame, 8 * n);
		at = first + 8 * n;
		word = n ? 8 * n << 16 | first : 0;
	}
	memcpy(rec + slot, &word, 4);
	memcpy(rec + slot + 4, &flags, 4);
	return at;
}

/* The record */

static bool can_fault(const struct kpctl_arg_spec *as)
{
	return !as->counted && (steps_of(as).n || as->src == KPCTL_SRC_VALUE) &&
	       !kpctl_type_is_string(as->type);
}

static u32 mask_size(const struct kpctl_spec *spec)
{
	u32 i;

	for (i = 0; i < spec->nargs; i++)
		if (can_fault(&spec->arg[i]))
			return 8 * ((spec->nargs + 63) / 64);
	return 0;
}

static void put_number(struct model *m, u32 i, u8 *rec, u32 slot)
{
	const struct kpctl_arg_spec *as = &m->spec->arg[i];
	u64 v = 0;
	bool fine;

	if (is_bytes(as)) {
		fine = array(m, as, rec + slot);
	} else {
		fine = number(m, as, &v);
		memcpy(rec + slot, &v, 8);
	}
	if (!fine)
		rec[MODEL_FIXED + i / 8] |= 1 << i % 8;
}

u32 model_record(const struct kpctl_spec *spec, const struct world *w, u32 room, u32 kept_room,
		 u8 *rec)
{
	struct model m = { .spec = spec, .w = w, .kept_left = kept_room };
	u32 slot = MODEL_FIXED + mask_size(spec), at = slot, limit, i;

	memset(rec + MODEL_FIXED, 0, slot - MODEL_FIXED);
	for (i = 0; i < spec->nargs; i++)
		at += kpctl_arg_slot_size(&spec->arg[i]);
	limit = at + room;
	for (i = 0; i < spec->nargs; i++) {
		const struct kpctl_arg_spec *as = &spec->arg[i];

		if (kpctl_type_is_stack(as->type))
			at = put_stack(&m, as, rec, slot, at, limit);
		else if (as->counted == KPCTL_COUNTED_NULL)
			at = put_list(&m, as, rec, slot, at, limit);
		else if (as->counted)
			at = put_counted(&m, as, rec, slot, at, limit);
		else if (kpctl_type_is_string(as->type))
			at = put_strings(&m, as, rec, slot, at, limit);
		else
			put_number(&m, i, rec, slot);
		slot += kpctl_arg_slot_size(as);
	}
	for (; at % 8; at++)
		rec[at] = 0;
	return at;
}

/* The condition */

static const struct kpctl_arg_spec *operand(const struct kpctl_spec *spec,
					    const struct kpctl_cond *cond, u8 nr)
{
	return nr < KPCTL_ARGS_MAX ? &spec->arg[nr] : &cond->operand[nr - KPCTL_ARGS_MAX];
}

static bool known_early(const struct kpctl_spec *spec, const struct kpctl_arg_spec *as)
{
	if (spec->after_column)
		return !as->after;
	if (as->at_entry)
		return as->nentry == as->nderef;
	return !as->nderef && (as->src == KPCTL_SRC_PID || as->src == KPCTL_SRC_TID || as->src == KPCTL_SRC_NSPID ||
			       as->src == KPCTL_SRC_FUNC || as->src == KPCTL_SRC_CALLER ||
			       as->src == KPCTL_SRC_IMM || as->src == KPCTL_SRC_TEXT);
}

static bool test_known_early(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
			     const struct kpctl_test *t)
{
	return known_early(spec, operand(spec, cond, t->left)) &&
	       (!t->right_is_operand || known_early(spec, operand(spec, cond, t->right)));
}

/* What the return will be asked again is to be decided by the same text. */
static u32 text_max(const struct kpctl_spec *spec, const struct kpctl_cond *cond, bool early)
{
	u32 i;

	for (i = 0; early && i < cond->ntests; i++)
		if (!test_known_early(spec, cond, &cond->test[i]))
			return KPCTL_KEPT_STRING;
	return KPCTL_FILTER_TEXT;
}

static bool text_holds(struct model *m, const struct kpctl_cond *cond, const struct kpctl_test *t,
		       const struct kpctl_arg_spec *left)
{
	static u8 text[KPCTL_FILTER_TEXT];
	const char *want = cond->strings + t->text;
	u32 flags = 0, len = string(m, left, 0, text, m->text_max, &flags);
	bool same;

	if (!len--)
		return false;
	if (t->cmp == KPCTL_CMP_GLOB || t->cmp == KPCTL_CMP_NOGLOB)
		return kpctl_glob_match(want, t->text_len, (char *)text, len) ==
		       (t->cmp == KPCTL_CMP_GLOB);
	same = len == t->text_len && !memcmp(text, want, len);
	return same == (t->cmp == KPCTL_CMP_SAME);
}

static bool address_holds(struct model *m, const struct kpctl_cond *cond,
			  const struct kpctl_test *t, const struct kpctl_arg_spec *left)
{
	const u8 *want = (const u8 *)cond->strings + t->text;
	u8 bytes[KPCTL_ADDRESS_MAX];
	bool same = true;
	u64 v, i;

	if (is_bytes(left)) {
		if (!array(m, left, bytes))
			return false;
	} else {
		if (!number(m, left, &v))
			return false;
		memcpy(bytes, &v, 8);
	}
	for (i = 0; i < t->num; i++)
		same &= (bytes[i / 8] >> (7 - i % 8) & 1) == (want[i / 8] >> (7 - i % 8) & 1);
	return same == (t->cmp == KPCTL_CMP_NET);
}

static bool compare(const struct kpctl_test *t, u64 a, u64 b)
{
	bool less = t->is_signed ? (s64)a < (s64)b : a < b;

	switch (t->cmp) {
	case KPCTL_CMP_EQ:
		return a == b;
	case KPCTL_CMP_NE:
		return a != b;
	case KPCTL_CMP_LT:
		return less;
	case KPCTL_CMP_GE:
		return !less;
	case KPCTL_CMP_GT:
		return !less && a != b;
	case KPCTL_CMP_LE:
		return less || a == b;
	case KPCTL_CMP_BITS:
		return (a & b) != 0;
	}
	return (a & b) == 0;
}

static bool holds(struct model *m, const struct kpctl_cond *cond, const struct kpctl_test *t)
{
	const struct kpctl_arg_spec *left = operand(m->spec, cond, t->left);
	const struct kpctl_arg_spec *right = t->right_is_operand ?
		operand(m->spec, cond, t->right) : NULL;
	u64 a, b = t->num;

	if (m->early && !test_known_early(m->spec, cond, t))
		return true;
	if (kpctl_type_is_string(left->type))
		return text_holds(m, cond, t, left);
	if (kpctl_type_is_address(left->type))
		return address_holds(m, cond, t, left);
	return number(m, left, &a) && (!right || number(m, right, &b)) && compare(t, a, b);
}

/* What the arguments of the record take of the room for what is kept. */
static void keep_argument(struct model *m, const struct kpctl_arg_spec *as)
{
	u8 to[KPCTL_KEPT_STRING];
	u32 i, flags;

	for (i = 0; i < (as->count ? as->count : 1u); i++) {
		flags = 0;
		string(m, as, i, to, sizeof(to), &flags);
	}
}

static void keep_arguments(struct model *m)
{
	u32 i;

	for (i = 0; i < m->spec->nargs; i++)
		if (is_kept_string(m, &m->spec->arg[i]))
			keep_argument(m, &m->spec->arg[i]);
	m->kept_cut = false;
}

bool model_filter(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		  const struct world *w, u32 kept_room, bool early, bool *kept_cut)
{
	struct model m = { .spec = spec, .w = w, .early = early, .kept_left = kept_room };
	bool yes[KPCTL_TESTS_MAX];
	u8 next = 0;
	u32 i;

	m.text_max = text_max(spec, cond, early);
	keep_arguments(&m);
	for (i = 0; i < cond->ntests; i++)
		yes[i] = holds(&m, cond, &cond->test[i]);
	while (next < cond->ntests)
		next = yes[next] ? cond->test[next].on_true : cond->test[next].on_false;
	*kept_cut = m.kept_cut;
	return next == KPCTL_COND_YES;
}
