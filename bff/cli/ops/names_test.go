package ops_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/cli/ops"
)

// A name is given, listed and taken back; what is not understood or not allowed is said in one line and changes nothing.
func TestNamesOfDestinations(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Exec(t, `insert into destination (code, region, name_en, name_zh) values ('TW', 'asia', 'Taiwan', '中国台湾')`)
	for words, want := range map[string]string{
		"names rename TW":                                     "set CODE or reset CODE",
		"names set TW --lang en --name X":                     "--tenant and --lang",
		"names set TW --tenant 20 --name X":                   "--tenant and --lang",
		"names set TW --tenant 20 --lang en":                  "--name, --symbol or both",
		"names reset TW --tenant 20 --lang en --symbol tile":  "no --name and no --symbol",
		"names set TW --tenant 20 --lang en --symbol pin":     `not by "pin"`,
		"names set TW --tenant 20 --lang fr --name Formosa":   `"fr" is no language`,
		"names set TW --tenant 20 --lang en --name=":          "a name is not empty",
		"names set XX --tenant 20 --lang en --name Nowhere":   `"XX" is no destination`,
		"names set TW --tenant 2 --lang en --name Formosa":    "no site 2",
		"names set TW --tenant 20 --lang en --name X --actor": "actor",
	} {
		out, err := f.run(strings.Fields(words)...)
		if err == nil || !strings.Contains(ops.ErrorLine(err), want) || out != "" {
			t.Errorf("%s: %q %v", words, out, err)
		}
		if usage := new(ops.UsageError); strings.Contains(want, "--") && !errors.As(err, &usage) {
			t.Errorf("%s was understood: %v", words, err)
		}
	}
	if raw, err := f.run("names", "--json"); err != nil || strings.TrimSpace(raw) != "[]" {
		t.Fatalf("%s %v", raw, err)
	}
	out, err := f.run("names", "set", "tw", "--tenant", "20", "--lang", "en", "--name", "Taiwan, China", "--symbol", "tile", "--reason", "the market asks")
	if err != nil || !strings.Contains(out, `TW is "Taiwan, China", shown by a tile`) {
		t.Fatalf("%s %v", out, err)
	}
	var list []struct{ Lang, Code, Name, Usual, Symbol string }
	raw, err := f.run("names", "--tenant", "20", "--json")
	if err != nil || json.Unmarshal([]byte(raw), &list) != nil || len(list) != 1 || list[0].Name != "Taiwan, China" || list[0].Usual != "Taiwan" {
		t.Fatalf("%s %v", raw, err)
	}
	if out, err = f.run("names"); err != nil || !strings.Contains(out, "Taiwan, China") || !strings.Contains(out, "staff") {
		t.Fatalf("%s %v", out, err)
	}
	if n := f.Count(t, `select count(*) from audit_log where entity = 'destination' and entity_id = 'TW' and actor = 'staff:mei' and detail ->> 'reason' = 'the market asks'`); n != 1 {
		t.Errorf("%d audit rows", n)
	}
	if out, err = f.run("names", "reset", "TW", "--tenant", "20", "--lang", "en"); err != nil || !strings.Contains(out, `TW is "Taiwan", shown by a flag`) {
		t.Fatalf("%s %v", out, err)
	}
}
