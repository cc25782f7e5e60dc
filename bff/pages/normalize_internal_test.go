package pages

import (
	"testing"

	"pgregory.net/rapid"
)

// What is normal at first sight stays as it is when it is looked at closely.
func TestPathsThatPassTheQuickCheckAreNormal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.StringMatching(`(/(en|zh|payment|my-order|my-account|[a-z0-9_-]{0,4}|[A-Z.%]{0,2}))+/?`).Draw(t, "path")
		if !plainlyNormal(raw) {
			return
		}
		if normal, ok := rewritten(raw); !ok || normal != raw {
			t.Fatalf("%q becomes %q, %v", raw, normal, ok)
		}
	})
}
