package order_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/moduletest"
)

// What was done to an order stays as it was noted, whoever asks the database for something else.
func TestTheAuditLogIsAppendOnly(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	o := f.Place(t, f.Submission("plan", 1, 650))
	for _, statement := range []string{`update audit_log set actor = 'nobody'`, `delete from audit_log`} {
		if err := f.DB.Gorm.Exec(statement).Error; err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if history, err := f.Orders.History(ctx, o.ID); err != nil || len(history) == 0 || history[0].Actor == "nobody" {
		t.Errorf("history: %+v %v", history, err)
	}
}
