package catalog

import "testing"

// A database that was restored has not seen what the shop has: its log of changes says nothing about that.
func TestAMarkOfARestoredDatabaseIsNotAfter(t *testing.T) {
	t.Parallel()
	const before = mark("100:120:104,111")
	for at, want := range map[mark]bool{before: true, "104:120:": true, "1000:1000:": true, "99:99:": false, "": false} {
		if at.after(before) != want {
			t.Errorf("%q after %q: want %v", at, before, want)
		}
	}
}
