/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parser is given so that a line may name parameters, members and structs: the types
 * of the kernel and of modules, and those of the function at the line's place.
 */
#ifndef KPCTL_SPEC_NAMES_H
#define KPCTL_SPEC_NAMES_H

#include "spec/btf.h"

struct kpctl_out;

/* An event whose hits start spans. */
struct kpctl_start {
	const struct kpctl_spec *spec;
	const struct kpctl_do *act;
};

#define KPCTL_SYS_UNKNOWN	(-1)
#define KPCTL_SYS_NAME_MAX	64	/* a system call's name, with its NUL */

/* What a system call is called with; the texts last as long as the types do. */
struct kpctl_sys_call {
	char call[KPCTL_SYS_NAME_MAX];
	int n;			/* parameters, or KPCTL_SYS_UNKNOWN */
	const char *name[KPCTL_SYS_ARGS_MAX];
	const char *type[KPCTL_SYS_ARGS_MAX];	/* as C writes it, or NULL: */
	const struct kpctl_btf *b;		/* the kernel's types, where these are from them */
	u32 id[KPCTL_SYS_ARGS_MAX];		/* the type in there; 0: not known */
};

/*
 * `types` is NULL if there are no types: the line may then name the arguments of starts alone.
 * Callbacks return 0, or fill in *err, whose column is set already, and return its errno; a
 * column of their own they may set.
 */
struct kpctl_names {
	/* The types of a module, with the kernel's as their base; "": the kernel's. */
	int (*types)(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		     struct kpctl_err *err);
	/* Sets mod, of KPCTL_MOD_MAX bytes, to the module that has the function sym. */
	int (*home)(struct kpctl_names *names, const char *sym, char *mod,
		    struct kpctl_err *err);
	/*
	 * Sets id, of KPCTL_BUILD_ID_MAX bytes, to the build-id of a module, or with "" of the
	 * kernel. 0; -ENOENT: it is not known; -ENOMEM. NULL: none is.
	 */
	int (*build_id)(struct kpctl_names *names, const char *mod, char *id);
	/*
	 * Told of each value of the line that has been parsed: the line has it at `column`, in
	 * `len` bytes, which other values share if the line has $arg*. NULL: nobody asks.
	 */
	void (*parsed)(struct kpctl_names *names, u32 column, u32 len,
		       const struct kpctl_arg_spec *arg);
	/*
	 * Fills in what the kernel has noted of the system call call->call. -ENOENT: nothing;
	 * -ENOMEM, without a refusal. NULL: there are no such notes.
	 */
	int (*syscall)(struct kpctl_names *names, struct kpctl_sys_call *call);
	/*
	 * Calls vote() with the name of each system call that there is, until that returns other
	 * than 0, and returns what it returned. -ENOMEM, without a refusal. NULL: the types are
	 * asked which there are.
	 */
	int (*each_syscall)(struct kpctl_names *names, int (*vote)(void *arg, const char *call),
			    void *arg);
	/*
	 * The spec and the actions of the event that starts spans; both last as long as the line is
	 * parsed. -ENOENT, without a refusal: no event of that name does. NULL: there are none.
	 */
	int (*start)(struct kpctl_names *names, const char *group, const char *event,
		     struct kpctl_start *start);
	struct kpctl_sys_call call;	/* what kpctl_names_find_syscall() found */
	/*
	 * The table of an enum's values, which the callback's owner frees behind the line; NULL:
	 * the enum is too large for one. Without the callback enums are numbers.
	 */
	int (*values)(struct kpctl_names *names, const struct kpctl_btf *b, u32 id,
		      const struct kpctl_enum **e, struct kpctl_err *err);
	/* what kpctl_names_find_function() found: */
	const struct kpctl_btf *btf;
	u32 proto;		/* the FUNC_PROTO of the function at whose entry the line is */
	u8 hidden;		/* its first parameters that the line does not see: a tracepoint's */
	u8 in_module;		/* types of a module were used for the line */
};

/* Sets btf and proto to those of the line's function, or refuses; text: the name, quoted. */
int kpctl_names_find_function(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_err *err);

/*
 * The struct, union, or typedef of one, that is called so: of the module, or with an empty
 * mod of the line's own module, or else of the kernel.
 */
int kpctl_names_find_struct(struct kpctl_names *names, const struct kpctl_spec *spec,
			    const char *mod, size_t mod_len, const char *text, size_t len,
			    const struct kpctl_btf **b, u32 *type, struct kpctl_err *err);

/* mark.c: refuses a line that its mark says is for another kernel, or for another module. */
int kpctl_names_check_mark(struct kpctl_names *names, const struct kpctl_spec *spec,
			   struct kpctl_err *err);
/*
 * names_sys.c: fills in names->call, perhaps with KPCTL_SYS_UNKNOWN. -ENOENT, without a refusal:
 * the line is about a set of several.
 */
int kpctl_names_find_syscall(struct kpctl_names *names, const struct kpctl_spec *spec,
			     struct kpctl_err *err);
/* The same by its name: 0 or -ENOMEM. */
int kpctl_names_read_syscall(struct kpctl_names *names, const char *name);
/* sys:openat(int dfd, const char *filename, int flags, umode_t mode) -> long */
void kpctl_names_show_syscall(const struct kpctl_sys_call *call, struct kpctl_out *out);
/* The same for an enum, or a typedef of one. */
int kpctl_names_find_enum(struct kpctl_names *names, const struct kpctl_spec *spec,
			  const char *mod, size_t mod_len, const char *text, size_t len,
			  const struct kpctl_btf **b, u32 *type, struct kpctl_err *err);

/* names_set.c: parameters of the functions of a set */

/* A parameter as the functions of a set can share it. */
struct kpctl_names_param {
	const struct kpctl_btf *b;
	u32 type;
	struct kpctl_set_place place;
};

/*
 * The parameter as most functions of the set have it: of the kernel's functions, or if no
 * pattern may match one, of the first module that a pattern names.
 */
int kpctl_names_find_in_set(struct kpctl_names *names, const struct kpctl_spec *spec,
			    const char *text, size_t len, struct kpctl_names_param *found,
			    struct kpctl_err *err);
/*
 * names_sys_set.c: the parameter as most system calls of the set have it, or $argN as most of
 * those have it whose argument points at a struct; names->call becomes one of these calls.
 */
int kpctl_names_find_in_calls(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_set_place *found,
			      struct kpctl_err *err);
/* All parameters of a call; texts of a call may last until another call is read. */
struct kpctl_sys_list {
	int n;
	char name[KPCTL_SYS_ARGS_MAX][KPCTL_ARG_NAME_MAX];
	struct kpctl_set_place place[KPCTL_SYS_ARGS_MAX];
};

/* 0, or the length of a name for which there is no room. */
size_t kpctl_names_copy_list(const struct kpctl_sys_call *call, struct kpctl_sys_list *list);
/*
 * The parameters that most system calls of the set have. Each of their names means the same
 * where the line has it alone, or the list is refused.
 */
int kpctl_names_find_list_in_calls(struct kpctl_names *names, const struct kpctl_spec *spec,
				   const char *text, size_t len, struct kpctl_sys_list *list,
				   struct kpctl_err *err);
/* Does the system call have the parameter so? */
int kpctl_names_call_has_param(const struct kpctl_sys_call *call,
			       const struct kpctl_set_param *param);
/* The module of those functions, of KPCTL_MOD_MAX bytes; "": the kernel. */
void kpctl_names_find_voters(const struct kpctl_spec *spec, char *mod);
/* Does the function of this FUNC_PROTO have the parameter so? */
int kpctl_names_has_param(const struct kpctl_btf *b, u32 proto,
			  const struct kpctl_set_param *param);
/* N of $argN for a place; of a struct by value, of its first 8 bytes. 0: no probe sees it. */
u32 kpctl_names_number(const struct kpctl_btf_place *place);

#endif /* KPCTL_SPEC_NAMES_H */
