package notify

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"
)

//go:embed texts/*.json
var textFiles embed.FS

// texts are the sentences of all mails, by locale and by "group.key".
var texts = mustLoadTexts()

type catalogue map[string]map[string]*template.Template

// render fills in a text; args are names and values by turns. A key or a value that is missing is an error.
func (c catalogue) render(locale, key string, args ...any) (string, error) {
	t, ok := c[locale][key]
	if !ok {
		return "", permanent("no mail text %q in %q", key, locale)
	}
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		values[args[i].(string)] = args[i+1]
	}
	var b strings.Builder
	if err := t.Execute(&b, values); err != nil {
		return "", permanent("mail text %q in %q: %w", key, locale, err)
	}
	return b.String(), nil
}

// mustLoadTexts parses the embedded files. They are part of the program, so a broken one is a broken build.
func mustLoadTexts() catalogue {
	c := catalogue{}
	for _, locale := range Locales {
		raw, err := textFiles.ReadFile("texts/" + locale + ".json")
		if err != nil {
			panic(err)
		}
		var groups map[string]map[string]string
		if err := json.Unmarshal(raw, &groups); err != nil {
			panic(fmt.Errorf("mail texts %s: %w", locale, err))
		}
		c[locale] = map[string]*template.Template{}
		for group, list := range groups {
			for key, text := range list {
				name := group + "." + key
				c[locale][name] = template.Must(template.New(name).Option("missingkey=error").Parse(text))
			}
		}
	}
	return c
}
