//! The machine that reads and writes by tables.
use alloc::{format, string::{String, ToString}, vec::Vec};

/// Reading or writing has failed; the machine knows why.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

pub fn int_of(number: u64) -> i64 {
    core::cmp::min(number, 9007199254740991) as i64
}
pub fn bits_of_real(real: f64, width: i64) -> u64 {
    if width == 8 { real.to_bits() } else { (real as f32).to_bits() as u64 }
}
pub fn real_of_bits(bits: u64, width: i64) -> f64 {
    if width == 8 { f64::from_bits(bits) } else { f32::from_bits(bits as u32) as f64 }
}
pub fn real_of(number: u64) -> f64 {
    number as f64
}
pub fn truncated(real: f64) -> u64 {
    real as u64
}
pub fn text_of_int(number: i64) -> String {
    number.to_string()
}
pub fn text_of_bytes(data: &[u8], start: i64, end: i64) -> String {
    String::from_utf8_lossy(&data[start as usize..end as usize]).to_string()
}
pub fn put_text(to: &mut Vec<u8>, text: &str) {
    to.extend_from_slice(text.as_bytes());
}
pub fn put_range(to: &mut Vec<u8>, data: &[u8], start: i64, end: i64) {
    to.extend_from_slice(&data[start as usize..end as usize]);
}
pub fn put_fill(to: &mut Vec<u8>, count: i64, byte: i64) {
    to.resize(to.len() + count as usize, byte as u8);
}
pub fn cut(data: &mut Vec<u8>, size: i64) {
    data.truncate(size as usize);
}
pub fn number_at(numbers: &[u64], index: i64) -> u64 {
    numbers[index as usize]
}
pub fn set_halves(numbers: &mut [u64], index: i64, low: i64, high: i64) {
    numbers[index as usize] = low as u64 | (high as u64) << 32;
}
pub fn add_halves(numbers: &mut Vec<u64>, low: i64, high: i64) {
    numbers.push(low as u64 | (high as u64) << 32);
}
pub fn new_machine(numbers: &[i64], texts: &[&str]) -> Machine {
    let mut machine = Machine::new();
    let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
    machine.load_schema(numbers, &texts);
    machine
}
