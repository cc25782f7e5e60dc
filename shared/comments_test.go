package shared

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	firstWord = regexp.MustCompile(`^(?:(?:A|An|The|Package) )?(\w+)`)
)

// The comment of a declaration begins with its name, so that a name that was changed is changed there too. A comment on several
// names, or on one of a list in parentheses, may begin with what they have in common.
func TestCommentsBeginWithTheName(t *testing.T) {
	t.Parallel()
	checked := 0
	for path, text := range filesUnder(t, "../bff", ".go") {
		if strings.HasSuffix(path, "_test.go") || generated.MatchString(text) {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, c := range documented(file) {
			checked++
			word := firstWord.FindStringSubmatch(c.text.Text())
			if (word == nil || word[1] != c.name) && !strings.HasPrefix(c.text.Text(), "Deprecated: ") {
				t.Errorf("%s: the comment of %s begins: %.60q", files.Position(c.text.Pos()), c.name, c.text.Text())
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d comments", checked)
	}
}

type comment struct {
	name string
	text *ast.CommentGroup
}

// documented lists the comments of a file's package and of what it declares outside of lists.
func documented(file *ast.File) (found []comment) {
	first := comment{file.Name.Name, file.Doc}
	if first.name == "main" {
		first.name = "Command"
	}
	found = append(found, first)
	for _, declared := range file.Decls {
		switch declared := declared.(type) {
		case *ast.FuncDecl:
			found = append(found, comment{declared.Name.Name, declared.Doc})
		case *ast.GenDecl:
			listed := declared.Lparen.IsValid()
			for _, spec := range declared.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if listed {
						found = append(found, comment{spec.Name.Name, spec.Doc})
					} else {
						found = append(found, comment{spec.Name.Name, declared.Doc})
					}
				case *ast.ValueSpec:
					if !listed && len(spec.Names) == 1 && spec.Names[0].Name != "_" {
						found = append(found, comment{spec.Names[0].Name, declared.Doc})
					}
				}
			}
		}
	}
	return slices.DeleteFunc(found, func(c comment) bool { return strings.TrimSpace(c.text.Text()) == "" })
}
