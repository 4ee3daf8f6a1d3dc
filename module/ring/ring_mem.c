// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include "base/budget.h"
#include "crash/anchor.h"
#include "crash/region.h"
#include "ring/clock.h"
#include "base/compat.h"
#include "ring/ring_mem.h"
#include "ring/stream.h"

#define PAGE_CONSUMER	0
#define PAGE_META	1
#define PAGE_DATA	2

/* An event's strings together; less where the ring is small. */
#define STR_MAX		3072u

static unsigned int pages_per_cpu(u64 size)
{
	return PAGE_DATA + (size >> PAGE_SHIFT);
}

int kpctl_rings_check_size(u64 size)
{
	if (!is_power_of_2(size) || size < KPCTL_RING_MIN || size < PAGE_SIZE ||
	    size > KPCTL_RING_MAX)
		return -EINVAL;
	return 0;
}

u64 kpctl_rings_fit(u64 wish)
{
	u64 size = KPCTL_RING_MAX;

	wish = clamp_t(u64, wish, KPCTL_RING_MIN, KPCTL_RING_MAX);
	while (size > KPCTL_RING_MIN &&
	       (size > wish ||
		(u64)pages_per_cpu(size) * num_possible_cpus() > kpctl_budget_pages() / 2))
		size >>= 1;
	return size;
}

u32 kpctl_rings_strings(u64 size)
{
	return min_t(u64, STR_MAX, size / 4);
}

u32 kpctl_rings_longest(u64 size)
{
	return min_t(u64, size / 2, U16_MAX);
}

/*
 * Raises the generation, in any context. Whoever sees the new generation sees what was stored
 * before the call.
 */
static __always_inline u32 next_generation(struct kpctl_cpu *c)
{
	u32 was, next;

	do {
		was = READ_ONCE(c->generation);
		next = was + 1 ?: 1;
	} while (cmpxchg(&c->generation, was, next) != was);
	return next;
}

/* Memory */

static void free_ring(struct kpctl_cpu *c, unsigned int nr_pages)
{
	unsigned int i;

	kpctl_notes_drop(c->notes);
	vunmap(c->ring.data);
	if (!c->pages)
		return;
	for (i = 0; i < nr_pages; i++)
		if (c->pages[i] && !kpctl_region_give_page(c->pages[i]))
			__free_page(c->pages[i]);
	kvfree(c->pages);
}

/* The data pages are mapped twice in a row, so that no record ever wraps. */
static void *map_data(struct page **pages, unsigned int nr)
{
	struct page **twice;
	unsigned int i;
	void *data;

	twice = kvmalloc_array(nr, 2 * sizeof(*twice), GFP_KERNEL | __GFP_NOWARN);
	if (!twice)
		return NULL;
	for (i = 0; i < 2 * nr; i++)
		twice[i] = pages[i % nr];
	data = vmap(twice, 2 * nr, VM_MAP, PAGE_KERNEL);
	kvfree(twice);
	return data;
}

/*
 * The names and the clock that the oldest records told are gone: they are told again. In a
 * handler; others raise the generation meanwhile, on other CPUs, or close the fast path.
 */
static notrace void tell_again(struct kpctl_ring *ring)
{
	struct kpctl_cpu *c = container_of(ring, struct kpctl_cpu, ring);
	u64 told = READ_ONCE(c->told);
	u32 generation;

	WRITE_ONCE(c->clock_told, 0);
	WRITE_ONCE(c->names_since, READ_ONCE(c->generation) + 1 ?: 1);
	generation = next_generation(c);
	if (told != KPCTL_COMM_NONE)
		cmpxchg(&c->told, told, kpctl_comm_tag(generation, 0));
}
NOKPROBE_SYMBOL(tell_again);

static void note_ring(struct kpctl_cpu *c, unsigned int nr_pages)
{
	struct kpctl_note_ring note = {
		.meta = page_to_phys(c->pages[PAGE_META]),
		.size = c->ring.size,
		.session = c->stream->number,
		.cpu = c->ring.meta->cpu,
		.meta_at = (unsigned long)c->ring.meta,
		.data_at = (unsigned long)c->ring.data,
		.stop_at = (unsigned long)c,
	};

	c->notes = kpctl_note_ring(&note, c->pages + PAGE_DATA, nr_pages - PAGE_DATA);
}

/* The main session's rings outlive a reboot, where there is memory for that. */
static struct page *alloc_ring_page(const struct kpctl_rings *rings, int cpu)
{
	const gfp_t gfp = GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN;

	if (kpctl_region_is_there() &&
	    per_cpu_ptr(rings->cpu, cpu)->stream->number == KPCTL_STREAM_MAIN)
		return kpctl_region_page();
	return alloc_pages_node(cpu_to_node(cpu), gfp, 0);
}

static int alloc_ring(struct kpctl_rings *rings, int cpu)
{
	struct kpctl_cpu *c = per_cpu_ptr(rings->cpu, cpu);
	unsigned int i;
	void *data;

	c->pages = kvcalloc(rings->nr_pages, sizeof(*c->pages),
			    GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!c->pages)
		return -ENOMEM;
	for (i = 0; i < rings->nr_pages; i++) {
		c->pages[i] = alloc_ring_page(rings, cpu);
		if (!c->pages[i])
			return -ENOMEM;
	}
	data = map_data(c->pages + PAGE_DATA, rings->nr_pages - PAGE_DATA);
	if (!data)
		return -ENOMEM;
	kpctl_ring_init(&c->ring, data, rings->size, page_address(c->pages[PAGE_META]),
			page_address(c->pages[PAGE_CONSUMER]), cpu);
	c->ring.meta->data_offset = PAGE_SIZE;
	if (rings->overwrites)
		kpctl_ring_overwrite(&c->ring, tell_again);
	kpctl_clock_latest(&c->ring.meta->first_clock);
	note_ring(c, rings->nr_pages);
	return 0;
}

struct kpctl_rings *kpctl_rings_alloc(struct kpctl_stream *stream, u64 size, bool overwrites)
{
	struct kpctl_rings *rings;
	int cpu, ret = -ENOMEM;

	rings = kzalloc(sizeof(*rings), GFP_KERNEL_ACCOUNT);
	if (!rings)
		return ERR_PTR(-ENOMEM);
	rings->size = size;
	rings->overwrites = overwrites;
	rings->str_max = kpctl_rings_strings(size);
	rings->nr_pages = pages_per_cpu(size);
	rings->cpu = alloc_percpu(struct kpctl_cpu);
	if (!rings->cpu)
		goto err_free;
	rings->charged = (unsigned long)rings->nr_pages * num_possible_cpus();
	if (!kpctl_budget_take(rings->charged))
		goto err_percpu;
	for_each_possible_cpu(cpu) {
		struct kpctl_cpu *c = per_cpu_ptr(rings->cpu, cpu);

		c->stream = stream;
		c->generation = 1;
		c->names_since = 1;
		c->told = KPCTL_COMM_NONE;
		init_irq_work(&c->wake, kpctl_stream_wake);
	}
	for_each_possible_cpu(cpu) {
		ret = alloc_ring(rings, cpu);
		if (ret)
			goto err_cpus;
	}
	return rings;

err_cpus:
	for_each_possible_cpu(cpu)
		free_ring(per_cpu_ptr(rings->cpu, cpu), rings->nr_pages);
	kpctl_budget_give(rings->charged);
err_percpu:
	free_percpu(rings->cpu);
err_free:
	kfree(rings);
	return ERR_PTR(ret);
}

void kpctl_rings_quiet(struct kpctl_rings *rings)
{
	int cpu;

	for_each_possible_cpu(cpu)
		irq_work_sync(&per_cpu_ptr(rings->cpu, cpu)->wake);
}

void kpctl_rings_free(struct kpctl_rings *rings)
{
	int cpu;

	if (!rings)
		return;
	kpctl_rings_quiet(rings);
	for_each_possible_cpu(cpu)
		free_ring(per_cpu_ptr(rings->cpu, cpu), rings->nr_pages);
	kpctl_budget_give(rings->charged);
	free_percpu(rings->cpu);
	kfree(rings);
}

/*
 * The number of events that are kept; no handler writes to this ring any more. The reader's
 * position says where the unread bytes begin, and a hostile reader's position may lie inside of
 * a record: then the count is wrong, but the loop ends.
 */
static u64 kept_events(const struct kpctl_ring *ring)
{
	u64 head = local_read(&ring->head), n = 0;
	u64 pos = ring->overwrites ? local_read(kpctl_ring_tail(ring)) :
				     ALIGN_DOWN(head - kpctl_ring_fill(ring), 8);

	while (pos < head) {
		const struct kpctl_rec *rec = (void *)(ring->data + (pos & ring->mask));

		if (KPCTL_REC_SIZE(rec) < sizeof(*rec))
			break;
		n += rec->id >= KPCTL_REC_FIRST_EVENT;
		pos += KPCTL_REC_SIZE(rec);
	}
	return n;
}

void kpctl_rings_take_over(struct kpctl_rings *to, struct kpctl_rings *from)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct kpctl_ring *old = &per_cpu_ptr(from->cpu, cpu)->ring;
		struct kpctl_ring *new = &per_cpu_ptr(to->cpu, cpu)->ring;
		u64 kept = kept_events(old), lost = local_read(&old->lost);

		if (old->overwrites)
			new->meta->overwritten = old->meta->overwritten + kept;
		else
			lost += kept;
		per_cpu_ptr(to->cpu, cpu)->bytes_before = local_read(&old->head) +
			per_cpu_ptr(from->cpu, cpu)->bytes_before;
		local_set(&new->last, local_read(&old->last));
		local_set(&new->lost, lost);
		local_set(&new->written, local_read(&old->written));
		local_set(&new->max_nest, local_read(&old->max_nest));
		new->max_fill = READ_ONCE(old->max_fill);	/* a wake-up may be under way */
		new->meta->lost = lost;
		new->meta->lost_attach = old->meta->lost_attach;
		new->meta->lost_detach = old->meta->lost_detach;
		new->meta->missed_attach = old->meta->missed_attach;
		new->meta->missed_detach = old->meta->missed_detach;
		new->meta->bad_tail = old->meta->bad_tail;
		new->meta->missed = old->meta->missed;
	}
}

/* Telling */

/*
 * A hit may stop the stream meanwhile (ring/stop.c): it writes the state and then closes the fast
 * path, here the fast path is opened and then the state read. Whoever comes second closes it.
 */
static void set_told(struct kpctl_cpu *c, bool on)
{
	WRITE_ONCE(c->told, on ? kpctl_comm_tag(c->generation, 0) : KPCTL_COMM_NONE);
	if (!on)
		return;
	smp_mb();	/* pairs with the cmpxchg() of kpctl_stop_now() */
	if (READ_ONCE(c->stream->stop.state) != KPCTL_STOP_NOT)
		WRITE_ONCE(c->told, KPCTL_COMM_NONE);
}

void kpctl_rings_tracing(struct kpctl_rings *rings, bool on)
{
	int cpu;

	for_each_possible_cpu(cpu)
		set_told(per_cpu_ptr(rings->cpu, cpu), on);
}

void kpctl_cpu_freeze(struct kpctl_cpu *c)
{
	WRITE_ONCE(c->stream->tracing_on, false);
	set_told(c, false);
}

/* Pairs with the order in which ring/preamble.c looks: what is to be told, then this. */
static void raise(struct kpctl_cpu *c)
{
	next_generation(c);
	set_told(c, c->told != KPCTL_COMM_NONE);
}

/* Names are to be told again. */
static void forget_names(struct kpctl_cpu *c)
{
	WRITE_ONCE(c->names_since, READ_ONCE(c->generation) + 1 ?: 1);
	raise(c);
}

void kpctl_rings_tell(struct kpctl_rings *rings)
{
	int cpu;

	for_each_possible_cpu(cpu)
		raise(per_cpu_ptr(rings->cpu, cpu));
}

/* Consumers */

/*
 * A consumer that died may have left any position behind. An impossible position is
 * put back to the last good one; a possible position may still lie inside of a record,
 * which the reader finds out.
 */
static void mend_tail(struct kpctl_ring *ring)
{
	u64 good = local_read(kpctl_ring_tail(ring)), head = READ_ONCE(ring->meta->head);
	u64 tail = READ_ONCE(ring->consumer->tail);

	if (tail % 8 || tail < good || tail > head)
		WRITE_ONCE(ring->consumer->tail, good);
}

void kpctl_rings_attach(struct kpctl_rings *rings)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct kpctl_cpu *c = per_cpu_ptr(rings->cpu, cpu);
		struct kpctl_meta *meta = c->ring.meta;

		mend_tail(&c->ring);
		WRITE_ONCE(meta->lost_attach, local_read(&c->ring.lost));
		WRITE_ONCE(meta->missed_attach, READ_ONCE(meta->missed));
		kpctl_clock_latest(&meta->first_clock);
		WRITE_ONCE(c->clock_told, 0);
		forget_names(c);
	}
}

void kpctl_rings_detach(struct kpctl_rings *rings)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct kpctl_cpu *c = per_cpu_ptr(rings->cpu, cpu);

		WRITE_ONCE(c->ring.meta->lost_detach, local_read(&c->ring.lost));
		WRITE_ONCE(c->ring.meta->missed_detach, READ_ONCE(c->ring.meta->missed));
		WRITE_ONCE(c->ring.wake_at, KPCTL_RING_NO_WAKE);
		forget_names(c);
	}
}

/* Mappings */

/* From one ring's file offset to the next's: all of it, to a power of two. */
u64 kpctl_rings_stride(u64 size)
{
	return roundup_pow_of_two(2 * size + 2 * PAGE_SIZE);
}

static int insert_pages(struct vm_area_struct *vma, struct page **pages, unsigned int nr,
			unsigned long *addr)
{
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		ret = vm_insert_page(vma, *addr, pages[i]);
		if (ret)
			return ret;
		*addr += PAGE_SIZE;
	}
	return 0;
}

int kpctl_rings_mmap(struct kpctl_rings *rings, struct vm_area_struct *vma, bool looks)
{
	/*
	 * VM_IO keeps MADV_DOFORK, process_vm_writev and /proc/PID/mem out, so a child
	 * cannot inherit the mapping, and nobody writes to it behind the module's back.
	 */
	const vm_flags_t set = VM_IO | VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP;
	const unsigned int data_pages = rings->nr_pages - PAGE_DATA;
	const unsigned long stride = kpctl_rings_stride(rings->size) >> PAGE_SHIFT;
	unsigned long nr = vma_pages(vma), in_ring = vma->vm_pgoff % stride;
	unsigned long cpu = vma->vm_pgoff / stride, addr = vma->vm_start;
	struct page **pages;
	int ret;

	if (!(vma->vm_flags & VM_SHARED) || cpu >= nr_cpu_ids)
		return -EINVAL;
	cpu = array_index_nospec(cpu, nr_cpu_ids);
	if (!cpu_possible(cpu))
		return -EINVAL;
	pages = per_cpu_ptr(rings->cpu, cpu)->pages;

	if (vma->vm_flags & VM_EXEC)
		return -EPERM;
	if (in_ring == 0) {
		if (nr != 1)
			return -EINVAL;
		if (looks)
			return -EPERM;
		kpctl_vma_flags(vma, set, VM_MAYEXEC);
		return insert_pages(vma, &pages[PAGE_CONSUMER], 1, &addr);
	}
	if (in_ring != 1 || nr != 1 + 2 * (unsigned long)data_pages)
		return -EINVAL;
	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	kpctl_vma_flags(vma, set, VM_MAYWRITE | VM_MAYEXEC);
	ret = insert_pages(vma, &pages[PAGE_META], 1, &addr);
	if (!ret)
		ret = insert_pages(vma, &pages[PAGE_DATA], data_pages, &addr);
	if (!ret)
		ret = insert_pages(vma, &pages[PAGE_DATA], data_pages, &addr);
	return ret;
}
