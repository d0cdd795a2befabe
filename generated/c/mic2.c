// Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.

#include "mic2.h"

MIC2_API const char *mic2_schema_sha256(void)
{
    return
        "d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a";
}

MIC2_API const char *mic2_layout(void)
{
    return
        "";
}
