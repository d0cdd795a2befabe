/* Calls every typed getter and setter of a file: see walking.py for what it prints. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
@includes@

enum { MOST = @most@, LONGEST = 1000, MOST_DIGITS = 24 };
typedef struct walk {
    void (*any)(struct walk *, nacf_any, const char *);
    FILE *lines;
    unsigned count;
    const char *wanted, *value;
    char *got;
    size_t got_size;
    char path[LONGEST];
} walk;
typedef void (*visitor)(walk *, nacf_record, const char *);
typedef nacf_any (*getter)(nacf_record, size_t);
typedef void (*setter)(nacf_record, size_t, nacf_any);

static void print_hex(FILE *to, char first, nacf_bytes data)
{
    size_t k;
    fputc(first, to);
    for (k = 0; k < data.size; k++)
        fprintf(to, "%02x", data.data[k]);
}

static void print_value(FILE *to, nacf_any value)
{
    const double real = nacf_real(value);
    uint64_t bits;
    size_t k;
    switch (nacf_kind_of(value)) {
    case NACF_NOTHING:
        break;
    case NACF_BOOL:
        fputs(nacf_is_true(value) ? "true" : "false", to);
        break;
    case NACF_INTEGER:
        if (nacf_is_negative(value))
            fprintf(to, "%lld", (long long)nacf_signed(value));
        else
            fprintf(to, "%llu", (unsigned long long)nacf_unsigned(value));
        break;
    case NACF_REAL:
        memcpy(&bits, &real, 8);
        if (real != real)
            fputs("rnan", to);
        else
            fprintf(to, "r%016llx", (unsigned long long)bits);
        break;
    case NACF_TEXT_KIND:
        print_hex(to, 't', nacf_utf8(value));
        break;
    case NACF_BYTES_KIND:
        print_hex(to, 'b', nacf_octets(value));
        break;
    case NACF_RECORD:
        fputs("{}", to);
        break;
    case NACF_LIST_KIND:
        fputc('[', to);
        for (k = 0; k < nacf_count(value); k++) {
            if (k)
                fputc(',', to);
            print_value(to, nacf_element(value, k));
        }
        fputc(']', to);
    }
}

static double real_of(const char *text)
{
    const uint64_t bits = strcmp(text, "rnan") == 0 ? UINT64_C(0x7ff8) << 48 : strtoull(text + 1, NULL, 16);
    double real;
    memcpy(&real, &bits, 8);
    return real;
}

static nacf_any value_of(nacf_record r, const char *text)
{
    static uint8_t data[1 << 16];
    nacf_bytes made = {data, 0};
    unsigned byte;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return nacf_of_bool(text[0] == 't');
    if (text[0] == 'r')
        return nacf_of_real(real_of(text));
    if (text[0] == 't' || text[0] == 'b') {
        for (; text[1 + 2 * made.size]; made.size++) {
            sscanf(text + 1 + 2 * made.size, "%2x", &byte);
            data[made.size] = (uint8_t)byte;
        }
        return text[0] == 't' ? nacf_of_text(r, made) : nacf_of_octets(r, made);
    }
    return text[0] == '-' ? nacf_of_signed(strtoll(text, NULL, 10)) : nacf_of_unsigned(strtoull(text, NULL, 10));
}

/* Begins the line of a member; returns whether it is looked at. */
static bool begin(walk *w, const char *above, const char *id, char mark, nacf_record r, int64_t slot, bool asks,
    bool is_stored, bool is_list)
{
    nacf_error error;
    (void)is_stored;
    (void)is_list;
    if (!w->wanted && w->count >= MOST)
        return false;
    w->count++;
    snprintf(w->path, sizeof w->path, "%s%s", above, id);
    fprintf(w->lines, "%s%c", w->path, mark);
    if (asks && nacf_ask(r, slot, &error) != NACF_OK) {
        fprintf(w->lines, "!%s\n", error.path);
        return false;
    }
    return true;
}

static void visit_one(walk *w, nacf_record r, size_t k, const char *path, getter get, setter set, visitor visit)
{
    char above[LONGEST + MOST_DIGITS + 1];
    if (set && !w->wanted)
        set(r, k, get(r, k));
    if (set && w->wanted && strcmp(w->wanted, path) == 0) {
        FILE *got = open_memstream(&w->got, &w->got_size);
        set(r, k, value_of(r, w->value));
        print_value(got, get(r, k));
        fclose(got);
    }
    snprintf(above, sizeof above, "%s.", path);
    if (visit)
        visit(w, nacf_record_of(get(r, k), -1), above);
    else if (nacf_kind_of(get(r, k)) == NACF_RECORD)
        w->any(w, get(r, k), above);
}

static void visit_member(walk *w, nacf_record r, bool is_there, bool asks, bool is_stored, bool is_list, size_t count,
    getter get, setter set, visitor visit)
{
    char path[LONGEST], place[LONGEST + MOST_DIGITS];
    size_t k;
    (void)asks;
    memcpy(path, w->path, sizeof path);
    if (is_there && is_list)
        fputc('[', w->lines);
    for (k = 0; is_there && is_list && k < count; k++) {
        if (k)
            fputc(',', w->lines);
        print_value(w->lines, get(r, k));
    }
    if (is_there && is_list)
        fputc(']', w->lines);
    if (is_there && !is_list)
        print_value(w->lines, get(r, 0));
    fputc('\n', w->lines);
    if (!is_there || !is_stored)
        return;
    if (!is_list)
        visit_one(w, r, 0, path, get, set, visit);
    for (k = 0; is_list && k < count; k++) {
        snprintf(place, sizeof place, "%s[%lu]", path, (unsigned long)k);
        visit_one(w, r, k, place, get, set, visit);
    }
}

@visits@

static const struct schema {
    const char *name;
    const nacf_schema *schema;
    visitor visit;
} schemas[] = {
@arms@
};

static void answer(const char *schema, const char *path, const char *wanted, const char *value)
{
    walk w = {NULL, NULL, 0, NULL, NULL, NULL, 0, ""};
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 24), *made = NULL;
    const size_t size = fread(data, 1, 1 << 24, file);
    char *lines = NULL;
    size_t lines_size = 0, made_size = 0, k;
    uint32_t sum = 0x811c9dc5;
    nacf_record root;
    nacf_error error;
    nacf_status status;
    const struct schema *of = schemas;
    while (strcmp(of->name, schema) != 0)
        of++;
    fclose(file);
    w.lines = open_memstream(&lines, &lines_size);
    w.wanted = wanted;
    w.value = value;
    status = nacf_read(of->schema, data, size, NULL, &root, &error);
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
