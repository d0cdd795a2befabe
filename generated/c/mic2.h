// Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_MIC2_H
#define NACFORMATS_MIC2_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** line_kind */
enum {
    /** `S name`: a symbolic dimension */
    MIC2_LINE_KIND_SYMBOL = 0,
    /** `T<index> dtype dims...` */
    MIC2_LINE_KIND_TENSOR_TYPE = 1,
    /** `a name T<index>`: an input of the graph */
    MIC2_LINE_KIND_ARG = 2,
    /** `p name T<index>`: a weight */
    MIC2_LINE_KIND_PARAM = 3,
    /** `opcode inputs... params...`: an operation */
    MIC2_LINE_KIND_NODE = 4,
    /** `O id`: the result, the last line */
    MIC2_LINE_KIND_OUTPUT = 5,
    /** `# ...`: legal, but not in canonical text */
    MIC2_LINE_KIND_COMMENT = 6,
};

/**
 * Lines and tokens of a mic@2 text in canonical spelling: one blank between tokens, no other white space, no empty
 * lines, no comments, and no newline after the last line. The tokens of such a text, joined by blanks, and its
 * lines, joined by newlines, are the text again.
 *
 * This is for the Web IDE. Other white space, and comments before the header, are legal in mic@2 but not read here.
 * The schema does not check what the tokens mean (ids, arity, references). See mic@2 Text Format Specification,
 * Grammar.
 */
typedef struct mic2 {
    nacf_node node;
    struct { uint8_t magic, lines; } has;
    nacf_bytes magic;
    NACF_LIST(struct mic2_line *) lines;
} mic2;

typedef struct mic2_line {
    nacf_node node;
    struct { uint8_t newline, content; } has;
    /** The end of the line before this one. */
    nacf_bytes newline;
    struct mic2_declaration *content;
} mic2_line;

/**
 * A declaration. Types count from 0 and carry their number; values count from 0 in the order of their lines and do
 * not.
 */
typedef struct mic2_declaration {
    nacf_node node;
    struct { uint8_t tokens, head, kind; } has;
    NACF_LIST(struct mic2_token *) tokens;
    /** What the line is, or the token of an operation. */
    nacf_value head;
    /** What the first token says. */
    nacf_value kind;
} mic2_declaration;

typedef struct mic2_token {
    nacf_node node;
    struct { uint8_t text; } has;
    /** Never empty, or there would be two blanks or an empty line. */
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
#endif /* NACFORMATS_MIC2_H */
