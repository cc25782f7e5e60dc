package apptest

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	sandbox "github.com/roamcart/roamcart/bff/sandbox/carrier"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

// PartnerServers is the sandbox's payment provider and carrier as servers of their own, each behind a proxy, so that they can be gone
// while the shop runs.
type PartnerServers struct {
	Provider, Carrier *waittest.FaultProxy
	provider          string
	client            http.Client
}

const (
	partnerKey       = "sk_test_outside"
	partnerPublic    = "pk_test_outside"
	partnerSigning   = "whsec_outside"
	partnerToken     = "outside-carrier-token"
	partnerMessaging = "outside-carrier-secret"
)

// OpenPartnerServers starts both over the database of a shop that is to be opened, and makes the shop's settings name them.
func OpenPartnerServers(t testing.TB, c *config.Config) *PartnerServers {
	t.Helper()
	ctx := context.Background()
	db, err := pg.Open(ctx, c.Database.URL, pg.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for _, prepare := range []func(context.Context, *sql.DB) error{provider.Migrate, sandbox.Migrate} {
		if err := prepare(ctx, db.SQL); err != nil {
			t.Fatal(err)
		}
	}
	shop := fmt.Sprintf("http://127.0.0.1:%d", c.Server.Port)
	pays := provider.New(provider.Options{
		DB: db.SQL, SecretKey: partnerKey, PublishableKey: partnerPublic, WebhookURL: shop + guard.WebhookPath, WebhookSecret: partnerSigning,
	})
	makes := sandbox.New(sandbox.Options{
		DB: db.SQL, Token: partnerToken, WebhookURL: shop + guard.CarrierPath, WebhookSecret: partnerMessaging, Plans: partnerPlans,
	})
	o := &PartnerServers{provider: serve(t, pays)}
	carrier := serve(t, makes)
	run(t, pays.Run)
	run(t, makes.Run)
	o.Provider, c.Payment.APIBase = waittest.OpenFaultProxy(t, o.provider+"/sandbox/stripe")
	o.Carrier, c.Carrier.URL = waittest.OpenFaultProxy(t, carrier+sandbox.Prefix+"/v1")
	c.Payment.SecretKey, c.Payment.PublishableKey, c.Payment.WebhookSecrets = partnerKey, partnerPublic, []string{partnerSigning}
	c.Carrier.Token, c.Carrier.WebhookSecrets = partnerToken, []string{partnerMessaging}
	return o
}

// partnerPlans are those that the products of the seed name: one by its ref, or all when it is "".
func partnerPlans(ctx context.Context, tx *sql.Tx, ref string) ([]sandbox.Plan, error) {
	rows, err := tx.QueryContext(ctx, `select distinct on (ref) coalesce(nullif(plan_ref, ''), goods_id) as ref, data_mb, unlimited, days
		from product where $1 = '' or coalesce(nullif(plan_ref, ''), goods_id) = $1 order by ref, tenant_id`, ref)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []sandbox.Plan
	for rows.Next() {
		p := sandbox.Plan{Family: "outside"}
		if err := rows.Scan(&p.Ref, &p.DataMB, &p.Unlimited, &p.Days); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// Pay pays an attempt with a good card, as the provider's script does, and fails the test when that is refused. It does not come
// through the proxy: a browser has its own way to the provider.
func (o *PartnerServers) Pay(t testing.TB, secret string) {
	t.Helper()
	intent, _, _ := strings.Cut(secret, "_secret_")
	form := url.Values{"client_secret": {secret}, "payment_method": {"pm_card_visa"}}
	req, err := http.NewRequest(http.MethodPost, o.provider+"/sandbox/stripe/v1/payment_intents/"+intent+"/confirm", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+partnerPublic)
	res, err := o.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("confirm: %d", res.StatusCode)
	}
}

func serve(t testing.TB, h http.Handler) string {
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.CloseClientConnections() // those behind a stalled proxy would be waited for
		s.Close()
	})
	return s.URL
}

// run runs a loop until the test ends.
func run(t testing.TB, loop func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = loop(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}
