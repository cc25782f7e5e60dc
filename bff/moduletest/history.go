package moduletest

import (
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// checkHistory fails a test that leaves something in the history of an order for which the Studio has no words.
func (f *Fixture) checkHistory(t testing.TB) {
	actions, err := pg.List[string](f.DB.Gorm, "list actions", `select distinct action from audit_log where entity = 'order'`)
	if err != nil {
		t.Logf("the history is not read: %v", err)
		return
	}
	for _, action := range actions {
		for _, locale := range []string{"en", "zh"} {
			if key := "log." + action; shared.Text(locale, "studio-orders", key, nil) == key {
				t.Errorf("studio-orders.json (%s) has no words for %q in the history of an order", locale, action)
			}
		}
	}
}
