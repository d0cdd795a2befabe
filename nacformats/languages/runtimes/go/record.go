// Package record has what the packages of all schemas share: records, their values, and errors.
package record

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"@name/internal/machine"
)

// Error says which field is wrong, as a path such as tensors[3].ofs_body, at which byte of the file, and why. The offset
// is -1 if a tree cannot be written.
type Error struct {
	Path    string
	Offset  int64
	Message string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return strings.TrimPrefix(fmt.Sprintf("%s: %s", e.Path, e.Message), ": ")
	}
	return strings.TrimSpace(fmt.Sprintf("%s (byte %d): %s", e.Path, e.Offset, e.Message))
}

// Schema is a format of files.
type Schema struct {
	Name, Extension string
	Numbers         []int64
	Texts           []string
	once            sync.Once
	loaded          machine.Machine
}

func (s *Schema) machine() *machine.Machine {
	s.once.Do(func() {
		s.loaded = machine.NewMachine()
		machine.LoadSchema(&s.loaded, s.Numbers, s.Texts)
	})
	made := s.loaded
	made.Buffers = append([][]byte(nil), made.Buffers...)
	return &made
}

// Read reads a file.
func (s *Schema) Read(data []byte) (Record, error) { return s.read(data, false) }

// ReadColumns reads a file whose lists become columns where they can.
func (s *Schema) ReadColumns(data []byte) (Record, error) { return s.read(data, true) }

func (s *Schema) read(data []byte, wantsColumns bool) (Record, error) {
	m := s.machine()
	m.WantsColumns = wantsColumns
	machine.BeginFile(m, data)
	return Record{m, 0}, try(m, machine.ReadFile)
}

// New returns an empty tree.
func (s *Schema) New() Record {
	m := s.machine()
	return Record{m, machine.NewTree(m)}
}

// Answer reads a file, writes it back, and returns a line of JSON: ["ok", TREE, BACK] or ["no", PATH, OFFSET, MESSAGE].
func (s *Schema) Answer(data []byte) (line string) {
	err := try(s.machine(), func(m *machine.Machine) { line = machine.Answer(m, data) })
	if err != nil {
		return `["no", "", 0, "too large for memory"]`
	}
	return line
}

// Dump returns a file as JSON.
func (s *Schema) Dump(data []byte) (string, error) {
	read, err := s.Read(data)
	if err == nil {
		err = read.AskAll()
	}
	if err != nil {
		return "", err
	}
	return read.JSON()
}

func try(m *machine.Machine, function func(m *machine.Machine)) error {
	if machine.Succeeds(function, m) {
		return nil
	}
	return &Error{m.ErrorPath, m.ErrorOffset, m.ErrorMessage}
}

// Record is a record of a tree; copies are the same record. A tree is for one goroutine at a time.
type Record struct {
	tree *machine.Machine
	node int64
}

// Tree is a record of a tree, of any type.
type Tree interface{ Tree() Record }

// Tree returns the record.
func (r Record) Tree() Record { return r }

// IsThere returns whether it is a record; the zero one is not.
func (r Record) IsThere() bool { return r.tree != nil }

// Ptr returns a pointer to a value, for fields of structs that may be nil.
func Ptr[T any](v T) *T { return &v }

type integer interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64
}

// Number returns the digits of a number.
func Number[T integer](v T) string { return fmt.Sprintf("%d", v) }

// New returns a new record of the same tree.
func (r Record) New(typeOf int64) Record { return Record{r.tree, machine.NewRecord(r.tree, typeOf)} }

// Get returns a member by its place.
func (r Record) Get(slot int64) Any {
	if r.tree == nil {
		return Any{}
	}
	return Any{r.tree, machine.SlotValue(r.tree, r.node, slot)}
}

// Ask returns a member by its place; an instance is read, or computed, the first time.
func (r Record) Ask(slot int64) (made Any, err error) {
	if r.tree == nil {
		return made, nil
	}
	err = try(r.tree, func(m *machine.Machine) { made = Any{m, machine.AskSlot(m, r.node, slot)} })
	return made, err
}

// AskAll reads all instances that have a position, of the record and of those in it.
func (r Record) AskAll() error {
	return try(r.tree, func(m *machine.Machine) { machine.AskAll(m, r.node) })
}

// Set sets a member by its place. In what is no record, nothing is set.
func (r Record) Set(slot int64, value Any) {
	if r.tree != nil {
		machine.SetSlot(r.tree, r.node, slot, value.value)
	}
}

// Clear takes a member away.
func (r Record) Clear(slot int64) { r.Set(slot, Any{}) }

// SetList sets a list by its place.
func (r Record) SetList(slot int64, values []Any) {
	made := make([]machine.Value, len(values))
	for k, each := range values {
		made[k] = each.value
	}
	if r.tree != nil {
		machine.SetList(r.tree, r.node, slot, made)
	}
}

// Write returns the bytes of the tree; counts, lengths, offsets and checksums follow from it.
func (r Record) Write() ([]byte, error) {
	err := try(r.tree, machine.WriteFile)
	return append([]byte(nil), r.tree.Written...), err
}

// JSON returns the record as JSON.
func (r Record) JSON() (string, error) {
	var text []byte
	err := try(r.tree, func(m *machine.Machine) { machine.PutJson(m, &text, r.node, true) })
	return string(text) + "\n", err
}

// Columns returns the columns of a list by its place, and whether it was read as such.
func (r Record) Columns(slot int64) (Columns, bool) {
	value, err := r.Ask(slot)
	if err != nil || r.tree == nil {
		return Columns{}, false
	}
	table := machine.TableOfValue(r.tree, value.value)
	if table == machine.NONE {
		return Columns{}, false
	}
	return Columns{r.tree.Tables[table]}, true
}

// Columns has the numbers of a list, which are not to be changed.
type Columns struct{ table machine.Table }

// Count returns how many records the list has.
func (c Columns) Count() int { return int(c.table.Count) }

// Starts returns where each record starts in the file, and where the last one ends.
func (c Columns) Starts() []uint32 { return c.table.Starts }

// U1 returns a column of bytes by its place.
func (c Columns) U1(k int) []uint8 { return c.table.Columns[k].U1 }

// U2 returns a column of numbers of two bytes.
func (c Columns) U2(k int) []uint16 { return c.table.Columns[k].U2 }

// U4 returns a column of numbers of four bytes.
func (c Columns) U4(k int) []uint32 { return c.table.Columns[k].U4 }

// U8 returns a column of numbers of eight bytes.
func (c Columns) U8(k int) []uint64 { return c.table.Columns[k].U8 }

// Int8s returns numbers with their signs.
func Int8s(numbers []uint8) []int8 {
	return converted(numbers, func(v uint8) int8 { return int8(v) })
}

// Int16s returns numbers with their signs.
func Int16s(numbers []uint16) []int16 {
	return converted(numbers, func(v uint16) int16 { return int16(v) })
}

// Int32s returns numbers with their signs.
func Int32s(numbers []uint32) []int32 {
	return converted(numbers, func(v uint32) int32 { return int32(v) })
}

// Int64s returns numbers with their signs.
func Int64s(numbers []uint64) []int64 {
	return converted(numbers, func(v uint64) int64 { return int64(v) })
}

// Float32s returns the floats that have these bits.
func Float32s(numbers []uint32) []float32 { return converted(numbers, math.Float32frombits) }

// Float64s returns the floats that have these bits.
func Float64s(numbers []uint64) []float64 { return converted(numbers, math.Float64frombits) }

func converted[T, U any](numbers []T, of func(T) U) []U {
	made := make([]U, len(numbers))
	for k, each := range numbers {
		made[k] = of(each)
	}
	return made
}

// Any returns the record as a value.
func (r Record) Any() Any {
	if r.tree == nil {
		return Any{}
	}
	return Any{r.tree, machine.OfRecord(r.node)}
}

// Text returns a text as a value of the tree.
func (r Record) Text(text string) Any {
	if r.tree == nil {
		return Any{}
	}
	return Any{r.tree, machine.KeepText(r.tree, []byte(text))}
}

// Bytes returns bytes as a value of the tree.
func (r Record) Bytes(data []byte) Any {
	if r.tree == nil {
		return Any{}
	}
	return Any{r.tree, machine.KeepBytes(r.tree, data)}
}

// Kind is what a value is.
type Kind int

// Kinds of values. A record is one of a class: see the functions As of each.
const (
	KindNothing Kind = iota
	KindInteger
	KindBool
	KindReal
	KindText
	KindBytes
	KindRecord
	KindList
)

var kinds = map[int64]Kind{
	machine.INT: KindInteger, machine.VARINT: KindInteger, machine.BOOL: KindBool, machine.REAL: KindReal,
	machine.TEXT: KindText, machine.BYTES: KindBytes, machine.RECORD: KindRecord, machine.LIST: KindList,
}

// Any is a value of any kind.
type Any struct {
	tree  *machine.Machine
	value machine.Value
}

// Unsigned returns a number as a value.
func Unsigned(number uint64) Any { return Any{nil, machine.OfUint(number)} }

// Signed returns a number as a value.
func Signed(number int64) Any { return Any{nil, machine.OfSigned(uint64(number))} }

// Real returns a number as a value.
func Real(number float64) Any { return Any{nil, machine.OfReal(number)} }

// Float returns a number of four bytes as a value.
func Float(number float32) Any {
	return Any{nil, machine.OfFloat(uint64(math.Float32bits(number)), 4)}
}

// Bool returns a truth as a value.
func Bool(truth bool) Any { return Any{nil, machine.OfBool(truth)} }

// Varint returns a number of variable length, as short as it can be.
func Varint(number uint64, isSigned bool) Any { return Any{nil, machine.OfVarint(number, 0, isSigned)} }

// IsThere returns whether there is a value.
func (v Any) IsThere() bool { return v.value.Kind != machine.NOTHING }

// Kind returns what it is.
func (v Any) Kind() Kind { return kinds[v.value.Kind] }

// Unsigned returns a number without what is after its point, in two's complement where it is below 0; of what is no
// number, 0.
func (v Any) Unsigned() uint64 { return machine.IntegerOfValue(v.value) }

// Signed returns a number without what is after its point.
func (v Any) Signed() int64 { return int64(machine.IntegerOfValue(v.value)) }

// IsNegative returns whether a number is below 0; one of 64 bits may be either.
func (v Any) IsNegative() bool { return machine.IsBelowZero(v.value) }

// Real returns a number as a float.
func (v Any) Real() float64 { return machine.RealOfValue(v.value) }

// Float returns a number as a float of four bytes.
func (v Any) Float() float32 {
	if v.value.Kind == machine.REAL && v.value.A == 4 {
		return math.Float32frombits(uint32(v.value.Number))
	}
	return float32(v.Real())
}

// IsTrue returns whether it is true.
func (v Any) IsTrue() bool { return machine.IntegerOfValue(v.value) != 0 }

// Text returns a text.
func (v Any) Text() string { return machine.TextOfValue(v.tree, v.value) }

// Bytes returns a copy of bytes.
func (v Any) Bytes() []byte { return machine.CopiedBytes(v.tree, v.value) }

// Record returns the record that it is.
func (v Any) Record() Record {
	if v.value.Kind != machine.RECORD {
		return Record{}
	}
	return Record{v.tree, v.value.A}
}

// RecordOf returns the record that it is, and whether that is of a type.
func (v Any) RecordOf(typeOf int64) (Record, bool) {
	if v.value.Kind != machine.RECORD || machine.TypeOfValue(v.tree, v.value) != typeOf {
		return Record{}, false
	}
	return v.Record(), true
}

// List returns the elements of a list.
func List[T any](list Any, of func(Any) T) []T {
	count := machine.CountOfValue(list.tree, list.value)
	made := make([]T, count)
	for k := int64(0); k < count; k++ {
		made[k] = of(Any{list.tree, machine.ElementOfValue(list.tree, list.value, k)})
	}
	return made
}

// Values returns values of elements.
func Values[T any](elements []T, of func(T) Any) []Any {
	made := make([]Any, len(elements))
	for k, each := range elements {
		made[k] = of(each)
	}
	return made
}
