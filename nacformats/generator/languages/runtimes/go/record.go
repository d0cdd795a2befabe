// Package record has what the packages of all schemas share: records, their values, and errors.
package record

import (
	"fmt"
	"sync"

	"@name/internal/machine"
)

// Error says which field is wrong, as a path such as tensors[3].ofs_body, at which byte of the file, and why.
type Error struct {
	Path    string
	Offset  int64
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (byte %d): %s", e.Path, e.Offset, e.Message) }

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
func (s *Schema) Read(data []byte) (Record, error) {
	m := s.machine()
	machine.BeginFile(m, data)
	return Record{m, 0}, try(m, machine.ReadFile)
}

// New returns an empty tree.
func (s *Schema) New() Record {
	m := s.machine()
	return Record{m, machine.NewTree(m)}
}

// Answer reads a file, writes it back, and returns a line of JSON: ["ok", TREE, BACK] or ["no", PATH, OFFSET, MESSAGE].
func (s *Schema) Answer(data []byte) string { return machine.Answer(s.machine(), data) }

// Dump returns a file as JSON.
func (s *Schema) Dump(data []byte) (string, error) {
	m := s.machine()
	text := machine.Shown(m, data)
	if text == "" {
		return "", failure(m)
	}
	return text, nil
}

func try(m *machine.Machine, function func(m *machine.Machine)) error {
	if machine.Succeeds(function, m) {
		return nil
	}
	return failure(m)
}

func failure(m *machine.Machine) error { return &Error{m.ErrorPath, m.ErrorOffset, m.ErrorMessage} }

// Record is a record of a tree; copies are the same record. A tree is for one goroutine at a time.
type Record struct {
	tree *machine.Machine
	node int64
}

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

// Set sets a member by its place.
func (r Record) Set(slot int64, value Any) { machine.SetSlot(r.tree, r.node, slot, value.value) }

// SetList sets a list by its place.
func (r Record) SetList(slot int64, values []Any) {
	made := make([]machine.Value, len(values))
	for k, each := range values {
		made[k] = each.value
	}
	machine.SetList(r.tree, r.node, slot, made)
}

// Write returns the bytes of the tree; counts, lengths, offsets and checksums follow from it.
func (r Record) Write() ([]byte, error) {
	err := try(r.tree, machine.WriteFile)
	return append([]byte(nil), r.tree.Written...), err
}

// JSON returns the record as JSON.
func (r Record) JSON() string {
	var text []byte
	machine.PutJson(r.tree, &text, r.node, true)
	return string(text)
}

// Any returns the record as a value.
func (r Record) Any() Any { return Any{r.tree, machine.OfRecord(r.node)} }

// Text returns a text as a value of the tree.
func (r Record) Text(text string) Any { return Any{r.tree, machine.KeepText(r.tree, []byte(text))} }

// Bytes returns bytes as a value of the tree.
func (r Record) Bytes(data []byte) Any { return Any{r.tree, machine.KeepBytes(r.tree, data)} }

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

// Bool returns a truth as a value.
func Bool(truth bool) Any { return Any{nil, machine.OfBool(truth)} }

// Varint returns a number of variable length, as short as it can be.
func Varint(number uint64, isSigned bool) Any { return Any{nil, machine.OfVarint(number, 0, isSigned)} }

// IsThere returns whether there is a value.
func (v Any) IsThere() bool { return v.value.Kind != machine.NOTHING }

// Unsigned returns a number without a sign.
func (v Any) Unsigned() uint64 { return machine.TwosComplement(v.value) }

// Signed returns a number.
func (v Any) Signed() int64 { return int64(machine.TwosComplement(v.value)) }

// Real returns a float.
func (v Any) Real() float64 {
	if v.value.Kind != machine.REAL {
		return float64(v.Signed())
	}
	return machine.RealOfBits(v.value.Number, v.value.A)
}

// IsTrue returns whether it is true.
func (v Any) IsTrue() bool { return v.value.Number != 0 }

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
