/* Prints the trees of files as JSON, a line for each: ["ok", tree, written back], or ["no", path, offset, message].
   Build with -DROOT=NAME. Reads names of files from its arguments, or from the standard input. */
#include "nacformats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TYPE_OF(name) type_of_##name
#define TYPE_(name) TYPE_OF(name)
extern const nacf_type TYPE_(ROOT);

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

static void print_node(nacf_node *node);

static void print_value(nacf_node *node, const nacf_member *member, nacf_value value)
{
    nacf_bytes bytes;
    size_t k;
    (void)member;
    switch (value.kind) {
    case NACF_INT:
        printf("%s%llu", value.negative ? "-" : "", (unsigned long long)value.as.number);
        break;
    case NACF_BOOL:
        printf(value.as.number ? "true" : "false");
        break;
    case NACF_REAL:
        printf("{\"$real\": \"%a\"}", value.as.real);
        break;
    case NACF_TEXT:
        bytes = nacf_utf8(node, value);
        print_text(bytes.data, bytes.size);
        break;
    case NACF_BYTES:
        printf("{\"$hex\": \"");
        for (k = 0; k < value.as.bytes.size; k++)
            printf("%02x", value.as.bytes.data[k]);
        printf("\"}");
        break;
    case NACF_VARINT:
        if (value.negative)
            printf("%lld", (long long)nacf_int64(value));
        else
            printf("%llu", (unsigned long long)nacf_uint64(value));
        break;
    case NACF_RECORD:
        print_node(value.as.record);
        break;
    case NACF_ITEMS:
        putchar('[');
        for (k = 0; k < value.as.items.list->count; k++) {
            if (k)
                putchar(',');
            print_value(node, member, nacf_element(&value, k));
        }
        putchar(']');
        break;
    default:
        printf("null");
    }
}

/* Lists without elements, and records without fields, are nothing in Python where no offset leads to them. */
static bool is_nothing(nacf_node *node, size_t k)
{
    const nacf_member *member = &node->type->members[k];
    if (k < (size_t)node->type->params + node->type->fields || member->offset)
        return false;
    return (member->kind.tag == NACF_USE && member->kind.type->fields == 0)
        || (member->repeat && nacf_load(node, member).as.items.list->count == 0);
}

static void print_node(nacf_node *node)
{
    const nacf_type *type = node->type;
    const struct nacf_padding *padding;
    const char *between = "";
    size_t k;
    putchar('{');
    for (k = type->params; k < (size_t)type->params + type->fields + type->placed; k++) {
        const nacf_member *member = &type->members[k];
        const uint8_t state = ((uint8_t *)node)[type->has + k];
        if (state == NACF_ABSENT || state == NACF_UNREAD || is_nothing(node, k))
            continue;
        printf("%s\"%s\": ", between, member->id);
        between = ", ";
        print_value(node, member, nacf_load(node, member));
    }
    if (node->padding) {
        printf("%s\"$padding\": {", between);
        for (padding = node->padding; padding; padding = padding->next)
            printf("\"%s\": %u%s", padding->after->id, padding->bits, padding->next ? ", " : "");
        putchar('}');
    }
    putchar('}');
}

static void print_error(const nacf_error *error)
{
    printf("[\"no\", ");
    print_text((const uint8_t *)error->path, strlen(error->path));
    printf(", %llu, ", (unsigned long long)error->offset);
    print_text((const uint8_t *)error->message, strlen(error->message));
    printf("]\n");
}

static void dump(const uint8_t *data, size_t size)
{
    nacf_node *root = NULL;
    nacf_error error;
    uint8_t *out = NULL;
    size_t written = 0;
    if (nacf_read(&TYPE_(ROOT), data, size, NULL, &root, &error) != NACF_OK || nacf_ask_all(root, &error) != NACF_OK) {
        print_error(&error);
    } else {
        printf("[\"ok\", ");
        print_node(root);
        if (nacf_write(root, &out, &written, &error) != NACF_OK) {
            printf(", ");
            print_text((const uint8_t *)error.path, strlen(error.path));
            putchar(',');
            print_text((const uint8_t *)error.message, strlen(error.message));
            printf("]\n");
        } else {
            printf(", %s]\n", written == size && (size == 0 || memcmp(out, data, size) == 0) ? "true" : "false");
        }
    }
    free(out);
    if (root)
        nacf_free(root);
}

static void dump_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    uint8_t *data;
    long size;
    if (!file)
        exit(2);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    data = malloc((size_t)size + !size);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
        exit(2);
    fclose(file);
    dump(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv)
{
    char name[4096];
    int k;
    for (k = 1; k < argc; k++)
        dump_file(argv[k]);
    while (argc == 1 && fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        dump_file(name);
    }
    return 0;
}
