/* Prints files as JSON: nacdump [--schema NAME] FILE. With --serve, it reads lines SCHEMA<TAB>FILE and answers each with
   one line: ["ok", tree, written back], where the last one is true, false, or why not, or ["no", path, offset, message]. */
@includes

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files of a schema end with `suffix`, or have this whole name if they do not begin with bytes of their own. */
static const struct schema {
    const char *name, *suffix;
    bool is_whole_name;
    const nacf_type *type;
} schemas[] = {
@schemas
};

enum { NUM_SCHEMAS = sizeof schemas / sizeof schemas[0], COMPACT = -1 };

static void print_text(const uint8_t *text, size_t size)
{
    size_t k;
    putchar('"');
    for (k = 0; k < size; k++) {
        if (text[k] < 32 || text[k] == '"' || text[k] == '\\')
            printf("\\u%04x", text[k]);
        else
            putchar(text[k]);
    }
    putchar('"');
}

static void print_words(const char *words)
{
    print_text((const uint8_t *)words, strlen(words));
}

/* Begins a line, or stays on it where all is one line. */
static void new_line(int depth)
{
    int k;
    if (depth == COMPACT)
        return;
    putchar('\n');
    for (k = 0; k < depth; k++)
        fputs("  ", stdout);
}

static int deeper(int depth)
{
    return depth == COMPACT ? COMPACT : depth + 1;
}

static void print_node(nacf_node *node, int depth);

/* The bits of a float: memory keeps those of a NaN, and a double need not. */
static void print_real(const nacf_member *member, const void *from, double real)
{
    uint64_t wide;
    uint32_t narrow;
    memcpy(&wide, &real, 8);
    if (member->kind.tag == NACF_FLOAT && member->kind.width == 8)
        memcpy(&wide, from, 8);
    if (member->kind.tag == NACF_FLOAT && member->kind.width == 4) {
        memcpy(&narrow, from, 4);
        printf("{\"$real\": \"%08lx\"}", (unsigned long)narrow);
    } else {
        printf("{\"$real\": \"%016llx\"}", (unsigned long long)wide);
    }
}

/* The fewest bytes that hold a number of variable length. */
static unsigned least_width(uint64_t number, bool is_signed)
{
    const uint64_t sign = is_signed && number >> 63 ? ~(uint64_t)0 : 0;
    unsigned width = 1;
    while (width < 10 && ((number ^ sign) >> (7 * width - (is_signed ? 1 : 0))) != 0)
        width++;
    return width;
}

static void print_varint(nacf_value value)
{
    const nacf_varint varint = value.as.varint;
    const bool is_wider = varint.width > least_width(varint.value, value.negative);
    if (is_wider)
        fputs("{\"$varint\": ", stdout);
    if (value.negative)
        printf("%lld", (long long)nacf_int64(value));
    else
        printf("%llu", (unsigned long long)varint.value);
    if (is_wider)
        printf(", \"width\": %u}", varint.width);
}

static void print_value(nacf_node *node, const nacf_member *member, nacf_value value, const void *from, int depth);

static void print_items(nacf_node *node, const nacf_member *member, nacf_value value, int depth)
{
    const nacf_items *list = value.as.items.list;
    const size_t width = member->kind.tag == NACF_FLOAT ? member->kind.width : 0;
    size_t k;
    putchar('[');
    for (k = 0; k < list->count; k++) {
        if (member->kind.tag == NACF_USE) {
            fputs(k ? "," : "", stdout);
            new_line(deeper(depth));
        } else {
            fputs(k ? ", " : "", stdout);
        }
        print_value(node, member, nacf_element(&value, k), (const uint8_t *)list->items + k * width, deeper(depth));
    }
    if (k && member->kind.tag == NACF_USE)
        new_line(depth);
    putchar(']');
}

static void print_value(nacf_node *node, const nacf_member *member, nacf_value value, const void *from, int depth)
{
    nacf_bytes text;
    size_t k;
    switch (value.kind) {
    case NACF_INT:
        printf("%s%llu", value.negative ? "-" : "", (unsigned long long)value.as.number);
        break;
    case NACF_BOOL:
        fputs(value.as.number ? "true" : "false", stdout);
        break;
    case NACF_REAL:
        print_real(member, from, value.as.real);
        break;
    case NACF_TEXT:
        text = nacf_utf8(node, value);
        print_text(text.data, text.size);
        break;
    case NACF_BYTES:
        fputs("{\"$hex\": \"", stdout);
        for (k = 0; k < value.as.bytes.size; k++)
            printf("%02x", value.as.bytes.data[k]);
        fputs("\"}", stdout);
        break;
    case NACF_VARINT:
        print_varint(value);
        break;
    case NACF_RECORD:
        print_node(value.as.record, depth);
        break;
    case NACF_ITEMS:
        print_items(node, member, value, depth);
        break;
    default:
        fputs("null", stdout);
    }
}

/* An instance that no offset leads to takes no bytes if it is a record without fields, or a list of such records. */
static bool is_nothing(nacf_node *node, size_t number)
{
    const nacf_member *member = &node->type->members[number];
    const nacf_value value = nacf_load(node, member);
    const size_t count = value.kind == NACF_ITEMS ? value.as.items.list->count : 1;
    size_t k;
    if (number < (size_t)node->type->params + node->type->fields || member->offset)
        return false;
    for (k = 0; k < count; k++) {
        const nacf_value each = value.kind == NACF_ITEMS ? nacf_element(&value, k) : value;
        if (each.kind != NACF_RECORD || each.as.record->type->fields)
            return false;
    }
    return true;
}

static bool is_shown(nacf_node *node, size_t k)
{
    const uint8_t state = ((uint8_t *)node)[node->type->has + k];
    return state != NACF_ABSENT && state != NACF_UNREAD && !is_nothing(node, k);
}

static const char *print_key(const char *between, const char *id, int depth)
{
    fputs(between, stdout);
    new_line(depth);
    printf("\"%s\": ", id);
    return ",";
}

static void print_node(nacf_node *node, int depth)
{
    const nacf_type *type = node->type;
    const struct nacf_padding *padding;
    const nacf_member *member;
    const char *between = "";
    size_t k;
    putchar('{');
    for (k = type->params; k < (size_t)type->params + type->fields + type->placed; k++) {
        if (!is_shown(node, k))
            continue;
        member = &type->members[k];
        between = print_key(between, member->id, deeper(depth));
        print_value(node, member, nacf_load(node, member), (uint8_t *)node + member->at, deeper(depth));
    }
    if (node->padding) {
        between = print_key(between, "$padding", deeper(depth));
        putchar('{');
        for (padding = node->padding; padding; padding = padding->next)
            printf("\"%s\": %u%s", padding->after->id, padding->bits, padding->next ? ", " : "");
        putchar('}');
    }
    if (*between)
        new_line(depth);
    putchar('}');
}

static nacf_status read_all(const nacf_type *type, const uint8_t *data, size_t size, nacf_node **root, nacf_error *error)
{
    nacf_status status = nacf_read(type, data, size, NULL, root, error);
    if (status == NACF_OK)
        status = nacf_ask_all(*root, error);
    if (status != NACF_OK && *root) {
        nacf_free(*root);
        *root = NULL;
    }
    return status;
}

/* Prints true, false, or why nothing is written. */
static void print_written(nacf_node *root, const uint8_t *data, size_t size)
{
    char words[sizeof(nacf_error)];
    nacf_error error;
    uint8_t *out = NULL;
    size_t written = 0;
    if (nacf_write(root, &out, &written, &error) != NACF_OK) {
        sprintf(words, "%s: %s", error.path, error.message);
        print_words(words);
    } else {
        fputs(written == size && (size == 0 || memcmp(out, data, size) == 0) ? "true" : "false", stdout);
    }
    free(out);
}

static void answer(const nacf_type *type, const uint8_t *data, size_t size)
{
    nacf_node *root = NULL;
    nacf_error error;
    if (read_all(type, data, size, &root, &error) != NACF_OK) {
        fputs("[\"no\", ", stdout);
        print_words(error.path);
        printf(", %llu, ", (unsigned long long)error.offset);
        print_words(error.message);
    } else {
        fputs("[\"ok\", ", stdout);
        print_node(root, COMPACT);
        fputs(", ", stdout);
        print_written(root, data, size);
        nacf_free(root);
    }
    fputs("]\n", stdout);
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

static const struct schema *schema_called(const char *name)
{
    size_t k;
    for (k = 0; k < NUM_SCHEMAS; k++)
        if (strcmp(schemas[k].name, name) == 0)
            return &schemas[k];
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), of_end = strlen(end);
    return of_end && size >= of_end && strcmp(text + size - of_end, end) == 0;
}

static bool is_file_of(const struct schema *schema, const char *file)
{
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const size_t size = strlen(schema->name);
    if (!schema->is_whole_name)
        return ends_with(base, schema->suffix);
    return *schema->suffix && strncmp(base, schema->name, size) == 0 && strcmp(base + size, schema->suffix) == 0;
}

static const struct schema *schema_of(const char *file)
{
    size_t k;
    for (k = 0; k < NUM_SCHEMAS; k++)
        if (is_file_of(&schemas[k], file))
            return &schemas[k];
    return NULL;
}

static int serve(void)
{
    char line[8192], *file;
    while (fgets(line, sizeof line, stdin)) {
        const struct schema *schema;
        uint8_t *data;
        size_t size;
        line[strcspn(line, "\r\n")] = 0;
        file = line + strcspn(line, "\t");
        if (*file)
            *file++ = 0;
        schema = schema_called(line);
        data = schema ? load(file, &size) : NULL;
        if (data)
            answer(schema->type, data, size);
        else
            puts(schema ? "[\"error\", \"the file cannot be read\"]" : "[\"error\", \"no such schema\"]");
        fflush(stdout);
        free(data);
    }
    return 0;
}

static int show(const char *name, const char *file)
{
    const struct schema *schema = name ? schema_called(name) : schema_of(file);
    nacf_node *root = NULL;
    nacf_status status;
    nacf_error error;
    size_t size = 0, k;
    uint8_t *data;
    if (!schema) {
        fprintf(stderr, "nacdump: %s: ", name ? name : file);
        fputs(name ? "there is no such schema, but there are" : "of no schema by its name; say --schema and one of", stderr);
        for (k = 0; k < NUM_SCHEMAS; k++)
            fprintf(stderr, " %s", schemas[k].name);
        fputs("\n", stderr);
        return 2;
    }
    data = load(file, &size);
    if (!data) {
        fprintf(stderr, "nacdump: %s cannot be read\n", file);
        return 2;
    }
    status = read_all(schema->type, data, size, &root, &error);
    if (status != NACF_OK) {
        fprintf(stderr, "%s: %s%s(byte %llu): %s\n", file, error.path, *error.path ? " " : "",
            (unsigned long long)error.offset, error.message);
    } else {
        print_node(root, 0);
        putchar('\n');
        nacf_free(root);
    }
    free(data);
    return status != NACF_OK;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--serve") == 0)
        return serve();
    if (argc == 2 && argv[1][0] != '-')
        return show(NULL, argv[1]);
    if (argc == 4 && strcmp(argv[1], "--schema") == 0)
        return show(argv[2], argv[3]);
    fputs("usage: nacdump [--schema NAME] FILE, or nacdump --serve\n", stderr);
    return 2;
}
