/* Reads a file, whose bytes have to stay as long as the tree. */
nacf_status @read(const uint8_t *data, size_t size, @name *tree, nacf_error *error)
{
    return nacf_read(&@schema, data, size, NULL, &tree->record, error);
}

/* Reads a file whose lists become columns where they can. */
nacf_status @read_columns(const uint8_t *data, size_t size, @name *tree, nacf_error *error)
{
    nacf_options options = {0};
    options.columns = true;
    return nacf_read(&@schema, data, size, &options, &tree->record, error);
}

/* Returns an empty tree, to be filled in. */
@name @new(void)
{
    @name made;
    made.record = nacf_new(&@schema);
    return made;
}

/* Makes the bytes of a tree, to be freed with free(). */
nacf_status @write(@name self, uint8_t **out, size_t *size, nacf_error *error)
{
    return nacf_write(self.record, out, size, error);
}

void @free(@name self)
{
    nacf_free(self.record);
}
