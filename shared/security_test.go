package shared

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const securityDocument = "../docs/security.md"

// requirements are the numbers of level 1 and 2 of each chapter of ASVS 5.0, as ranges of the last part; chapters of which nothing
// applies are named by their sections.
var requirements = map[string]string{
	"1.1": "1-2", "1.2": "1-9", "1.3": "1-11", "1.4": "1-3", "1.5": "1-2", "2.1": "1-3", "2.2": "1-3", "2.3": "1-4", "2.4": "1", "3.2": "1-2",
	"3.3": "1-4", "3.4": "1-6", "3.5": "1-5", "3.7": "1-2", "4.1": "1-3", "4.2": "1", "4.3": "1-2", "4.4": "1-4", "5.1": "1", "5.2": "1-3",
	"5.3": "1-2", "5.4": "1-3", "6.1": "1-3", "6.2": "1-11", "6.3": "1-3", "6.4": "1-4", "6.5": "1-5", "6.6": "1-3", "6.8": "1-4", "7.1": "1-3",
	"7.2": "1-4", "7.3": "1-2", "7.4": "1-5", "7.5": "1-2", "7.6": "1-2", "8.1": "1-2", "8.2": "1-3", "8.3": "1", "8.4": "1", "9.1": "1-3",
	"9.2": "1-4", "10": "1-7", "11.1": "1-2", "11.2": "1-3", "11.3": "1-3", "11.4": "1-3", "11.5": "1", "11.6": "1", "12.1": "1-3", "12.2": "1-2",
	"12.3": "1-4", "13.1": "1", "13.2": "1-5", "13.3": "1-2", "13.4": "1-5", "14.1": "1-2", "14.2": "1-4", "14.3": "1-3", "15.1": "1-3",
	"15.2": "1-3", "15.3": "1-7", "16.1": "1", "16.2": "1-5", "16.3": "1-4", "16.4": "1-3", "16.5": "1-3", "17": "1-3",
}

// Every table of the security document is without an empty cell, every test that it names exists, and every requirement has its row:
// tests, or in words why none is needed, where something is written down, or what is missing.
func TestEveryRequirementHasAnAnswer(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(securityDocument)
	require.NoError(t, err)
	answered := map[string]bool{}
	head := false
	for line := range strings.SplitSeq(string(raw), "\n") {
		if !strings.HasPrefix(line, "|") {
			head = true
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if head || strings.HasPrefix(line, "| ---") {
			head = false
			continue
		}
		for _, cell := range cells {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("an empty cell: %s", line)
			}
		}
		if !number.MatchString(cells[0]) && strings.Contains(cells[len(cells)-1], "_test.go") {
			for _, fault := range faultsOf(cells[len(cells)-1]) {
				t.Errorf("%s: %s", cells[0], fault)
			}
		}
		if number.MatchString(cells[0]) {
			if answered[cells[0]] {
				t.Errorf("%s stands there twice", cells[0])
			}
			answered[cells[0]] = true
			if fault := answerFault(cells); fault != "" {
				t.Errorf("%s: %s", cells[0], fault)
			}
		}
	}
	for section, last := range requirements {
		var first, end int
		if n, _ := fmt.Sscanf(last, "%d-%d", &first, &end); n == 1 {
			end = first
		}
		for n := first; n <= end; n++ {
			if name := fmt.Sprintf("%s.%d", section, n); !answered[name] {
				t.Errorf("%s has no row", name)
			}
			delete(answered, fmt.Sprintf("%s.%d", section, n))
		}
	}
	for name := range answered {
		t.Errorf("%s is no requirement of level 1 or 2", name)
	}
}

var (
	number  = regexp.MustCompile(`^\d+(\.\d+)+$`)
	linked  = regexp.MustCompile(`\]\(([^)]+)\)`)
	inWords = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`)
)

// answerFault says what is wrong with the row of a requirement: its number, level, subject and answer.
func answerFault(cells []string) string {
	if len(cells) != 4 || cells[1] != "1" && cells[1] != "2" {
		return "wants a number, a level, a subject and an answer"
	}
	answer := cells[3]
	switch {
	case strings.HasPrefix(answer, "does not apply: "), strings.HasPrefix(answer, "**gap**: "):
		_, reason, _ := strings.Cut(answer, ": ")
		if len(reason) < 10 {
			return "gives no reason"
		}
		return goneTests(reason)
	case strings.HasPrefix(answer, "written down: "):
		links := linked.FindAllStringSubmatch(answer, -1)
		if len(links) == 0 {
			return "says not where"
		}
		for _, link := range links {
			path, _, _ := strings.Cut(link[1], "#")
			if _, err := os.Stat(filepath.Join("../docs", path)); err != nil {
				return "leads nowhere: " + link[1]
			}
		}
		return ""
	}
	return strings.Join(faultsOf(answer), "; ")
}

// goneTests names a test that is mentioned in words and is in no file of the tree.
func goneTests(words string) string {
	for _, name := range inWords.FindAllString(words, -1) {
		if !everyGoTest()[name] {
			return "no " + name
		}
	}
	return ""
}

// everyGoTest returns the names of all Go tests of the tree.
var everyGoTest = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, root := range []string{"bff", "shared", "infra", "db"} {
		_ = filepath.WalkDir(filepath.Join("..", root), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			found, err := testsIn(filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator))))
			for _, name := range found {
				names[name] = true
			}
			return err
		})
	}
	return names
})
