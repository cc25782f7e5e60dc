package changes

import "testing"

// A mark that is read is written as a mark that reads the same.
func FuzzParseMark(f *testing.F) {
	for _, seed := range []string{"FEED.1.2", "FEED.-1.9223372036854775807", "FEED.9223372036854775808.1", "..", "a.b.c.d", ".1.2", "\x00.+1.02"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseMark(s)
		if err != nil {
			if m != (Mark{}) {
				t.Fatalf("%q is refused as %+v", s, m)
			}
			return
		}
		if again, err := ParseMark(m.String()); err != nil || again != m || !m.Known() {
			t.Fatalf("%q is %+v, written again %+v: %v", s, m, again, err)
		}
	})
}
