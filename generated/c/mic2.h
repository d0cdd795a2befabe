// Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
#ifndef MIC2_H
#define MIC2_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MIC2_LINE_KIND_SYMBOL = 0,
    MIC2_LINE_KIND_TENSOR_TYPE = 1,
    MIC2_LINE_KIND_ARG = 2,
    MIC2_LINE_KIND_PARAM = 3,
    MIC2_LINE_KIND_NODE = 4,
    MIC2_LINE_KIND_OUTPUT = 5,
    MIC2_LINE_KIND_COMMENT = 6,
};

typedef struct mic2 {
    nacf_node node;
        struct { uint8_t magic, lines; } has;
    nacf_bytes magic;
    NACF_LIST(struct mic2_line *) lines;
} mic2;
typedef struct mic2_line {
    nacf_node node;
        struct { uint8_t newline, content; } has;
    nacf_bytes newline;
    struct mic2_declaration *content;
} mic2_line;
typedef struct mic2_declaration {
    nacf_node node;
        struct { uint8_t tokens, head, kind; } has;
    NACF_LIST(struct mic2_token *) tokens;
    nacf_value head;
    nacf_value kind;
} mic2_declaration;
typedef struct mic2_token {
    nacf_node node;
        struct { uint8_t text; } has;
    nacf_bytes text;
} mic2_token;
extern const nacf_type type_of_mic2;
extern const nacf_type type_of_mic2_line;
extern const nacf_type type_of_mic2_declaration;
extern const nacf_type type_of_mic2_token;

NACF_DECLARE(mic2)

#ifdef __cplusplus
}
#endif
#endif /* MIC2_H */
