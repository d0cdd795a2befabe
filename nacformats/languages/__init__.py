"""Readers and writers in Rust, Go, TypeScript and Java: one machine in a neutral language, a file a language."""
