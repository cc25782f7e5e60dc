package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Traits are what a search says about plans, apart from where they are used. The zero value fits every plan.
type Traits struct {
	// SimType is esim or physical.
	SimType string
	// Monthly plans are contracts, for a month at a time or longer.
	Monthly bool
	// Unlimited plans never run out of data: it is unlimited, or slower for the rest of a day.
	Unlimited bool
	// Worldwide plans are for destinations in most regions of the world.
	Worldwide bool
}

// fits reports whether goods are what a search says.
func (v *view) fits(t Traits, g *Goods) bool {
	return (!t.Worldwide || v.reach(g) == ReachGlobal) && (t.SimType == "" || slices.Contains(g.SimTypes, t.SimType)) &&
		(!t.Monthly || g.ContractPeriod != "") &&
		(!t.Unlimited || g.Data.Unlimited || g.Data.Per == "day" && g.Data.SpeedAfterKbps > 0)
}

// trait is what a word of a search says.
type trait int

const (
	// filler says nothing and is no plan either: "for".
	filler trait = iota
	// plan is what everything in the shop is called.
	plan
	esim
	physical
	monthly
	unlimited
	worldwide
)

// phrases are the words that searches have for plans, in lower case and simplified characters. A phrase of Latin letters stands between spaces or
// Chinese characters, one with Chinese characters anywhere.
var phrases = map[trait][]string{
	filler: {"a", "an", "and", "any", "buy", "for", "from", "in", "of", "on", "or", "the", "to", "with"},
	plan: {"sim", "sims", "card", "cards", "plan", "plans", "data", "data plan", "internet", "mobile data", "package", "packages",
		"international", "roaming", "travel card", "travel cards", "travel data", "travel data plan", "travel data plans", "travel sim", "套餐", "流量",
		"流量卡", "流量套餐", "流量包", "上网", "上网卡",
		"旅行卡", "旅游卡", "出境流量", "出境流量套餐", "境外上网卡", "漫游"},
	esim: {
		"esim", "esims", "e sim", "e sims", "e-sim", "e-sims", "esim card", "esim cards", "e sim card", "e sim cards", "e-sim card",
		"e-sim cards", "embedded sim", "digital sim", "virtual sim",
		"esim卡", "esim 卡", "电子卡", "电子sim卡", "电子sim", "虚拟卡", "虚拟sim卡", "嵌入式sim卡"},
	physical: {"sim card", "sim cards", "simcard", "simcards", "physical", "physical sim", "physical sims", "physical card", "physical sim card",
		"plastic sim", "sim卡", "sim 卡", "实体卡", "实体sim卡", "实体sim", "手机卡", "电话卡"},
	monthly: {"monthly", "monthly plan", "monthly plans", "per month", "contract", "contracts", "postpaid", "subscription", "subscriptions",
		"月租", "月租卡", "月租套餐", "月费", "月费计划", "包月", "包月套餐", "按月", "每月", "月卡", "月套餐", "合约"},
	unlimited: {"unlimited", "unlimited data", "unlimited plan", "unlimited plans", "endless", "无限", "无限量", "无限流量", "不限量", "不限流量", "不限"},
	worldwide: {"global", "worldwide", "world wide", "world", "around the world", "全球", "全球卡", "全球通用", "全世界", "环球", "quanqiu"},
}

type phrase struct {
	text string
	says trait
}

// longestFirst holds the phrases in the order in which they are looked for: "sim card" before "sim".
var longestFirst = func() []phrase {
	var out []phrase
	for says, texts := range phrases {
		for _, text := range texts {
			out = append(out, phrase{text, says})
		}
	}
	slices.SortFunc(out, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
	})
	return out
}()

// reading is what a search says.
type reading struct {
	traits Traits
	// words are those that say the traits, as they were typed.
	words string
	// plans says that plans were named at all.
	plans bool
	// rest is what else was typed: where the plans are to be used.
	rest string
}

// read takes the words for plans out of a search. "eSIM" and "SIM card" together say nothing about the SIM type.
func read(text string) reading {
	// A space on either side makes every word stand between two.
	rest := " " + strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, " "), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '-' }), " ") + " "
	found := map[trait]bool{}
	type place struct {
		at   int
		text string
	}
	var places []place
	for _, p := range longestFirst {
		for at := findPhrase(rest, p.text); at >= 0; at = findPhrase(rest, p.text) {
			found[p.says] = true
			if p.says > plan {
				places = append(places, place{at, rest[at : at+len(p.text)]})
			}
			rest = rest[:at] + strings.Repeat(" ", len(p.text)) + rest[at+len(p.text):]
		}
	}
	for word := range strings.FieldsSeq(rest) {
		if says, ok := misspelt(word); ok {
			at := strings.Index(rest, word)
			found[says] = true
			places = append(places, place{at, word})
			rest = rest[:at] + strings.Repeat(" ", len(word)) + rest[at+len(word):]
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	r := reading{rest: strings.Join(strings.Fields(rest), " ")}
	if strings.Trim(r.rest, "的卡 ") == "" {
		r.rest = ""
	}
	for says := range found {
		r.plans = r.plans || says != filler
	}
	if found[esim] != found[physical] {
		r.traits.SimType = map[bool]string{true: "esim", false: "physical"}[found[esim]]
	}
	r.traits.Monthly, r.traits.Unlimited, r.traits.Worldwide = found[monthly], found[unlimited], found[worldwide]
	if r.traits == (Traits{}) {
		return r
	}
	words := make([]string, len(places))
	for i, p := range places {
		words[i] = p.text
	}
	r.words = strings.Join(words, " ")
	return r
}

// findPhrase returns where a phrase stands in a text, -1 when nowhere. Letters before or behind Latin letters make another word:
// "card" is not in "Cardiff".
func findPhrase(text, phrase string) int {
	lower := strings.Map(folded, text)
	for from := 0; ; {
		i := strings.Index(lower[from:], phrase)
		if i < 0 {
			return -1
		}
		at, end := from+i, from+i+len(phrase)
		if !(latin(lower[at]) && latin(lower[at-1])) && !(latin(lower[end-1]) && latin(lower[end])) {
			return at
		}
		from = at + 1
	}
}

// folded is an ASCII letter in lower case and a traditional character as the simplified one. It keeps the length of what it changes.
func folded(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return simplified(r)
}

// latin reports whether a byte is an ASCII letter or digit, or of one beyond ASCII that is not Chinese.
func latin(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0xC3 && b <= 0xCF
}

// misspelt reports what a long word says that differs from a phrase by one slip.
func misspelt(word string) (trait, bool) {
	word = strings.Map(folded, word)
	for _, p := range longestFirst {
		if p.says > plan && len(p.text) >= 7 && !hasHan(p.text) && distance(p.text, word) == 1 {
			return p.says, true
		}
	}
	return filler, false
}
