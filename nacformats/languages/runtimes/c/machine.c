
/* The functions of nacformats.h */

/* A tree: its memory, and where a failure of the function that works on it now goes. */
struct nacf_tree {
    nacf_arena arena;
    nacf_machine machine;
    jmp_buf here;
    bool is_short; /* something could not be kept for want of memory */
};

/* Return whether a function of the machine does not fail. */
static bool succeeds(void (*function)(nacf_machine *m), nacf_machine *m)
{
    nacf_arena *const arena = m->arena;
    jmp_buf here, *const before = arena->stop;
    arena->stop = &here;
    if (setjmp(here) == 0) {
        function(m);
        arena->stop = before;
        return true;
    }
    arena->stop = before;
    return false;
}

/* What a function of nacformats.h is given, and what comes out. */
typedef struct nacf_call {
    nacf_machine *m;
    const nacf_schema *schema;
    int64_t node, slot;
    nacf_any any;
    const nacf_any *values;
    size_t count;
    bool is_so;
    nacf_buffer buffer;
    nacf_text text;
} nacf_call;

/* Return whether some work on a tree does not fail. */
static bool attempt(nacf_tree *tree, void (*work)(nacf_call *call), nacf_call *call)
{
    tree->arena.stop = &tree->here;
    tree->arena.why = NACF_GOES_ON;
    call->m = &tree->machine;
    if (setjmp(tree->here) == 0) {
        work(call);
        return true;
    }
    return false;
}

/* The same, of a tree that is changed: its memory is the user's. What fails is told when the tree is written. */
static void change(nacf_tree *tree, void (*work)(nacf_call *call), nacf_call *call)
{
    tree->arena.limit = SIZE_MAX;
    if (!attempt(tree, work, call))
        tree->is_short = true;
}

static nacf_any any_of(nacf_tree *tree, nacf_value value)
{
    nacf_any made;
    made.tree = tree;
    made.value = value;
    return made;
}

static nacf_record record_in(nacf_tree *tree, int64_t node)
{
    nacf_record made;
    made.tree = tree;
    made.node = node;
    return made;
}

/* Return bytes of the user's, which nobody changes, as a buffer. */
static nacf_buffer borrowed(const uint8_t *data, size_t size)
{
    nacf_buffer made = {0};
    made.items = (uint8_t *)(uintptr_t)data;
    made.size = (int64_t)size;
    return made;
}

static void put_words(char *to, size_t room, nacf_text text)
{
    size_t size = (size_t)text.size < room ? (size_t)text.size : room - 1;
    if ((size_t)text.size >= room)
        while (size && ((uint8_t)text.data[size] & 192) == 128) /* no character is cut */
            size--;
    if (size)
        memcpy(to, text.data, size);
    to[size] = 0;
}

static nacf_status refused(nacf_status status, const char *message, nacf_error *error)
{
    if (error) {
        memset(error, 0, sizeof *error);
        error->status = status;
        strncpy(error->message, message, sizeof error->message - 1);
    }
    return status;
}

static void refuse_size(nacf_call *call)
{
    fail(call->m, NACM_LIMIT, (nacf_text)NACF_TEXT("too large for memory"));
}

/* Tell why a function has stopped. */
static nacf_status failure(nacf_tree *tree, nacf_error *error)
{
    const nacf_machine *m = &tree->machine;
    if (tree->arena.why == NACF_NO_MEMORY)
        return refused(NACF_MEMORY, "no memory", error);
    if (tree->arena.why == NACF_TOO_LARGE) {
        nacf_call call = {0};
        tree->arena.limit = SIZE_MAX;
        attempt(tree, refuse_size, &call);
    }
    if (error) {
        error->status = (nacf_status)m->status;
        error->offset = (uint64_t)m->error_offset;
        put_words(error->path, sizeof error->path, m->error_path);
        put_words(error->message, sizeof error->message, m->error_message);
    }
    return (nacf_status)m->status;
}

static void free_tree(nacf_tree *tree)
{
    if (tree)
        free_blocks(&tree->arena);
    free(tree);
}

/* Make rows of the numbers that they are in a schema; the next table begins after them. */
#define ROWS(table, type) \
    m->table.items = (type *)(uintptr_t)(at + 1); \
    m->table.size = at[0]; \
    at += 1 + at[0] * (int64_t)(sizeof(type) / sizeof(int64_t))

/* Give a new machine the tables of a schema, which stay where they are. */
static void take_schema(nacf_call *call)
{
    const nacf_schema *schema = call->schema;
    nacf_machine *m = call->m;
    const int64_t *at = schema->numbers;
    const nacf_buffer empty = {0};
    nacf_int_list numbers = {0};
    int64_t k;
    numbers.items = (int64_t *)(uintptr_t)at;
    m->texts.items = (nacf_text *)(uintptr_t)schema->texts;
    m->texts.size = (int64_t)schema->num_texts;
    for (k = 0; k <= NACM_MADE; k++)
        push_nacf_buffer_list(m->arena, &m->buffers, empty);
    ROWS(types, nacf_type_row);
    ROWS(members, nacf_member_row);
    ROWS(kinds, nacf_kind_row);
    ROWS(cases, nacf_case_row);
    ROWS(rules, nacf_rule_row);
    ROWS(derives, nacf_derive_row);
    ROWS(encodings, nacf_encoding_row);
    ROWS(terms, nacf_term_row);
    at = schema->numbers + load_constants(m, &numbers, at - schema->numbers);
    ROWS(lists, int64_t);
    load_octets(m, &numbers, at - schema->numbers);
}

/* Return a machine with the tables of a schema, or NULL. */
static nacf_tree *new_machine(const nacf_schema *schema)
{
    nacf_tree *tree = calloc(1, sizeof(nacf_tree));
    nacf_call call = {0};
    if (!tree)
        return NULL;
    call.schema = schema;
    tree->arena.limit = SIZE_MAX;
    tree->machine = made_machine(&tree->arena);
    if (attempt(tree, take_schema, &call))
        return tree;
    free_tree(tree);
    return NULL;
}

static void read_in(nacf_call *call) { read_file(call->m); }

nacf_status nacf_read(const nacf_schema *schema, const uint8_t *data, size_t size, const nacf_options *options,
    nacf_record *root, nacf_error *error)
{
    const uint64_t usual = NACM_MOST_MEMORY + (uint64_t)NACM_MEMORY_FOR_BYTE * size;
    const size_t limit = options && options->memory ? options->memory : usual < SIZE_MAX ? (size_t)usual : SIZE_MAX;
    nacf_tree *tree = new_machine(schema);
    nacf_call call = {0};
    nacf_status status;
    *root = record_in(NULL, 0);
    if (!tree)
        return refused(NACF_MEMORY, "no memory", error);
    tree->arena.limit = limit <= SIZE_MAX - tree->arena.used ? tree->arena.used + limit : SIZE_MAX;
    tree->machine.buffers.items[NACM_FILE] = borrowed(data, size);
    tree->machine.limit = (int64_t)(limit < INT64_MAX ? limit : INT64_MAX);
    tree->machine.wants_columns = options && options->columns;
    if (attempt(tree, read_in, &call)) {
        *root = record_in(tree, 0);
        return refused(NACF_OK, "", error);
    }
    status = failure(tree, error);
    free_tree(tree);
    return status;
}

static void make_tree(nacf_call *call) { call->node = new_tree(call->m); }

nacf_record nacf_new(const nacf_schema *schema)
{
    nacf_tree *tree = new_machine(schema);
    nacf_call call = {0};
    if (tree && attempt(tree, make_tree, &call))
        return record_in(tree, call.node);
    free_tree(tree);
    return record_in(NULL, 0);
}

static void make_record(nacf_call *call) { call->node = new_record(call->m, call->slot); }

nacf_record nacf_new_record(nacf_record of, int64_t type)
{
    nacf_call call = {0};
    call.slot = type;
    call.node = NACM_NONE;
    if (of.tree)
        change(of.tree, make_record, &call);
    return record_in(call.node == NACM_NONE ? NULL : of.tree, call.node);
}

/* Return what was made in memory of malloc, with a 0 at its end. */
static nacf_status given(const void *data, int64_t size, void *out, size_t *count, nacf_error *error)
{
    char *made = malloc((size_t)size + 1);
    if (!made)
        return refused(NACF_MEMORY, "no memory", error);
    if (size)
        memcpy(made, data, (size_t)size);
    made[size] = 0;
    memcpy(out, &made, sizeof made);
    *count = (size_t)size;
    return refused(NACF_OK, "", error);
}

static void write_out(nacf_call *call) { write_file(call->m); }

nacf_status nacf_write(nacf_record root, uint8_t **out, size_t *size, nacf_error *error)
{
    nacf_call call = {0};
    *out = NULL;
    *size = 0;
    if (!root.tree || root.tree->is_short)
        return refused(NACF_MEMORY, "no memory", error);
    root.tree->arena.limit = SIZE_MAX;
    if (!attempt(root.tree, write_out, &call))
        return failure(root.tree, error);
    return given(root.tree->machine.written.items, root.tree->machine.written.size, out, size, error);
}

static void show_record(nacf_call *call)
{
    put_json(call->m, &call->buffer, call->node, call->is_so);
    if (call->is_so)
        push_nacf_buffer(call->m->arena, &call->buffer, '\n');
}

nacf_status nacf_json(nacf_record of, bool is_indented, char **out, size_t *size, nacf_error *error)
{
    nacf_call call = {0};
    *out = NULL;
    *size = 0;
    if (!of.tree)
        return refused(NACF_MEMORY, "no memory", error);
    call.node = of.node;
    call.is_so = is_indented;
    of.tree->arena.limit = SIZE_MAX;
    if (!attempt(of.tree, show_record, &call))
        return failure(of.tree, error);
    return given(call.buffer.items, call.buffer.size, out, size, error);
}

static void answer_about(nacf_call *call) { call->text = answer(call->m, &call->buffer); }

char *nacf_answer(const nacf_schema *schema, const uint8_t *data, size_t size)
{
    nacf_tree *tree = new_machine(schema);
    nacf_call call = {0};
    char *made = NULL;
    size_t written;
    call.buffer = borrowed(data, size);
    if (tree && attempt(tree, answer_about, &call))
        given(call.text.data, call.text.size, &made, &written, NULL);
    free_tree(tree);
    return made;
}

void nacf_free(nacf_record of) { free_tree(of.tree); }

static void ask_one(nacf_call *call) { ask_slot(call->m, call->node, call->slot); }

nacf_status nacf_ask(nacf_record of, int64_t slot, nacf_error *error)
{
    nacf_call call = {0};
    call.node = of.node;
    call.slot = slot;
    if (of.tree && !attempt(of.tree, ask_one, &call))
        return failure(of.tree, error);
    return refused(NACF_OK, "", error);
}

static void ask_of_all(nacf_call *call) { ask_all(call->m, call->node); }

nacf_status nacf_ask_all(nacf_record of, nacf_error *error)
{
    nacf_call call = {0};
    call.node = of.node;
    if (of.tree && !attempt(of.tree, ask_of_all, &call))
        return failure(of.tree, error);
    return refused(NACF_OK, "", error);
}

nacf_any nacf_get(nacf_record of, int64_t slot)
{
    return of.tree ? any_of(of.tree, slot_value(&of.tree->machine, of.node, slot)) : nacf_of_nothing();
}

static void set_one(nacf_call *call) { set_slot(call->m, call->node, call->slot, call->any.value); }

static void append_one(nacf_call *call) { append_value(call->m, call->node, call->slot, call->any.value); }

static void set_all(nacf_call *call)
{
    nacf_value_list list = {0};
    size_t k;
    for (k = 0; k < call->count; k++)
        push_nacf_value_list(call->m->arena, &list, call->values[k].value);
    set_list(call->m, call->node, call->slot, &list);
    forget_nacf_value_list(call->m->arena, &list);
}

void nacf_set(nacf_record of, int64_t slot, nacf_any value)
{
    nacf_call call = {0};
    call.node = of.node;
    call.slot = slot;
    call.any = value;
    if (of.tree)
        change(of.tree, set_one, &call);
}

void nacf_append(nacf_record of, int64_t slot, nacf_any value)
{
    nacf_call call = {0};
    call.node = of.node;
    call.slot = slot;
    call.any = value;
    if (of.tree)
        change(of.tree, append_one, &call);
}

void nacf_set_list(nacf_record of, int64_t slot, const nacf_any *values, size_t count)
{
    nacf_call call = {0};
    call.node = of.node;
    call.slot = slot;
    call.values = values;
    call.count = count;
    if (of.tree && (values || !count))
        change(of.tree, set_all, &call);
    else if (of.tree)
        of.tree->is_short = true; /* there was no memory for the values */
}

/* Return the place of a member by its id, or -1. */
static int64_t slot_called(nacf_record of, const char *id, size_t size)
{
    const nacf_machine *m = &of.tree->machine;
    const nacf_type_row *type = &m->types.items[m->nodes.items[of.node].type];
    int64_t slot;
    for (slot = 0; slot < type->params + type->fields + type->placed + type->values; slot++) {
        const nacf_text text = m->texts.items[m->members.items[type->first + slot].id];
        if ((size_t)text.size == size && memcmp(text.data, id, size) == 0)
            return slot;
    }
    return -1;
}

nacf_status nacf_find(nacf_record of, const char *path, nacf_any *found, nacf_error *error)
{
    nacf_any at = nacf_of_record(of);
    while (*path) {
        if (*path == '[') {
            char *end;
            const unsigned long index = strtoul(path + 1, &end, 10);
            if (*end != ']' || index >= nacf_count(at))
                return refused(NACF_INVALID, "the path has an index that the list has not", error);
            at = nacf_element(at, index);
            path = end + 1;
        } else {
            const size_t size = strcspn(path, ".[");
            const nacf_record record = nacf_record_of(at, -1);
            const int64_t slot = record.tree ? slot_called(record, path, size) : -1;
            nacf_status status;
            if (slot < 0)
                return refused(NACF_INVALID, "the path has a name that no member has", error);
            status = nacf_ask(record, slot, error);
            if (status != NACF_OK)
                return status;
            at = nacf_get(record, slot);
            path += size;
        }
        path += *path == '.';
    }
    *found = at;
    return NACF_OK;
}

nacf_kind nacf_kind_of(nacf_any of)
{
    switch (of.value.kind) {
    case NACM_INT:
    case NACM_VARINT:
        return NACF_INTEGER;
    case NACM_BOOL:
        return NACF_BOOL;
    case NACM_REAL:
        return NACF_REAL;
    case NACM_TEXT:
        return NACF_TEXT_KIND;
    case NACM_BYTES:
        return NACF_BYTES_KIND;
    case NACM_RECORD:
        return NACF_RECORD;
    case NACM_LIST:
        return NACF_LIST_KIND;
    default:
        return NACF_NOTHING;
    }
}

bool nacf_is_there(nacf_any of) { return of.value.kind != NACM_NOTHING; }

uint64_t nacf_unsigned(nacf_any of) { return integer_of_value(of.value); }

int64_t nacf_signed(nacf_any of)
{
    const uint64_t bits = integer_of_value(of.value);
    int64_t number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

bool nacf_is_negative(nacf_any of) { return is_below_zero(of.value); }

double nacf_real(nacf_any of) { return real_of_value(of.value); }

float nacf_float(nacf_any of)
{
    const uint32_t bits = (uint32_t)of.value.number;
    float number = (float)real_of_value(of.value);
    if (of.value.kind == NACM_REAL && of.value.a == 4)
        memcpy(&number, &bits, sizeof number);
    return number;
}

bool nacf_is_true(nacf_any of) { return integer_of_value(of.value) != 0; }

/* Find the bytes of a value where they stay: those that were set move when others are. */
static void find_bytes(nacf_call *call)
{
    const nacf_value value = call->any.value;
    const nacf_buffer *buffer = &call->m->buffers.items[value.a];
    if (value.kind == NACM_TEXT && value.d != NACM_NONE) {
        call->text = text_of_value(call->m, value);
    } else if (value.a == NACM_MADE) {
        call->text = text_of_bytes(call->m->arena, buffer, value.b, value.b + value.c);
    } else if (value.c) {
        call->text.data = (const char *)buffer->items + value.b;
        call->text.size = value.c;
    }
}

static nacf_bytes bytes_of(nacf_any of, int kind)
{
    nacf_call call = {0};
    nacf_bytes made = {NULL, 0};
    call.any = of;
    if (of.tree && of.value.kind == kind)
        change(of.tree, find_bytes, &call);
    made.data = (const uint8_t *)call.text.data;
    made.size = (size_t)call.text.size;
    return made;
}

nacf_bytes nacf_utf8(nacf_any of) { return bytes_of(of, NACM_TEXT); }

nacf_bytes nacf_octets(nacf_any of) { return bytes_of(of, NACM_BYTES); }

nacf_record nacf_record_of(nacf_any of, int64_t type)
{
    const bool is_one = of.tree && of.value.kind == NACM_RECORD;
    if (!is_one || (type >= 0 && type_of_value(&of.tree->machine, of.value) != type))
        return record_in(NULL, 0);
    return record_in(of.tree, of.value.a);
}

size_t nacf_count(nacf_any of) { return of.tree ? (size_t)count_of_value(&of.tree->machine, of.value) : 0; }

static void find_element(nacf_call *call)
{
    call->any.value = element_of_value(call->m, call->any.value, call->slot);
}

nacf_any nacf_element(nacf_any of, size_t index)
{
    nacf_call call = {0};
    call.any = of;
    call.slot = (int64_t)index;
    if (index >= nacf_count(of) || !attempt(of.tree, find_element, &call))
        return nacf_of_nothing();
    return call.any;
}

nacf_any nacf_of_nothing(void) { return any_of(NULL, nothing()); }

nacf_any nacf_of_unsigned(uint64_t number) { return any_of(NULL, of_uint(number)); }

nacf_any nacf_of_signed(int64_t number) { return any_of(NULL, of_signed((uint64_t)number)); }

nacf_any nacf_of_real(double number) { return any_of(NULL, of_real(number)); }

nacf_any nacf_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return any_of(NULL, of_float(bits, 4));
}

nacf_any nacf_of_bool(bool truth) { return any_of(NULL, of_bool(truth)); }

nacf_any nacf_of_varint(uint64_t number, bool is_signed) { return any_of(NULL, of_varint(number, 0, is_signed)); }

nacf_any nacf_of_record(nacf_record record)
{
    return record.tree ? any_of(record.tree, of_record(record.node)) : nacf_of_nothing();
}

static void keep(nacf_call *call)
{
    call->any.value = call->is_so ? keep_text(call->m, &call->buffer) : keep_bytes(call->m, &call->buffer);
}

static nacf_any kept(nacf_record of, nacf_bytes data, bool is_text)
{
    nacf_call call = {0};
    call.any = any_of(of.tree, nothing());
    call.buffer = borrowed(data.data, data.size);
    call.is_so = is_text;
    if (of.tree)
        change(of.tree, keep, &call);
    return call.any;
}

nacf_any nacf_of_text(nacf_record tree, nacf_bytes text) { return kept(tree, text, true); }

nacf_any nacf_of_octets(nacf_record tree, nacf_bytes data) { return kept(tree, data, false); }

nacf_bytes nacf_words(const char *text)
{
    nacf_bytes made;
    made.data = (const uint8_t *)text;
    made.size = strlen(text);
    return made;
}

static const nacf_table *table_at(nacf_columns of) { return &of.tree->machine.tables.items[of.table]; }

nacf_columns nacf_columns_of(nacf_any of)
{
    nacf_columns made = {NULL, 0};
    if (of.tree && of.value.kind == NACM_LIST) {
        made.table = table_of_value(&of.tree->machine, of.value);
        made.tree = made.table == NACM_NONE ? NULL : of.tree;
    }
    return made;
}

size_t nacf_num_rows(nacf_columns of) { return of.tree ? (size_t)table_at(of)->count : 0; }

const uint32_t *nacf_starts(nacf_columns of) { return of.tree ? table_at(of)->starts.items : NULL; }

const void *nacf_numbers(nacf_columns of, size_t index, size_t width, size_t *count)
{
    const nacf_column *column;
    *count = 0;
    if (!of.tree || index >= (size_t)table_at(of)->columns.size)
        return NULL;
    column = &table_at(of)->columns.items[index];
    if ((size_t)column->width != width)
        return NULL;
    *count = (size_t)(width == 1 ? column->u1.size : width == 2 ? column->u2.size : width == 4 ? column->u4.size : column->u8.size);
    return width == 1 ? (const void *)column->u1.items
        : width == 2  ? (const void *)column->u2.items
        : width == 4  ? (const void *)column->u4.items
                      : (const void *)column->u8.items;
}
