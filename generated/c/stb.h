// Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
#ifndef STB_H
#define STB_H
#include "nacformats_columns.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    STB_DTYPE_FLOAT32 = 0,
    STB_DTYPE_FLOAT16 = 1,
    STB_DTYPE_INT8 = 2,
    STB_DTYPE_INT32 = 3,
};

enum {
    STB_LAYOUT_ROW_MAJOR = 0,
    STB_LAYOUT_COL_MAJOR = 1,
    STB_LAYOUT_CHANNELS_LAST = 2,
};

typedef struct stb {
    nacf_node node;
        struct { uint8_t magic, version, flags, num_tensors, reserved0, reserved1, ofs_data, len_file, tensors,
        data; } has;
    nacf_bytes magic;
    uint8_t version;
    uint8_t flags;
    uint16_t num_tensors;
    uint32_t reserved0;
    uint32_t reserved1;
    uint64_t ofs_data;
    uint64_t len_file;
    NACF_LIST(struct stb_tensor_descriptor *) tensors;
    struct stb_data_region *data;
} stb;
typedef struct stb_tensor_descriptor {
    nacf_node node;
        struct { uint8_t tensor_id, dtype, rank, layout, ofs_body, len_body, dims, body, idx_shape, shape_text; }
        has;
    uint8_t tensor_id;
    uint8_t dtype; /* dtype */
    uint8_t rank;
    uint8_t layout; /* layout */
    uint64_t ofs_body;
    uint64_t len_body;
    NACF_LIST(uint32_t) dims;
    nacf_bytes body;
    nacf_value idx_shape;
    nacf_value shape_text;
} stb_tensor_descriptor;
typedef struct stb_data_region {
    nacf_node node;
        struct { uint8_t none_; } has;
} stb_data_region;
extern const nacf_type type_of_stb;
extern const nacf_type type_of_stb_tensor_descriptor;
extern const nacf_type type_of_stb_data_region;

NACF_DECLARE(stb)

/* Columns of tensor_descriptor, and the rules of its check:
 * - 0: rank, out of range: at most 8
 * - 1: ofs_body, out of range: at least _root.ofs_data
 * - 2: ofs_body, out of range: at most _root.len_file
 * - 3: len_body, out of range: at most _root.len_file - ofs_body
 */
typedef struct stb_tensor_descriptor_columns {
    size_t count; /* records: what every function works on */
    int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */
    uint8_t *tensor_id; /* count */
    uint8_t *dtype; /* count */
    uint8_t *rank; /* count */
    uint8_t *layout; /* count */
    uint64_t *ofs_body; /* count */
    uint64_t *len_body; /* count */
    int64_t *dims_rows; /* count + 1: the elements of record i are those from [i] to below [i + 1] */
    size_t dims_length; /* elements of that list, in the arrays that follow */
    uint32_t *dims; /* dims_length */
} stb_tensor_descriptor_columns;
typedef struct stb_tensor_descriptor_arguments {
    int64_t len_file; /* len_file of the file, 0 to 9223372036854775807 */
    int64_t ofs_data; /* ofs_data of the file, 0 to 9223372036854775807 */
} stb_tensor_descriptor_arguments;
NACF_LOOPS(stb_tensor_descriptor)
NACF_IDENTITY(stb)

#ifdef __cplusplus
}
#endif
#endif /* STB_H */
