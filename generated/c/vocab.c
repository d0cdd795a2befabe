// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
#define NACFORMATS_TABLES
#include "vocab.h"
#include "binary32.h"

#ifndef NACFORMATS_COLUMNS_ONLY
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
#endif

NACF_GATHER(vocab_entry_offset)
{
    BEGIN_GATHER(vocab_entry_offset);
    EACH {
        RECORD;
        FIT(4);
        t.ofs_entry[i] = get_u4(data + pos);
        pos += 4;
        RECORD_ENDS;
    }
    END_GATHER;
    return NACF_OK;
}

NACF_CHECK(vocab_entry_offset)
{
    BEGIN(vocab_entry_offset);
    (void)data; (void)data_size;
    EACH {
    }
    return NACF_OK;
}

NACF_SIZES(vocab_entry_offset)
{
    BEGIN(vocab_entry_offset);
    EACH {
        uint64_t total = 0;
        total += 4;
        sizes[i] = (int64_t)total;
    }
    return NACF_OK;
}

NACF_SCATTER(vocab_entry_offset)
{
    BEGIN(vocab_entry_offset);
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        ROOM(4);
        put_4(out + pos, (uint64_t)t.ofs_entry[i]);
        pos += 4;
    }
    *written = pos;
    return NACF_OK;
}

NACF_GATHER(vocab_entry)
{
    BEGIN_GATHER(vocab_entry);
    EACH {
        int64_t v0_len_token = 0;
        RECORD;
        FIT(2);
        v0_len_token = get_u2(data + pos);
        pos += 2;
        BYTES(token, (uint64_t)v0_len_token);
        FIT(8);
        t.id_token[i] = get_s4(data + pos);
        t.score_bits[i] = get_u4(data + pos + 4);
        pos += 8;
        RECORD_ENDS;
    }
    END_GATHER;
    return NACF_OK;
}

NACF_CHECK(vocab_entry)
{
    BEGIN(vocab_entry);
    (void)data; (void)data_size;
    EACH {
        INSIDE(token);
        DEMAND(IS_TEXT(token), 0, 0);
    }
    return NACF_OK;
}

NACF_SIZES(vocab_entry)
{
    BEGIN(vocab_entry);
    EACH {
        uint64_t total = 0;
        LENGTH_OF_BYTES(token, 1, 65535u, (void)size);
        total += 2;
        SIZE_OF_BYTES(token);
        total += 8;
        sizes[i] = (int64_t)total;
    }
    return NACF_OK;
}

NACF_SCATTER(vocab_entry)
{
    BEGIN(vocab_entry);
    size_t pos = *written = 0;
    (void)data; (void)data_size;
    EACH {
        int64_t v0_len_token = 0;
        LENGTH_OF_BYTES(token, 1, 65535u, v0_len_token = (int64_t)size);
        ROOM(2);
        put_2(out + pos, (uint64_t)v0_len_token);
        pos += 2;
        PUT_BYTES(token);
        ROOM(8);
        put_4(out + pos, (uint64_t)t.id_token[i]);
        put_4(out + pos + 4, (uint64_t)t.score_bits[i]);
        pos += 8;
    }
    *written = pos;
    return NACF_OK;
}

NACF_IDENTIFY(vocab,
    "ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e",
    "4a24e82e7188b43bd046d6abdbf8a84b83ac7d7867b468eea526cb1a60f8f7bc",
    "entry_offset;ofs_entry=uint32;\n"
    "entry;token@=int64,token#=int64,id_token=int32,score.bits=uint32;\n")
