package notify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every mail with every text of staff, in both bodies, and the built-in mail where one of them cannot be filled in.
func TestMailsUseTheTextsOfStaff(t *testing.T) {
	t.Parallel()
	for _, template := range Templates() {
		for _, locale := range Locales {
			own := Overrides{locale: {}}
			for _, text := range TextsOf(template) {
				require.Equal(t, text.Fixed, func() bool { code, _ := text.Fault(locale, text.Built[locale]); return code == "fixed" }(), text.Key)
				if text.Fixed {
					continue
				}
				code, about := text.Fault(locale, "OWN "+text.Built[locale])
				require.Empty(t, code, "%s %s: %v", locale, text.Key, about)
				own[locale][text.Key] = "OWN " + text.Built[locale]
			}
			built, err := Preview(nil, template, locale)
			require.NoError(t, err)
			m, err := Preview(own, template, locale)
			require.NoError(t, err)
			subject := template + ".subject"
			if _, changed := own[locale][subject]; changed {
				require.Equal(t, "OWN "+built.Subject, m.Subject, template)
			}
			require.Contains(t, m.HTML, "OWN ", template)
			require.Contains(t, m.Text, "OWN ", template)

			own[locale][subject] = "{{nothing}}"
			m, err = Preview(own, template, locale)
			require.NoError(t, err)
			require.Equal(t, built.Subject, m.Subject, "a text that cannot be filled in")
		}
	}
}

func TestInvalidMailTextsAreFound(t *testing.T) {
	t.Parallel()
	texts := TextsOf("order_placed")
	subject, intro := texts[0], texts[3]
	require.Equal(t, []string{"order_placed.subject", "order_placed.intro"}, []string{subject.Key, intro.Key})
	require.Equal(t, []string{"orderNo"}, Placeholders(subject.Built["en"]))
	for text, want := range map[string]string{
		"Order {{orderNo}}: Settings > Pay":                        "",
		" ":                                                        "missing",
		"Order number":                                             "placeholder_missing",
		"Your {{orderNo}} {{password}}":                            "placeholder_unknown",
		"Your {{orderNo}} <b>now</b>":                              "markup",
		"Your {{orderNo}} {{printf \"%d\" 1}}":                     "markup",
		"Your {{orderNo}}\r\nBcc: all@example.com":                 "no_text",
		"Your {{orderNo}} " + strings.Repeat("x", 151):             "too_long",
		"{{.orderNo}} {{orderNo}} is a template of another engine": "markup",
	} {
		code, _ := subject.Fault("en", text)
		require.Equal(t, want, code, text)
	}
	for _, text := range TextsOf("points_expiring") {
		if text.Key == "points_expiring.subject" {
			code, _ := text.Fault("en", text.Built["en"])
			require.Equal(t, "fixed", code, "it has a form for one point")
		}
	}
	// What is filled in is data in either body.
	own := Overrides{"en": {"review_asked.title": "Say & tell"}}
	m, err := Preview(own, "review_asked", "en")
	require.NoError(t, err)
	require.Contains(t, m.HTML, "Say &amp; tell")
	require.Contains(t, m.Text, "Say & tell")
}
