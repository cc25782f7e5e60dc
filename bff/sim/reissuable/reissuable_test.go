package reissuable_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

func TestWhichSIMsGetANewProfile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*reissuable.SIM)
		why    string
	}{
		"deleted":                     {func(*reissuable.SIM) {}, ""},
		"deleted after it was used":   {func(s *reissuable.SIM) { s.Used = true }, ""},
		"never installed":             {func(s *reissuable.SIM) { s.Profile = carrier.ProfileReleased }, ""},
		"about to be released":        {func(s *reissuable.SIM) { s.Profile = carrier.ProfileConfirmed }, ""},
		"no plan that anybody counts": {func(s *reissuable.SIM) { s.Plans, s.Left = 0, 0 }, ""},
		"refunded in part, not this":  {func(s *reissuable.SIM) { s.Status = "partially_refunded" }, ""},
		"one new profile before":      {func(s *reissuable.SIM) { s.Issued = 1 }, ""},
		"released, but in use":        {func(s *reissuable.SIM) { s.Profile, s.Used = carrier.ProfileReleased, true }, reissuable.OnPhone},
		"downloaded":                  {func(s *reissuable.SIM) { s.Profile = carrier.ProfileDownloaded }, reissuable.OnPhone},
		"installed":                   {func(s *reissuable.SIM) { s.Profile = carrier.ProfileInstalled }, reissuable.OnPhone},
		"turned on":                   {func(s *reissuable.SIM) { s.Profile = carrier.ProfileEnabled }, reissuable.OnPhone},
		"turned off":                  {func(s *reissuable.SIM) { s.Profile = carrier.ProfileDisabled }, reissuable.OnPhone},
		"a word that nobody knows":    {func(s *reissuable.SIM) { s.Profile = carrier.ProfileUnknown }, reissuable.Unclear},
		"an error at the server":      {func(s *reissuable.SIM) { s.Profile = carrier.ProfileError }, reissuable.Unclear},
		"a card":                      {func(s *reissuable.SIM) { s.ESIM = false }, reissuable.Card},
		"retired, revoked or erased":  {func(s *reissuable.SIM) { s.Over = true }, reissuable.Over},
		"nothing left":                {func(s *reissuable.SIM) { s.Left = 0 }, reissuable.Over},
		"refunded":                    {func(s *reissuable.SIM) { s.Refunded = true }, reissuable.Order},
		"about to be refunded":        {func(s *reissuable.SIM) { s.Status = "pending_refund" }, reissuable.Order},
		"a refunded order":            {func(s *reissuable.SIM) { s.Status = "refunded" }, reissuable.Order},
		"not paid":                    {func(s *reissuable.SIM) { s.Status = "waiting_payment" }, reissuable.Order},
		"held":                        {func(s *reissuable.SIM) { s.Held = true }, reissuable.Order},
		"disputed":                    {func(s *reissuable.SIM) { s.Disputed = true }, reissuable.Order},
		"as often as it goes":         {func(s *reissuable.SIM) { s.Issued = reissuable.MaxReissues }, reissuable.TooOften},
		"refused by its carrier":      {func(s *reissuable.SIM) { s.Refused = true }, reissuable.RefusedByCarrier},
	} {
		s := reissuable.SIM{ESIM: true, Profile: carrier.ProfileDeleted, Plans: 2, Left: 1, Status: "completed"}
		c.change(&s)
		if got := s.Why(); got != c.why {
			t.Errorf("%s: %q, want %q", name, got, c.why)
		}
	}
}

func TestWhichRefusalsAreFinal(t *testing.T) {
	t.Parallel()
	for class, final := range map[carrier.Class]bool{
		carrier.ReissueNotAllowed: true, carrier.NotSupported: true, carrier.NotFound: true, carrier.SIMRetired: true, carrier.Invalid: true,
		carrier.OutOfStock: true, carrier.PlanRetired: true, carrier.TopupNotAllowed: true, carrier.KycRejectedError: true,
		carrier.Upstream: false, carrier.Maintenance: false, carrier.RateLimited: false, carrier.Auth: false, carrier.InsufficientFunds: false,
	} {
		if reissuable.Final(class) != final {
			t.Errorf("%s is final: %t", class, !final)
		}
	}
}
