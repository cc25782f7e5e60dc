package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestAFaultIsFoundInAChain(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("while paying: %w", errors.Join(fault.New("payment_unavailable"), errors.New("EOF")))
	if fault.Code(err) != "payment_unavailable" || !errors.Is(err, fault.New("payment_unavailable")) || errors.Is(err, fault.New("other")) {
		t.Fatalf("chain: %v", err)
	}
	if fault.Code(nil) != "" || fault.Code(errors.New("x")) != "" {
		t.Fatal("a code where there is none")
	}
}

func TestWithReturnsCopies(t *testing.T) {
	t.Parallel()
	fields := map[string]string{"email": "email_invalid"}
	base := fault.Fields(fields)
	fields["email"] = "changed"
	more := base.WithData(1).WithParams(map[string]any{"max": 99}).WithFields(map[string]string{"code": "code_required"})
	if base.Code != "validation_failed" || base.Fields["email"] != "email_invalid" || base.Data != nil || base.Params != nil {
		t.Fatalf("the base changed: %+v", base)
	}
	if more.Data != 1 || more.Params["max"] != 99 || more.Fields["code"] != "code_required" || more.Fields["email"] != "" {
		t.Fatalf("copy: %+v", more)
	}
}
