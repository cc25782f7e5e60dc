package notify

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Show is the command `roamcart mail`: without arguments it lists the templates, with a template it writes what it looks
// like with sample data; further arguments are a language and "html" for the page instead of its plain-text twin.
func Show(args []string, out io.Writer) error {
	if len(args) == 0 {
		_, err := fmt.Fprintln(out, strings.Join(Templates(), "\n"))
		return err
	}
	template, locale, html := args[0], Locales[0], false
	for _, arg := range args[1:] {
		switch {
		case slices.Contains(Locales, arg):
			locale = arg
		case arg == "html":
			html = true
		default:
			return errors.New("usage: roamcart mail [TEMPLATE [en|zh] [html]]")
		}
	}
	if !slices.Contains(Templates(), template) {
		return fmt.Errorf("there is no mail %q; roamcart mail lists them", template)
	}
	m, err := Preview(nil, template, locale)
	if err != nil {
		return err
	}
	body := "Subject: " + m.Subject + "\n\n" + m.Text
	if html {
		body = m.HTML
	}
	_, err = fmt.Fprintln(out, body)
	return err
}
