// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
#define NACFORMATS_TABLES
#include "vocab.h"
#include "binary32.h"

E(e0, OP(IT, 'l', I(16777216)))
E(e1, GET(num_entries))
E(e2, GET(len_token))

static const nacf_member vocab_members[] = {
    {MEMBER(vocab, num_entries), .kind = UINT(4, LE), RULES({e0, "out of range: expected at most 16777216", NULL,
        NULL}), FROM(COUNT_OF, .member = "offsets")},
    {MEMBER(vocab, offsets), .kind = USE(vocab_entry_offset), .repeat = NACF_COUNTED, .count = e1},
    {MEMBER(vocab, entries), .kind = USE(vocab_entry), .repeat = NACF_COUNTED, .count = e1},
};
TYPE(vocab, "vocab", .fields = 3, .is_root = true, .is_whole = true);

static const nacf_member vocab_entry_offset_members[] = {
    {MEMBER(vocab_entry_offset, ofs_entry), .kind = UINT(4, LE)},
};
TYPE(vocab_entry_offset, "entry_offset", .fields = 1, .is_root = false);

static const nacf_member vocab_entry_members[] = {
    {MEMBER(vocab_entry, len_token), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "token")},
    {MEMBER(vocab_entry, token), .kind = STR(NULL), .size = e2},
    {MEMBER(vocab_entry, id_token), .kind = SINT(4, LE)},
    {MEMBER(vocab_entry, score), .kind = USE(binary32)},
};
TYPE(vocab_entry, "entry", .fields = 4, .is_root = false);

NACF_SCHEMA(vocab)
