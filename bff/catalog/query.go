package catalog

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Orders of a list.
const (
	PriceUp = 1 + iota
	PriceDown
	Newest
	MostPopular
)

// Sizes of a list's page.
const (
	DefaultPageSize = 24
	MaxPageSize     = 100
)

// The values of the filters, in the order in which a page shows them.
var (
	DataValues    = []string{"lt5", "5to10", "10to20", "gt20", "daily"}
	DaysValues    = []string{"lt7", "7to14", "15to29", "gte30"}
	VoiceValues   = []string{"yes", "no"}
	SimTypeValues = []string{"esim", "physical"}
	NetworkValues = []string{"4G", "5G"}
)

// Query says what of the catalogue is wanted. The zero value of a field does not filter.
type Query struct {
	Group string
	// Countries are upper-case ISO codes; goods that cover any of them match.
	Countries []string
	Data      string
	Days      string
	Voice     string
	SimType   string
	Network   string
	// Traits are what a search says, beside the other filters.
	Traits Traits
	// Grouped lists the goods for one destination in groups: those that work there alone, in its region, in the world. Goods for
	// several destinations, or for any, stay one list.
	Grouped bool
	// Sort is one of the orders; 0 means PriceUp. A grouped list has it within each group.
	Sort int
	// Page counts from 1; 0 means 1.
	Page int
	// PageSize is at most MaxPageSize; 0 means DefaultPageSize.
	PageSize int
}

// ParseQuery reads the parameters group, countries (comma-separated or repeated), data, days, voice, simType,
// networkType, sort, page and pageSize. The fault names every parameter that has a value nobody offers.
func ParseQuery(v url.Values) (Query, error) {
	bad := map[string]string{}
	one := func(name string, offered []string) string {
		got := v.Get(name)
		if got != "" && !slices.Contains(offered, got) {
			bad[name] = "filter_invalid"
		}
		return got
	}
	number := func(name, complaint string, highest int) int {
		got := v.Get(name)
		if got == "" {
			return 0
		}
		n, err := strconv.Atoi(got)
		if err != nil || n < 1 || n > highest {
			bad[name] = complaint
		}
		return n
	}
	q := Query{
		Group: v.Get("group"), Data: one("data", DataValues), Days: one("days", DaysValues), Voice: one("voice", VoiceValues),
		SimType: one("simType", SimTypeValues), Network: one("networkType", NetworkValues),
		Sort:     number("sort", "sort_invalid", MostPopular),
		Page:     number("page", "page_invalid", fault.MaxPage),
		PageSize: number("pageSize", "page_size_invalid", MaxPageSize),
	}
	for _, list := range v["countries"] {
		for code := range strings.SplitSeq(list, ",") {
			code = strings.ToUpper(strings.TrimSpace(code))
			switch {
			case code == "" || slices.Contains(q.Countries, code):
			case len(code) != 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
				bad["countries"] = "destination_unknown"
			default:
				q.Countries = append(q.Countries, code)
			}
		}
	}
	if len(bad) > 0 {
		return Query{}, fault.Fields(bad).WithParams(map[string]any{"max": MaxPageSize})
	}
	return q, nil
}

func (q Query) withDefaults() Query {
	if q.Sort == 0 {
		q.Sort = PriceUp
	}
	q.Page = max(q.Page, 1)
	if q.PageSize <= 0 {
		q.PageSize = DefaultPageSize
	}
	q.PageSize = min(q.PageSize, MaxPageSize)
	return q
}

// dataValue is the filter value that the goods' allowance falls under. A bound belongs to the lower of two values only
// at 20 GB, where the upper one says "more than".
func dataValue(g Goods) string {
	const gb = 1024
	switch {
	case g.Data.Per == "day":
		return "daily"
	case g.Data.Unlimited || g.Data.MB > 20*gb:
		return "gt20"
	case g.Data.MB < 5*gb:
		return "lt5"
	case g.Data.MB < 10*gb:
		return "5to10"
	default:
		return "10to20"
	}
}

func daysValue(g Goods) string {
	switch {
	case g.Days < 7:
		return "lt7"
	case g.Days < 15:
		return "7to14"
	case g.Days < 30:
		return "15to29"
	default:
		return "gte30"
	}
}

func voiceValue(g Goods) string {
	if g.Voice.Any() {
		return "yes"
	}
	return "no"
}
