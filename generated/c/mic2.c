// Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "mic2.h"

E(e0, OF(OWN(_io), eof))
E(e1, OF(AT(GET(tokens), I(0)), text))
E(e2, (IS(OP(GET(head), '=', TEXT("S"))) ? I(0) : (IS(OP(GET(head), '=', TEXT("a"))) ? I(2) : (IS(OP(GET(head), '=',
    TEXT("p"))) ? I(3) : (IS(OP(GET(head), '=', TEXT("O"))) ? I(5) : (IS(OP(nacf_call(c, GET(head), "substring",
    I(0), I(1)), '=', TEXT("T"))) ? I(1) : (IS(OP(nacf_call(c, GET(head), "substring", I(0), I(1)), '=', TEXT("#")))
    ? I(6) : I(4))))))))
E(e3, OP(OF(IT, length), '>', I(0)))

static const nacf_member mic2_members[] = {
    {MEMBER(mic2, magic), .kind = KIND(RAW), CONTENTS("mic@2")},
    {MEMBER(mic2, lines), .kind = USE(mic2_line), .repeat = NACF_TO_EOS},
};
TYPE(mic2, "mic2", .fields = 2, .is_root = true, .is_whole = true);

static const nacf_member mic2_line_members[] = {
    {MEMBER(mic2_line, newline), .kind = KIND(RAW), CONTENTS("\012")},
    {MEMBER(mic2_line, content), .kind = USE(mic2_declaration), .ends = NACF_TERMINATED | NACF_KEEP | NACF_OPTIONAL,
        .terminator = 10},
};
TYPE(mic2_line, "line", .fields = 2, .is_root = false);

static const nacf_member mic2_declaration_members[] = {
    {MEMBER(mic2_declaration, tokens), .kind = USE(mic2_token), .repeat = NACF_UNTIL, .until = e0},
    {MEMBER(mic2_declaration, head), .value = e1},
    {MEMBER(mic2_declaration, kind), .value = e2},
};
TYPE(mic2_declaration, "declaration", .fields = 1, .values = 2, .is_root = false);

static const nacf_member mic2_token_members[] = {
    {MEMBER(mic2_token, text), .kind = STR(NULL), .ends = NACF_TERMINATED | NACF_OPTIONAL, .terminator = 32,
        RULES({e3, "wrong value: expected `_.length > 0`", NULL, NULL})},
};
TYPE(mic2_token, "token", .fields = 1, .is_root = false);

NACF_SCHEMA(mic2)
