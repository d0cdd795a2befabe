void @set(@view self, const @kind *values, size_t count)
{
    nacf_any *made = malloc((count + 1) * sizeof *made);
    size_t k;
    for (k = 0; made && k < count; k++)
        made[k] = @value;
    nacf_set_list(self.record, @slot, made, count);
    free(made);
}
