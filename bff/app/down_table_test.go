package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every row of the table of parts that are down has tests, for dead and for hanging, and every test that is named exists.
func TestTheTableOfPartsThatAreDown(t *testing.T) {
	t.Parallel()
	promised := rows(t, "README.md", "**When a part is down**", 4)
	held := rows(t, "docs/testing.md", "## What happens when a part is down", 3)
	var source strings.Builder
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		source.WriteString(text(t, "bff/app/"+name))
	}
	if a, b := names(promised), names(held); len(a) < 9 || !slices.Equal(a, b) {
		t.Errorf("the README has %q, docs/testing.md has %q", a, b)
	}
	for _, row := range held {
		for _, cell := range row[1:] {
			tests := regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(cell, -1)
			if len(tests) == 0 {
				t.Errorf("no test holds a cell of %q: %q", row[0], cell)
			}
			for _, test := range tests {
				if !strings.Contains(source.String(), "\nfunc "+test[1]+"(t *testing.T) {") {
					t.Errorf("%s: there is no %s", row[0], test[1])
				}
			}
		}
	}
}

// rows returns the cells of the first table behind a heading, without its head.
func rows(t *testing.T, file, heading string, columns int) (out [][]string) {
	t.Helper()
	_, rest, found := strings.Cut(text(t, file), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no %q", file, heading)
	}
	_, rest, _ = strings.Cut(rest, "\n|")
	table, _, _ := strings.Cut("|"+rest, "\n\n")
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != columns {
			t.Fatalf("%s: %d cells in %q", file, len(cells), line)
		}
		out = append(out, cells)
	}
	return out
}

func names(rows [][]string) (out []string) {
	for _, row := range rows {
		out = append(out, row[0])
	}
	return out
}

// text returns a file of the project.
func text(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	return string(raw)
}
