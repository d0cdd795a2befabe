//! Print files as JSON: nacdump FILE, nacdump --schema NAME FILE, or nacdump --serve.
use std::io::{BufRead, Write};

fn schema_of(name: &str, path: &str) -> Option<fn() -> @name::Machine> {
    let has_suffix = |suffix: &str| !suffix.is_empty() && path.ends_with(&format!(".{suffix}"));
    let wanted = |each: &&@name::Listed| each.0 == name || (name.is_empty() && has_suffix(each.1));
    @name::SCHEMAS.iter().find(wanted).map(|each| each.2)
}

/// Return a file as JSON, or the exit code and what is wrong: 1 for a bad file, 2 for one that cannot be read.
fn dump(name: &str, path: &str) -> Result<String, (i32, String)> {
    let machine = schema_of(name, path).ok_or_else(|| {
        let known: Vec<&str> = @name::SCHEMAS.iter().map(|each| each.0).collect();
        (2, format!("{path}: which schema? Say --schema NAME, one of {}", known.join(", ")))
    })?;
    let data = std::fs::read(path).map_err(|error| (2, format!("{path}: {error}")))?;
    let record = @name::Record::read(machine(), &data, false).map_err(|error| (1, format!("{path}: {error}")))?;
    record.ask_all().map_err(|error| (1, format!("{path}: {error}")))?;
    Ok(record.to_json(true))
}

/// Print a line; end where nobody reads any more.
fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

fn serve() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap_or_default();
        let (name, path) = line.split_once('\t').unwrap_or(("", &line));
        let (machine, data) = (schema_of(name, path), std::fs::read(path));
        let answer = match (machine, data) {
            (Some(machine), Ok(data)) => @name::answer(machine(), &data),
            (None, _) => String::from("[\"error\", \"there is no such schema\"]"),
            (_, Err(_)) => String::from("[\"error\", \"the file cannot be read\"]"),
        };
        print(&answer);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--serve"] => return serve(),
        ["--schema", name, path] => dump(name, path),
        [path] => dump("", path),
        _ => {
            eprintln!("usage: nacdump [--schema NAME] FILE, or nacdump --serve");
            std::process::exit(2);
        }
    };
    match result {
        Ok(text) => print(&text),
        Err((code, message)) => {
            eprintln!("{message}");
            std::process::exit(code);
        }
    }
}
