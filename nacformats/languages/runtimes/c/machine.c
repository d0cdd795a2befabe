
/* Return whether a function of the machine does not fail. */
static bool succeeds(void (*function)(nacf_machine *m), nacf_machine *m)
{
    nacf_arena *const arena = m->arena;
    jmp_buf here, *const before = arena->stop;
    arena->stop = &here;
    if (setjmp(here) == 0) {
        function(m);
        arena->stop = before;
        return true;
    }
    arena->stop = before;
    return false;
}
