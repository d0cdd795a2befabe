//! Readers and writers of @schemas.
#![no_std]
#![forbid(unsafe_code)]
#![allow(clippy::needless_return, clippy::too_many_arguments, clippy::needless_range_loop)]
#![allow(clippy::new_without_default, clippy::manual_range_contains, clippy::ptr_arg, clippy::comparison_to_empty)]
#![allow(clippy::manual_swap, clippy::neg_cmp_op_on_partial_ord, clippy::nonminimal_bool, clippy::identity_op)]
#![allow(clippy::assign_op_pattern, clippy::unnecessary_cast, clippy::vec_init_then_push, dead_code)]
// Names of the schema are kept as they are.
#![allow(clippy::new_ret_no_self, clippy::len_without_is_empty, clippy::should_implement_trait)]
#![allow(clippy::wrong_self_convention, clippy::module_inception, clippy::self_named_constructors)]
#![allow(non_snake_case)]
// So is its documentation.
#![allow(clippy::doc_lazy_continuation)]
extern crate alloc;

mod machine;
mod record;
#[doc(hidden)]
pub use machine::Machine;
use machine::*;
pub use record::*;
@modules

/// A schema: its name, the suffix of its files, and its machine.
pub type Listed = (&'static str, &'static str, fn() -> Machine);

/// All schemas of the package.
pub static SCHEMAS: [Listed; @count] = [
@listed
];
