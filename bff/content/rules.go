package content

import "regexp"

// Rule is something that a text must not have.
type Rule struct {
	// Code names the rule for programs, What says it in words.
	Code, What string
	Pattern    *regexp.Regexp
}

var chinese = []Rule{
	// An exclamation mark before a bracket begins an image.
	{"half_width", "half-width punctuation after a Chinese character", regexp.MustCompile(`\p{Han}[,;?]|\p{Han}!([^\[]|$)|\p{Han}:[^/]`)},
	{"english_sentence", "an English sentence", regexp.MustCompile(`([A-Za-z']{2,} ){5,}`)},
	{"country_alone", "国家 alone", regexp.MustCompile(`国家([^/]|$)`)},
}

// english finds a Chinese sentence in an English text: a translation left it behind.
var english = []Rule{{"chinese_sentence", "a Chinese sentence", regexp.MustCompile(`\p{Han}{9,}`)}}

// Rules are the house rules for texts in a language: a text is in its language, and Chinese has its own punctuation.
func Rules(lang string) []Rule {
	if lang == "zh" {
		return chinese
	}
	return english
}

// RuleViolations lists what the house rules have against a text, each with the place. A text without complaints gives none.
func RuleViolations(lang, text string) []string {
	var out []string
	for _, r := range Rules(lang) {
		if found := r.Pattern.FindString(text); found != "" {
			out = append(out, r.What+": "+found)
		}
	}
	return out
}
