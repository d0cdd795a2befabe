#include "@stem.h"

#include <stdlib.h>

static const int64_t numbers[] = {
    @numbers
};

static const nacf_text texts[] = {
    @texts
};

const nacf_schema @schema = {
    @name, @extension, numbers, @num_numbers, texts, @num_texts,
};
@functions
