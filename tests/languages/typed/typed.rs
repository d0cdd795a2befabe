//! Calls every typed getter and setter of a file: see walking.py for what it prints.
#![allow(dead_code, unused_variables, non_snake_case, unused_imports)]
use std::io::{BufRead, Write};
use ::@crate@::*;

pub struct Walk {
    any: fn(&mut Walk, &Any, &str),
    lines: Vec<String>,
    wanted: Option<(String, String)>,
    got: String,
}

pub trait Canon: Sized + Clone {
    fn show(&self) -> String;
    fn made(text: &str, record: &Record) -> Self;
    fn any(&self) -> Option<&Any> {
        None
    }
}

macro_rules! integers {
    ($($t:ty)*) => { $(impl Canon for $t {
        fn show(&self) -> String { self.to_string() }
        fn made(text: &str, _: &Record) -> Self { text.parse().expect("a number") }
    })* };
}
integers!(u8 u16 u32 u64 i8 i16 i32 i64);

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|k| u8::from_str_radix(&text[2 * k..2 * k + 2], 16).expect("hex")).collect()
}
fn hex(data: &[u8]) -> String {
    data.iter().map(|each| format!("{each:02x}")).collect()
}

impl Canon for f64 {
    fn show(&self) -> String {
        if self.is_nan() { "rnan".into() } else { format!("r{:016x}", self.to_bits()) }
    }
    fn made(text: &str, _: &Record) -> Self {
        if text == "rnan" { f64::NAN } else { f64::from_bits(u64::from_str_radix(&text[1..], 16).expect("bits")) }
    }
}
impl Canon for f32 {
    fn show(&self) -> String {
        (*self as f64).show()
    }
    fn made(text: &str, record: &Record) -> Self {
        f64::made(text, record) as f32
    }
}
impl Canon for bool {
    fn show(&self) -> String {
        self.to_string()
    }
    fn made(text: &str, _: &Record) -> Self {
        text == "true"
    }
}
impl Canon for String {
    fn show(&self) -> String {
        format!("t{}", hex(self.as_bytes()))
    }
    fn made(text: &str, _: &Record) -> Self {
        String::from_utf8(unhex(&text[1..])).expect("UTF-8")
    }
}
impl Canon for Vec<u8> {
    fn show(&self) -> String {
        format!("b{}", hex(self))
    }
    fn made(text: &str, _: &Record) -> Self {
        unhex(&text[1..])
    }
}
impl Canon for Any {
    fn show(&self) -> String {
        match self.kind() {
            AnyKind::Nothing => String::new(),
            AnyKind::Integer if self.is_negative() => self.signed().to_string(),
            AnyKind::Integer => self.unsigned().to_string(),
            AnyKind::Bool => self.is_true().to_string(),
            AnyKind::Real => self.real().show(),
            AnyKind::Text => self.text().show(),
            AnyKind::Bytes => self.bytes().show(),
            AnyKind::Record => "{}".into(),
            AnyKind::List => shown(&self.elements()),
        }
    }
    fn made(text: &str, r: &Record) -> Self {
        match &text[..1] {
            "r" => r.any_real(f64::made(text, r)),
            "b" => r.any_bytes(&unhex(&text[1..])),
            "f" => r.any_bool(false),
            "t" if text == "true" => r.any_bool(true),
            "t" => r.any_text(&String::made(text, r)),
            "-" => r.any_signed(i64::made(text, r)),
            _ => r.any_unsigned(u64::made(text, r)),
        }
    }
    fn any(&self) -> Option<&Any> {
        Some(self)
    }
}

fn shown<T: Canon>(list: &[T]) -> String {
    format!("[{}]", list.iter().map(Canon::show).collect::<Vec<_>>().join(","))
}

type Get<'a, T> = &'a dyn Fn() -> Result<Option<T>, Error>;
type Put<'a, T> = Option<&'a dyn Fn(T)>;

impl Walk {
    fn is_full(&self) -> bool {
        self.wanted.is_none() && self.lines.len() >= @most@
    }
    fn line<T>(&mut self, p: &str, mark: char, got: &Result<Option<T>, Error>, show: &dyn Fn(&T) -> String) {
        let text = match got {
            Ok(Some(v)) => show(v),
            Ok(None) => String::new(),
            Err(error) => format!("!{}", error.path),
        };
        self.lines.push(format!("{p}{mark}{text}"));
    }
    fn wants(&self, p: &str) -> Option<String> {
        self.wanted.as_ref().filter(|each| each.0 == p).map(|each| each.1.clone())
    }
    fn wants_in(&self, p: &str) -> Option<(usize, String)> {
        let (path, text) = self.wanted.as_ref()?;
        let index = path.strip_prefix(p)?.strip_prefix('[')?.strip_suffix(']')?;
        Some((index.parse().ok()?, text.clone()))
    }
    pub fn one<T: Canon>(&mut self, above: &str, id: &str, get: Get<T>, put: Put<T>, mark: char, r: &Record) {
        if self.is_full() {
            return;
        }
        let (p, got) = (format!("{above}{id}"), get());
        self.line(&p, mark, &got, &T::show);
        let (Some(put), Ok(Some(v))) = (put, got) else { return };
        if let Some(text) = self.wants(&p) {
            put(T::made(&text, r));
            self.got = get().ok().flatten().map(|v| v.show()).unwrap_or_default();
        } else if self.wanted.is_none() {
            put(v.clone());
        }
        if let Some(any) = v.any() {
            (self.any)(self, any, &format!("{p}."));
        }
    }
    pub fn one_list<T: Canon>(&mut self, above: &str, id: &str, get: Get<Vec<T>>, put: Put<Vec<T>>, mark: char, r: &Record) {
        if self.is_full() {
            return;
        }
        let (p, got) = (format!("{above}{id}"), get());
        self.line(&p, mark, &got, &|v| shown(v));
        let (Some(put), Ok(Some(list))) = (put, got) else { return };
        if let Some((index, text)) = self.wants_in(&p) {
            let mut changed = list.clone();
            changed[index] = T::made(&text, r);
            put(changed);
            self.got = get().ok().flatten().map(|v| v[index].show()).unwrap_or_default();
        } else if self.wanted.is_none() {
            put(list.clone());
        }
        for (k, v) in list.iter().enumerate() {
            if let Some(any) = v.any() {
                (self.any)(self, any, &format!("{p}[{k}]."));
            }
        }
    }
    pub fn records<T: Clone>(&mut self, above: &str, id: &str, get: Get<T>, put: Put<T>, visit: &dyn Fn(&mut Walk, &T, &str)) {
        if self.is_full() {
            return;
        }
        let (p, got) = (format!("{above}{id}"), get());
        self.line(&p, '=', &got, &|_| "{}".into());
        let (Some(put), Ok(Some(v))) = (put, got) else { return };
        if self.wanted.is_none() {
            put(v.clone());
        }
        visit(self, &v, &format!("{p}."));
    }
    pub fn records_list<T: Clone>(&mut self, above: &str, id: &str, get: Get<Vec<T>>, put: Put<Vec<T>>, visit: &dyn Fn(&mut Walk, &T, &str)) {
        if self.is_full() {
            return;
        }
        let (p, got) = (format!("{above}{id}"), get());
        self.line(&p, '=', &got, &|v| format!("[{}]", vec!["{}"; v.len()].join(",")));
        let (Some(put), Ok(Some(list))) = (put, got) else { return };
        if self.wanted.is_none() {
            put(list.clone());
        }
        for (k, v) in list.iter().enumerate() {
            visit(self, v, &format!("{p}[{k}]."));
        }
    }
}

@visits@

fn run(w: &mut Walk, schema: &str, data: &[u8]) -> Result<Vec<u8>, Error> {
    match schema {
        @arms@
        _ => panic!("there is no such schema"),
    }
}

fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split('\t').collect();
        let data = std::fs::read(words[1]).expect("a file");
        let wanted = words.get(3).map(|value| (words[2].to_string(), value.to_string()));
        let mut w = Walk { any: |_, _, _| {}, lines: Vec::new(), wanted, got: String::new() };
        let made = match run(&mut w, words[0], &data) {
            Ok(made) => {
                let sum = made.iter().fold(0x811c9dc5u32, |sum, &byte| (sum ^ byte as u32).wrapping_mul(0x01000193));
                format!("{sum:08x} {}", made.len())
            }
            Err(error) => format!("!{}", error.path),
        };
        let lines = if w.wanted.is_none() { w.lines } else { vec![w.got] };
        for each in lines {
            writeln!(out, "{each}").expect("written");
        }
        writeln!(out, "{made}\n.").expect("written");
    }
}
