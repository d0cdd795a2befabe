// Calls every typed getter and setter of a file: see walking.py for what it prints.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strconv"
	"strings"

	"@module@/record"
	@imports@
)

type walk struct {
	any           func(*walk, record.Any, string)
	lines         []string
	isSet         bool
	wanted, value string
	got           string
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func always[T any](get func() T) func() (T, bool, error) {
	return func() (T, bool, error) { return get(), true, nil }
}

func alwaysAsked[T any](get func() (T, error)) func() (T, bool, error) {
	return func() (T, bool, error) { v, err := get(); return v, true, err }
}

func maybe[T any](has func() bool, get func() T) func() (T, bool, error) {
	return func() (T, bool, error) { return get(), has(), nil }
}

func maybeAsked[T any](has func() (bool, error), get func() (T, error)) func() (T, bool, error) {
	return func() (v T, ok bool, err error) {
		ok, err = has()
		if err == nil {
			v, err = get()
		}
		return v, ok, err
	}
}

func pathOf(err error) string { return "!" + err.(*record.Error).Path }

func show(value any) string {
	switch v := value.(type) {
	case float32:
		return show(float64(v))
	case float64:
		if math.IsNaN(v) {
			return "rnan"
		}
		return fmt.Sprintf("r%016x", math.Float64bits(v))
	case string:
		return "t" + hex.EncodeToString([]byte(v))
	case []byte:
		return "b" + hex.EncodeToString(v)
	case record.Any:
		return showAny(v)
	}
	return fmt.Sprint(value)
}

func showAny(v record.Any) string {
	switch v.Kind() {
	case record.KindInteger:
		if v.IsNegative() {
			return show(v.Signed())
		}
		return show(v.Unsigned())
	case record.KindBool:
		return show(v.IsTrue())
	case record.KindReal:
		return show(v.Real())
	case record.KindText:
		return show(v.Text())
	case record.KindBytes:
		return show(v.Bytes())
	case record.KindRecord:
		return "{}"
	case record.KindList:
		return "[" + strings.Join(record.List(v, showAny), ",") + "]"
	}
	return ""
}

func parse[T any](text string, r record.Record) (made T) {
	bits := func(size int) uint64 { return must(strconv.ParseUint(text, 10, size)) }
	signed := func(size int) int64 { return must(strconv.ParseInt(text, 10, size)) }
	real := func() float64 {
		if text == "rnan" {
			return math.Float64frombits(0x7ff8000000000000)
		}
		return math.Float64frombits(must(strconv.ParseUint(text[1:], 16, 64)))
	}
	octets := func() []byte { return must(hex.DecodeString(text[1:])) }
	switch v := any(&made).(type) {
	case *uint8:
		*v = uint8(bits(8))
	case *uint16:
		*v = uint16(bits(16))
	case *uint32:
		*v = uint32(bits(32))
	case *uint64:
		*v = bits(64)
	case *int8:
		*v = int8(signed(8))
	case *int16:
		*v = int16(signed(16))
	case *int32:
		*v = int32(signed(32))
	case *int64:
		*v = signed(64)
	case *float32:
		*v = float32(real())
	case *float64:
		*v = real()
	case *bool:
		*v = text == "true"
	case *string:
		*v = string(octets())
	case *[]byte:
		*v = octets()
	case *record.Any:
		switch {
		case text == "true" || text == "false":
			*v = record.Bool(text == "true")
		case text[0] == 'r':
			*v = record.Real(real())
		case text[0] == 't':
			*v = r.Text(string(octets()))
		case text[0] == 'b':
			*v = r.Bytes(octets())
		case text[0] == '-':
			*v = record.Signed(signed(64))
		default:
			*v = record.Unsigned(bits(64))
		}
	default:
		panic(fmt.Sprintf("%T", made))
	}
	return made
}

func (w *walk) isFull() bool { return !w.isSet && len(w.lines) >= @most@ }

func (w *walk) line(path, mark string, ok bool, err error, shown func() string) {
	text := ""
	if err != nil {
		text = pathOf(err)
	} else if ok {
		text = shown()
	}
	w.lines = append(w.lines, path+mark+text)
}

func (w *walk) inner(v any, path string) {
	if found, ok := v.(record.Any); ok && found.Kind() == record.KindRecord {
		w.any(w, found, path)
	}
}

func one[T any](w *walk, above, id string, get func() (T, bool, error), put func(T), mark string, r record.Record) {
	if w.isFull() {
		return
	}
	v, ok, err := get()
	path := above + id
	w.line(path, mark, ok, err, func() string { return show(v) })
	if put == nil || !ok || err != nil {
		return
	}
	if !w.isSet {
		put(v)
	} else if w.wanted == path {
		put(parse[T](w.value, r))
		v, _, _ := get()
		w.got = show(v)
	}
	w.inner(v, path+".")
}

func one_list[T any](w *walk, above, id string, get func() ([]T, bool, error), put func([]T), mark string, r record.Record) {
	if w.isFull() {
		return
	}
	list, ok, err := get()
	path := above + id
	w.line(path, mark, ok, err, func() string {
		shown := make([]string, len(list))
		for k, each := range list {
			shown[k] = show(each)
		}
		return "[" + strings.Join(shown, ",") + "]"
	})
	if put == nil || !ok || err != nil {
		return
	}
	for k, each := range list {
		w.inner(each, fmt.Sprintf("%s[%d].", path, k))
		if w.isSet && w.wanted == fmt.Sprintf("%s[%d]", path, k) {
			list[k] = parse[T](w.value, r)
			put(list)
			v, _, _ := get()
			w.got = show(v[k])
		}
	}
	if !w.isSet {
		put(list)
	}
}

func records[T any](w *walk, above, id string, get func() (T, bool, error), put func(T), visit func(*walk, T, string)) {
	if w.isFull() {
		return
	}
	v, ok, err := get()
	path := above + id
	w.line(path, "=", ok, err, func() string { return "{}" })
	if put == nil || !ok || err != nil {
		return
	}
	if !w.isSet {
		put(v)
	}
	visit(w, v, path+".")
}

func records_list[T any](w *walk, above, id string, get func() ([]T, bool, error), put func([]T), visit func(*walk, T, string)) {
	if w.isFull() {
		return
	}
	list, ok, err := get()
	path := above + id
	w.line(path, "=", ok, err, func() string { return "[" + strings.TrimSuffix(strings.Repeat("{},", len(list)), ",") + "]" })
	if put == nil || !ok || err != nil {
		return
	}
	if !w.isSet {
		put(list)
	}
	for k, each := range list {
		visit(w, each, fmt.Sprintf("%s[%d].", path, k))
	}
}

@visits@

func run(w *walk, schema string, data []byte) ([]byte, error) {
	switch schema {
	@arms@
	}
	panic(schema)
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		words := strings.Split(in.Text(), "\t")
		w := walk{isSet: len(words) == 4}
		if w.isSet {
			w.wanted, w.value = words[2], words[3]
		}
		made, err := run(&w, words[0], must(os.ReadFile(words[1])))
		if w.isSet {
			w.lines = []string{w.got}
		}
		for _, line := range w.lines {
			fmt.Fprintln(out, line)
		}
		if err != nil {
			fmt.Fprintln(out, pathOf(err))
		} else {
			sum := fnv.New32a()
			sum.Write(made)
			fmt.Fprintf(out, "%08x %d\n", sum.Sum32(), len(made))
		}
		fmt.Fprintln(out, ".")
	}
}
