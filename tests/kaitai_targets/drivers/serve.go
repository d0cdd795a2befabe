// Reads files by parsers that Kaitai's compiler made. args: the table of their members. `roots` is in roots.go.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaitai-io/kaitai_struct_go_runtime/kaitai"
)

type member struct{ id, access string }

var members = map[string][]member{}

func main() {
	table, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	now := ""
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		cells := strings.Split(line, "\t")
		switch cells[0] {
		case "TYPE":
			now = cells[1]
			members[now] = nil
		case "MEMBER":
			members[now] = append(members[now], member{cells[1], cells[2]})
		}
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		cells := strings.SplitN(in.Text(), "\t", 2)
		fmt.Println(answer(cells[0], cells[1]))
	}
}

func refusal(reason interface{}) string {
	words := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, fmt.Sprint(reason))
	if len(words) > 200 {
		words = words[:200]
	}
	return `["no","` + words + `"]`
}

func answer(schema, path string) (text string) {
	defer func() {
		if reason := recover(); reason != nil {
			text = refusal(reason)
		}
	}()
	data, err := os.ReadFile(path)
	if err != nil {
		return refusal(err)
	}
	root, err := roots[schema](kaitai.NewStream(bytes.NewReader(data)))
	if err != nil {
		return refusal(err)
	}
	out := &strings.Builder{}
	out.WriteString(`["ok",`)
	tree(reflect.ValueOf(root), out)
	out.WriteString("]")
	return out.String()
}

func tree(value reflect.Value, out *strings.Builder) {
	switch value.Kind() {
	case reflect.Invalid:
		out.WriteString("null")
	case reflect.Interface:
		tree(value.Elem(), out)
	case reflect.Ptr:
		if value.IsNil() {
			out.WriteString("null")
		} else {
			record(value, out)
		}
	case reflect.Slice:
		if value.Type().Elem().Kind() == reflect.Uint8 && value.Type().Elem().Name() == "uint8" && kind == "bytes" {
			out.WriteString(`"` + hex.EncodeToString(value.Bytes()) + `"`)
			return
		}
		for i := 0; i < value.Len(); i++ {
			out.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
			tree(value.Index(i), out)
		}
		if value.Len() == 0 {
			out.WriteString("[")
		}
		out.WriteString("]")
	case reflect.Bool:
		out.WriteString(map[bool]string{true: "1", false: "0"}[value.Bool()])
	case reflect.String:
		out.WriteString(`"` + hex.EncodeToString([]byte(value.String())) + `"`)
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(out, `"r%016x"`, math.Float64bits(value.Float()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		out.WriteString(strconv.FormatUint(value.Uint(), 10))
	default:
		out.WriteString(strconv.FormatInt(value.Int(), 10))
	}
}

// The kind of the member at hand, since bytes and a list of small numbers are the same in Go.
var kind string

func record(pointer reflect.Value, out *strings.Builder) {
	listed := members[pointer.Type().Elem().Name()]
	if len(listed) == 0 {
		out.WriteString("{")
	}
	for i, each := range listed {
		out.WriteString(map[bool]string{true: "{", false: ","}[i == 0] + `"` + each.id + `":`)
		name, of, _ := strings.Cut(each.access, ":")
		found := pointer.Elem().FieldByName(name)
		if method := pointer.MethodByName(name); method.IsValid() {
			results := method.Call(nil)
			if !results[1].IsNil() {
				panic(results[1].Interface())
			}
			found = results[0]
		}
		kind = of
		tree(found, out)
	}
	out.WriteString("}")
}
