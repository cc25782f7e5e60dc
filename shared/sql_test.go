package shared

import (
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

	"github.com/stretchr/testify/require"
)

// longestStatement is how many lines of SQL may stand in a Go file.
const longestStatement = 10

var clause = regexp.MustCompile(`(?m)^\s*\(?(with|select|insert into|update|delete from|from|(left |cross )?join|where|returning|union all)\b`)

// A long statement stands in a .sql file of its own beside the Go file that embeds it, and says first what it does.
func TestLongStatementsStandInFiles(t *testing.T) {
	t.Parallel()
	for path, text := range filesUnder(t, "../bff", ".go") {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "../bff/apptest/") || strings.HasPrefix(path, "../bff/moduletest/") {
			continue
		}
		for _, at := range longStatements(t, path, text) {
			t.Errorf("%s: a statement of more than %d lines; move it into a .sql file", at, longestStatement)
		}
	}
}

// The driver fills parameters in comments, too, and the database refuses a parameter that only a comment names.
func TestFilesOfStatementsAreEmbeddedAndExplained(t *testing.T) {
	t.Parallel()
	for path, text := range filesUnder(t, "../bff", ".sql") {
		if !strings.HasPrefix(text, "-- ") {
			t.Errorf("%s does not begin with a comment that says what it does", path)
		}
		for line := range strings.Lines(text) {
			if comment := strings.TrimSpace(line); strings.HasPrefix(comment, "--") && strings.ContainsAny(comment, "@?%") {
				t.Errorf("%s: a comment with a parameter: %s", path, comment)
			}
		}
		embedded := false
		for _, source := range filesUnder(t, filepath.Dir(path), ".go") {
			embedded = embedded || strings.Contains(source, "//go:embed "+filepath.Base(path)+"\n")
		}
		if !embedded {
			t.Errorf("%s is embedded by no Go file beside it", path)
		}
	}
}

func TestALongStatementIsFound(t *testing.T) {
	t.Parallel()
	long := "select 1\nfrom a\nwhere true" + strings.Repeat("\n  and true", longestStatement)
	for _, c := range []struct {
		source string
		found  int
	}{
		{"`" + long + "`", 1},
		{"`\n" + strings.ReplaceAll(long, "\n", "\n\t\t") + "\n`", 1},
		{"`select 1\nfrom a\n` + condition + `where true" + strings.Repeat("\n  and true", longestStatement) + "`", 1},
		{"`select 1\nfrom a\nwhere true`", 0},
		{"`" + strings.Repeat("a text\n", 2*longestStatement) + "`", 0},
	} {
		if found := longStatements(t, "a.go", "package a\n\nvar x = "+c.source); len(found) != c.found {
			t.Errorf("%d found, want %d: %s", len(found), c.found, c.source)
		}
	}
}

// longStatements returns the positions of string expressions that are statements of more than longestStatement lines.
func longStatements(t *testing.T, path, source string) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	require.NoError(t, err)
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text := strings.TrimSpace(constantText(e))
		if strings.Count(text, "\n") < longestStatement || len(clause.FindAllString(text, 3)) < 3 {
			return true
		}
		found = append(found, set.Position(e.Pos()).String())
		return false
	})
	return found
}

// constantText returns what is known of a string expression: its literals, one after the other.
func constantText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.BinaryExpr:
		return constantText(e.X) + constantText(e.Y)
	case *ast.ParenExpr:
		return constantText(e.X)
	}
	return ""
}

// filesUnder returns the texts of the files with an extension in a folder and those in it, by path.
func filesUnder(t *testing.T, root, extension string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != extension {
			return err
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	require.NoError(t, err)
	if len(texts) == 0 {
		t.Fatalf("no %s file in %s", extension, root)
	}
	return texts
}
