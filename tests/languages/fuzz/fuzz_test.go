// Package fuzz damages files, by what go test -fuzz finds: SEEDS has a line SCHEMA=PATH for each file.
package fuzz

import (
	"errors"
	"os"
	"strings"
	"testing"

	"@module@/record"
	@imports@
)

var schemas = []*record.Schema{@listed@}

// tryOne reads a file as users do, as columns too, and writes it; every error is one of the package.
func tryOne(t *testing.T, schema *record.Schema, data []byte) {
	for _, read := range []func([]byte) (record.Record, error){schema.Read, schema.ReadColumns} {
		made, err := read(data)
		if err == nil {
			check(t, made.AskAll())
			_, err = made.JSON()
			check(t, err)
			_, err = made.Write()
		}
		check(t, err)
	}
	schema.Answer(data)
}

func check(t *testing.T, err error) {
	var known *record.Error
	if err != nil && !errors.As(err, &known) {
		t.Fatal(err)
	}
}

func FuzzFiles(f *testing.F) {
	for _, line := range strings.Fields(os.Getenv("SEEDS")) {
		name, path, _ := strings.Cut(line, "=")
		for k, schema := range schemas {
			data, err := os.ReadFile(path)
			if err == nil && schema.Name == name {
				f.Add(byte(k), data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, number byte, data []byte) { tryOne(t, schemas[int(number)%len(schemas)], data) })
}
