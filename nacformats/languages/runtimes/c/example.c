/* Reads a file, prints some of its fields, and writes it back: example IN OUT */
#include "@stem.h"

#include <stdio.h>
#include <stdlib.h>

static uint8_t *load(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    uint8_t *data = NULL;
    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        data = malloc(*size + 1);
        if (data && fread(data, 1, *size, file) != *size)
            *size = 0;
    }
    fclose(file);
    return data;
}

static void show(const char *name, nacf_any value)
{
    const nacf_bytes text = nacf_utf8(value);
    if (nacf_kind_of(value) == NACF_TEXT_KIND)
        printf("%s: %.*s\n", name, (int)text.size, (const char *)text.data);
    else
        printf("%s: %lld\n", name, (long long)nacf_signed(value));
}

int main(int argc, char **argv)
{
    size_t size = 0, written = 0;
    uint8_t *data = argc == 3 ? load(argv[1], &size) : NULL, *out = NULL;
    nacf_error error = {NACF_MEMORY, 0, "", "no file"};
    @stem tree = {{NULL, 0}};
    FILE *file;
    if (data && @{stem}_read(data, size, &tree, &error) == NACF_OK) {
@prints
        if (@{stem}_write(tree, &out, &written, &error) == NACF_OK && (file = fopen(argv[2], "wb")) != NULL) {
            fwrite(out, 1, written, file);
            fclose(file);
        }
    }
    if (error.status != NACF_OK)
        fprintf(stderr, "%s (byte %llu): %s\n", error.path, (unsigned long long)error.offset, error.message);
    free(out);
    @{stem}_free(tree);
    free(data);
    return error.status;
}
