package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// The pages of those who try payments out. They exist only where no real money can move.
const (
	TestPayment Kind = "test_payment"
	TestStripe  Kind = "test_stripe"
)

var (
	testPaymentPage = Page[gen.TestPaymentPage]{
		Row:  Row{Kind: TestPayment, Pattern: "/test/payment", Private: true, Test: true},
		Data: testPaymentData,
	}

	testStripePage = Page[gen.TestStripePage]{
		Row:  Row{Kind: TestStripe, Pattern: "/test/stripe-server-demo", Private: true, Test: true},
		Data: testStripeData,
	}
)

// TestPages is what the provider's test pages show of their shop.
type TestPages struct {
	// Mode is sandbox, or test for a test key of Stripe's.
	Mode gen.TestMode
	// Cards are the provider's test cards.
	Cards []gen.TestCard
	// OutboxPath is where the mails can be read, "" when they are really sent.
	OutboxPath string
}

// testPaymentData gathers the page of those who try the payments out.
func testPaymentData(ctx context.Context, s *Source, a PageContext) (gen.TestPaymentPage, error) {
	out := gen.TestPaymentPage{
		Pk: s.PublishableKey, StripeJs: s.StripeJS, Mode: s.TestPages.Mode, Cards: append([]gen.TestCard{}, s.TestPages.Cards...),
		OutboxPath: s.TestPages.OutboxPath,
	}
	g, err := s.Catalog.Cheapest(ctx, a.Tenant.ID, a.Locale, "esim")
	if g != nil {
		out.Purchase = &gen.TestPurchase{GoodsId: g.ID, Name: g.Name, Price: g.Price, Currency: g.Currency}
	}
	return out, err
}

// testStripeData gathers the page that shows how server and provider get on.
func testStripeData(ctx context.Context, s *Source, _ PageContext) (gen.TestStripePage, error) {
	h, err := s.Payments.Health(ctx)
	return gen.TestStripePage{
		Pk: s.PublishableKey, StripeJs: s.StripeJS, Mode: s.TestPages.Mode, Answer: h.Answer,
		TookMs: int(h.Took.Milliseconds()), LastEventAt: h.LastEvent, EventsWaiting: h.Waiting, CheckedAt: s.Clock.Now(),
	}, err
}
