// What users of the Go package do: users REPOSITORY. Prints a line for each thing that is wrong.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"nacformats/mic2"
	"nacformats/micb"
	"nacformats/nac"
	"nacformats/record"
	"nacformats/stb"
)

func expect(what string, found, wanted any) {
	if !reflect.DeepEqual(found, wanted) {
		fmt.Printf("%s: %v, expected %v\n", what, found, wanted)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Files that are read as columns where they can be have the trees that those have which are read plainly.
func vectors(root string) {
	for _, schema := range []*record.Schema{&mic2.Schema, &micb.Schema, &nac.Schema, &stb.Schema} {
		for _, path := range must(filepath.Glob(filepath.Join(root, "conformance", schema.Name, "*."+schema.Extension))) {
			data := must(os.ReadFile(path))
			plain, refused := schema.Dump(data)
			tree, err := schema.ReadColumns(data)
			shown := ""
			if err == nil {
				err = tree.AskAll()
			}
			if err == nil {
				shown, err = tree.JSON()
			}
			expect(path, []any{shown, err}, []any{plain, refused})
		}
	}
}

func changes(root string) {
	data := must(os.ReadFile(filepath.Join(root, "examples", "weights.stb")))
	tree := must(stb.Read(data))
	expect("bytes", must(tree.Write()), data)
	tensors := must(tree.Tensors())
	made := stb.NewTensorDescriptor(tree, stb.TensorDescriptorFields{
		TensorID: 9,
		Dtype:    stb.DtypeFloat32,
		Layout:   tensors[0].Layout(),
		Rank:     2,
		Dims:     []uint32{2, 3, 0},
		Body:     make([]byte, 24),
	})
	tree.SetTensors(append(tensors[:1], made))
	again := must(stb.Read(must(tree.Write())))
	tensors = must(again.Tensors())
	expect("count", []any{again.NumTensors(), len(tensors)}, []any{uint16(2), 2})
	expect("made", []any{tensors[1].Rank(), tensors[1].Dims(), tensors[1].LenBody()}, []any{uint8(2), []uint32{2, 3, 0}, uint64(24)})
	_, err := stb.Read(data[:20])
	var wrong *record.Error
	expect("refused", errors.As(err, &wrong) && wrong.Path == "ofs_data" && wrong.Offset == 16, true)
	_, err = stb.New().Write()
	expect("an empty tree", errors.As(err, &wrong), true)
}

func columns(root string) {
	tree := must(micb.ReadColumns(must(os.ReadFile(filepath.Join(root, "examples", "residual.micb")))))
	found, ok := tree.ValuesColumns()
	values := tree.Values()
	tags := []uint8{}
	for _, each := range values {
		tags = append(tags, each.Tag())
	}
	expect("columns", []any{ok, found.Count(), found.Tag()}, []any{true, len(values), tags})
	expect("text", strings.Contains(must(tree.JSON()), `"magic"`), true)
}

func main() {
	vectors(os.Args[1])
	changes(os.Args[1])
	columns(os.Args[1])
	fmt.Println("done")
}
