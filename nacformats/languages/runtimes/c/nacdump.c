/* Prints files as JSON: nacdump FILE, nacdump --schema NAME FILE, or nacdump --serve. */
@includes

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const nacf_schema *const schemas[] = {@listed};

enum { NUM_SCHEMAS = sizeof schemas / sizeof schemas[0] };

/* Return the schema of a name, or, without one, of the suffix of a file. */
static const nacf_schema *schema_of(const char *name, const char *path)
{
    const char *suffix = strrchr(path, '.');
    size_t k;
    for (k = 0; k < NUM_SCHEMAS; k++) {
        const char *extension = schemas[k]->extension;
        if (*name ? strcmp(name, schemas[k]->name) == 0 : *extension && suffix && strcmp(suffix + 1, extension) == 0)
            return schemas[k];
    }
    return NULL;
}

static uint8_t *load(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    uint8_t *data = NULL, *more;
    size_t room = 4096;
    *size = 0;
    if (!file)
        return NULL;
    while ((more = realloc(data, room)) != NULL) {
        data = more;
        *size += fread(data + *size, 1, room - *size, file);
        if (*size < room)
            break;
        room *= 2;
    }
    if (!more || ferror(file)) {
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

static int serve(void)
{
    char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        const nacf_schema *schema;
        char *path, *answer = NULL;
        uint8_t *data;
        size_t size;
        line[strcspn(line, "\r\n")] = 0;
        path = line + strcspn(line, "\t");
        if (*path)
            *path++ = 0;
        schema = schema_of(line, path);
        data = schema ? load(path, &size) : NULL;
        if (data)
            answer = nacf_answer(schema, data, size);
        if (!schema)
            puts("[\"error\", \"there is no such schema\"]");
        else if (!data)
            puts("[\"error\", \"the file cannot be read\"]");
        else
            puts(answer ? answer : "[\"no\", \"\", 0, \"too large for memory\"]");
        free(answer);
        free(data);
        if (fflush(stdout) != 0)
            return 1;
    }
    return 0;
}

static int dump(const char *name, const char *path)
{
    const nacf_schema *schema = schema_of(name, path);
    nacf_record root;
    nacf_error error;
    size_t size, k;
    char *text = NULL;
    uint8_t *data;
    if (!schema) {
        fprintf(stderr, "%s: which schema? Say --schema NAME, one of", path);
        for (k = 0; k < NUM_SCHEMAS; k++)
            fprintf(stderr, "%s %s", k ? "," : "", schemas[k]->name);
        fputs("\n", stderr);
        return 2;
    }
    data = load(path, &size);
    if (!data) {
        fprintf(stderr, "%s: the file cannot be read\n", path);
        return 2;
    }
    if (nacf_read(schema, data, size, NULL, &root, &error) == NACF_OK && nacf_ask_all(root, &error) == NACF_OK
        && nacf_json(root, true, &text, &size, &error) == NACF_OK)
        fwrite(text, 1, size, stdout);
    else
        fprintf(stderr, "%s: %s%s(byte %llu): %s\n", path, error.path, *error.path ? " " : "",
            (unsigned long long)error.offset, error.message);
    free(text);
    nacf_free(root);
    free(data);
    return error.status != NACF_OK;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--serve") == 0)
        return serve();
    if (argc == 2 && argv[1][0] != '-')
        return dump("", argv[1]);
    if (argc == 4 && strcmp(argv[1], "--schema") == 0)
        return dump(argv[2], argv[3]);
    fputs("usage: nacdump [--schema NAME] FILE, or nacdump --serve\n", stderr);
    return 2;
}
