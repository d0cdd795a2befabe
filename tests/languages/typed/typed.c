/* Uses every member of the structs of a file: see walking.py for what it prints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
@includes@

enum { MOST = @most@, LONGEST = 1000, MOST_DIGITS = 24 };
typedef enum kind { K_UNSIGNED, K_SIGNED, K_FLOAT, K_TRUTH, K_TEXT, K_OCTETS, K_VARINT, K_SVARINT, K_VALUE, K_RECORD } kind;
typedef struct walk {
    void (*any)(struct walk *, nacf_node *, const char *);
    FILE *lines;
    unsigned count;
    const char *wanted, *value;
    char *got;
    size_t got_size;
} walk;
typedef void (*visitor)(walk *, nacf_node *, const char *);

static void print_hex(FILE *to, char first, nacf_bytes data)
{
    size_t k;
    fputc(first, to);
    for (k = 0; k < data.size; k++)
        fprintf(to, "%02x", data.data[k]);
}

static void print_real(FILE *to, double real)
{
    uint64_t bits;
    memcpy(&bits, &real, 8);
    if (real != real)
        fputs("rnan", to);
    else
        fprintf(to, "r%016llx", (unsigned long long)bits);
}

static void print_value(FILE *to, nacf_node *node, nacf_value value)
{
    size_t k, count;
    switch (value.kind) {
    case NACF_NOTHING:
    case NACF_IO:
        break;
    case NACF_BOOL:
        fputs(value.as.number ? "true" : "false", to);
        break;
    case NACF_INT:
    case NACF_VARINT:
        if (nacf_double(value) < 0)
            fprintf(to, "%lld", (long long)nacf_int64(value));
        else
            fprintf(to, "%llu", (unsigned long long)nacf_uint64(value));
        break;
    case NACF_REAL:
        print_real(to, nacf_double(value));
        break;
    case NACF_TEXT:
        print_hex(to, 't', nacf_utf8(node, value));
        break;
    case NACF_BYTES:
        print_hex(to, 'b', value.as.bytes);
        break;
    case NACF_RECORD:
        fputs("{}", to);
        break;
    default:
        count = value.kind == NACF_ARRAY ? value.as.array.count : value.as.items.list->count;
        fputc('[', to);
        for (k = 0; k < count; k++) {
            if (k)
                fputc(',', to);
            print_value(to, node, nacf_element(&value, k));
        }
        fputc(']', to);
    }
}

/* Prints a member, or an element of it, from where it is. */
static void print_member(FILE *to, nacf_node *node, const char *id, size_t k, kind is, size_t size, const void *at)
{
    uint64_t bits = 0;
    float single;
    double wide;
    nacf_bytes data;
    nacf_varint varint;
    nacf_value value;
    switch (is) {
    case K_UNSIGNED:
    case K_SIGNED:
        memcpy(&bits, at, size); /* little-endian machines only */
        if (is == K_UNSIGNED)
            fprintf(to, "%llu", (unsigned long long)bits);
        else
            fprintf(to, "%lld", (long long)(int64_t)(bits << (64 - 8 * size)) >> (64 - 8 * size));
        break;
    case K_FLOAT:
        memcpy(size == 4 ? (void *)&single : (void *)&wide, at, size);
        print_real(to, size == 4 ? (double)single : wide);
        break;
    case K_TRUTH:
        fputs(*(const bool *)at ? "true" : "false", to);
        break;
    case K_TEXT:
        value = nacf_own_value(node, id);
        print_value(to, node, value.kind == NACF_ITEMS ? nacf_element(&value, k) : value);
        break;
    case K_OCTETS:
        memcpy(&data, at, sizeof data);
        print_hex(to, 'b', data);
        break;
    case K_VARINT:
    case K_SVARINT:
        memcpy(&varint, at, sizeof varint);
        if (is == K_VARINT)
            fprintf(to, "%llu", (unsigned long long)varint.value);
        else
            fprintf(to, "%lld", (long long)varint.value);
        break;
    case K_VALUE:
        memcpy(&value, at, sizeof value);
        print_value(to, node, value);
        break;
    case K_RECORD:
        fputs("{}", to);
    }
}

static double real_of(const char *text)
{
    const uint64_t bits = strcmp(text, "rnan") == 0 ? UINT64_C(0x7ff8) << 48 : strtoull(text + 1, NULL, 16);
    double real;
    memcpy(&real, &bits, 8);
    return real;
}

static nacf_bytes octets_of(nacf_node *node, const char *text)
{
    nacf_bytes made;
    const size_t size = strlen(text + 1) / 2;
    uint8_t *data = nacf_room(node, size + 1);
    size_t k;
    unsigned byte;
    for (k = 0; k < size; k++) {
        sscanf(text + 1 + 2 * k, "%2x", &byte);
        data[k] = (uint8_t)byte;
    }
    made.data = data;
    made.size = size;
    return made;
}

static nacf_value value_of(nacf_node *node, const char *text)
{
    nacf_bytes data;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return nacf_bool(text[0] == 't');
    if (text[0] == 'r')
        return nacf_real(real_of(text));
    if (text[0] == 't' || text[0] == 'b') {
        data = octets_of(node, text);
        return text[0] == 't' ? nacf_text((const char *)data.data, data.size) : nacf_octets((const char *)data.data, data.size);
    }
    return text[0] == '-' ? nacf_int(strtoll(text, NULL, 10)) : nacf_uint(strtoull(text, NULL, 10));
}

static void set_member(walk *w, nacf_node *node, const char *id, size_t k, kind is, size_t size, void *at)
{
    FILE *got = open_memstream(&w->got, &w->got_size);
    uint64_t bits;
    float single;
    double wide;
    nacf_bytes data;
    nacf_varint varint = {0, 0};
    nacf_value value;
    switch (is) {
    case K_UNSIGNED:
    case K_SIGNED:
        bits = is == K_SIGNED ? (uint64_t)strtoll(w->value, NULL, 10) : strtoull(w->value, NULL, 10);
        memcpy(at, &bits, size);
        break;
    case K_FLOAT:
        wide = real_of(w->value);
        single = (float)wide;
        memcpy(at, size == 4 ? (void *)&single : (void *)&wide, size);
        break;
    case K_TRUTH:
        *(bool *)at = w->value[0] == 't';
        break;
    case K_TEXT:
    case K_OCTETS:
        data = octets_of(node, w->value);
        memcpy(at, &data, sizeof data);
        break;
    case K_VARINT:
    case K_SVARINT:
        varint.value = is == K_SVARINT ? (uint64_t)strtoll(w->value, NULL, 10) : strtoull(w->value, NULL, 10);
        memcpy(at, &varint, sizeof varint);
        break;
    case K_VALUE:
        value = value_of(node, w->value);
        memcpy(at, &value, sizeof value);
        break;
    case K_RECORD:
        break;
    }
    print_member(got, node, id, k, is, size, at);
    fclose(got);
}

static bool begin(walk *w, const char *path, nacf_node *node, const char *id, uint8_t *state, bool asks, kind is)
{
    nacf_error error;
    if (!w->wanted && w->count >= MOST)
        return false;
    w->count++;
    fprintf(w->lines, "%s%c", path, is == K_VALUE ? '~' : '=');
    if (asks && nacf_ask(node, id, &error) != NACF_OK) {
        fprintf(w->lines, "!%s", error.path);
        return false;
    }
    return *state != NACF_ABSENT && *state != NACF_UNREAD;
}

static void inner(walk *w, nacf_node *node, kind is, void *at, visitor visit, const char *path)
{
    char above[LONGEST + MOST_DIGITS + 1];
    nacf_value value;
    snprintf(above, sizeof above, "%s.", path);
    if (is == K_RECORD) {
        visit(w, *(nacf_node **)at, above);
    } else if (is == K_VALUE) {
        memcpy(&value, at, sizeof value);
        if (value.kind == NACF_RECORD)
            w->any(w, value.as.record, above);
    }
    (void)node;
}

static void one_member(walk *w, const char *above, const char *id, nacf_node *node, uint8_t *state, bool asks, bool is_stored,
    kind is, size_t size, void *at, visitor visit)
{
    char path[LONGEST];
    const unsigned before = w->count;
    bool is_there;
    snprintf(path, sizeof path, "%s%s", above, id);
    is_there = begin(w, path, node, id, state, asks, is);
    if (is_there)
        print_member(w->lines, node, id, 0, is, size, at);
    if (w->count != before)
        fputc('\n', w->lines);
    if (!is_there || !is_stored)
        return;
    if (w->wanted && strcmp(w->wanted, path) == 0)
        set_member(w, node, id, 0, is, size, at);
    inner(w, node, is, at, visit, path);
}

static void list_member(walk *w, const char *above, const char *id, nacf_node *node, uint8_t *state, bool asks, bool is_stored,
    kind is, size_t size, void *list, visitor visit)
{
    char path[LONGEST], place[LONGEST + MOST_DIGITS];
    const unsigned before = w->count;
    nacf_items *items = list;
    bool is_there;
    size_t k;
    snprintf(path, sizeof path, "%s%s", above, id);
    is_there = begin(w, path, node, id, state, asks, is);
    if (is_there) {
        fputc('[', w->lines);
        for (k = 0; k < items->count; k++) {
            if (k)
                fputc(',', w->lines);
            print_member(w->lines, node, id, k, is, size, (char *)items->items + k * size);
        }
        fputc(']', w->lines);
    }
    if (w->count != before)
        fputc('\n', w->lines);
    for (k = 0; is_there && is_stored && k < items->count; k++) {
        void *at = (char *)items->items + k * size;
        snprintf(place, sizeof place, "%s[%lu]", path, (unsigned long)k);
        if (w->wanted && strcmp(w->wanted, place) == 0)
            set_member(w, node, id, k, is, size, at);
        inner(w, node, is, at, visit, place);
    }
}

@visits@

static const struct schema {
    const char *name;
    const nacf_type *type;
    visitor visit;
} schemas[] = {
@arms@
};

static void answer(const char *schema, const char *path, const char *wanted, const char *value)
{
    walk w = {NULL, NULL, 0, NULL, NULL, NULL, 0};
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 24), *made = NULL;
    const size_t size = fread(data, 1, 1 << 24, file);
    char *lines = NULL;
    size_t lines_size = 0, made_size = 0, k;
    uint32_t sum = 0x811c9dc5;
    nacf_node *root = NULL;
    nacf_error error;
    nacf_status status;
    const struct schema *of = schemas;
    while (strcmp(of->name, schema) != 0)
        of++;
    fclose(file);
    w.lines = open_memstream(&lines, &lines_size);
    w.wanted = wanted;
    w.value = value;
    status = nacf_read(of->type, data, size, NULL, &root, &error);
    if (status == NACF_OK)
        status = nacf_ask_all(root, &error);
    if (status == NACF_OK) {
        of->visit(&w, root, "");
        status = nacf_write(root, &made, &made_size, &error);
    }
    fclose(w.lines);
    if (wanted)
        puts(w.got ? w.got : "");
    else
        fputs(lines, stdout);
    for (k = 0; k < made_size; k++)
        sum = (sum ^ made[k]) * 0x01000193;
    if (status == NACF_OK)
        printf("%08lx %lu\n.\n", (unsigned long)sum, (unsigned long)made_size);
    else
        printf("!%s\n.\n", error.path);
    if (root)
        nacf_free(root);
    free(made);
    free(data);
    free(lines);
    free(w.got);
}

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char *schema = strtok(line, "\t\n"), *path = strtok(NULL, "\t\n"), *wanted = strtok(NULL, "\t\n");
        answer(schema, path, wanted, strtok(NULL, "\t\n"));
    }
    return 0;
}
