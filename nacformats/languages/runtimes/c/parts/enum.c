/* Returns the name of a number in the schema, or NULL. */
const char *@namer(@kind number)
{
    switch (number) {
    @known
    default: return NULL;
    }
}
