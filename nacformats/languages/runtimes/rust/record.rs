//! Records of trees, and their values.
use super::*;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

/// An error: the field, as a path such as `tensors[3].ofs_body`, and the byte of the file, if one is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub path: String,
    pub offset: Option<u64>,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.offset {
            Some(offset) if self.path.is_empty() => write!(f, "(byte {offset}): {}", self.message),
            Some(offset) => write!(f, "{} (byte {offset}): {}", self.path, self.message),
            None if self.path.is_empty() => f.write_str(&self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

impl core::error::Error for Error {}

type Shared = Rc<RefCell<Machine>>;

/// A record of a tree. A clone is the same record.
#[derive(Clone)]
pub struct Record {
    tree: Shared,
    pub(crate) node: i64,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.to_json(f.alternate()))
    }
}

impl AsRef<Record> for Record {
    fn as_ref(&self) -> &Record {
        self
    }
}

/// What a value is. A record is one of a class: see `of` of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyKind {
    Nothing,
    Integer,
    Bool,
    Real,
    Text,
    Bytes,
    Record,
    List,
}

/// A value of a record.
#[derive(Clone, Debug)]
pub struct Any {
    tree: Shared,
    pub(crate) value: Value,
}

/// What a switch may hold: a record of some class, a number, a text ...
pub trait Case: Sized {
    /// Return what a value is, if it is of this kind.
    fn of(value: &Any) -> Option<Self>;
    /// Return it as a value of a tree.
    fn any(&self, tree: &Record) -> Any;
}

macro_rules! cases {
    ($($kind:ty, $is_one:expr, $got:ident, $made:ident $and:tt;)*) => { $(
        impl Case for $kind {
            fn of(value: &Any) -> Option<Self> {
                let is_one: fn(&Any) -> bool = $is_one;
                if is_one(value) { Some(value.$got()) } else { None }
            }
            fn any(&self, tree: &Record) -> Any {
                tree.$made($and self)
            }
        }
    )* };
}
cases! {
    u64, |v| v.kind() == AnyKind::Integer && !v.is_negative(), unsigned, any_unsigned *;
    i64, |v| v.kind() == AnyKind::Integer, signed, any_signed *;
    f64, |v| v.kind() == AnyKind::Real, real, any_real *;
    bool, |v| v.kind() == AnyKind::Bool, is_true, any_bool *;
    String, |v| v.kind() == AnyKind::Text, text, any_text &;
    Vec<u8>, |v| v.kind() == AnyKind::Bytes, bytes, any_bytes &;
}

/// Return the answer to a line of the protocol of readers: JSON of the tree, or of the refusal.
pub fn answer(mut machine: Machine, data: &[u8]) -> String {
    machine.answer(data).unwrap_or_else(|_| String::from("[\"no\", \"\", 0, \"too large for memory\"]"))
}

/// The columns of a list. Each is copied when it is asked for.
#[derive(Clone, Debug)]
pub struct Columns {
    tree: Shared,
    table: usize,
}

impl Columns {
    /// Return how many records there are.
    pub fn count(&self) -> usize {
        self.tree.borrow().tables[self.table].count as usize
    }
    /// Return where each record starts in the file, and where the last one ends.
    pub fn starts(&self) -> Vec<u32> {
        self.tree.borrow().tables[self.table].starts.clone()
    }
    pub(crate) fn copy<T>(&self, number: usize, from: fn(&Column) -> Vec<T>) -> Vec<T> {
        from(&self.tree.borrow().tables[self.table].columns[number])
    }
}

fn done<T>(tree: &Shared, result: Result<T, Failed>) -> Result<T, Error> {
    result.map_err(|_| {
        let m = tree.borrow();
        Error { path: m.error_path.clone(), offset: u64::try_from(m.error_offset).ok(), message: m.error_message.clone() }
    })
}

impl Record {
    /// Read a file; lists are columns where they can be and that is wanted.
    pub fn read(mut machine: Machine, data: &[u8], wants_columns: bool) -> Result<Record, Error> {
        machine.wants_columns = wants_columns;
        let tree = Rc::new(RefCell::new(machine));
        tree.borrow_mut().begin_file(data);
        let result = tree.borrow_mut().read_file();
        done(&tree, result)?;
        Ok(Record { tree, node: 0 })
    }
    /// Read all instances that have a position.
    pub fn ask_all(&self) -> Result<(), Error> {
        let result = self.tree.borrow_mut().ask_all(self.node);
        done(&self.tree, result)
    }
    pub fn empty(machine: Machine) -> Record {
        let tree = Rc::new(RefCell::new(machine));
        let _ = tree.borrow_mut().new_tree();
        Record { tree, node: 0 }
    }
    pub fn new_record(&self, type_of: i64) -> Record {
        let node = self.tree.borrow_mut().new_record(type_of).unwrap_or(0);
        Record { tree: self.tree.clone(), node }
    }
    /// Return a member by its place; one that is not there is nothing.
    pub fn get(&self, slot: i64) -> Any {
        Any { tree: self.tree.clone(), value: self.tree.borrow_mut().slot_value(self.node, slot) }
    }
    /// Return a member by its place; one that is an instance is read or computed.
    pub fn ask(&self, slot: i64) -> Result<Any, Error> {
        let result = self.tree.borrow_mut().ask_slot(self.node, slot);
        Ok(Any { tree: self.tree.clone(), value: done(&self.tree, result)? })
    }
    fn made(&self, value: Value) -> Any {
        Any { tree: self.tree.clone(), value }
    }
    /// Return the record as a value, for a field of any kind in a record of the same tree.
    pub fn any(&self) -> Any {
        self.made(of_record(self.node))
    }
    /// Return a number as such a value.
    pub fn any_unsigned(&self, number: u64) -> Any {
        self.made(of_uint(number))
    }
    /// Return a number that may be below 0 as such a value.
    pub fn any_signed(&self, number: i64) -> Any {
        self.made(of_signed(number as u64))
    }
    /// Return a float as such a value.
    pub fn any_real(&self, number: f64) -> Any {
        self.made(of_real(number))
    }
    /// Return a truth as such a value.
    pub fn any_bool(&self, truth: bool) -> Any {
        self.made(of_bool(truth))
    }
    /// Return a text as such a value.
    pub fn any_text(&self, text: &str) -> Any {
        self.made(self.kept_text(text))
    }
    /// Return bytes as such a value.
    pub fn any_bytes(&self, data: &[u8]) -> Any {
        self.made(self.kept_bytes(data))
    }
    pub fn set(&self, slot: i64, value: Value) {
        self.tree.borrow_mut().set_slot(self.node, slot, value);
    }
    pub fn set_list(&self, slot: i64, values: Vec<Value>) {
        let _ = self.tree.borrow_mut().set_list(self.node, slot, &values);
    }
    pub fn kept_text(&self, text: &str) -> Value {
        self.tree.borrow_mut().keep_text(text.as_bytes())
    }
    pub fn kept_bytes(&self, data: &[u8]) -> Value {
        self.tree.borrow_mut().keep_bytes(data)
    }
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let result = self.tree.borrow_mut().write_file();
        done(&self.tree, result)?;
        Ok(core::mem::take(&mut self.tree.borrow_mut().written))
    }
    /// Return the record as JSON.
    pub fn to_json(&self, is_indented: bool) -> String {
        let mut text = Vec::new();
        let _ = self.tree.borrow_mut().put_json(&mut text, self.node, is_indented);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Any {
    pub fn present(self) -> Option<Any> {
        if self.value.kind == NOTHING { None } else { Some(self) }
    }
    /// Return what it is.
    pub fn kind(&self) -> AnyKind {
        match self.value.kind {
            INT | VARINT => AnyKind::Integer,
            BOOL => AnyKind::Bool,
            REAL => AnyKind::Real,
            TEXT => AnyKind::Text,
            BYTES => AnyKind::Bytes,
            RECORD => AnyKind::Record,
            LIST => AnyKind::List,
            _ => AnyKind::Nothing,
        }
    }
    /// Return a number without what is after its point, in two's complement where it is below 0; other kinds are 0.
    pub fn unsigned(&self) -> u64 {
        integer_of_value(self.value)
    }
    pub fn signed(&self) -> i64 {
        integer_of_value(self.value) as i64
    }
    /// Return whether a number is below 0; one of 64 bits may be either.
    pub fn is_negative(&self) -> bool {
        is_below_zero(self.value)
    }
    pub fn real(&self) -> f64 {
        real_of_value(self.value)
    }
    pub(crate) fn float(&self) -> f32 {
        if self.value.kind == REAL && self.value.a == 4 { f32::from_bits(self.value.number as u32) } else { self.real() as f32 }
    }
    pub fn is_true(&self) -> bool {
        integer_of_value(self.value) != 0
    }
    pub fn text(&self) -> String {
        self.tree.borrow_mut().text_of_value(self.value)
    }
    pub fn bytes(&self) -> Vec<u8> {
        self.tree.borrow_mut().copied_bytes(self.value)
    }
    /// Return the columns of a list; nothing if it was read as records.
    pub fn columns(&self) -> Option<Columns> {
        let table = usize::try_from(self.tree.borrow().table_of_value(self.value)).ok()?;
        Some(Columns { tree: self.tree.clone(), table })
    }
    pub fn record(&self) -> Record {
        Record { tree: self.tree.clone(), node: node_of_value(self.value) }
    }
    /// Return the record if it is of this type; see `of` of each class.
    pub(crate) fn record_of(&self, type_of: i64) -> Option<Record> {
        let is_one = self.tree.borrow_mut().type_of_value(self.value) == type_of;
        if is_one { Some(self.record()) } else { None }
    }
    pub fn elements(&self) -> Vec<Any> {
        let count = self.tree.borrow_mut().count_of_value(self.value);
        let element = |k| self.tree.borrow_mut().element_of_value(self.value, k);
        (0..count).map(|k| Any { tree: self.tree.clone(), value: element(k) }).collect()
    }
}
