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
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var keyShape = regexp.MustCompile(`^[a-z]+[a-z0-9]*(_[a-z0-9]+)*$`)

// Every code and every field's message that the program can answer with has a text in both languages.
func TestEveryRefusalHasAText(t *testing.T) {
	t.Parallel()
	texts := map[string]map[string]string{"en": errorTexts(t, "en"), "zh": errorTexts(t, "zh")}
	keys := map[string]string{}
	for _, path := range sources(t) {
		collect(t, path, keys)
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

func errorTexts(t *testing.T, locale string) (texts map[string]string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "shared", "locales", locale, "errors.json"))
	if err == nil {
		err = json.Unmarshal(raw, &texts)
	}
	require.NoError(t, err)
	return texts
}

// sources are the files of the program.
func sources(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
		return err
	})
	require.NoError(t, err)
	return paths
}

// unsent are texts of the specification that no call answers with: pages say the first and the last themselves.
var unsent = []string{"page_not_exist", "submission_failed", "destination_required"}

// Every text is one that the program can answer with: it has the key as a text of its own, or makes it of a beginning ("texts_" + code,
// "attempts_remaining_%d") or of what a field holds (fault.Form.Correct).
func TestEveryTextOfARefusalIsSent(t *testing.T) {
	t.Parallel()
	whole, beginnings := map[string]bool{}, []string{}
	for _, path := range sources(t) {
		if strings.HasPrefix(path, filepath.Join("..", "sandbox")) || strings.HasSuffix(path, ".gen.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 4 {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Correct" {
					what := literal(call.Args[2])
					whole[what+"_required"], whole[what+"_invalid"] = true, true
				}
			}
			if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
				if text := literal(sum.X); strings.HasSuffix(text, "_") {
					beginnings = append(beginnings, text)
				}
			}
			if e, ok := n.(ast.Expr); ok {
				text := literal(e)
				whole[text] = true
				if beginning, _, found := strings.Cut(text, "_%"); found {
					beginnings = append(beginnings, beginning+"_")
				}
			}
			return true
		})
	}
	for key := range errorTexts(t, "en") {
		begun := slices.ContainsFunc(beginnings, func(text string) bool { return strings.HasPrefix(key, text) })
		if sent := whole[key] || begun; sent == slices.Contains(unsent, key) {
			t.Errorf("%s: sent %v", key, sent)
		}
	}
}

// literal is what a literal text says, "" for anything else.
func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(lit.Value)
	return text
}

// collect finds fault.New("key"), fault.Fields(map…{"field": "key"}), bad["field"] = "key", the keys handed to required,
// the reasons of discounts, and what is wrong with a postcode.
func collect(t *testing.T, path string, keys map[string]string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	require.NoError(t, err)
	note := func(e ast.Expr) {
		if key := literal(e); keyShape.MatchString(key) {
			keys[key] = set.Position(e.Pos()).String()
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
