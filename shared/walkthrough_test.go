package shared

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The walkthrough is true: each hop names a function that its file has, and no way is longer than a reader follows.
func TestTheWalkthroughIsTrue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/walkthrough.md")
	require.NoError(t, err)
	longest := map[string]int{"A cached page": 8, "A page rendered anew": 10, "An order, from the click to the mail": 20}
	hop := regexp.MustCompile("^\\d+\\. `([^`]+)` `([^`]+)`: ")
	for section := range strings.SplitSeq(string(text), "\n## ") {
		title, body, _ := strings.Cut(section, "\n")
		if strings.HasPrefix(title, "# ") {
			continue
		}
		hops := 0
		for line := range strings.Lines(body) {
			if !regexp.MustCompile(`^\d`).MatchString(line) {
				continue
			}
			hops++
			found := hop.FindStringSubmatch(line)
			if found == nil {
				t.Errorf("%s: no file and function: %s", title, line)
				continue
			}
			source, err := os.ReadFile("../" + found[1])
			if err != nil {
				t.Errorf("%s: %v", title, err)
				continue
			}
			declared := regexp.MustCompile(`(?m)^(func |func \([^)]*\) |\s*(export )?(async )?function |export const |\s+)` + found[2] + `[(:<\[]`)
			if !declared.Match(source) {
				t.Errorf("%s: %s has no %s", title, found[1], found[2])
			}
		}
		if most := longest[title]; hops == 0 || hops > most {
			t.Errorf("%s: %d hops, at most %d", title, hops, most)
		}
		delete(longest, title)
	}
	for title := range longest {
		t.Errorf("there is no way %q", title)
	}
}
