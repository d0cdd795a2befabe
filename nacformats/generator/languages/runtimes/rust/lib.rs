//! Readers and writers of @schemas.
#![no_std]
#![forbid(unsafe_code)]
#![allow(clippy::needless_return, clippy::too_many_arguments, clippy::needless_range_loop)]
#![allow(clippy::new_without_default, clippy::manual_range_contains, clippy::ptr_arg, clippy::comparison_to_empty)]
#![allow(clippy::manual_swap, clippy::neg_cmp_op_on_partial_ord, clippy::nonminimal_bool, clippy::identity_op)]
#![allow(clippy::assign_op_pattern, clippy::vec_init_then_push, dead_code)]
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
