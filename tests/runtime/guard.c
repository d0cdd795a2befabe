/* Blocks between pages that may not be touched, for what PyTorch allocates: preloaded by campaign.py.
 *
 * PyTorch takes the memory of tensors from posix_memalign. Here each such block ends at a forbidden page (but for what
 * the alignment of 64 bytes leaves, which has a pattern that is looked at when the block is freed), begins after
 * another one, is filled with GUARD_FILL, and is forbidden for ever once it is freed. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096UL
#define REGION (1UL << 40)
#define LARGEST (1UL << 28)
#define PATTERN 0xC5

extern void __libc_free(void *);
extern void *__libc_memalign(size_t, size_t);

static uint8_t *region, *next_block;
static volatile int busy;

static void lock(void) { while (__sync_lock_test_and_set(&busy, 1)) ; }
static void unlock(void) { __sync_lock_release(&busy); }

static size_t pages(size_t size) { return (size + PAGE - 1) / PAGE * PAGE; }

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (alignment > 64) {
        *block = __libc_memalign(alignment, size);
        return *block ? 0 : ENOMEM;
    }
    if (size > LARGEST)
        return ENOMEM;
    size_t body = (size + 63) / 64 * 64, whole = pages(body ? body : 1);
    lock();
    if (!region) {
        region = mmap(NULL, REGION, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (region == MAP_FAILED)
            abort();
        next_block = region;
    }
    /* head page (size, readable), forbidden page, body, forbidden page */
    uint8_t *head = next_block;
    next_block += whole + 3 * PAGE;
    unlock();
    if (next_block > region + REGION)
        return ENOMEM;
    uint8_t *start = head + 2 * PAGE;
    if (mprotect(head, PAGE, PROT_READ | PROT_WRITE) || mprotect(start, whole, PROT_READ | PROT_WRITE))
        return ENOMEM;
    uint8_t *memory = start + whole - body;
    const char *fill = getenv("GUARD_FILL");
    memset(memory, fill ? atoi(fill) : 0, size);
    memset(memory + size, PATTERN, body - size);
    ((uint64_t *)head)[0] = size;
    ((uint64_t *)head)[1] = whole;
    ((uint64_t *)head)[2] = (uint64_t)memory;
    *block = memory;
    return 0;
}

void free(void *pointer)
{
    uint8_t *memory = pointer;
    if (!region || memory < region || memory >= region + REGION) {
        __libc_free(pointer);
        return;
    }
    uint8_t *head = (uint8_t *)((uintptr_t)memory & ~(PAGE - 1)) - 2 * PAGE;
    uint64_t size = ((uint64_t *)head)[0], whole = ((uint64_t *)head)[1];
    if (((uint64_t *)head)[2] != (uint64_t)memory)
        abort();
    for (uint8_t *slack = memory + size; slack < head + 2 * PAGE + whole; slack++)
        if (*slack != PATTERN) {
            static const char text[] = "guard: written past the end of a block\n";
            if (write(2, text, sizeof text - 1) < 0) {}
            abort();
        }
    mmap(head, whole + 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}
