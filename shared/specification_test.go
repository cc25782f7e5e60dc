package shared

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const specificationMap = "../docs/specification-map.md"

// rowsOf is how many sentences each section of the specification has at least: a row may be divided, none may be lost.
var rowsOf = map[string]int{
	"1. What the product does and for whom": 7,
	"2. Screens and routes":                 46,
	"3. Entities and their fields":          16,
	"4. States and transitions":             15,
	"5. Validation rules":                   11,
	"6. Roles and permissions":              5,
	"7. Calls made":                         15,
	"8. Error catalogue":                    13,
	"9. Business constants and limits":      18,
}

// Every sentence of the specification names at least one test that holds it, and every test that is named exists.
func TestEverySentenceOfTheSpecificationHasItsTest(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(specificationMap)
	require.NoError(t, err)
	rows := map[string][]string{}
	section := ""
	for line := range strings.SplitSeq(string(raw), "\n") {
		if title, found := strings.CutPrefix(line, "## "); found {
			section = title
		}
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 2 {
			t.Errorf("%d cells, want a sentence and its tests: %s", len(cells), line)
			continue
		}
		if cells[1] == "held by" {
			continue
		}
		if slices.Contains(rows[section], cells[0]) {
			t.Errorf("%s: twice: %s", section, cells[0])
		}
		rows[section] = append(rows[section], cells[0])
		for _, fault := range faultsOf(cells[1]) {
			t.Errorf("%s: %s", cells[0], fault)
		}
	}
	for name, count := range rowsOf {
		if len(rows[name]) < count {
			t.Errorf("%s: %d sentences, want at least %d", name, len(rows[name]), count)
		}
	}
}

func TestWhatIsNoReferenceToATest(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"shared/specification_test.go: TestWhatIsNoReferenceToATest": "",
		"by hand (every year)":         "names no test",
		"shared/specification_test.go": "names no test shared/specification_test.go",
		"shared/specification_test.go · shared/names_test.go: TestAName":         "names no test shared/specification_test.go",
		"shared/specification_test.go: TestWhatIsNoReference":                    "no TestWhatIsNoReference in shared/specification_test.go",
		"shared/gone_test.go: TestIt":                                            "no file shared/gone_test.go",
		"TestWhatIsNoReferenceToATest":                                           "TestWhatIsNoReferenceToATest has no file",
		"e2e/faq.spec.ts: *a page that nobody searched on says nothing*":         "",
		"e2e/faq.spec.ts: *a page that nobody*":                                  "no *a page that nobody* in e2e/faq.spec.ts",
		"e2e/faq.spec.ts: *a search for nothing is told so beside the field*":    "",
		"e2e/pages.spec.ts: *…: accessibility, layout and links: …* (each kind)": "",
		"test/contentPages.test.ts: *both languages of … have the same keys*":    "",
		"test/contentPages.test.ts: *both languages of … have different keys*":   "no *both languages of … have different keys* in test/contentPages.test.ts",
	} {
		got := strings.Join(faultsOf(cell), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
	}
}

// folders are the short names that the map gives to folders of tests.
var folders = map[string]string{
	"e2e/": "ssr/e2e/", "test/": "ssr/test/", "crawl/": "ssr/crawl/", "components/": "ssr/app/components/", "routes/": "ssr/app/routes/",
}

// A reference is a file and the tests in it; remarks stand before the file or in parentheses.
var reference = regexp.MustCompile(`[\w./-]+(?:_test\.go|\.(?:spec|test)\.tsx?)|\b(?:Test|Fuzz)[A-Z]\w*|\*[^*]+\*`)

// faultsOf says what is wrong with the tests that a row names.
func faultsOf(cell string) (faults []string) {
	file, named, known := "", 0, []string(nil)
	leave := func() {
		if named == 0 {
			faults = append(faults, strings.TrimSpace("names no test "+file))
		}
	}
	for _, word := range reference.FindAllString(cell, -1) {
		switch isTest := strings.HasPrefix(word, "Test") || strings.HasPrefix(word, "Fuzz") || strings.HasPrefix(word, "*"); {
		case !isTest:
			if file != "" {
				leave()
			}
			file, named = word, 0
			var err error
			if known, err = testsIn(word); err != nil {
				faults = append(faults, "no file "+word)
			}
		case file == "":
			faults = append(faults, word+" has no file")
			named++
		default:
			if named++; !slices.Contains(known, strings.Trim(word, "*")) {
				faults = append(faults, "no "+word+" in "+file)
			}
		}
	}
	leave()
	return faults
}

var (
	goTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\([tf] \*testing\.[TF]\) \{`)
	// A title is the first argument of test, it and describe, or what a table of test.each is called with; a test that is
	// skipped is none.
	title = regexp.MustCompile("(?:\\b(?:test|it|describe)(?:\\.describe)?\\(|\\)\\()\\s*" +
		"(?:'((?:[^'\\\\]|\\\\.)*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|`((?:[^`\\\\]|\\\\.)*)`)")
	gap = regexp.MustCompile(`\$\{[^}]*\}|%[a-z]`)
)

// read has the tests of the files that were read: most are named by several rows.
var read sync.Map

// testsIn returns the names of the tests in a file. A placeholder in a title is written …; what follows the first may be left out.
func testsIn(file string) (names []string, err error) {
	if known, found := read.Load(file); found {
		return known.([]string), nil
	}
	defer func(name string) {
		if err == nil {
			read.Store(name, names)
		}
	}(file)
	for short, long := range folders {
		if strings.HasPrefix(file, short) {
			file = long + strings.TrimPrefix(file, short)
			break
		}
	}
	raw, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(file, "_test.go") {
		for _, found := range goTest.FindAllStringSubmatch(string(raw), -1) {
			names = append(names, found[1])
		}
		return names, nil
	}
	for _, found := range title.FindAllStringSubmatch(string(raw), -1) {
		whole := strings.ReplaceAll(gap.ReplaceAllString(found[1]+found[2]+found[3], "…"), `\'`, "'")
		begin, _, _ := strings.Cut(whole, "…")
		names = append(names, whole, strings.TrimRight(begin, ":, "))
	}
	return names, nil
}
