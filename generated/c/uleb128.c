// Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.

#include "uleb128.h"

ULEB128_API const char *uleb128_schema_sha256(void)
{
    return
        "7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21";
}

ULEB128_API const char *uleb128_layout(void)
{
    return
        "";
}
