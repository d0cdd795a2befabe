/* Prints some fields of a file of at most 1 MiB: reading FILE */
#include <@.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static uint8_t data[1 << 20];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    @ *tree;
    nacf_error error;
    size_t size;
    if (!file)
        return 2;
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    if (@_read(data, size, &tree, &error) != NACF_OK) {
        fprintf(stderr, "%s (byte %llu): %s\n", error.path, (unsigned long long)error.offset, error.message);
        return 1;
    }
@prints
    @_free(tree);
    return 0;
}
