package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
)

// Trial is what the provider's test pages tell of the shop they are on.
type Trial struct {
	// Mode is sandbox, or test for a test key of Stripe's.
	Mode gen.TestMode
	// Cards are the provider's test cards.
	Cards []gen.TestCard
	// OutboxPath is where the mails can be read, "" when they are really sent.
	OutboxPath string
}

// TestPayment gathers the page of those who try the payments out.
func (s *Source) TestPayment(ctx context.Context, a pages.Ask) (gen.TestPaymentPage, error) {
	out := gen.TestPaymentPage{
		Pk: s.PublishableKey, StripeJs: s.StripeJS, Mode: s.Trial.Mode, Cards: append([]gen.TestCard{}, s.Trial.Cards...),
		OutboxPath: s.Trial.OutboxPath,
	}
	g, err := s.Catalog.Cheapest(ctx, a.Tenant.ID, a.Locale, "esim")
	if g != nil {
		out.Purchase = &gen.TestPurchase{GoodsId: g.ID, Name: g.Name, Price: g.Price, Currency: g.Currency}
	}
	return out, err
}

// TestStripe gathers the page that shows how server and provider get on.
func (s *Source) TestStripe(ctx context.Context, _ pages.Ask) (gen.TestStripePage, error) {
	h, err := s.Payments.Health(ctx)
	return gen.TestStripePage{
		Pk: s.PublishableKey, StripeJs: s.StripeJS, Mode: s.Trial.Mode, Answer: h.Answer,
		TookMs: int(h.Took.Milliseconds()), LastEventAt: h.LastEvent, EventsWaiting: h.Waiting, CheckedAt: s.Clock.Now(),
	}, err
}
