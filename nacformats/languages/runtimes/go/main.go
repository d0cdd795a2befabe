// Command nacdump prints files as JSON: nacdump FILE, nacdump --schema NAME FILE, or nacdump --serve.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

@imports
)

var schemas = []*record.Schema{@listed}

func schemaOf(name, path string) *record.Schema {
	for _, each := range schemas {
		if each.Name == name || (name == "" && each.Extension != "" && strings.HasSuffix(path, "."+each.Extension)) {
			return each
		}
	}
	return nil
}

// dump returns a file as JSON, or the exit code: 1 for a bad file, 2 for one that cannot be read.
func dump(name, path string) (string, int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", 2, err
	}
	schema := schemaOf(name, path)
	if schema == nil {
		known := make([]string, len(schemas))
		for k, each := range schemas {
			known[k] = each.Name
		}
		return "", 2, fmt.Errorf("%s: which schema? Say --schema NAME, one of %s", path, strings.Join(known, ", "))
	}
	text, err := schema.Dump(data)
	if err != nil {
		return "", 1, fmt.Errorf("%s: %w", path, err)
	}
	return text, 0, nil
}

func answer(line string) string {
	name, path, _ := strings.Cut(line, "\t")
	schema := schemaOf(name, path)
	if schema == nil {
		return `["error", "there is no such schema"]`
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return `["error", "the file cannot be read"]`
	}
	return schema.Answer(data)
}

func serve() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Println(answer(strings.TrimSuffix(line, "\n")))
	}
}

func main() {
	words := os.Args[1:]
	name := ""
	if len(words) == 3 && words[0] == "--schema" {
		name, words = words[1], words[2:]
	}
	if len(words) != 1 {
		fmt.Fprintln(os.Stderr, "usage: nacdump [--schema NAME] FILE, or nacdump --serve")
		os.Exit(2)
	}
	if words[0] == "--serve" {
		serve()
		return
	}
	text, code, err := dump(name, words[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(code)
	}
	fmt.Print(text)
}
