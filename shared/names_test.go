package shared

import "testing"

func TestANameIsSaidAsItsLanguageDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, last, en, zh string }{
		{"Ada", "Lovelace", "Ada Lovelace", "Lovelace Ada"},
		{"Ada", "", "Ada", "Ada"},
		{"小明", "李", "李小明", "李小明"},
		{"李小明", "", "李小明", "李小明"},
		{"Xiaoming", "李", "Xiaoming 李", "李 Xiaoming"},
		{"", "", "", ""},
	} {
		if en, zh := FullName("en", c.first, c.last), FullName("zh", c.first, c.last); en != c.en || zh != c.zh {
			t.Errorf("%q %q: %q, %q", c.first, c.last, en, zh)
		}
	}
}
