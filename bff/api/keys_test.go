package api_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var keyShape = regexp.MustCompile(`^[a-z]+[a-z0-9]*(_[a-z0-9]+)*$`)

// Every code and every field's message that the program can answer with has a text in both languages.
func TestEveryRefusalHasAText(t *testing.T) {
	t.Parallel()
	texts := map[string]map[string]string{}
	for _, locale := range []string{"en", "zh"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "shared", "locales", locale, "errors.json"))
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]string{}
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		texts[locale] = m
	}
	keys := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			collect(t, path, keys)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) < 50 {
		t.Fatalf("only %d keys found", len(keys))
	}
	for key, where := range keys {
		for locale, m := range texts {
			if m[key] == "" {
				t.Errorf("%s: %q has no text in %s", where, key, locale)
			}
		}
	}
	t.Logf("%d keys", len(keys))
}

// collect finds fault.New("key"), fault.Fields(map…{"field": "key"}), bad["field"] = "key", the keys handed to required,
// the reasons of discounts, and what is wrong with a postcode.
func collect(t *testing.T, path string, keys map[string]string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	note := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		if key, err := strconv.Unquote(lit.Value); err == nil && keyShape.MatchString(key) {
			keys[key] = set.Position(lit.Pos()).String()
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "required" && len(n.Args) == 5 {
				note(n.Args[3])
			}
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) != 1 {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "fault" {
				return true
			}
			switch arg := n.Args[0].(type) {
			case *ast.BasicLit:
				note(arg)
			case *ast.CompositeLit:
				for _, e := range arg.Elts {
					note(e.(*ast.KeyValueExpr).Value)
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				x, ok := left.(*ast.IndexExpr)
				if !ok || i >= len(n.Rhs) {
					continue
				}
				if m, ok := x.X.(*ast.Ident); ok && (m.Name == "bad" || m.Name == "fields") {
					note(n.Rhs[i])
				}
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Reason" && strings.Contains(path, "order") {
				note(n.Value)
			}
		case *ast.ReturnStmt:
			if strings.HasSuffix(path, filepath.Join("order", "discount.go")) && len(n.Results) == 2 {
				note(n.Results[1])
			}
			if strings.HasSuffix(path, filepath.Join("address", "address.go")) && len(n.Results) == 1 {
				note(n.Results[0])
			}
		}
		return true
	})
}
