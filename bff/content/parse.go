package content

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

// Languages of the shop, in the order in which they are listed.
var Languages = []string{"en", "zh"}

// Document is an editor's text in one language.
type Document struct {
	// Kind is service, terms or page.
	Kind string
	// Name is the last part of the page's path.
	Name string
	// Lang is en or zh.
	Lang           string
	Title          string
	SEOTitle       string
	SEODescription string
	Markdown       string
	HTML           string
	Updated        time.Time
	Sort           int
}

// Question is a frequently asked question with its answer, in one language.
type Question struct {
	// Name is that of the file, which holds the questions of one category.
	Name     string
	Lang     string
	Category string
	Question string
	Markdown string
	HTML     string
	Sort     int
}

// Tree is everything under the content folder.
type Tree struct {
	Documents []Document
	Questions []Question
}

// ParseTree reads root/{en,zh}/{service,terms,page,faq}/*.md. The error names the file, or the text that one language
// lacks.
func ParseTree(files fs.FS, root string) (Tree, error) {
	var t Tree
	for _, lang := range Languages {
		for _, kind := range []string{"service", "terms", "page", "faq"} {
			names, err := fs.Glob(files, path.Join(root, lang, kind, "*.md"))
			if err != nil {
				return Tree{}, fmt.Errorf("list %s: %w", kind, err)
			}
			for i, name := range names {
				src, err := fs.ReadFile(files, name)
				if err != nil {
					return Tree{}, fmt.Errorf("read %s: %w", name, err)
				}
				if err := t.add(lang, kind, strings.TrimSuffix(path.Base(name), ".md"), string(src), i); err != nil {
					return Tree{}, fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	}
	return t, t.paired()
}

func (t *Tree) add(lang, kind, name, src string, i int) error {
	if kind == "faq" {
		qs, err := ParseQuestions(name, lang, src, (i+1)*PlacesPerFile)
		t.Questions = append(t.Questions, qs...)
		return err
	}
	d, err := ParseDocument(kind, name, lang, src)
	d.Sort = i
	t.Documents = append(t.Documents, d)
	return err
}

// ParseDocument reads a file of kind service, terms or page. The error says what is wrong with it.
func ParseDocument(kind, name, lang, src string) (Document, error) {
	head, body, err := frontMatter(src)
	if err != nil {
		return Document{}, err
	}
	updated, err := time.Parse(time.DateOnly, head["updated"])
	if err != nil {
		return Document{}, fmt.Errorf("updated: %q is no day, such as 2026-11-20", head["updated"])
	}
	html, err := Render(body, lang)
	if err != nil {
		return Document{}, err
	}
	d := Document{
		Kind: kind, Name: name, Lang: lang, Title: head["title"], SEOTitle: head["seoTitle"],
		SEODescription: head["seoDescription"], Markdown: body, HTML: html, Updated: updated,
	}
	for field, v := range map[string]string{"title": d.Title, "seoTitle": d.SEOTitle, "seoDescription": d.SEODescription, "text": d.HTML} {
		if v == "" {
			return Document{}, fmt.Errorf("%s is missing", field)
		}
	}
	return d, nil
}

// PlacesPerFile is how many places among all questions those of one file have.
const PlacesPerFile = 100

// ParseQuestions reads a file of kind faq: a category as its title, and a "## question" with an answer each. Their places
// begin at sort. The error says what is wrong with it.
func ParseQuestions(name, lang, src string, sort int) ([]Question, error) {
	head, body, err := frontMatter(src)
	if err != nil {
		return nil, err
	}
	category := head["title"]
	if category == "" {
		return nil, fmt.Errorf("title is missing")
	}
	var out []Question
	parts := strings.Split("\n"+body, "\n## ")
	if stray := strings.TrimSpace(parts[0]); stray != "" {
		return nil, fmt.Errorf("text before the first question: %s", stray)
	}
	for i, part := range parts[1:] {
		q, answer, _ := strings.Cut(part, "\n")
		answer = strings.TrimSpace(answer)
		if answer == "" {
			return nil, fmt.Errorf("question %q has no answer", q)
		}
		html, err := Render(answer, lang)
		if err != nil {
			return nil, err
		}
		out = append(out, Question{
			Name: name, Lang: lang, Category: category, Question: strings.TrimSpace(q), Markdown: answer, HTML: html, Sort: sort + i,
		})
	}
	return out, nil
}

// Body returns what stands below the front matter of a file. The error says that it has none.
func Body(src string) (string, error) {
	_, body, err := frontMatter(src)
	return body, err
}

// frontMatter splits "---\nkey: value\n---\nbody".
func frontMatter(src string) (map[string]string, string, error) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	head, body, ok := strings.Cut(strings.TrimPrefix(src, "---\n"), "\n---\n")
	if !ok || !strings.HasPrefix(src, "---\n") {
		return nil, "", errors.New("no front matter: a file begins with ---, lines such as title: Refunds, and --- again")
	}
	fields := map[string]string{}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			return nil, "", fmt.Errorf("front matter line %q is not key: value", strings.TrimSpace(line))
		}
		fields[key] = strings.Trim(strings.TrimSpace(value), `"`)
	}
	return fields, strings.TrimSpace(body), nil
}

func (t *Tree) paired() error {
	docs := map[string]int{}
	for _, d := range t.Documents {
		docs[d.Kind+"/"+d.Name]++
	}
	for name, n := range docs {
		if n != len(Languages) {
			return fmt.Errorf("%s is missing in one language", name)
		}
	}
	sorts := map[int]int{}
	for _, q := range t.Questions {
		sorts[q.Sort]++
	}
	for sort, n := range sorts {
		if n != len(Languages) {
			return fmt.Errorf("faq question %d is missing in one language", sort)
		}
	}
	return nil
}
