#ifndef @guard
#define @guard

#include "nacformats.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const nacf_schema @schema;

@contents

#ifdef __cplusplus
}
#endif

#endif
