// Generated from parcel.ksy (sha256 aab80154a1e517f616bb9030946f7ddf48d5a84cae03afc66179dc36ca76abc2) by `nacformats generate`. Do not edit.
#ifndef NACFORMATS_PARCEL_H
#define NACFORMATS_PARCEL_H
#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

/** kind */
enum {
    /** Paper. */
    PARCEL_KIND_LETTER = 1,
    PARCEL_KIND_CRATE = 2,
};

/** A format for the eye alone, with a bit of everything that packages print. */
typedef struct parcel {
    nacf_node node;
    struct { uint8_t magic, version, kind, flags, num_stops, stops, len_note, note, content, has_note; } has;
    nacf_bytes magic;
    uint8_t version;
    uint8_t kind; /* kind */
    /** Bit 0 says that there is a note. */
    uint8_t flags;
    uint16_t num_stops;
    /** Where the parcel was, in order. */
    NACF_LIST(struct parcel_stop *) stops;
    uint16_t len_note;
    nacf_bytes note;
    nacf_value content;
    nacf_value has_note;
} parcel;

typedef struct parcel_stop {
    nacf_node node;
    struct { uint8_t office, grams; } has;
    uint32_t office;
    /** Weight in grams, which a crate may lose on its way. */
    int32_t grams;
} parcel_stop;

typedef struct parcel_letter {
    nacf_node node;
    struct { uint8_t text; } has;
    nacf_bytes text;
} parcel_letter;

typedef struct parcel_crate {
    nacf_node node;
    struct { uint8_t width, seal; } has;
    float width;
    nacf_bytes seal;
} parcel_crate;

extern const nacf_type type_of_parcel;
extern const nacf_type type_of_parcel_stop;
extern const nacf_type type_of_parcel_letter;
extern const nacf_type type_of_parcel_crate;

NACF_DECLARE(parcel)

#ifdef __cplusplus
}
#endif
#endif /* NACFORMATS_PARCEL_H */
