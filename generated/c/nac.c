// Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
#define NACFORMATS_TABLES
#include "nac.h"
#include "binary32.h"
#include "mep.h"
#include "tisa.h"

static const nacf_enum enum_0[] = {{"none", 0}, {"fp16", 1}, {"int8_tensor", 2}, {"int8_channel", 3}, {"block_fp8",
    4}, {NULL, 0}};
static const nacf_enum enum_1[] = {{"none", 0}, {"truth", 1}, {"int64", 2}, {"float64", 3}, {"text", 4},
    {"int32_list", 5}, {"float32_list", 6}, {NULL, 0}};
E(e0, nacf_bool((IS(OP(IT, '=', I(1))) || IS(OP(IT, '=', I(2))))))
E(e1, nacf_bool((IS(OP(GET(version), '!', I(1))) || !IS(IT))))
E(e2, GET(version))
E(e3, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_0)))
E(e4, OP(IT, '=', I(0)))
E(e5, I(0))
E(e6, OP(GET(version), '!', I(1)))
E(e7, nacf_bool((IS(OP(GET(version), '!', I(1))) && !IS(GET(is_v1_7)))))
E(e8, GET(is_v1_8))
E(e9, OP(GET(version), '=', I(1)))
E(e10, OP(GET(ofs_mmap), '!', I(0)))
E(e11, GET(ofs_mmap))
E(e12, OP(GET(ofs_ops), '!', I(0)))
E(e13, GET(ofs_ops))
E(e14, OP(GET(ofs_cmap), '!', I(0)))
E(e15, GET(ofs_cmap))
E(e16, OP(GET(ofs_cnst), '!', I(0)))
E(e17, GET(ofs_cnst))
E(e18, OP(GET(ofs_perm), '!', I(0)))
E(e19, GET(ofs_perm))
E(e20, OP(GET(ofs_data), '!', I(0)))
E(e21, GET(ofs_data))
E(e22, OP(GET(ofs_proc), '!', I(0)))
E(e23, GET(ofs_proc))
E(e24, OP(GET(ofs_orch), '!', I(0)))
E(e25, GET(ofs_orch))
E(e26, OP(GET(ofs_rsrc), '!', I(0)))
E(e27, GET(ofs_rsrc))
E(e28, nacf_bool((IS(OP(GET(version), '!', I(1))) && IS(OP(GET(ofs_trng), '!', I(0))))))
E(e29, GET(ofs_trng))
E(e30, nacf_bool(((IS(OP(GET(version), '!', I(1))) && !IS(GET(is_v1_7))) && IS(OP(GET(ofs_arrs), '!', I(0))))))
E(e31, GET(ofs_arrs))
E(e32, nacf_bool((IS(OP(GET(version), '!', I(1))) && (((((((((IS(OP(GET(ofs_mmap), '=', OF(I(92), to_i))) ||
    IS(OP(GET(ofs_ops), '=', OF(I(92), to_i)))) || IS(OP(GET(ofs_cmap), '=', OF(I(92), to_i)))) ||
    IS(OP(GET(ofs_cnst), '=', OF(I(92), to_i)))) || IS(OP(GET(ofs_perm), '=', OF(I(92), to_i)))) ||
    IS(OP(GET(ofs_data), '=', OF(I(92), to_i)))) || IS(OP(GET(ofs_proc), '=', OF(I(92), to_i)))) ||
    IS(OP(GET(ofs_orch), '=', OF(I(92), to_i)))) || IS(OP(GET(ofs_trng), '=', OF(I(92), to_i)))) ||
    IS(OP(GET(ofs_rsrc), '=', OF(I(92), to_i)))))))
E(e33, nacf_bool((IS(OP(GET(version), '!', I(1))) && (((((((((IS(OP(GET(ofs_mmap), '=', OF(I(100), to_i))) ||
    IS(OP(GET(ofs_ops), '=', OF(I(100), to_i)))) || IS(OP(GET(ofs_cmap), '=', OF(I(100), to_i)))) ||
    IS(OP(GET(ofs_cnst), '=', OF(I(100), to_i)))) || IS(OP(GET(ofs_perm), '=', OF(I(100), to_i)))) ||
    IS(OP(GET(ofs_data), '=', OF(I(100), to_i)))) || IS(OP(GET(ofs_proc), '=', OF(I(100), to_i)))) ||
    IS(OP(GET(ofs_orch), '=', OF(I(100), to_i)))) || IS(OP(GET(ofs_trng), '=', OF(I(100), to_i)))) ||
    IS(OP(GET(ofs_rsrc), '=', OF(I(100), to_i)))))))
E(e34, OP(IT, 'l', I(65536)))
E(e35, GET(num_records))
E(e36, GET(num_commands))
E(e37, OP(IT, 'l', I(2147483647)))
E(e38, GET(num_instructions))
E(e39, I(2))
E(e40, GET(b))
E(e41, I(3))
E(e42, I(6))
E(e43, I(7))
E(e44, I(10))
E(e45, I(20))
E(e46, I(33))
E(e47, I(34))
E(e48, GET(kind))
E(e49, GET(a))
E(e50, OF(AT(OF(OF(OWN(_root), lookups), operation_table), GET(a)), name_text))
E(e51, (IS(OP(OF(OWN(_root), version), '=', I(1))) ? (IS(OP(GET(a), '<', I(10))) ? GET(a) : I(10)) : (IS(OP(GET(a),
    'g', I(10))) ? (IS(GET(takes_element)) ? I(20) : I(10)) : ((IS(OP(GET(a), '=', I(3))) && (IS(OP(GET(b), '=',
    I(3))) || IS(OP(GET(b), '=', I(4))))) ? OP(I(30), '+', GET(b)) : GET(a)))))
E(e52, nacf_bool((IS(OP(OF(AT(OF(OF(OWN(_root), lookups), signature_table), GET(b)), num_arguments), '=', I(0))) &&
    ((IS(OP(GET(a), '=', OF(OF(OWN(_root), lookups), id_getitem))) || IS(OP(GET(a), '=', OF(OF(OWN(_root), lookups),
    id_operator_getitem)))) || IS(OP(GET(a), '=', OF(OF(OWN(_root), lookups), id_select)))))))
E(e53, OF(GET(signature), has_constants))
E(e54, OP(IT, 'g', I(0)))
E(e55, GET(num_constants))
E(e56, OF(GET(signature), num_arguments))
E(e57, AT(OF(OF(OWN(_root), lookups), signature_table), GET(id_signature)))
E(e58, (IS(OP(OF(GET(signature), num_arguments), '<', I(1))) ? TEXT("") : OP(OF(AT(GET(distances), I(0)), to_s),
    '+', (IS(OP(OF(GET(signature), num_arguments), '<', I(2))) ? TEXT("") : OP(OP(TEXT(","), '+',
    OF(AT(GET(distances), I(1)), to_s)), '+', (IS(OP(OF(GET(signature), num_arguments), '<', I(3))) ? TEXT("") :
    OP(OP(TEXT(","), '+', OF(AT(GET(distances), I(2)), to_s)), '+', (IS(OP(OF(GET(signature), num_arguments), '<',
    I(4))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(distances), I(3)), to_s)), '+', (IS(OP(OF(GET(signature),
    num_arguments), '<', I(5))) ? TEXT("") : TEXT(",...")))))))))))
E(e59, GET(has_id))
E(e60, GET(variant))
E(e61, nacf_bool((IS(OP(GET(variant), 'g', I(1))) && IS(OP(GET(variant), 'l', (IS(OP(OF(OWN(_root), version), '=',
    I(1))) ? I(3) : I(5)))))))
E(e62, GET(num_results))
E(e63, (IS(OP(GET(prefix), '=', OP(OF(OWN(_root), num_outputs), '+', I(1)))) ? OF(OWN(_root), num_outputs) :
    GET(prefix)))
E(e64, (IS(OP(GET(num_results), '<', I(1))) ? TEXT("") : OP(OF(AT(GET(distances), I(0)), to_s), '+',
    (IS(OP(GET(num_results), '<', I(2))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(distances), I(1)), to_s)),
    '+', (IS(OP(GET(num_results), '<', I(3))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(distances), I(2)),
    to_s)), '+', (IS(OP(GET(num_results), '<', I(4))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(distances),
    I(3)), to_s)), '+', (IS(OP(GET(num_results), '<', I(5))) ? TEXT("") : TEXT(",...")))))))))))
E(e65, GET(num_branches))
E(e66, OP(IT, 'l', (IS(OP(OF(OWN(_root), version), '=', I(1))) ? I(65536) : I(256))))
E(e67, (IS(OP(OF(OWN(_root), version), '=', I(1))) ? I(65536) : I(256)))
E(e68, GET(num_entries))
E(e69, GET(len_name))
E(e70, (IS(OP(GET(name), '=', TEXT("getitem"))) ? I(1) : (IS(OP(GET(name), '=', TEXT("operator.getitem"))) ? I(2) :
    (IS(OP(GET(name), '=', TEXT("aten.select.int"))) ? I(3) : I(0)))))
E(e71, nacf_bool(nacf_in_enum(c, nacf_it(c), enum_1)))
E(e72, nacf_bool((IS(OP(IT, '=', I(8))) || (IS(OP(GET(kind), '!', I(2))) && IS(OP(GET(kind), '!', I(3)))))))
E(e73, I(1))
E(e74, I(4))
E(e75, GET(length))
E(e76, I(5))
E(e77, nacf_bool((IS(OP(IT, '=', I(0))) || IS(OP(IT, '=', I(1))))))
E(e78, I(8))
E(e79, (IS(OP(GET(length), '<', I(1))) ? TEXT("") : OP(OF(AT(GET(numbers), I(0)), to_s), '+', (IS(OP(GET(length),
    '<', I(2))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(numbers), I(1)), to_s)), '+', (IS(OP(GET(length), '<',
    I(3))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(numbers), I(2)), to_s)), '+', (IS(OP(GET(length), '<',
    I(4))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(numbers), I(3)), to_s)), '+', (IS(OP(GET(length), '<',
    I(5))) ? TEXT("") : TEXT(",...")))))))))))
E(e80, OP(GET(length), '*', I(4)))
E(e81, OP(OP(GET(high_bits), '/', I(1048576)), '%', I(2048)))
E(e82, OP(OP((IS(OP(GET(exponent), '=', I(0))) ? OP(OP(GET(high_bits), '%', I(1048576)), '*', I(2)) :
    OP(OP(GET(high_bits), '%', I(1048576)), '+', I(1048576))), '*', nacf_real(4294967296.0)), '+',
    (IS(OP(GET(exponent), '=', I(0))) ? OP(GET(low_bits), '*', nacf_real(2.0)) : OP(GET(low_bits), '*',
    nacf_real(1.0)))))
E(e83, (IS(OP(GET(exponent), '<', I(1075))) ? OP(I(1075), '-', GET(exponent)) : OP(GET(exponent), '-', I(1075))))
E(e84, OP(OP(OP(OP(OP(OP(OP(OP(OP((IS(OP(OP(GET(shift), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(2.0)),
    '*', (IS(OP(OP(OP(GET(shift), '/', I(2)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(4.0))), '*',
    (IS(OP(OP(OP(GET(shift), '/', I(4)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(16.0))), '*',
    (IS(OP(OP(OP(GET(shift), '/', I(8)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(256.0))), '*',
    (IS(OP(OP(OP(GET(shift), '/', I(16)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(65536.0))), '*',
    (IS(OP(OP(OP(GET(shift), '/', I(32)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(4294967296.0))), '*',
    (IS(OP(OP(OP(GET(shift), '/', I(64)), '%', I(2)), '=', I(0))) ? nacf_real(1.0) :
    nacf_real(1.8446744073709552e+19))), '*', (IS(OP(OP(OP(GET(shift), '/', I(128)), '%', I(2)), '=', I(0))) ?
    nacf_real(1.0) : nacf_real(3.402823669209385e+38))), '*', (IS(OP(OP(OP(GET(shift), '/', I(256)), '%', I(2)),
    '=', I(0))) ? nacf_real(1.0) : nacf_real(1.157920892373162e+77))), '*', (IS(OP(OP(OP(GET(shift), '/', I(512)),
    '%', I(2)), '=', I(0))) ? nacf_real(1.0) : nacf_real(1.3407807929942597e+154))))
E(e85, OP((IS(OP(GET(high_bits), '<', I(INT64_C(2147483648)))) ? nacf_real(1.0) : nacf_minus(c, nacf_real(1.0))),
    '*', (IS(OP(GET(exponent), '=', I(2047))) ? ((IS(OP(OP(GET(high_bits), '%', I(1048576)), '=', I(0))) &&
    IS(OP(GET(low_bits), '=', I(0)))) ? OP(GET(exponent), '*', nacf_real(1e+308)) : OP(OP(GET(exponent), '*',
    nacf_real(1e+308)), '-', OP(GET(exponent), '*', nacf_real(1e+308)))) : (IS(OP(GET(exponent), 'g', I(1075))) ?
    OP(GET(significand), '*', GET(scale)) : OP(OP(OP(GET(significand), '*', OP(nacf_real(1.0), '/', GET(scale))),
    '*', (IS(OP(GET(shift), '<', I(1024))) ? nacf_real(1.0) : nacf_real(7.458340731200207e-155))), '*',
    (IS(OP(GET(shift), '<', I(1024))) ? nacf_real(1.0) : nacf_real(7.458340731200207e-155)))))))
E(e86, OP(IT, 'l', I(256)))
E(e87, nacf_index(c))
E(e88, GET(num_codes))
E(e89, (IS(OP(GET(num_codes), '=', I(0))) ? nacf_bool(false) : OP(OF(OF(GET(codes), last), num_constants), '!',
    I(0))))
E(e90, nacf_bool(((((((IS(OP(GET(code), '=', I(65))) || IS(OP(GET(code), '=', I(83)))) || IS(OP(GET(code), '=',
    I(105)))) || IS(OP(GET(code), '=', I(102)))) || IS(OP(GET(code), '=', I(98)))) || IS(OP(GET(code), '=',
    I(115)))) || IS(OP(GET(code), '=', I(99))))))
E(e91, OP((IS(OP(GET(idx), '=', I(0))) ? I(0) : OF(AT(OF(OWN(_parent), codes), OP(GET(idx), '-', I(1))),
    num_constants)), '+', (IS(GET(is_constant)) ? I(1) : I(0))))
E(e92, OF(OF(OF(OWN(_root), perm), entries), size))
E(e93, OP(OF(OWN(_root), ofs_perm), '!', I(0)))
E(e94, I(256))
E(e95, OF(OF(OF(OWN(_root), cmap), entries), size))
E(e96, OP(GET(num_names), '!', I(0)))
E(e97, nacf_bool((IS(OP(OF(OWN(_root), version), '!', I(1))) && IS(OP(OF(OWN(_root), ofs_cmap), '!', I(0))))))
E(e98, ((IS(OP(OF(OWN(_root), ofs_cmap), '=', I(0))) || IS(OP(OF(OF(OF(OWN(_root), cmap), entries), size), '>',
    I(256)))) ? I(0) : OF(OF(OF(OWN(_root), cmap), entries), size)))
E(e99, ((IS(OP(OF(OWN(_root), version), '=', I(1))) || IS(OP(OF(OWN(_root), ofs_cmap), '=', I(0)))) ? nacf_minus(c,
    I(1)) : (IS(OP(OF(GET(getitem_search), idx_entry), '<', I(0))) ? nacf_minus(c, I(1)) : OF(AT(OF(OF(OWN(_root),
    cmap), entries), OF(GET(getitem_search), idx_entry)), id_operation))))
E(e100, ((IS(OP(OF(OWN(_root), version), '=', I(1))) || IS(OP(OF(OWN(_root), ofs_cmap), '=', I(0)))) ? nacf_minus(c,
    I(1)) : (IS(OP(OF(GET(operator_getitem_search), idx_entry), '<', I(0))) ? nacf_minus(c, I(1)) :
    OF(AT(OF(OF(OWN(_root), cmap), entries), OF(GET(operator_getitem_search), idx_entry)), id_operation))))
E(e101, ((IS(OP(OF(OWN(_root), version), '=', I(1))) || IS(OP(OF(OWN(_root), ofs_cmap), '=', I(0)))) ? nacf_minus(c,
    I(1)) : (IS(OP(OF(GET(select_search), idx_entry), '<', I(0))) ? nacf_minus(c, I(1)) : OF(AT(OF(OF(OWN(_root),
    cmap), entries), OF(GET(select_search), idx_entry)), id_operation))))
E(e102, GET(key))
E(e103, GET(idx_middle))
E(e104, GET(idx_end))
E(e105, OP(OP(GET(idx_end), '-', GET(idx_first)), '>', I(1)))
E(e106, GET(idx_first))
E(e107, OP(GET(idx_first), '+', OP(OP(GET(idx_end), '-', GET(idx_first)), '/', I(2))))
E(e108, (IS(OP(GET(idx_end), '=', GET(idx_first))) ? nacf_bool(false) : (IS(OP(GET(key), '=', I(0))) ?
    OP(OF(AT(OF(OF(OWN(_root), perm), entries), GET(idx_first)), id_signature), '!', OP(OF(AT(OF(OF(OWN(_root),
    perm), entries), I(0)), id_signature), '+', GET(idx_first))) : OP(OF(AT(OF(OF(OWN(_root), cmap), entries),
    GET(idx_first)), id_operation), '!', OP(OF(AT(OF(OF(OWN(_root), cmap), entries), I(0)), id_operation), '+',
    GET(idx_first))))))
E(e109, (IS(OP(OP(GET(idx_end), '-', GET(idx_first)), '>', I(1))) ? OP(OF(GET(upper), num_breaks), '+',
    OF(GET(lower), num_breaks)) : (IS(GET(is_break)) ? I(1) : I(0))))
E(e110, GET(id_signature))
E(e111, ((IS(OP(GET(id_signature), '=', I(0))) || IS(OP(OF(OWN(_root), ofs_perm), '=', I(0)))) ? nacf_bool(false) :
    OP(OF(OF(OF(OWN(_root), lookups), signature_order), num_breaks), '!', I(0))))
E(e112, ((IS(OP(GET(id_signature), '=', I(0))) || IS(OP(OF(OWN(_root), ofs_perm), '=', I(0)))) ? nacf_minus(c, I(1))
    : (IS(OP(OF(OF(OF(OWN(_root), lookups), signature_order), num_breaks), '!', I(0))) ? OF(GET(lookup), idx_entry)
    : (IS(OP(OF(OF(OF(OWN(_root), perm), entries), size), '=', I(0))) ? nacf_minus(c, I(1)) :
    (IS(OP(GET(id_signature), '<', OF(AT(OF(OF(OWN(_root), perm), entries), I(0)), id_signature))) ? nacf_minus(c,
    I(1)) : (IS(OP(OP(GET(id_signature), '-', OF(AT(OF(OF(OWN(_root), perm), entries), I(0)), id_signature)), 'g',
    OF(OF(OF(OWN(_root), perm), entries), size))) ? nacf_minus(c, I(1)) : OP(GET(id_signature), '-',
    OF(AT(OF(OF(OWN(_root), perm), entries), I(0)), id_signature))))))))
E(e113, (IS(OP(GET(idx_entry), '<', I(0))) ? I(0) : OF(AT(OF(OF(OWN(_root), perm), entries), GET(idx_entry)),
    num_codes)))
E(e114, (IS(OP(GET(idx_entry), '<', I(0))) ? nacf_bool(false) : OF(AT(OF(OF(OWN(_root), perm), entries),
    GET(idx_entry)), has_constants)))
E(e115, (IS(OP(GET(idx_entry), '<', I(0))) ? TEXT("no signature") : (IS(OP(GET(num_arguments), '=', I(1))) ?
    TEXT("1 argument") : OP(OF(GET(num_arguments), to_s), '+', TEXT(" arguments")))))
E(e116, GET(id_operation))
E(e117, OF(OF(OWN(_root), lookups), num_names))
E(e118, (IS(OP(OF(OF(OWN(_root), lookups), num_names), '=', I(0))) ? nacf_bool(false) : OP(OF(OF(OF(OWN(_root),
    lookups), operation_order), num_breaks), '!', I(0))))
E(e119, (IS(OP(OF(OF(OWN(_root), lookups), num_names), '=', I(0))) ? nacf_minus(c, I(1)) :
    (IS(OP(OF(OF(OF(OWN(_root), lookups), operation_order), num_breaks), '!', I(0))) ? OF(GET(lookup), idx_entry) :
    (IS(OP(GET(id_operation), '<', OF(AT(OF(OF(OWN(_root), cmap), entries), I(0)), id_operation))) ? nacf_minus(c,
    I(1)) : (IS(OP(OP(GET(id_operation), '-', OF(AT(OF(OF(OWN(_root), cmap), entries), I(0)), id_operation)), 'g',
    OF(OF(OWN(_root), lookups), num_names))) ? nacf_minus(c, I(1)) : OP(GET(id_operation), '-',
    OF(AT(OF(OF(OWN(_root), cmap), entries), I(0)), id_operation)))))))
E(e120, (IS(OP(GET(idx_entry), 'g', I(0))) ? OF(AT(OF(OF(OWN(_root), cmap), entries), GET(idx_entry)), name) :
    ((IS(OP(GET(id_operation), '<', I(10))) || IS(OP(GET(id_operation), '>', (IS(OP(OF(OWN(_root), version), '=',
    I(1))) ? I(19) : I(31))))) ? OP(TEXT("A="), '+', OF(GET(id_operation), to_s)) : OP(TEXT("nac."), '+',
    (IS(OP(GET(id_operation), '<', I(20))) ? (IS(OP(GET(id_operation), '=', I(10))) ? TEXT("pass") :
    (IS(OP(GET(id_operation), '=', I(11))) ? TEXT("add") : (IS(OP(GET(id_operation), '=', I(12))) ? TEXT("sub") :
    (IS(OP(GET(id_operation), '=', I(13))) ? TEXT("gt") : (IS(OP(GET(id_operation), '=', I(14))) ? TEXT("neg") :
    (IS(OP(GET(id_operation), '=', I(15))) ? TEXT("where") : (IS(OP(GET(id_operation), '=', I(16))) ? TEXT("clone")
    : (IS(OP(GET(id_operation), '=', I(17))) ? TEXT("view") : (IS(OP(GET(id_operation), '=', I(18))) ? TEXT("le") :
    TEXT("arange")))))))))) : (IS(OP(GET(id_operation), '=', I(20))) ? TEXT("mul") : (IS(OP(GET(id_operation), '=',
    I(21))) ? TEXT("div") : (IS(OP(GET(id_operation), '=', I(22))) ? TEXT("matmul") : (IS(OP(GET(id_operation), '=',
    I(23))) ? TEXT("transpose") : (IS(OP(GET(id_operation), '=', I(24))) ? TEXT("zeros") : (IS(OP(GET(id_operation),
    '=', I(25))) ? TEXT("zeros_like") : (IS(OP(GET(id_operation), '=', I(26))) ? TEXT("new_zeros") :
    (IS(OP(GET(id_operation), '=', I(27))) ? TEXT("ones") : (IS(OP(GET(id_operation), '=', I(28))) ?
    TEXT("ones_like") : (IS(OP(GET(id_operation), '=', I(29))) ? TEXT("new_ones") : (IS(OP(GET(id_operation), '=',
    I(30))) ? TEXT("full") : TEXT("full_like")))))))))))))))))
E(e121, GET(sought))
E(e122, (IS(OP(OP(GET(idx_end), '-', GET(idx_first)), '>', I(1))) ? OP(OF(GET(upper), idx_entry), '<', I(0)) :
    nacf_bool(false)))
E(e123, (IS(OP(OP(GET(idx_end), '-', GET(idx_first)), '!', I(1))) ? nacf_bool(false) : (IS(OP(GET(key), '=', I(0)))
    ? OP(OF(AT(OF(OF(OWN(_root), perm), entries), GET(idx_first)), id_signature), '=', GET(sought)) :
    (IS(OP(GET(key), '=', I(1))) ? OP(OF(AT(OF(OF(OWN(_root), cmap), entries), GET(idx_first)), id_operation), '=',
    GET(sought)) : OP(OF(AT(OF(OF(OWN(_root), cmap), entries), GET(idx_first)), element_kind), '=', GET(sought))))))
E(e124, (IS(OP(OP(GET(idx_end), '-', GET(idx_first)), '>', I(1))) ? (IS(OP(OF(GET(upper), idx_entry), '<', I(0))) ?
    OF(GET(lower), idx_entry) : OF(GET(upper), idx_entry)) : (IS(GET(is_match)) ? GET(idx_first) : nacf_minus(c,
    I(1)))))
E(e125, GET(num_parameters))
E(e126, GET(num_inputs))
E(e127, OF(OWN(_root), has_internal_weights))
E(e128, GET(num_tensors))
E(e129, GET(len_meta))
E(e130, GET(len_data))
E(e131, GET(rank))
E(e132, GET(quantization))
E(e133, (IS(OP(GET(rank), '<', I(1))) ? TEXT("") : OP(OF(AT(GET(dims), I(0)), to_s), '+', (IS(OP(GET(rank), '<',
    I(2))) ? TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(1)), to_s)), '+', (IS(OP(GET(rank), '<', I(3))) ?
    TEXT("") : OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(2)), to_s)), '+', (IS(OP(GET(rank), '<', I(4))) ? TEXT("") :
    OP(OP(TEXT(","), '+', OF(AT(GET(dims), I(3)), to_s)), '+', (IS(OP(GET(rank), '<', I(5))) ? TEXT("") :
    TEXT(",...")))))))))))
E(e134, OP(GET(num_scales), '*', I(4)))
E(e135, GET(len_manifest))
E(e136, GET(len_bytecode))
E(e137, GET(num_files))
E(e138, GET(num_arrays))

static const nacf_member nac_members[] = {
    {MEMBER(nac, magic), .kind = KIND(RAW), CONTENTS("NAC")},
    {MEMBER(nac, version), .kind = UINT(1, LE), RULES({e0, "wrong value: expected one of 1, 2", NULL, NULL})},
    {MEMBER(nac, has_internal_weights), .kind = BITS(1, BE)},
    {MEMBER(nac, has_training), .kind = BITS(1, BE), RULES({e1, "wrong value: expected `version != 1 or not _`",
        NULL, KNOWN({"version", e2})})},
    {MEMBER(nac, quantization_method), .kind = BITS(6, BE), RULES({e3,
        "wrong value: expected one of 0 (none), 1 (fp16), 2 (int8_tensor), 3 (int8_channel), 4 (block_fp8)", NULL,
        NULL})},
    {MEMBER(nac, num_inputs), .kind = UINT(2, LE)},
    {MEMBER(nac, num_outputs), .kind = UINT(2, LE)},
    {MEMBER(nac, reserved1), .kind = UINT(1, LE), RULES({e4, "wrong value: expected 0", NULL, NULL}), FROM(PINNED,
        .is_default = true, .value = e5)},
    {MEMBER(nac, d_model), .kind = UINT(2, LE)},
    {MEMBER(nac, ofs_mmap), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "mmap")},
    {MEMBER(nac, ofs_ops), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "ops")},
    {MEMBER(nac, ofs_cmap), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "cmap")},
    {MEMBER(nac, ofs_cnst), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "cnst")},
    {MEMBER(nac, ofs_perm), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "perm")},
    {MEMBER(nac, ofs_data), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "data")},
    {MEMBER(nac, ofs_proc), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "proc")},
    {MEMBER(nac, ofs_orch), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "orch")},
    {MEMBER(nac, ofs_trng), .kind = UINT(8, LE), .condition = e6, FROM(OFFSET_OF, .member = "trng")},
    {MEMBER(nac, ofs_rsrc), .kind = UINT(8, LE), FROM(OFFSET_OF, .member = "rsrc")},
    {MEMBER(nac, ofs_arrs), .kind = UINT(8, LE), .condition = e7, RULES({e8, "wrong value: expected `is_v1_8`",
        NULL, KNOWN({"is_v1_8", e8})}), FROM(OFFSET_OF, .member = "arrs")},
    {MEMBER(nac, reserved2), .kind = UINT(4, LE), .condition = e9, RULES({e4, "wrong value: expected 0", NULL,
        NULL}), FROM(PINNED, .is_default = true, .value = e5)},
    {MEMBER(nac, mmap), .kind = USE(nac_memory_map), .condition = e10, .pos = e11, .offset = "ofs_mmap"},
    {MEMBER(nac, ops), .kind = USE(nac_operations), .condition = e12, .pos = e13, .offset = "ofs_ops"},
    {MEMBER(nac, cmap), .kind = USE(nac_canonical_map), .condition = e14, .pos = e15, .offset = "ofs_cmap"},
    {MEMBER(nac, cnst), .kind = USE(nac_constant_table), .condition = e16, .pos = e17, .offset = "ofs_cnst"},
    {MEMBER(nac, perm), .kind = USE(nac_permutations), .condition = e18, .pos = e19, .offset = "ofs_perm"},
    {MEMBER(nac, data), .kind = USE(nac_parameter_data), .condition = e20, .pos = e21, .offset = "ofs_data"},
    {MEMBER(nac, proc), .kind = USE(nac_preprocessing), .condition = e22, .pos = e23, .offset = "ofs_proc"},
    {MEMBER(nac, orch), .kind = USE(nac_orchestrator), .condition = e24, .pos = e25, .offset = "ofs_orch"},
    {MEMBER(nac, rsrc), .kind = USE(nac_resources), .condition = e26, .pos = e27, .offset = "ofs_rsrc"},
    {MEMBER(nac, trng), .kind = USE(nac_training), .condition = e28, .pos = e29, .offset = "ofs_trng"},
    {MEMBER(nac, arrs), .kind = USE(nac_named_arrays), .condition = e30, .pos = e31, .offset = "ofs_arrs"},
    {MEMBER(nac, lookups), .kind = USE(nac_lookup_tables), .pos = e5, .is_lookup = true},
    {MEMBER(nac, is_v1_7), .value = e32},
    {MEMBER(nac, is_v1_8), .value = e33},
};
TYPE(nac, "nac", .fields = 21, .placed = 12, .values = 2, .is_root = true);

static const nacf_member nac_memory_map_members[] = {
    {MEMBER(nac_memory_map, magic), .kind = KIND(RAW), CONTENTS("MMAP")},
    {MEMBER(nac_memory_map, num_records), .kind = UINT(4, LE), RULES({e34, "out of range: expected at most 65536",
        NULL, NULL}), FROM(COUNT_OF, .member = "records")},
    {MEMBER(nac_memory_map, records), .kind = USE(nac_schedule_record), .repeat = NACF_COUNTED, .count = e35},
};
TYPE(nac_memory_map, "memory_map", .fields = 3, .is_root = false);

static const nacf_member nac_schedule_record_members[] = {
    {MEMBER(nac_schedule_record, tick), .kind = UINT(2, LE)},
    {MEMBER(nac_schedule_record, num_commands), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "commands")},
    {MEMBER(nac_schedule_record, commands), .kind = USE(nac_memory_command), .repeat = NACF_COUNTED, .count = e36},
};
TYPE(nac_schedule_record, "schedule_record", .fields = 3, .is_root = false);

static const nacf_member nac_memory_command_members[] = {
    {MEMBER(nac_memory_command, action), .kind = UINT(1, LE)},
    {MEMBER(nac_memory_command, target), .kind = UINT(2, LE)},
};
TYPE(nac_memory_command, "memory_command", .fields = 2, .is_root = false);

static const nacf_member nac_operations_members[] = {
    {MEMBER(nac_operations, magic), .kind = KIND(RAW), CONTENTS("OPS ")},
    {MEMBER(nac_operations, num_instructions), .kind = UINT(4, LE), RULES({e37,
        "out of range: expected at most 2147483647", NULL, NULL}), FROM(COUNT_OF, .member = "instructions")},
    {MEMBER(nac_operations, instructions), .kind = USE(nac_instruction), .repeat = NACF_COUNTED, .count = e38},
};
TYPE(nac_operations, "operations", .fields = 3, .is_root = false);

static const nacf_member nac_instruction_members[] = {
    {MEMBER(nac_instruction, a), .kind = UINT(1, LE)},
    {MEMBER(nac_instruction, b), .kind = UINT(1, LE)},
    {MEMBER(nac_instruction, fields), .kind = SWITCH(e48, {e39, USE_WITH(nac_input_fields, e40)}, {e41,
        USE_WITH(nac_output_fields, e40)}, {e42, USE(nac_control_flow_fields)}, {e43, USE(nac_convergence_fields)},
        {e44, USE_WITH(nac_call_fields, e40)}, {e45, USE(nac_element_fields)}, {e46, USE(nac_update_fields)}, {e47,
        USE(nac_finish_fields)}, {NULL, USE(nac_no_fields)})},
    {MEMBER(nac_instruction, operation), .value = e49},
    {MEMBER(nac_instruction, name_text), .value = e50},
    {MEMBER(nac_instruction, kind), .value = e51},
    {MEMBER(nac_instruction, takes_element), .value = e52},
};
TYPE(nac_instruction, "instruction", .fields = 3, .values = 4, .is_root = false);

static const nacf_member nac_no_fields_members[] = {
    {.id = ""},
};
TYPE(nac_no_fields, "no_fields", .is_root = false);

static const nacf_member nac_call_fields_members[] = {
    {MEMBER(nac_call_fields, id_signature)},
    {MEMBER(nac_call_fields, num_constants), .kind = SINT(2, LE), .condition = e53, RULES({e54,
        "out of range: expected at least 0", NULL, NULL}), FROM(COUNT_OF, .member = "constants")},
    {MEMBER(nac_call_fields, constants), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .condition = e53, .count =
        e55},
    {MEMBER(nac_call_fields, distances), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e56},
    {MEMBER(nac_call_fields, signature), .value = e57},
    {MEMBER(nac_call_fields, distance_text), .value = e58},
};
TYPE(nac_call_fields, "call_fields", .params = 1, .fields = 3, .values = 2, .is_root = false);

static const nacf_member nac_element_fields_members[] = {
    {MEMBER(nac_element_fields, num_constants), .kind = SINT(2, LE), RULES({e54,
        "out of range: expected at least 0", NULL, NULL}), FROM(COUNT_OF, .member = "constants")},
    {MEMBER(nac_element_fields, constants), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e55},
    {MEMBER(nac_element_fields, distance), .kind = SINT(2, LE)},
};
TYPE(nac_element_fields, "element_fields", .fields = 3, .is_root = false);

static const nacf_member nac_input_fields_members[] = {
    {MEMBER(nac_input_fields, variant)},
    {MEMBER(nac_input_fields, prefix), .kind = SINT(2, LE), .condition = e59, RULES({e0,
        "wrong value: expected one of 1, 2", NULL, NULL})},
    {MEMBER(nac_input_fields, id), .kind = SINT(2, LE), .condition = e59},
    {MEMBER(nac_input_fields, source), .value = e60},
    {MEMBER(nac_input_fields, has_id), .value = e61},
};
TYPE(nac_input_fields, "input_fields", .params = 1, .fields = 2, .values = 2, .is_root = false);

static const nacf_member nac_output_fields_members[] = {
    {MEMBER(nac_output_fields, variant)},
    {MEMBER(nac_output_fields, prefix), .kind = SINT(2, LE), RULES({e54, "out of range: expected at least 0", NULL,
        NULL})},
    {MEMBER(nac_output_fields, reserved), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e62},
    {MEMBER(nac_output_fields, distances), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e62},
    {MEMBER(nac_output_fields, purpose), .value = e60},
    {MEMBER(nac_output_fields, num_results), .value = e63},
    {MEMBER(nac_output_fields, distance_text), .value = e64},
};
TYPE(nac_output_fields, "output_fields", .params = 1, .fields = 3, .values = 3, .is_root = false);

static const nacf_member nac_update_fields_members[] = {
    {MEMBER(nac_update_fields, prefix), .kind = SINT(2, LE), RULES({e0, "wrong value: expected one of 1, 2", NULL,
        NULL})},
    {MEMBER(nac_update_fields, id), .kind = SINT(2, LE)},
    {MEMBER(nac_update_fields, gradient), .kind = SINT(2, LE)},
    {MEMBER(nac_update_fields, rate), .kind = SINT(2, LE)},
};
TYPE(nac_update_fields, "update_fields", .fields = 4, .is_root = false);

static const nacf_member nac_finish_fields_members[] = {
    {MEMBER(nac_finish_fields, distance), .kind = SINT(2, LE)},
};
TYPE(nac_finish_fields, "finish_fields", .fields = 1, .is_root = false);

static const nacf_member nac_control_flow_fields_members[] = {
    {MEMBER(nac_control_flow_fields, prefix), .kind = SINT(2, LE)},
    {MEMBER(nac_control_flow_fields, len_true), .kind = SINT(2, LE)},
    {MEMBER(nac_control_flow_fields, len_false), .kind = SINT(2, LE)},
    {MEMBER(nac_control_flow_fields, predicate), .kind = SINT(2, LE)},
};
TYPE(nac_control_flow_fields, "control_flow_fields", .fields = 4, .is_root = false);

static const nacf_member nac_convergence_fields_members[] = {
    {MEMBER(nac_convergence_fields, input), .kind = SINT(2, LE)},
    {MEMBER(nac_convergence_fields, block_end), .kind = SINT(2, LE)},
    {MEMBER(nac_convergence_fields, num_branches), .kind = SINT(2, LE), RULES({e54,
        "out of range: expected at least 0", NULL, NULL}), FROM(COUNT_OF, .member = "branches")},
    {MEMBER(nac_convergence_fields, branches), .kind = SINT(2, LE), .repeat = NACF_COUNTED, .count = e65},
};
TYPE(nac_convergence_fields, "convergence_fields", .fields = 4, .is_root = false);

static const nacf_member nac_training_members[] = {
    {MEMBER(nac_training, magic), .kind = KIND(RAW), CONTENTS("TRNG")},
    {MEMBER(nac_training, num_instructions), .kind = UINT(4, LE), RULES({e37,
        "out of range: expected at most 2147483647", NULL, NULL}), FROM(COUNT_OF, .member = "instructions")},
    {MEMBER(nac_training, instructions), .kind = USE(nac_instruction), .repeat = NACF_COUNTED, .count = e38},
};
TYPE(nac_training, "training", .fields = 3, .is_root = false);

static const nacf_member nac_canonical_map_members[] = {
    {MEMBER(nac_canonical_map, magic), .kind = KIND(RAW), CONTENTS("CMAP")},
    {MEMBER(nac_canonical_map, num_entries), .kind = UINT(4, LE), RULES({e66, "out of range: expected at most ",
        e67, NULL}), FROM(COUNT_OF, .member = "entries")},
    {MEMBER(nac_canonical_map, entries), .kind = USE(nac_operation_name), .repeat = NACF_COUNTED, .count = e68},
};
TYPE(nac_canonical_map, "canonical_map", .fields = 3, .is_root = false);

static const nacf_member nac_operation_name_members[] = {
    {MEMBER(nac_operation_name, id_operation), .kind = UINT(2, LE)},
    {MEMBER(nac_operation_name, len_name), .kind = UINT(1, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(nac_operation_name, name), .kind = STR(NULL), .size = e69},
    {MEMBER(nac_operation_name, element_kind), .value = e70},
};
TYPE(nac_operation_name, "operation_name", .fields = 3, .values = 1, .is_root = false);

static const nacf_member nac_constant_table_members[] = {
    {MEMBER(nac_constant_table, magic), .kind = KIND(RAW), CONTENTS("CNST")},
    {MEMBER(nac_constant_table, num_entries), .kind = UINT(4, LE), RULES({e34,
        "out of range: expected at most 65536", NULL, NULL}), FROM(COUNT_OF, .member = "entries")},
    {MEMBER(nac_constant_table, entries), .kind = USE(nac_constant), .repeat = NACF_COUNTED, .count = e68},
};
TYPE(nac_constant_table, "constant_table", .fields = 3, .is_root = false);

static const nacf_member nac_constant_members[] = {
    {MEMBER(nac_constant, id_constant), .kind = UINT(2, LE)},
    {MEMBER(nac_constant, kind), .kind = UINT(1, LE), RULES({e71,
        "wrong value: expected one of 0 (none), 1 (truth), 2 (int64), 3 (float64), 4 (text), 5 (int32_list), 6 (float32_list)",
        NULL, NULL})},
    {MEMBER(nac_constant, length), .kind = UINT(2, LE), RULES({e72,
        "wrong value: expected `_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`", NULL,
        KNOWN({"kind", e48})}), FROM(ARGUMENT_OF, .member = "body", .param = "length")},
    {MEMBER(nac_constant, body), .kind = SWITCH(e48, {e5, USE(nac_null_body)}, {e73, USE(nac_truth_body)}, {e39,
        USE(nac_int64_body)}, {e41, USE(nac_float64_body)}, {e74, USE_WITH(nac_text_body, e75)}, {e76,
        USE_WITH(nac_int32_list_body, e75)}, {e42, USE_WITH(nac_float32_list_body, e75)}, {NULL, KIND(ANY)})},
};
TYPE(nac_constant, "constant", .fields = 4, .is_root = false);

static const nacf_member nac_null_body_members[] = {
    {.id = ""},
};
TYPE(nac_null_body, "null_body", .is_root = false);

static const nacf_member nac_truth_body_members[] = {
    {MEMBER(nac_truth_body, is_true), .kind = UINT(1, LE), RULES({e77, "wrong value: expected one of 0, 1", NULL,
        NULL})},
};
TYPE(nac_truth_body, "truth_body", .fields = 1, .is_root = false);

static const nacf_member nac_int64_body_members[] = {
    {MEMBER(nac_int64_body, number), .kind = SINT(8, LE)},
};
TYPE(nac_int64_body, "int64_body", .fields = 1, .is_root = false);

static const nacf_member nac_float64_body_members[] = {
    {MEMBER(nac_float64_body, raw), .kind = USE(nac_binary64), .size = e78},
};
TYPE(nac_float64_body, "float64_body", .fields = 1, .is_root = false);

static const nacf_member nac_text_body_members[] = {
    {MEMBER(nac_text_body, length), FROM(LENGTH_OF, .member = "text")},
    {MEMBER(nac_text_body, text), .kind = STR(NULL), .size = e75},
};
TYPE(nac_text_body, "text_body", .params = 1, .fields = 1, .is_root = false);

static const nacf_member nac_int32_list_body_members[] = {
    {MEMBER(nac_int32_list_body, length), FROM(COUNT_OF, .member = "numbers")},
    {MEMBER(nac_int32_list_body, numbers), .kind = SINT(4, LE), .repeat = NACF_COUNTED, .count = e75},
    {MEMBER(nac_int32_list_body, number_text), .value = e79},
};
TYPE(nac_int32_list_body, "int32_list_body", .params = 1, .fields = 1, .values = 1, .is_root = false);

static const nacf_member nac_float32_list_body_members[] = {
    {MEMBER(nac_float32_list_body, length), FROM(LENGTH_OF, .scale = 4, .member = "raw")},
    {MEMBER(nac_float32_list_body, raw), .kind = USE(nac_binary32_list), .size = e80},
};
TYPE(nac_float32_list_body, "float32_list_body", .params = 1, .fields = 1, .is_root = false);

static const nacf_member nac_binary32_list_members[] = {
    {MEMBER(nac_binary32_list, elements), .kind = USE(binary32), .repeat = NACF_TO_EOS},
};
TYPE(nac_binary32_list, "binary32_list", .fields = 1, .is_root = false);

static const nacf_member nac_binary64_members[] = {
    {MEMBER(nac_binary64, low_bits), .kind = UINT(4, LE)},
    {MEMBER(nac_binary64, high_bits), .kind = UINT(4, LE)},
    {MEMBER(nac_binary64, exponent), .value = e81},
    {MEMBER(nac_binary64, significand), .value = e82},
    {MEMBER(nac_binary64, shift), .value = e83},
    {MEMBER(nac_binary64, scale), .value = e84},
    {MEMBER(nac_binary64, number), .value = e85},
};
TYPE(nac_binary64, "binary64", .fields = 2, .values = 5, .is_root = false);

static const nacf_member nac_permutations_members[] = {
    {MEMBER(nac_permutations, magic), .kind = KIND(RAW), CONTENTS("PERM")},
    {MEMBER(nac_permutations, num_entries), .kind = UINT(4, LE), RULES({e86, "out of range: expected at most 256",
        NULL, NULL}), FROM(COUNT_OF, .member = "entries")},
    {MEMBER(nac_permutations, entries), .kind = USE(nac_signature), .repeat = NACF_COUNTED, .count = e68},
};
TYPE(nac_permutations, "permutations", .fields = 3, .is_root = false);

static const nacf_member nac_signature_members[] = {
    {MEMBER(nac_signature, id_signature), .kind = UINT(2, LE)},
    {MEMBER(nac_signature, num_codes), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "codes")},
    {MEMBER(nac_signature, codes), .kind = USE_WITH(nac_argument_code, e87), .repeat = NACF_COUNTED, .count = e88},
    {MEMBER(nac_signature, has_constants), .value = e89},
};
TYPE(nac_signature, "signature", .fields = 3, .values = 1, .is_root = false);

static const nacf_member nac_argument_code_members[] = {
    {MEMBER(nac_argument_code, idx)},
    {MEMBER(nac_argument_code, code), .kind = UINT(1, LE)},
    {MEMBER(nac_argument_code, is_constant), .value = e90},
    {MEMBER(nac_argument_code, num_constants), .value = e91},
};
TYPE(nac_argument_code, "argument_code", .params = 1, .fields = 1, .values = 2, .is_root = false);

static const nacf_member nac_lookup_tables_members[] = {
    {MEMBER(nac_lookup_tables, signature_order), .kind = USE_WITH(nac_id_run, e5, e5, e92), .condition = e93, .pos =
        e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, signature_table), .kind = USE_WITH(nac_signature_slot, e87), .repeat = NACF_COUNTED,
        .count = e94, .pos = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, operation_order), .kind = USE_WITH(nac_id_run, e73, e5, e95), .condition = e96, .pos
        = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, operation_table), .kind = USE_WITH(nac_operation_slot, e87), .repeat = NACF_COUNTED,
        .count = e94, .pos = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, getitem_search), .kind = USE_WITH(nac_entry_search, e39, e73, e5, e95), .condition =
        e97, .pos = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, operator_getitem_search), .kind = USE_WITH(nac_entry_search, e39, e39, e5, e95),
        .condition = e97, .pos = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, select_search), .kind = USE_WITH(nac_entry_search, e39, e41, e5, e95), .condition =
        e97, .pos = e5, .is_lookup = true},
    {MEMBER(nac_lookup_tables, num_names), .value = e98},
    {MEMBER(nac_lookup_tables, id_getitem), .value = e99},
    {MEMBER(nac_lookup_tables, id_operator_getitem), .value = e100},
    {MEMBER(nac_lookup_tables, id_select), .value = e101},
};
TYPE(nac_lookup_tables, "lookup_tables", .placed = 7, .values = 4, .is_root = false);

static const nacf_member nac_id_run_members[] = {
    {MEMBER(nac_id_run, key)},
    {MEMBER(nac_id_run, idx_first)},
    {MEMBER(nac_id_run, idx_end)},
    {MEMBER(nac_id_run, upper), .kind = USE_WITH(nac_id_run, e102, e103, e104), .condition = e105},
    {MEMBER(nac_id_run, lower), .kind = USE_WITH(nac_id_run, e102, e106, e103), .condition = e105},
    {MEMBER(nac_id_run, idx_middle), .value = e107},
    {MEMBER(nac_id_run, is_break), .value = e108},
    {MEMBER(nac_id_run, num_breaks), .value = e109},
};
TYPE(nac_id_run, "id_run", .params = 3, .fields = 2, .values = 3, .is_root = false);

static const nacf_member nac_signature_slot_members[] = {
    {MEMBER(nac_signature_slot, id_signature)},
    {MEMBER(nac_signature_slot, lookup), .kind = USE_WITH(nac_entry_search, e5, e110, e5, e92), .condition = e111,
        .pos = e5, .is_lookup = true},
    {MEMBER(nac_signature_slot, idx_entry), .value = e112},
    {MEMBER(nac_signature_slot, num_arguments), .value = e113},
    {MEMBER(nac_signature_slot, has_constants), .value = e114},
    {MEMBER(nac_signature_slot, argument_text), .value = e115},
};
TYPE(nac_signature_slot, "signature_slot", .params = 1, .placed = 1, .values = 4, .is_root = false);

static const nacf_member nac_operation_slot_members[] = {
    {MEMBER(nac_operation_slot, id_operation)},
    {MEMBER(nac_operation_slot, lookup), .kind = USE_WITH(nac_entry_search, e73, e116, e5, e117), .condition = e118,
        .pos = e5, .is_lookup = true},
    {MEMBER(nac_operation_slot, idx_entry), .value = e119},
    {MEMBER(nac_operation_slot, name_text), .value = e120},
};
TYPE(nac_operation_slot, "operation_slot", .params = 1, .placed = 1, .values = 2, .is_root = false);

static const nacf_member nac_entry_search_members[] = {
    {MEMBER(nac_entry_search, key)},
    {MEMBER(nac_entry_search, sought)},
    {MEMBER(nac_entry_search, idx_first)},
    {MEMBER(nac_entry_search, idx_end)},
    {MEMBER(nac_entry_search, upper), .kind = USE_WITH(nac_entry_search, e102, e121, e103, e104), .condition =
        e105},
    {MEMBER(nac_entry_search, lower), .kind = USE_WITH(nac_entry_search, e102, e121, e106, e103), .condition =
        e122},
    {MEMBER(nac_entry_search, idx_middle), .value = e107},
    {MEMBER(nac_entry_search, is_match), .value = e123},
    {MEMBER(nac_entry_search, idx_entry), .value = e124},
};
TYPE(nac_entry_search, "entry_search", .params = 4, .fields = 2, .values = 3, .is_root = false);

static const nacf_member nac_parameter_data_members[] = {
    {MEMBER(nac_parameter_data, magic), .kind = KIND(RAW), CONTENTS("DATA")},
    {MEMBER(nac_parameter_data, num_parameters), .kind = UINT(4, LE), RULES({e34,
        "out of range: expected at most 65536", NULL, NULL}), FROM(COUNT_OF, .member = "parameters")},
    {MEMBER(nac_parameter_data, parameters), .kind = USE(nac_parameter_name), .repeat = NACF_COUNTED, .count =
        e125},
    {MEMBER(nac_parameter_data, num_inputs), .kind = UINT(4, LE), RULES({e34,
        "out of range: expected at most 65536", NULL, NULL}), FROM(COUNT_OF, .member = "inputs")},
    {MEMBER(nac_parameter_data, inputs), .kind = USE(nac_input_name), .repeat = NACF_COUNTED, .count = e126},
    {MEMBER(nac_parameter_data, num_tensors), .kind = UINT(4, LE), .condition = e127, RULES({e34,
        "out of range: expected at most 65536", NULL, NULL}), FROM(COUNT_OF, .member = "tensors")},
    {MEMBER(nac_parameter_data, tensors), .kind = USE(nac_tensor), .repeat = NACF_COUNTED, .condition = e127, .count
        = e128},
};
TYPE(nac_parameter_data, "parameter_data", .fields = 7, .is_root = false);

static const nacf_member nac_parameter_name_members[] = {
    {MEMBER(nac_parameter_name, id_parameter), .kind = UINT(2, LE)},
    {MEMBER(nac_parameter_name, len_name), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(nac_parameter_name, name), .kind = STR(NULL), .size = e69},
};
TYPE(nac_parameter_name, "parameter_name", .fields = 3, .is_root = false);

static const nacf_member nac_input_name_members[] = {
    {MEMBER(nac_input_name, idx_instruction), .kind = UINT(2, LE)},
    {MEMBER(nac_input_name, len_name), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(nac_input_name, name), .kind = STR(NULL), .size = e69},
};
TYPE(nac_input_name, "input_name", .fields = 3, .is_root = false);

static const nacf_member nac_tensor_members[] = {
    {MEMBER(nac_tensor, id_parameter), .kind = UINT(2, LE)},
    {MEMBER(nac_tensor, len_meta), .kind = UINT(4, LE), FROM(LENGTH_OF, .member = "meta")},
    {MEMBER(nac_tensor, len_data), .kind = UINT(8, LE), FROM(LENGTH_OF, .member = "data")},
    {MEMBER(nac_tensor, meta), .kind = USE(nac_tensor_meta), .size = e129},
    {MEMBER(nac_tensor, data), .kind = KIND(RAW), .size = e130},
};
TYPE(nac_tensor, "tensor", .fields = 5, .is_root = false);

static const nacf_member nac_tensor_meta_members[] = {
    {MEMBER(nac_tensor_meta, dtype), .kind = UINT(1, LE)},
    {MEMBER(nac_tensor_meta, rank), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "dims")},
    {MEMBER(nac_tensor_meta, dims), .kind = UINT(4, LE), .repeat = NACF_COUNTED, .count = e131},
    {MEMBER(nac_tensor_meta, quantization), .kind = UINT(1, LE), RULES({e3,
        "wrong value: expected one of 0 (none), 1 (fp16), 2 (int8_tensor), 3 (int8_channel), 4 (block_fp8)", NULL,
        NULL})},
    {MEMBER(nac_tensor_meta, scaling), .kind = SWITCH(e132, {e39, USE(nac_tensor_scaling)}, {e41,
        USE(nac_channel_scaling)}, {e74, USE(nac_block_scaling)}, {NULL, USE(nac_no_scaling)})},
    {MEMBER(nac_tensor_meta, shape_text), .value = e133},
};
TYPE(nac_tensor_meta, "tensor_meta", .fields = 5, .values = 1, .is_root = false);

static const nacf_member nac_no_scaling_members[] = {
    {.id = ""},
};
TYPE(nac_no_scaling, "no_scaling", .is_root = false);

static const nacf_member nac_tensor_scaling_members[] = {
    {MEMBER(nac_tensor_scaling, scale), .kind = USE(binary32), .size = e74},
};
TYPE(nac_tensor_scaling, "tensor_scaling", .fields = 1, .is_root = false);

static const nacf_member nac_channel_scaling_members[] = {
    {MEMBER(nac_channel_scaling, axis), .kind = UINT(1, LE)},
    {MEMBER(nac_channel_scaling, num_scales), .kind = UINT(4, LE), FROM(LENGTH_OF, .scale = 4, .member = "scales")},
    {MEMBER(nac_channel_scaling, scales), .kind = USE(nac_binary32_list), .size = e134},
};
TYPE(nac_channel_scaling, "channel_scaling", .fields = 3, .is_root = false);

static const nacf_member nac_block_scaling_members[] = {
    {MEMBER(nac_block_scaling, len_block), .kind = UINT(2, LE)},
    {MEMBER(nac_block_scaling, rank), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "dims")},
    {MEMBER(nac_block_scaling, dims), .kind = UINT(4, LE), .repeat = NACF_COUNTED, .count = e131},
    {MEMBER(nac_block_scaling, num_scales), .kind = UINT(4, LE), FROM(LENGTH_OF, .scale = 4, .member = "scales")},
    {MEMBER(nac_block_scaling, scales), .kind = USE(nac_binary32_list), .size = e134},
    {MEMBER(nac_block_scaling, shape_text), .value = e133},
};
TYPE(nac_block_scaling, "block_scaling", .fields = 5, .values = 1, .is_root = false);

static const nacf_member nac_preprocessing_members[] = {
    {MEMBER(nac_preprocessing, magic), .kind = KIND(RAW), CONTENTS("PROC")},
    {MEMBER(nac_preprocessing, len_manifest), .kind = UINT(4, LE), FROM(LENGTH_OF, .member = "manifest")},
    {MEMBER(nac_preprocessing, manifest), .kind = KIND(RAW), .size = e135},
};
TYPE(nac_preprocessing, "preprocessing", .fields = 3, .is_root = false);

static const nacf_member nac_orchestrator_members[] = {
    {MEMBER(nac_orchestrator, magic), .kind = KIND(RAW), CONTENTS("ORCH")},
    {MEMBER(nac_orchestrator, len_bytecode), .kind = UINT(4, LE), FROM(LENGTH_OF, .member = "bytecode")},
    {MEMBER(nac_orchestrator, num_constants), .kind = UINT(4, LE), RULES({e34,
        "out of range: expected at most 65536", NULL, NULL}), FROM(COUNT_OF, .member = "constants")},
    {MEMBER(nac_orchestrator, bytecode), .kind = KIND(RAW), .size = e136},
    {MEMBER(nac_orchestrator, constants), .kind = USE(nac_constant), .repeat = NACF_COUNTED, .count = e55},
};
TYPE(nac_orchestrator, "orchestrator", .fields = 5, .is_root = false);

static const nacf_member nac_resources_members[] = {
    {MEMBER(nac_resources, magic), .kind = KIND(RAW), CONTENTS("RSRC")},
    {MEMBER(nac_resources, num_files), .kind = UINT(4, LE), RULES({e34, "out of range: expected at most 65536",
        NULL, NULL}), FROM(COUNT_OF, .member = "files")},
    {MEMBER(nac_resources, files), .kind = USE(nac_resource), .repeat = NACF_COUNTED, .count = e137},
};
TYPE(nac_resources, "resources", .fields = 3, .is_root = false);

static const nacf_member nac_resource_members[] = {
    {MEMBER(nac_resource, len_name), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(nac_resource, name), .kind = STR(NULL), .size = e69},
    {MEMBER(nac_resource, len_data), .kind = UINT(4, LE), FROM(LENGTH_OF, .member = "data")},
    {MEMBER(nac_resource, data), .kind = KIND(RAW), .size = e130},
};
TYPE(nac_resource, "resource", .fields = 4, .is_root = false);

static const nacf_member nac_named_arrays_members[] = {
    {MEMBER(nac_named_arrays, magic), .kind = KIND(RAW), CONTENTS("ARRS")},
    {MEMBER(nac_named_arrays, num_arrays), .kind = UINT(4, LE), RULES({e34, "out of range: expected at most 65536",
        NULL, NULL}), FROM(COUNT_OF, .member = "arrays")},
    {MEMBER(nac_named_arrays, arrays), .kind = USE(nac_named_array), .repeat = NACF_COUNTED, .count = e138},
};
TYPE(nac_named_arrays, "named_arrays", .fields = 3, .is_root = false);

static const nacf_member nac_named_array_members[] = {
    {MEMBER(nac_named_array, len_name), .kind = UINT(2, LE), FROM(LENGTH_OF, .member = "name")},
    {MEMBER(nac_named_array, name), .kind = STR(NULL), .size = e69},
    {MEMBER(nac_named_array, dtype), .kind = UINT(1, LE)},
    {MEMBER(nac_named_array, rank), .kind = UINT(1, LE), FROM(COUNT_OF, .member = "dims")},
    {MEMBER(nac_named_array, dims), .kind = UINT(4, LE), .repeat = NACF_COUNTED, .count = e131},
    {MEMBER(nac_named_array, len_data), .kind = UINT(8, LE), FROM(LENGTH_OF, .member = "data")},
    {MEMBER(nac_named_array, data), .kind = KIND(RAW), .size = e130},
    {MEMBER(nac_named_array, shape_text), .value = e133},
};
TYPE(nac_named_array, "named_array", .fields = 7, .values = 1, .is_root = false);

NACF_SCHEMA(nac)
