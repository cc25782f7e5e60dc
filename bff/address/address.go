// Package address knows what a complete shipping address is, country by country: the rules are data in postal.json. The
// checkout and the address book ask the same questions because both ask here.
package address

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// Address is where a parcel goes.
type Address struct {
	FullName     string `json:"fullName"`
	Country      string `json:"country"` // ISO 3166-1 alpha-2
	AddressLine1 string `json:"addressLine1"`
	AddressLine2 string `json:"addressLine2,omitempty"`
	City         string `json:"city"`
	State        string `json:"state"`
	ZipCode      string `json:"zipCode"`
	Phone        string `json:"phone,omitempty"`
	Email        string `json:"email,omitempty"`
}

// Rules are the checks that another module owns.
type Rules struct {
	Email func(string) bool
}

// Problems trims the address, writes country and postcode in capitals, a state as its code and a phone number as E.164 has it where its country
// is known, and names every field that is wrong by a message key. The names begin with prefix.
func (a *Address) Problems(prefix string, r Rules) map[string]string {
	bad := fault.Form{}
	for _, s := range []*string{&a.FullName, &a.AddressLine1, &a.AddressLine2, &a.City, &a.State} {
		*s = input.Line(*s)
	}
	for _, s := range []*string{&a.Country, &a.ZipCode, &a.Phone, &a.Email} {
		*s = input.Plain(*s)
	}
	a.Country, a.ZipCode = strings.ToUpper(a.Country), strings.ToUpper(a.ZipCode)
	bad.Required(prefix+"fullName", a.FullName, "full_name_required", 80)
	bad.Required(prefix+"addressLine1", a.AddressLine1, "address_line1_required", 120)
	bad.Limited(prefix+"addressLine2", a.AddressLine2, 120)
	bad.Required(prefix+"city", a.City, "city_required", 80)
	rule := ruleOf(a.Country)
	if rule.State {
		bad.Required(prefix+"state", a.State, "state_required", 80)
	}
	bad.Limited(prefix+"state", a.State, 80)
	code, known := stateOf(a.Country, a.State)
	if a.State = code; !known && bad[prefix+"state"] == "" {
		bad[prefix+"state"] = "state_invalid"
	}
	bad.Limited(prefix+"zipCode", a.ZipCode, 12)
	if key := rule.zipProblem(a.ZipCode); key != "" && bad[prefix+"zipCode"] == "" {
		bad[prefix+"zipCode"] = key
	}
	if a.Country == "" {
		bad[prefix+"country"] = "country_required"
	} else if !exists(a.Country) {
		bad[prefix+"country"] = "country_invalid"
	}
	if a.Phone != "" {
		problem := ""
		if a.Phone, problem = dial.ForCalls(a.Phone, a.Country); problem != "" {
			bad[prefix+"phone"] = problem
		}
	}
	if a.Email != "" && !r.Email(a.Email) {
		bad[prefix+"email"] = "email_invalid"
	}
	return bad
}

// rule is what a country's addresses have.
type rule struct {
	// Zip is the form of a postcode, absent when any will do, empty when the country has none.
	Zip *string `json:"zip"`
	// State says that an address needs its state or province.
	State bool `json:"state"`
	form  *regexp.Regexp
}

func (r rule) zipProblem(zip string) string {
	switch {
	case r.Zip != nil && *r.Zip == "":
		return ""
	case zip == "":
		return "zip_code_required"
	case r.form != nil && !r.form.MatchString(zip):
		return "zip_code_invalid"
	}
	return ""
}

//go:embed postal.json
var postalFile []byte

var rules = func() map[string]rule {
	var list map[string]rule
	if err := json.Unmarshal(postalFile, &list); err != nil {
		panic(err) // the file is part of the program
	}
	for country, r := range list {
		if r.Zip != nil {
			r.form = regexp.MustCompile(`^(?:` + *r.Zip + `)$`)
			list[country] = r
		}
	}
	return list
}()

// ruleOf returns a country's rule; a country without one needs a postcode and a state of whatever form. Before there is a
// country, nothing is known to be missing.
func ruleOf(country string) rule {
	if country == "" {
		return rule{Zip: new(string)}
	}
	if r, ok := rules[country]; ok {
		return r
	}
	return rule{State: true}
}

// exists reports whether a code in capitals is of a country or region, and no other code that looks like one.
func exists(country string) bool {
	r, err := language.ParseRegion(country)
	return err == nil && r.IsCountry() && r.String() == country
}
