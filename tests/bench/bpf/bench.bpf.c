// SPDX-License-Identifier: GPL-2.0
/*
 * What make bench holds us against: BPF programs that write about the record that
 * we do (a stamp, who, where, arguments), or measure a duration, into a ring buffer
 * large enough for a run. Nobody is woken up: so it is with nobody reading ours.
 *
 * All but one are on getppid(), which takes no arguments: what stands in the registers
 * will do. The loader picks programs by name.
 */
#include <linux/bpf.h>
#include <linux/ptrace.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

struct record {
	__u64 time;
	__u64 tid;
	__u64 ip;
};

struct record1 {
	struct record head;
	__u64 arg[1];
};

struct record3 {
	struct record head;
	__u64 arg[3];
};

struct record6 {
	struct record head;
	__u64 arg[6];
};

struct record_string {
	struct record head;
	char text[24];
};

struct record_return {
	struct record head;
	__u64 lat;
	__u64 ret;
};

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 64 << 20);
} ring SEC(".maps");

/* For the bench's case of a ring that is full. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} small SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 10240);
	__type(key, __u32);
	__type(value, __u64);
} since SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} hits SEC(".maps");

static __always_inline void head(struct record *r, __u64 ip)
{
	r->time = bpf_ktime_get_ns();
	r->tid = bpf_get_current_pid_tgid();
	r->ip = ip;
}

#define RESERVE(type, map)						\
	struct type *r = bpf_ringbuf_reserve(&(map), sizeof(*r), 0);	\
	if (!r)								\
		return 0
#define SUBMIT()	bpf_ringbuf_submit(r, BPF_RB_NO_WAKEUP)

SEC("kprobe/__x64_sys_getppid")
int kprobe0(struct pt_regs *ctx)
{
	RESERVE(record, ring);
	head(r, ctx->rip);
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe1(struct pt_regs *ctx)
{
	RESERVE(record1, ring);
	head(&r->head, ctx->rip);
	r->arg[0] = ctx->rdi;
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe3(struct pt_regs *ctx)
{
	RESERVE(record3, ring);
	head(&r->head, ctx->rip);
	r->arg[0] = ctx->rdi;
	r->arg[1] = ctx->rsi;
	r->arg[2] = ctx->rdx;
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe6(struct pt_regs *ctx)
{
	RESERVE(record6, ring);
	head(&r->head, ctx->rip);
	r->arg[0] = ctx->rdi;
	r->arg[1] = ctx->rsi;
	r->arg[2] = ctx->rdx;
	r->arg[3] = ctx->rcx;
	r->arg[4] = ctx->r8;
	r->arg[5] = ctx->r9;
	SUBMIT();
	return 0;
}

/* A kernel string: where it is the loader finds out. */
const volatile __u64 text_at;

SEC("kprobe/__x64_sys_getppid")
int kprobe_string(struct pt_regs *ctx)
{
	RESERVE(record_string, ring);
	head(&r->head, ctx->rip);
	bpf_probe_read_kernel_str(r->text, sizeof(r->text), (void *)text_at);
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe_filter(struct pt_regs *ctx)
{
	if (ctx->rdi != 1)
		return 0;
	RESERVE(record, ring);
	head(r, ctx->rip);
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe_full(struct pt_regs *ctx)
{
	RESERVE(record, small);
	head(r, ctx->rip);
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int kprobe_count(struct pt_regs *ctx)
{
	__u32 zero = 0;
	__u64 *n = bpf_map_lookup_elem(&hits, &zero);

	if (n)
		++*n;
	return 0;
}

SEC("fentry/__do_sys_getppid")
int fentry0(__u64 *ctx)
{
	RESERVE(record, ring);
	head(r, bpf_get_func_ip(ctx));
	SUBMIT();
	return 0;
}

SEC("fentry/__do_sys_getppid")
int fentry1(__u64 *ctx)
{
	RESERVE(record1, ring);
	head(&r->head, bpf_get_func_ip(ctx));
	r->arg[0] = ctx[0];
	SUBMIT();
	return 0;
}

SEC("fentry/__do_sys_getppid")
int fentry_count(__u64 *ctx)
{
	__u32 zero = 0;
	__u64 *n = bpf_map_lookup_elem(&hits, &zero);

	if (n)
		++*n;
	return 0;
}

SEC("fexit/__do_sys_getppid")
int fexit(__u64 *ctx)
{
	RESERVE(record1, ring);
	head(&r->head, bpf_get_func_ip(ctx));
	bpf_get_func_ret(ctx, &r->arg[0]);
	SUBMIT();
	return 0;
}

static __always_inline void begin(void)
{
	__u32 tid = bpf_get_current_pid_tgid();
	__u64 now = bpf_ktime_get_ns();

	bpf_map_update_elem(&since, &tid, &now, BPF_ANY);
}

static __always_inline int end(__u64 ip, __u64 ret)
{
	__u32 tid = bpf_get_current_pid_tgid();
	__u64 *start = bpf_map_lookup_elem(&since, &tid);
	__u64 then;

	if (!start)
		return 0;
	then = *start;
	bpf_map_delete_elem(&since, &tid);
	RESERVE(record_return, ring);
	head(&r->head, ip);
	r->lat = r->head.time - then;
	r->ret = ret;
	SUBMIT();
	return 0;
}

SEC("kprobe/__x64_sys_getppid")
int timed_kprobe(struct pt_regs *ctx)
{
	begin();
	return 0;
}

SEC("kretprobe/__x64_sys_getppid")
int timed_kretprobe(struct pt_regs *ctx)
{
	return end(ctx->rip, ctx->rax);
}

SEC("kprobe/__x64_sys_getppid")
int span_start(struct pt_regs *ctx)
{
	begin();
	return 0;
}

/* The duration has no taker: the program refuses, as ours does. */
SEC("kprobe/__x64_sys_getppid")
int span_end(struct pt_regs *ctx)
{
	__u32 tid = bpf_get_current_pid_tgid();
	__u64 *from = bpf_map_lookup_elem(&since, &tid);
	__u64 lat;

	if (!from)
		return 0;
	lat = bpf_ktime_get_ns() - *from;
	bpf_map_delete_elem(&since, &tid);
	return lat > 1000000000;
}

SEC("fentry/__do_sys_getppid")
int timed_fentry(__u64 *ctx)
{
	begin();
	return 0;
}

SEC("fexit/__do_sys_getppid")
int timed_fexit(__u64 *ctx)
{
	__u64 ret = 0;

	bpf_get_func_ret(ctx, &ret);
	return end(bpf_get_func_ip(ctx), ret);
}

/*
 * On fprobes, without a breakpoint; the function is in ctx->rip. The function is that of the
 * fentry programs: on 7.3 ftrace has no entry for __x64_sys_getppid.
 */
SEC("kprobe.multi/__do_sys_getppid")
int multi0(struct pt_regs *ctx)
{
	RESERVE(record, ring);
	head(r, ctx->rip);
	SUBMIT();
	return 0;
}

SEC("kprobe.multi/__do_sys_getppid")
int timed_multi(struct pt_regs *ctx)
{
	begin();
	return 0;
}

SEC("kretprobe.multi/__do_sys_getppid")
int timed_multi_return(struct pt_regs *ctx)
{
	return end(ctx->rip, ctx->rax);
}

/*
 * One program for entry and return, which hands itself a word (from Linux 6.10 on). Linux
 * 7.3 wants the context; the loader ignores what stands behind three underscores.
 */
extern _Bool bpf_session_is_return(void) __ksym __weak;
extern __u64 *bpf_session_cookie(void) __ksym __weak;
extern _Bool bpf_session_is_return___ctx(void *ctx) __ksym __weak;
extern __u64 *bpf_session_cookie___ctx(void *ctx) __ksym __weak;

static __always_inline _Bool is_return(void *ctx)
{
	return bpf_session_is_return___ctx ? bpf_session_is_return___ctx(ctx) :
					     bpf_session_is_return();
}

static __always_inline __u64 *cookie(void *ctx)
{
	return bpf_session_cookie___ctx ? bpf_session_cookie___ctx(ctx) : bpf_session_cookie();
}

SEC("kprobe.session/__do_sys_getppid")
int timed_session(struct pt_regs *ctx)
{
	__u64 *then = cookie(ctx);

	if (!is_return(ctx)) {
		*then = bpf_ktime_get_ns();
		return 0;
	}
	RESERVE(record_return, ring);
	head(&r->head, ctx->rip);
	r->lat = r->head.time - *then;
	r->ret = ctx->rax;
	SUBMIT();
	return 0;
}

SEC("raw_tp/task_rename")
int raw_point3(struct bpf_raw_tracepoint_args *ctx)
{
	RESERVE(record3, ring);
	head(&r->head, 0);
	r->arg[0] = ctx->args[0];
	r->arg[1] = ctx->args[1];
	r->arg[2] = ctx->args[0];
	SUBMIT();
	return 0;
}
