package regional

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// Details are what staff say of a site and can change later. Texts are plain, without markup.
type Details struct {
	NameEn string `json:"nameEn"`
	NameZh string `json:"nameZh"`
	// Brand is what shoppers see as the shop's name.
	Brand string `json:"brand"`
	// Locale is the language of the pages whose address has none and whose browser prefers none: en or zh.
	Locale       string `json:"locale"`
	SupportEmail string `json:"supportEmail"`
	Hotline      string `json:"hotline"`
	// PhoneCountry is the one whose phone numbers shoppers type as they are written within it, "" for none.
	PhoneCountry string `json:"phoneCountry"`
	// Company is who sells, as it is registered, with its address in both languages. All three may be empty while the site is hidden.
	Company   string `json:"company"`
	AddressEn string `json:"addressEn"`
	AddressZh string `json:"addressZh"`
	// Methods are payment methods, in the order in which they are offered.
	Methods []string `json:"methods"`
}

// NewSite is a site that is to be made.
type NewSite struct {
	Details
	// Code names the site for staff and in files: jp.
	Code string `json:"code"`
	// Host is where visitors will find it: jp.example.com.
	Host string `json:"host"`
	// Currency is one of Currencies, Zone the IANA name of the zone whose clocks are the site's.
	Currency string `json:"currency"`
	Zone     string `json:"zone"`
	// Country is the ISO 3166 code of the flag that the site is listed with, "" for a globe.
	Country string `json:"country"`
	// Source is the site from which plans, menu, home page and texts are taken.
	Source int64 `json:"source,string"`
	// Factor is what the source's prices are multiplied by, in units of the currencies: "7.8"; "" for none.
	Factor string `json:"factor"`
	// Prices is a file (CSV) of prices that are other ones than the factor's, "" for none.
	Prices string `json:"prices"`
	// Shipping takes the source's shipping table over, its amounts multiplied by the factor.
	Shipping bool `json:"shipping"`
}

// Limits, in characters.
const (
	maxName    = 60
	maxBrand   = 40
	maxHotline = 30
	maxCompany = 120
	maxAddress = 200
	maxHost    = 100
)

var (
	codeForm    = regexp.MustCompile(`^[a-z][a-z0-9-]{1,15}$`)
	hotlineForm = regexp.MustCompile(`^\+?[0-9][0-9 ()-]{4,28}$`)
	// A host has labels of letters, digits and hyphens, and its last one no digit at its beginning: an address of a network is no host.
	hostForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
)

// typed returns details as they are kept: without spaces around them, lines or invisible characters.
func (d Details) typed() Details {
	for _, field := range []*string{&d.NameEn, &d.NameZh, &d.Brand, &d.SupportEmail, &d.Hotline, &d.Company, &d.AddressEn, &d.AddressZh, &d.PhoneCountry} {
		*field = input.Line(*field)
	}
	d.Methods = slices.Clone(d.Methods)
	return d
}

func (w NewSite) typed() NewSite {
	w.Details = w.Details.typed()
	w.Code, w.Host = strings.ToLower(input.Plain(w.Code)), strings.ToLower(strings.TrimSuffix(input.Plain(w.Host), "."))
	w.Currency, w.Country = strings.ToUpper(input.Plain(w.Currency)), strings.ToUpper(input.Plain(w.Country))
	w.Zone, w.Factor = input.Plain(w.Zone), input.Plain(w.Factor)
	return w
}

// check notes what is wrong with details of a site with a currency.
func (d Details) check(bad fault.Form, currency string) {
	bad.Required("nameEn", d.NameEn, "site_name_required", maxName)
	bad.Required("nameZh", d.NameZh, "site_name_required", maxName)
	bad.Required("brand", d.Brand, "site_brand_required", maxBrand)
	bad.Limited("company", d.Company, maxCompany)
	bad.Limited("addressEn", d.AddressEn, maxAddress)
	bad.Limited("addressZh", d.AddressZh, maxAddress)
	for field, text := range map[string]string{
		"nameEn": d.NameEn, "nameZh": d.NameZh, "brand": d.Brand, "company": d.Company, "addressEn": d.AddressEn, "addressZh": d.AddressZh,
	} {
		if bad[field] == "" && (!utf8.ValidString(text) || strings.ContainsAny(text, "<>{}")) {
			bad[field] = "details_markup"
		}
	}
	if email, ok := input.Email(d.SupportEmail); !ok || email != strings.ToLower(d.SupportEmail) {
		bad["supportEmail"] = "email_invalid"
	}
	if d.Hotline != "" && (len(d.Hotline) > maxHotline || !hotlineForm.MatchString(d.Hotline)) {
		bad["hotline"] = "site_hotline_invalid"
	}
	if d.PhoneCountry != "" && !dial.National(d.PhoneCountry) {
		bad["phoneCountry"] = "site_phone_country_unknown"
	}
	if d.Locale != "en" && d.Locale != "zh" {
		bad["locale"] = "site_locale_unknown"
	}
	for i, method := range d.Methods {
		switch {
		case !slices.Contains(Methods, method) || slices.Contains(d.Methods[:i], method):
			bad["methods"] = "site_method_unknown"
		case currency != "" && !Takes(method, currency):
			bad["methods"] = "site_method_currency"
		}
	}
}

// check notes what is wrong with a site, as far as other sites do not matter.
func (w NewSite) check() fault.Form {
	bad := fault.Form{}
	known := knownCurrency(w.Currency)
	if !known {
		bad["currency"] = "site_currency_unknown"
	}
	currency := w.Currency
	if !known {
		currency = ""
	}
	w.Details.check(bad, currency)
	if !codeForm.MatchString(w.Code) {
		bad["code"] = "site_code_invalid"
	}
	if len(w.Host) > maxHost || !hostForm.MatchString(w.Host) {
		bad["host"] = "site_host_invalid"
	}
	if _, err := time.LoadLocation(w.Zone); err != nil || w.Zone == "" || w.Zone == "Local" {
		bad["zone"] = "site_zone_unknown"
	}
	if w.Country != "" && !slices.Contains(address.Countries(), w.Country) {
		bad["country"] = "site_country_unknown"
	}
	if _, ok := factor(w.Factor); w.Factor != "" && !ok {
		bad["factor"] = "site_factor_invalid"
	}
	if w.Factor == "" && w.Shipping {
		bad["factor"] = "site_factor_for_shipping"
	}
	return bad
}
