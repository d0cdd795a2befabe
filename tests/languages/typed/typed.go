// Calls every typed getter and setter of a file: see walking.py for what it prints.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"reflect"
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

func maybe[T any](get func() (T, bool)) func() (T, bool, error) {
	return func() (v T, ok bool, err error) { v, ok = get(); return v, ok, nil }
}

func unlessNil[T any](get func() T) func() (T, bool, error) {
	return func() (T, bool, error) { v := get(); return v, any(v) != nil, nil }
}

func truth[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32 | ~uint64 | ~int64](get func() T) func() bool {
	return func() bool { return get() != 0 }
}

func setTruth[T ~uint8 | ~int8 | ~uint16 | ~int16 | ~uint32 | ~int32 | ~uint64 | ~int64](put func(T)) func(bool) {
	return func(v bool) {
		if v {
			put(1)
		} else {
			put(0)
		}
	}
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
	case record.Tree:
		return "{}"
	case nil:
		return ""
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprint(v.Uint())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprint(v.Int())
	case reflect.Float64:
		return show(v.Float())
	case reflect.String:
		return show(v.String())
	case reflect.Slice:
		return show(v.Bytes())
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
		switch v := reflect.ValueOf(&made).Elem(); v.Kind() {
		case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			v.SetInt(signed(64))
		default:
			v.SetUint(bits(64))
		}
	}
	return made
}

func made[T any](text string, r record.Record, of func(record.Any) T) T {
	if of != nil {
		return of(parse[record.Any](text, r))
	}
	return parse[T](text, r)
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
	if found, ok := v.(record.Tree); ok {
		w.any(w, found.Tree().Any(), path)
	}
}

func one[T any](w *walk, above, id string, get func() (T, bool, error), put func(T), mark string, r record.Record, of func(record.Any) T) {
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
		put(made(w.value, r, of))
		v, _, _ := get()
		w.got = show(v)
	}
	w.inner(v, path+".")
}

func one_list[T any](w *walk, above, id string, get func() ([]T, bool, error), put func([]T), mark string, r record.Record, of func(record.Any) T) {
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
			list[k] = made(w.value, r, of)
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
