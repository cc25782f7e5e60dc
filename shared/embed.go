package shared

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
)

//go:embed locales
var localesFS embed.FS

// DefaultLocale is the language of callers whose own the shop does not speak.
const DefaultLocale = "en"

//go:embed locales/GLOSSARY.md
var glossary string

// Glossary returns the table of the terms that the shop's texts use, as Markdown.
func Glossary() string { return glossary }

// Catalog holds the messages of one language by "namespace:key"; nested keys are joined with dots. It is read-only.
type Catalog map[string]string

// Messages returns the messages of locale, those of DefaultLocale when the shop does not speak it.
func Messages(locale string) Catalog {
	all := catalogs()
	if c, ok := all[locale]; ok {
		return c
	}
	return all[DefaultLocale]
}

// In returns the one of two texts that is in the language.
func In(locale, en, zh string) string {
	if locale == "zh" {
		return zh
	}
	return en
}

// Text returns the message of a namespace in a language, with its {{placeholders}} filled from params (see Catalog.Text).
func Text(locale, namespace, key string, params map[string]any) string {
	return Messages(locale).Text(namespace, key, params)
}

// Text returns a message with its {{placeholders}} filled from params; a placeholder without a value is left out, as
// i18next does it. Values are not escaped. A key that is missing is returned itself: no language stands in for another.
func (c Catalog) Text(namespace, key string, params map[string]any) string {
	message, ok := c[namespace+":"+key]
	if !ok {
		return key
	}
	return Fill(message, params)
}

// Fill fills the {{placeholders}} of a text from params; one without a value is left out. Values are not escaped.
func Fill(text string, params map[string]any) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		value, ok := params[placeholder.FindStringSubmatch(found)[1]]
		if !ok || value == nil {
			return ""
		}
		return fmt.Sprint(value)
	})
}

// Placeholders returns the names that Fill fills in, in the order of the text; nil for none.
func Placeholders(text string) []string {
	var out []string
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		out = append(out, found[1])
	}
	return out
}

// Has reports whether the message exists.
func (c Catalog) Has(namespace, key string) bool {
	_, ok := c[namespace+":"+key]
	return ok
}

// A format after a comma is the browser's business.
var placeholder = regexp.MustCompile(`\{\{-?\s*([A-Za-z0-9_]+)\s*(?:,[^}]*)?\}\}`)

var catalogs = sync.OnceValue(func() map[string]Catalog {
	out := map[string]Catalog{}
	for _, locale := range Constants().Locales {
		c := Catalog{}
		files, _ := fs.Glob(localesFS, "locales/"+locale+"/*.json")
		for _, name := range files {
			namespace := strings.TrimSuffix(path.Base(name), ".json")
			// A file that is no JSON leaves its keys missing; a test keeps all of them readable.
			_ = readMessages(c, name, namespace)
		}
		out[locale] = c
	}
	return out
})

func readMessages(into Catalog, file, namespace string) error {
	raw, err := localesFS.ReadFile(file)
	if err != nil {
		return err
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	flatten(into, namespace+":", tree)
	return nil
}

func flatten(into Catalog, prefix string, tree map[string]any) {
	for key, value := range tree {
		switch v := value.(type) {
		case string:
			into[prefix+key] = v
		case map[string]any:
			flatten(into, prefix+key+".", v)
		}
	}
}
