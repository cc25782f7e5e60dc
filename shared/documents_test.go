package shared

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func readText(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The list of decisions names each by the title that it has.
func TestEveryDecisionIsListed(t *testing.T) {
	t.Parallel()
	index := readText(t, "../docs/README.md")
	files, err := filepath.Glob("../docs/decisions/*.md")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d decisions: %v", len(files), err)
	}
	for _, file := range files {
		title, _, _ := strings.Cut(strings.TrimPrefix(readText(t, file), "# "), "\n")
		if line := "- [" + title + "](decisions/" + filepath.Base(file) + ")\n"; !strings.Contains(index, line) {
			t.Errorf("docs/README.md lacks %s", line)
		}
	}
	if listed := strings.Count(index, "](decisions/"); listed != len(files) {
		t.Errorf("%d decisions are listed, there are %d", listed, len(files))
	}
}
