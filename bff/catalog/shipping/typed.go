package shipping

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// ZoneInput is a zone as somebody typed it.
type ZoneInput struct {
	Code string
	// Countries are codes with blanks or commas between them, "" for every other country.
	Countries string
	Methods   []MethodInput
}

// MethodInput is a way to send as somebody typed it.
type MethodInput struct{ Code, NameEn, NameZh, Amount, DaysMin, DaysMax, TrackingURL string }

const (
	maxZones, maxMethods       = 30, 10
	maxName, maxURL            = 60, 300
	maxDays                    = 90
	maxAmount            int64 = 99_999_999
)

var (
	codeForm     = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	trackingForm = regexp.MustCompile(`^https://[^{}\s]*\{number\}[^{}\s]*$`)
)

// form collects what is wrong, by field; the first of each is kept.
type form struct {
	fault.Form
	params map[string]any
}

func (f form) wrong(field, key string) {
	if f.Form[field] == "" {
		f.Form[field] = key
	}
}

// parse reads the zones of a table whose amounts are in a currency. Fault: validation_failed.
func parse(typed []ZoneInput, currency string) ([]Zone, error) {
	f := form{fault.Form{}, map[string]any{}}
	out, codes, taken := []Zone{}, map[string]bool{}, map[string]bool{}
	if len(typed) == 0 || len(typed) > maxZones {
		f.wrong("zones", "shipping_zones")
	}
	for i, t := range typed {
		at := fmt.Sprintf("zones.%d.", i)
		z := Zone{Code: strings.ToLower(input.Plain(t.Code)), Countries: []string{}}
		switch {
		case !codeForm.MatchString(z.Code):
			f.wrong(at+"code", "shipping_code")
		case codes[z.Code]:
			f.wrong(at+"code", "shipping_code_twice")
		}
		codes[z.Code] = true
		z.Countries = f.countries(at+"countries", t.Countries, taken)
		if len(t.Methods) == 0 || len(t.Methods) > maxMethods {
			f.wrong(at+"methods", "shipping_methods")
		}
		methods := map[string]bool{}
		for j, m := range t.Methods {
			z.Methods = append(z.Methods, f.method(fmt.Sprintf("%smethods.%d.", at, j), m, currency, methods))
		}
		out = append(out, z)
	}
	if len(f.Form) > 0 {
		return nil, fault.Fields(f.Form).WithParams(f.params)
	}
	return out, nil
}

// elsewhere stands in the countries that are taken for all that no zone names.
const elsewhere = ""

func (f form) countries(field, typed string, taken map[string]bool) []string {
	out := strings.FieldsFunc(strings.ToUpper(input.Plain(typed)), func(r rune) bool { return strings.ContainsRune(" ,、;/", r) })
	if len(out) == 0 {
		if taken[elsewhere] {
			f.wrong(field, "shipping_elsewhere_twice")
		}
		taken[elsewhere] = true
		return []string{}
	}
	known := address.Countries()
	for _, code := range out {
		switch {
		case !slices.Contains(known, code):
			f.params["country"] = code
			f.wrong(field, "shipping_country")
		case taken[code]:
			f.params["country"] = code
			f.wrong(field, "shipping_country_twice")
		}
		taken[code] = true
	}
	return out
}

func (f form) method(at string, t MethodInput, currency string, codes map[string]bool) Method {
	m := Method{
		Code:        strings.ToLower(input.Plain(t.Code)),
		NameEn:      input.Line(t.NameEn),
		NameZh:      input.Line(t.NameZh),
		TrackingURL: input.Plain(t.TrackingURL),
	}
	switch {
	case !codeForm.MatchString(m.Code):
		f.wrong(at+"code", "shipping_code")
	case codes[m.Code]:
		f.wrong(at+"code", "shipping_code_twice")
	}
	codes[m.Code] = true
	f.name(at+"nameEn", "en", m.NameEn)
	f.name(at+"nameZh", "zh", m.NameZh)
	var err error
	m.Amount, err = money.Parse(input.Plain(t.Amount), currency)
	switch {
	case err == money.ErrTooFine:
		f.params["unit"], f.params["currency"] = money.Decimal(1, currency), currency
		f.wrong(at+"amount", "price_not_in_unit")
	case err != nil || m.Amount < 0 || m.Amount > maxAmount:
		f.wrong(at+"amount", "shipping_amount")
	}
	m.DaysMin, m.DaysMax = f.days(at+"daysMin", t.DaysMin), f.days(at+"daysMax", t.DaysMax)
	if m.DaysMin > m.DaysMax {
		f.wrong(at+"daysMax", "shipping_days_order")
	}
	if m.TrackingURL != "" {
		u, err := url.Parse(strings.Replace(m.TrackingURL, "{number}", "1", 1))
		if !trackingForm.MatchString(m.TrackingURL) || len(m.TrackingURL) > maxURL || err != nil || u.Host == "" {
			f.wrong(at+"trackingUrl", "shipping_tracking")
		}
	}
	return m
}

func (f form) name(field, lang, text string) {
	f.Required(field, text, "details_name", maxName)
	switch {
	case f.Form[field] != "":
	case !utf8.ValidString(text) || strings.ContainsAny(text, "<>{}"):
		f.wrong(field, "details_markup")
	case len(content.RuleViolations(lang, text)) > 0:
		f.wrong(field, "details_rule_"+lang)
	}
}

func (f form) days(field, typed string) int {
	n, err := strconv.Atoi(input.Plain(typed))
	if err != nil || n < 1 || n > maxDays {
		f.wrong(field, "shipping_days")
	}
	return n
}
