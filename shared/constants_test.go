package shared

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every key has its field: an unknown one fails the decoding, a missing one shows here.
func TestConstantsAreComplete(t *testing.T) {
	t.Parallel()
	again, err := json.Marshal(Constants())
	require.NoError(t, err)
	var file, fields map[string]any
	require.NoError(t, json.Unmarshal(constantsJSON, &file))
	require.NoError(t, json.Unmarshal(again, &fields))
	for key := range fields {
		if _, ok := file[key]; !ok {
			t.Errorf("%s is not in constants.json", key)
		}
	}
	if len(file) == 0 {
		t.Error("constants.json is empty")
	}
}

// The specification's section 9 and the decisions fix these.
func TestConstantsOfTheSpecification(t *testing.T) {
	t.Parallel()
	c := Constants()
	for name, pair := range map[string][2]int{
		"payment window":   {c.PaymentWindowSeconds, 24 * 60 * 60},
		"password minimum": {c.PasswordMinLength, 8},
		"password maximum": {c.PasswordMaxLength, 20},
		"login failures":   {c.LoginMaxFailures, 5},
		"code resend":      {c.CodeResendSeconds, 60},
		"code validity":    {c.CodeValiditySeconds, 600},
		"cart count cap":   {c.CartCountCap, 99},
		"language id":      {c.DefaultLangID, 2},
		"tenant id":        {c.DefaultTenantID, 20},
		"envelope window":  {c.EnvelopeWindowSeconds, 300},
		"number hold":      {c.NumberHoldSeconds, 900},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s = %d, want %d", name, pair[0], pair[1])
		}
	}
}
