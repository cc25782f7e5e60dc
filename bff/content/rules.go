package content

import "regexp"

// rules are what a text in Chinese must not have.
var rules = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"half-width punctuation after a Chinese character", regexp.MustCompile(`\p{Han}[,;!?]|\p{Han}:[^/]`)},
	{"an English sentence", regexp.MustCompile(`([A-Za-z']{2,} ){5,}`)},
	{"国家 alone", regexp.MustCompile(`国家([^/]|$)`)},
}

// chineseSentence in an English text is one that was left behind by a translation.
var chineseSentence = regexp.MustCompile(`\p{Han}{9,}`)

// Complaints lists what the house rules have against a text, each with the place: a text is in its language, and Chinese
// has its own punctuation. A text without complaints gives none.
func Complaints(lang, text string) []string {
	var out []string
	if lang != "zh" {
		if found := chineseSentence.FindString(text); found != "" {
			out = append(out, "a Chinese sentence: "+found)
		}
		return out
	}
	for _, r := range rules {
		if found := r.pattern.FindString(text); found != "" {
			out = append(out, r.what+": "+found)
		}
	}
	return out
}
