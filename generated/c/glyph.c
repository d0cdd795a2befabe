// Generated from schemas/glyph.ksy (sha256 76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108) by `nacformats generate`. Do not edit.

#include "glyph.h"

GLYPH_API const char *glyph_schema_sha256(void)
{
    return
        "76f0039aac84daa4b55ab9edc6851265753c09a1b166f4dec5f81b647368a108";
}

GLYPH_API const char *glyph_layout(void)
{
    return
        "";
}
