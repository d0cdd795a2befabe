// Generated from parcel.ksy (sha256 aab80154a1e517f616bb9030946f7ddf48d5a84cae03afc66179dc36ca76abc2) by `nacformats generate`. Do not edit.
#define NACFORMATS_TABLES
#include "parcel.h"

E(e0, OP(IT, '=', I(1)))
E(e1, I(1))
E(e2, GET(num_stops))
E(e3, GET(has_note))
E(e4, GET(len_note))
E(e5, I(2))
E(e6, GET(kind))
E(e7, OP(OP(GET(flags), '&', I(1)), '=', I(1)))
E(e8, I(4))

static const nacf_member parcel_members[] = {
    {MEMBER(parcel, magic), .kind = KIND(RAW), CONTENTS("PRCL")},
    {MEMBER(parcel, version), .kind = UINT(1, LE), RULES({e0, "wrong value: expected 1", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e1)},
    {MEMBER(parcel, kind), .kind = UINT(1, LE)},
    {MEMBER(parcel, flags), .kind = UINT(1, LE)},
    {MEMBER(parcel, num_stops), .kind = UINT(2, LE), FROM(COUNT_OF, .member = "stops")},
    {MEMBER(parcel, stops), .kind = USE(parcel_stop), .repeat = NACF_COUNTED, .count = e2},
    {MEMBER(parcel, len_note), .kind = UINT(2, LE), .condition = e3, FROM(LENGTH_OF, .member = "note")},
    {MEMBER(parcel, note), .kind = STR(NULL), .condition = e3, .size = e4},
    {MEMBER(parcel, content), .kind = SWITCH(e6, {e1, USE(parcel_letter)}, {e5, USE(parcel_crate)}, {NULL,
        KIND(ANY)})},
    {MEMBER(parcel, has_note), .value = e7},
};
TYPE(parcel, "parcel", .fields = 9, .values = 1, .is_root = true, .is_whole = true);

static const nacf_member parcel_stop_members[] = {
    {MEMBER(parcel_stop, office), .kind = UINT(4, LE)},
    {MEMBER(parcel_stop, grams), .kind = SINT(4, LE)},
};
TYPE(parcel_stop, "stop", .fields = 2, .is_root = false);

static const nacf_member parcel_letter_members[] = {
    {MEMBER(parcel_letter, text), .kind = STR(NULL), .ends = NACF_TERMINATED, .terminator = 0},
};
TYPE(parcel_letter, "letter", .fields = 1, .is_root = false);

static const nacf_member parcel_crate_members[] = {
    {MEMBER(parcel_crate, width), .kind = FLOAT(4, LE)},
    {MEMBER(parcel_crate, seal), .kind = KIND(RAW), .size = e8},
};
TYPE(parcel_crate, "crate", .fields = 2, .is_root = false);

NACF_SCHEMA(parcel)
