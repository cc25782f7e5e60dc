package shared

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func readText(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
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

// Decision 019 says of every direct dependency what it is for; "prosemirror-*" says it of several.
func TestEveryDependencyIsExplained(t *testing.T) {
	t.Parallel()
	var names []string
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(readText(t, "../go.mod"), -1) {
		names = append(names, strings.TrimPrefix(regexp.MustCompile(`/v\d+$`).ReplaceAllString(line[1], ""), "github.com/"))
	}
	var npm struct{ Dependencies, DevDependencies, OptionalDependencies map[string]string }
	require.NoError(t, json.Unmarshal([]byte(readText(t, "../package.json")), &npm))
	for _, list := range []map[string]string{npm.Dependencies, npm.DevDependencies, npm.OptionalDependencies} {
		names = slices.AppendSeq(names, maps.Keys(list))
	}
	if len(names) < 80 {
		t.Errorf("only %d dependencies", len(names))
	}
	words := regexp.MustCompile(`[\w@/*.-]*[\w*]`).FindAllString(readText(t, "../docs/decisions/019-dependencies.md"), -1)
	for _, name := range names {
		if !slices.ContainsFunc(words, func(word string) bool { return explains(word, name) }) {
			t.Errorf("docs/decisions/019-dependencies.md does not say what %s is for", name)
		}
	}
}

// explains reports whether a word of the decision means a dependency: by its name, a group of names or the module that it is part of.
func explains(word, name string) bool {
	if group, several := strings.CutSuffix(word, "*"); several {
		return strings.HasPrefix(name, group)
	}
	return word == name || strings.Contains(word, "/") && strings.HasPrefix(name, word+"/")
}

var notExplained = regexp.MustCompile(`^(\..*|bin|coverage|node_modules|apptest|moduletest)$`)

// The table of folders in each README names every folder.
func TestTheReadmesNameEveryFolder(t *testing.T) {
	t.Parallel()
	_, shop, _ := strings.Cut(readText(t, "../README.md"), "\n## The folders\n")
	shop, _, _ = strings.Cut(shop, "\n## ")
	for parent, table := range map[string]string{"..": shop, "../bff": shop, "../infra": shop, "../studio/src": readText(t, "../studio/README.md")} {
		entries, err := os.ReadDir(parent)
		require.NoError(t, err)
		for _, entry := range entries {
			name := entry.Name()
			if entry.IsDir() && !notExplained.MatchString(name) && !regexp.MustCompile("[`/ ]"+name+"[`/ ]").MatchString(table) {
				t.Errorf("the table of folders lacks %s", filepath.Join(parent, name))
			}
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// Links between documents lead to a file that is there, and to a heading that it has.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	t.Parallel()
	documents := filesUnder(t, "../docs", ".md")
	for _, readme := range []string{"../README.md", "../ssr/README.md", "../studio/README.md"} {
		documents[readme] = readText(t, readme)
	}
	for from, text := range documents {
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			path, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(path, ":") {
				continue
			}
			to := from
			if path != "" {
				to = filepath.Join(filepath.Dir(from), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", from, err)
				continue
			}
			if anchor != "" && !slices.Contains(anchors(readText(t, to)), anchor) {
				t.Errorf("%s: %s has no heading #%s", from, to, anchor)
			}
		}
	}
}

// anchors are the headings of a document as links name them.
func anchors(text string) (names []string) {
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(found[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}
