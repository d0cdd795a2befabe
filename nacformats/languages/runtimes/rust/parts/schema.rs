use super::*;
#[allow(unused_imports)]
use alloc::{string::String, vec::Vec};

static NUMBERS: [i64; @num_numbers] = [
    @numbers
];
static TEXTS: [&str; @num_texts] = [
    @texts
];

/// Return a machine with the tables of the schema.
pub fn machine() -> Machine {
    new_machine(&NUMBERS, &TEXTS)
}
