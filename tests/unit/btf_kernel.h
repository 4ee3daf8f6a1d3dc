/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kernel of a few types, for tests of what is made of BTF:
 *
 *	struct sock *probe(struct sock *sk, const int len, struct pair by, struct big on,
 *			   struct bits *bf, ...);
 *	void none(double d);
 *	const int number(void);
 *	int sk_near(struct sock *const sk), sk_far(int len, struct sock *sk);
 *	int first_far(...) as sk_far, in front of both
 *	struct sock *sk_probe(...) as probe; void sk_none(double d);
 *	void twice(double d), twice(struct sock *sk, ...);	two functions
 *	struct slot { }, slot { long x; };			two structs
 *	struct again { long x; }, again { double x; };		one, of two kinds of x
 *	int look(const struct path *path, struct file *file);
 *	struct sock_common { int family; }; struct inet_sock { struct sock_common common; };
 *	int talk(struct inet_sock *sk, void *any, struct hidden *known);
 *	struct task_struct { ... int pid; struct sock *peer; struct task_struct *parent; };
 *	struct task_struct *wake(const struct task_struct *p, void *any, long word, int len,
 *				 struct hidden *known);
 *	typedef struct pair duo; union irte { int port; long cookie; };
 *
 *	enum color { RED = 1, GREEN = 5, CRIMSON = 1, ALL = 0xffffffff, "no name" = 7 };
 *	enum wide { FAR_DOWN = -2^40, NEAR = 0, FAR_UP = 2^40 };	of 8 bytes
 *	enum tiny { OFF, ON };						of a byte
 *	typedef enum color hue; enum twin { ... }, twin { ... };	two enums
 *	struct lamp { enum color low : 3; enum state odd : 4; enum color list[2]; enum wide w; };
 *	enum tiny paint(enum color c, struct lamp *l);
 *	struct pair give_pair(void); struct big give_big(void); double give_double(void);
 *	union irte give_union(void); bool is_so(void);
 *
 * and the tracepoints hit and bare_tp, of (sk, len, c, d, e, f, g), and other, of none of these;
 * what is left of the system calls old(struct sock *list, int count) and bare(list, count), and
 * of one that has too many parameters for a system call; entries of bind, bound and close; typedef unsigned int umode_t
 */
#ifndef BTF_KERNEL_H
#define BTF_KERNEL_H

#include "btf_make.h"

static struct btf_make made;
static struct kpctl_btf kernel;
static u32 kernel_index[64];
static u32 t_int, t_long, t_char, t_bool, t_void_p, t_sock_p, t_double, t_name, t_packed;
static u32 s_pair, s_big, s_mixed, s_sock, s_bits, s_empty, e_state, f_probe, p_probe, fwd_p, u_irte;
static u32 e_color, e_wide, e_tiny;
static u32 t_bits_p, t_uint, p_none, p_point;

static void make_structs(void)
{
	u32 inner, text, flags, sock, u;

	s_pair = make_type(&made, "pair", KPCTL_BTF_STRUCT, 2, 0, 16);
	make_member(&made, "a", t_long, 0);
	make_member(&made, "b", t_int, 64);
	s_big = make_type(&made, "big", KPCTL_BTF_STRUCT, 3, 0, 24);
	make_member(&made, "x", t_long, 0);
	make_member(&made, "y", t_long, 64);
	make_member(&made, "z", t_long, 128);
	s_mixed = make_type(&made, "mixed", KPCTL_BTF_STRUCT, 2, 0, 16);
	make_member(&made, "d", t_double, 0);
	make_member(&made, "i", t_long, 64);
	s_empty = make_type(&made, "empty", KPCTL_BTF_STRUCT, 0, 0, 0);
	t_packed = make_type(&made, "packed", KPCTL_BTF_STRUCT, 2, 0, 9);
	make_member(&made, "c", t_char, 0);
	make_member(&made, "l", t_long, 8);
	text = make_array(&made, t_char, 16);
	flags = make_array(&made, t_int, 4);
	e_state = make_type(&made, "state", KPCTL_BTF_ENUM, 1, 1, 4);
	make_param(&made, "DOWN", -1u);
	inner = make_type(&made, "", KPCTL_BTF_UNION, 2, 0, 8);
	make_member(&made, "port", t_int, 0);
	make_member(&made, "cookie", t_long, 0);
	sock = made.last + 1;
	s_sock = make_type(&made, "sock", KPCTL_BTF_STRUCT, 8, 0, 96);
	make_member(&made, "state", e_state, 0);
	make_member(&made, "", inner, 64);
	make_member(&made, "name", text, 128);
	make_member(&made, "flags", flags, 256);
	make_member(&made, "next", sock + 1, 384);
	make_member(&made, "pair", s_pair, 448);
	make_member(&made, "data", t_void_p, 576);
	make_member(&made, "private", sock + 3, 640);
	t_sock_p = make_ref(&made, KPCTL_BTF_PTR, sock);
	u = make_type(&made, "hidden", KPCTL_BTF_FWD, 0, 0, 0);
	fwd_p = make_ref(&made, KPCTL_BTF_PTR, u);
	s_bits = make_type(&made, "bits", KPCTL_BTF_STRUCT, 6, 1, 16);
	make_member(&made, "lead", t_int, 0 << 24 | 0);
	make_member(&made, "low", t_uint, 3 << 24 | 32);
	make_member(&made, "neg", t_int, 4 << 24 | 35);
	make_member(&made, "over", t_uint, 6 << 24 | 61);
	make_member(&made, "tail", t_char, 0 << 24 | 72);
	make_member(&made, "odd", t_char, 0 << 24 | 100);
}

static void make_set(void)
{
	static const char * const names[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i" };
	u32 t_const = make_ref(&made, KPCTL_BTF_CONST, t_sock_p), p_near, p_far, p_many, i;

	p_near = make_type(&made, "", KPCTL_BTF_PROTO, 1, 0, t_int);
	make_param(&made, "sk", t_const);
	p_far = make_type(&made, "", KPCTL_BTF_PROTO, 2, 0, t_int);
	make_param(&made, "len", t_int);
	make_param(&made, "sk", t_sock_p);
	p_many = make_type(&made, "", KPCTL_BTF_PROTO, 9, 0, t_int);
	for (i = 0; i < 9; i++)
		make_param(&made, names[i], t_int);
	make_type(&made, "many", KPCTL_BTF_FUNC, 1, 0, p_many);
	make_type(&made, "first_far", KPCTL_BTF_FUNC, 1, 0, p_far);
	make_type(&made, "sk_near", KPCTL_BTF_FUNC, 1, 0, p_near);
	make_type(&made, "sk_probe", KPCTL_BTF_FUNC, 1, 0, p_probe);
	make_type(&made, "sk_far", KPCTL_BTF_FUNC, 1, 0, p_far);
	make_type(&made, "sk_none", KPCTL_BTF_FUNC, 1, 0, p_none);
}

static void make_paths(void)
{
	u32 path, file, file_p, proto;

	path = make_type(&made, "path", KPCTL_BTF_STRUCT, 2, 0, 16);
	make_member(&made, "mnt", t_void_p, 0);
	make_member(&made, "dentry", t_void_p, 64);
	path = make_ref(&made, KPCTL_BTF_CONST, path);
	file = made.last + 1;
	make_type(&made, "file", KPCTL_BTF_STRUCT, 2, 0, 40);
	make_member(&made, "f_path", path, 64);
	make_member(&made, "f_next", file + 1, 256);
	file_p = make_ref(&made, KPCTL_BTF_PTR, file);
	path = make_ref(&made, KPCTL_BTF_PTR, path);
	proto = make_type(&made, "", KPCTL_BTF_PROTO, 2, 0, t_int);
	make_param(&made, "path", path);
	make_param(&made, "file", file_p);
	make_type(&made, "look", KPCTL_BTF_FUNC, 1, 0, proto);
}

static void make_sockets(void)
{
	u32 common, sock, proto;

	common = make_type(&made, "sock_common", KPCTL_BTF_STRUCT, 1, 0, 4);
	make_member(&made, "family", t_int, 0);
	common = make_ref(&made, KPCTL_BTF_CONST, common);
	sock = make_type(&made, "inet_sock", KPCTL_BTF_STRUCT, 1, 0, 4);
	make_member(&made, "common", common, 0);
	sock = make_ref(&made, KPCTL_BTF_PTR, sock);
	proto = make_type(&made, "", KPCTL_BTF_PROTO, 3, 0, t_int);
	make_param(&made, "sk", sock);
	make_param(&made, "any", t_void_p);
	make_param(&made, "known", fwd_p);
	make_type(&made, "talk", KPCTL_BTF_FUNC, 1, 0, proto);
}

static void make_tasks(void)
{
	u32 task = made.last + 1, task_p, proto;

	make_type(&made, "task_struct", KPCTL_BTF_STRUCT, 3, 0, 40);
	make_member(&made, "pid", t_int, 64);
	make_member(&made, "peer", t_sock_p, 128);
	make_member(&made, "parent", task + 1, 192);
	task_p = make_ref(&made, KPCTL_BTF_PTR, task);
	task = make_ref(&made, KPCTL_BTF_PTR, make_ref(&made, KPCTL_BTF_CONST, task));
	proto = make_type(&made, "", KPCTL_BTF_PROTO, 5, 0, task_p);
	make_param(&made, "p", task);
	make_param(&made, "any", t_void_p);
	make_param(&made, "word", t_long);
	make_param(&made, "len", t_int);
	make_param(&made, "known", fwd_p);
	make_type(&made, "wake", KPCTL_BTF_FUNC, 1, 0, proto);
}

static void make_others(void)
{
	make_tasks();
	make_paths();
	make_sockets();
	make_type(&made, "slot", KPCTL_BTF_STRUCT, 0, 0, 0);
	make_type(&made, "slot", KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&made, "x", t_long, 0);
	make_type(&made, "again", KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&made, "x", t_long, 0);
	make_type(&made, "again", KPCTL_BTF_STRUCT, 1, 0, 8);
	make_member(&made, "x", t_double, 0);
	make_type(&made, "duo", KPCTL_BTF_TYPEDEF, 0, 0, s_pair);
	u_irte = make_type(&made, "irte", KPCTL_BTF_UNION, 2, 0, 8);
	make_member(&made, "port", t_int, 0);
	make_member(&made, "cookie", t_long, 0);
}

static void make_calls(void)
{
	u32 p_se, p_do;

	p_se = make_type(&made, "", KPCTL_BTF_PROTO, 2, 0, t_long);
	make_param(&made, "list", t_long);
	make_param(&made, "count", t_long);
	p_do = make_type(&made, "", KPCTL_BTF_PROTO, 2, 0, t_long);
	make_param(&made, "list", t_sock_p);
	make_param(&made, "count", t_int);
	make_type(&made, "__se_sys_old", KPCTL_BTF_FUNC, 1, 0, p_se);
	make_type(&made, "__do_sys_old", KPCTL_BTF_FUNC, 1, 0, p_do);
	make_type(&made, "__se_sys_bare", KPCTL_BTF_FUNC, 1, 0, p_se);
	make_type(&made, "__se_sys_many", KPCTL_BTF_FUNC, 1, 0, p_point);
	make_type(&made, "__do_sys_none", KPCTL_BTF_FUNC, 1, 0, p_none);
	make_type(&made, "__x64_sys_bind", KPCTL_BTF_FUNC, 1, 0, p_se);
	make_type(&made, "__x64_sys_bound", KPCTL_BTF_FUNC, 1, 0, p_se);
	make_type(&made, "__x64_sys_close", KPCTL_BTF_FUNC, 1, 0, p_se);
	make_type(&made, "umode_t", KPCTL_BTF_TYPEDEF, 0, 0, t_uint);
}

static void make_value(const char *name, u64 value)
{
	make_word(&made, make_str(&made, name));
	make_word(&made, value);
	make_word(&made, value >> 32);
}

static void make_enums(void)
{
	u32 lamp, paint;

	e_color = make_type(&made, "color", KPCTL_BTF_ENUM, 5, 0, 4);
	make_param(&made, "RED", 1);
	make_param(&made, "GREEN", 5);
	make_param(&made, "CRIMSON", 1);
	make_param(&made, "ALL", -1u);
	make_param(&made, "no name", 7);
	e_wide = make_type(&made, "wide", KPCTL_BTF_ENUM64, 3, 1, 8);
	make_value("NEAR", 0);
	make_value("FAR_UP", 1ull << 40);
	make_value("FAR_DOWN", 0 - (1ull << 40));
	e_tiny = make_type(&made, "tiny", KPCTL_BTF_ENUM, 2, 0, 1);
	make_param(&made, "OFF", 0);
	make_param(&made, "ON", 1);
	make_type(&made, "hue", KPCTL_BTF_TYPEDEF, 0, 0, e_color);
	make_type(&made, "twin", KPCTL_BTF_ENUM, 0, 0, 4);
	make_type(&made, "twin", KPCTL_BTF_ENUM, 1, 0, 4);
	make_param(&made, "ONE", 1);
	lamp = make_type(&made, "lamp", KPCTL_BTF_STRUCT, 4, 1, 24);
	make_member(&made, "low", e_color, 3 << 24 | 0);
	make_member(&made, "odd", e_state, 4 << 24 | 3);
	make_member(&made, "list", lamp + 1, 0 << 24 | 32);
	make_member(&made, "w", e_wide, 0 << 24 | 128);
	make_array(&made, e_color, 2);
	paint = make_type(&made, "", KPCTL_BTF_PROTO, 2, 0, e_tiny);
	make_param(&made, "c", lamp + 3);
	make_param(&made, "l", paint + 2);
	make_ref(&made, KPCTL_BTF_CONST, e_color);
	make_ref(&made, KPCTL_BTF_PTR, lamp);
	make_type(&made, "paint", KPCTL_BTF_FUNC, 1, 0, paint);
}

static void make_giver(const char *name, u32 type)
{
	make_type(&made, name, KPCTL_BTF_FUNC, 1, 0,
		  make_type(&made, "", KPCTL_BTF_PROTO, 0, 0, type));
}

static void make_givers(void)
{
	make_giver("give_pair", s_pair);
	make_giver("give_big", s_big);
	make_giver("give_double", t_double);
	make_giver("give_union", u_irte);
	make_giver("is_so", t_bool);
	make_giver("take_lock", t_int);
}

static void make_kernel(void)
{
	static void *bytes;
	size_t len;

	free(bytes);
	make_begin(&made, NULL);
	t_int = make_int(&made, "int", 4, 1);
	t_uint = make_int(&made, "unsigned int", 4, 0);
	t_long = make_int(&made, "long", 8, 1);
	t_char = make_int(&made, "char", 1, 0);
	t_bool = make_int(&made, "bool", 1, 4);
	t_double = make_type(&made, "double", KPCTL_BTF_FLOAT, 0, 0, 8);
	t_void_p = make_ref(&made, KPCTL_BTF_PTR, 0);
	make_structs();
	t_name = make_ref(&made, KPCTL_BTF_TYPEDEF, make_ref(&made, KPCTL_BTF_CONST, t_int));
	t_bits_p = make_ref(&made, KPCTL_BTF_PTR, s_bits);
	p_probe = make_type(&made, "", KPCTL_BTF_PROTO, 6, 0, t_sock_p);
	make_param(&made, "sk", t_sock_p);
	make_param(&made, "len", t_name);
	make_param(&made, "by", s_pair);
	make_param(&made, "on", s_big);
	make_param(&made, "bf", t_bits_p);
	make_param(&made, "", 0);
	f_probe = make_type(&made, "probe", KPCTL_BTF_FUNC, 1, 0, p_probe);
	p_none = make_type(&made, "", KPCTL_BTF_PROTO, 1, 0, 0);
	make_param(&made, "d", t_double);
	make_type(&made, "none", KPCTL_BTF_FUNC, 1, 0, p_none);
	make_set();
	make_type(&made, "twice", KPCTL_BTF_FUNC, 1, 0, p_none);
	make_type(&made, "twice", KPCTL_BTF_FUNC, 1, 0, p_probe);
	make_others();
	make_type(&made, "number", KPCTL_BTF_FUNC, 1, 0,
		  make_type(&made, "", KPCTL_BTF_PROTO, 0, 0, t_name));
	make_type(&made, "probe", KPCTL_BTF_VAR, 0, 0, t_int);
	make_word(&made, 0);
	p_point = make_type(&made, "", KPCTL_BTF_PROTO, 8, 0, t_int);
	make_param(&made, "__data", t_void_p);
	make_param(&made, "sk", t_sock_p);
	make_param(&made, "len", t_int);
	make_param(&made, "c", t_long);
	make_param(&made, "d", t_long);
	make_param(&made, "e", t_long);
	make_param(&made, "f", t_uint);
	make_param(&made, "g", t_sock_p);
	make_type(&made, "__traceiter_hit", KPCTL_BTF_FUNC, 1, 0, p_point);
	make_type(&made, "__traceiter_bare_tp", KPCTL_BTF_FUNC, 1, 0, p_point);
	make_type(&made, "__traceiter_other", KPCTL_BTF_FUNC, 1, 0, p_none);
	make_calls();
	make_enums();
	make_givers();
	bytes = make_end(&made, &len);
	if (kpctl_btf_room(bytes, len) > sizeof(kernel_index) ||
	    kpctl_btf_init(&kernel, NULL, bytes, len, kernel_index))
		abort();
}

#endif /* BTF_KERNEL_H */
