//! Damages files for some seconds: fuzz SECONDS SEED FILE..., each SCHEMA=PATH. Prints what is broken, then how many files.
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};
use ::@crate@::*;

const MOST: Duration = Duration::from_secs(10);

struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % count
    }
}

fn damaged(data: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut made = data.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(made.len() + 1);
        match random.below(6) {
            0 if at < made.len() => made[at] = random.below(256) as u8,
            1 if at < made.len() => made[at] = [0, 1, 127, 128, 255][random.below(5)],
            2 => drop(made.drain(at..(at + random.below(9)).min(made.len()))),
            3 => {
                let start = random.below(other.len() + 1);
                let part = &other[start..start + random.below(other.len() - start + 1)];
                made.splice(at..at, part.iter().copied());
            }
            4 if at + 8 <= made.len() => {
                let number = [0, 1, 1 << 31, u64::MAX, 1 << 53, 1 << 63, u64::MAX >> 1][random.below(7)];
                let width = [1, 2, 4, 8][random.below(4)];
                made[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            }
            _ if at < made.len() => made[at] ^= 1 << random.below(8),
            _ => {}
        }
    }
    made
}

/// Read a file as users do, as columns too, and write it; every error is one of the package.
fn try_one(machine: fn() -> Machine, data: &[u8]) {
    for wants_columns in [false, true] {
        if let Ok(record) = Record::read(machine(), data, wants_columns) {
            let _ = record.ask_all();
            let _ = record.to_json(false);
            let _ = record.write();
        }
    }
    answer(machine(), data);
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let seeds: Vec<(&Listed, Vec<u8>)> = words[3..]
        .iter()
        .map(|word| {
            let (name, path) = word.split_once('=').expect("SCHEMA=PATH");
            let schema = SCHEMAS.iter().find(|each| each.0 == name).expect("a schema");
            (schema, std::fs::read(path).expect("a file"))
        })
        .collect();
    let mut random = Random(words[2].parse::<u64>().expect("a seed") * 2 + 0x9e37_79b9_7f4a_7c15);
    let end = Instant::now() + Duration::from_secs(words[1].parse().expect("seconds"));
    let mut count = 0;
    while Instant::now() < end {
        let (schema, data) = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].1;
        let made = damaged(data, other, &mut random);
        let start = Instant::now();
        let broken = catch_unwind(AssertUnwindSafe(|| try_one(schema.2, &made))).is_err();
        if broken || start.elapsed() > MOST {
            let hex: String = made.iter().take(4000).map(|each| format!("{each:02x}")).collect();
            println!("{}: {} in {:?}: {hex}", schema.0, if broken { "a panic" } else { "slow" }, start.elapsed());
        }
        count += 1;
    }
    println!("{count} files");
}
