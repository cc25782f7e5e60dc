package address

import (
	_ "embed"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// Destination brings a country and a state into the form in which freight and tax are looked up, and in which [Address.Problems] leaves
// them: the country is an ISO 3166-1 code, and empty where there is no such country; a state of the United States or a province of
// Canada is its postal code, however it was typed.
func Destination(country, state string) (string, string) {
	country = strings.ToUpper(input.Plain(country))
	if !exists(country) {
		return "", ""
	}
	state, _ = stateOf(country, state)
	return country, state
}

// stateOf returns the postal code of a state that is given as a code or by its English or Chinese name, and whether the country has such a
// state. Where nobody keeps a list of a country's states, any will do, as it was typed.
func stateOf(country, state string) (string, bool) {
	state = input.Line(state)
	codes, listed := stateCodes[country]
	if !listed || state == "" {
		return state, true
	}
	if code, ok := codes[stateKey(state)]; ok {
		return code, true
	}
	return state, false
}

// stateKey is what the spellings of a state have in common: "n.y." and "NY", "new york" and "New  York", 纽约 and 纽约州.
func stateKey(state string) string {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, input.Plain(state))
	for _, kind := range []string{"州", "省"} {
		if name, ok := strings.CutSuffix(letters, kind); ok && len([]rune(name)) > 1 {
			return name
		}
	}
	return letters
}

//go:embed states.json
var statesFile []byte

// stateCodes are the postal codes of states by the keys of their codes and names, country by country.
var stateCodes = func() map[string]map[string]string {
	var countries map[string]map[string][]string
	if err := json.Unmarshal(statesFile, &countries); err != nil {
		panic(err) // the file is part of the program
	}
	codes := map[string]map[string]string{}
	for country, states := range countries {
		codes[country] = map[string]string{}
		for code, names := range states {
			for _, name := range append(names, code) {
				codes[country][stateKey(name)] = code
			}
		}
	}
	return codes
}()
