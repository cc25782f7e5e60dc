package servers

import (
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/roamcart/roamcart/bff/platform/local"
	"github.com/roamcart/roamcart/bff/sandbox/carrier"
	"github.com/roamcart/roamcart/bff/sandbox/outbox"
)

// The sandbox's own keys and secrets: fixed and public, because no money can move with them and nothing is delivered.
const (
	secretKey      = "sk_test_roamcartsandbox"
	publishableKey = "pk_test_roamcartsandbox"
	webhookSecret  = "whsec_roamcartsandbox"
	carrierToken   = "sandbox-carrier-token"
	carrierSecret  = "sandbox-carrier-secret"
	smsToken       = "sandbox-sms-token"
)

// Where the shop receives webhooks, as the README describes it for a real provider and carrier.
const (
	PaymentReports = "/gw/cq-ordercharge/payment/us/webhook"
	CarrierReports = "/gw/sim/us/webhook"
)

// URL is where the servers are found.
func (s *Servers) URL() string { return "http://" + s.listener.Addr().String() }

// Settings are the shop's environment variables: where the servers are, and what is wider than in
// production, so that one machine can play many shoppers and sees at once what it does to a SIM.
func (s *Servers) Settings() map[string]string {
	out := map[string]string{"APP_ENV": "development", "LOCAL_HOSTS": "true", "SANDBOX_URL": s.URL()}
	add := func(stands bool, more map[string]string) {
		for name, value := range more {
			if stands {
				out[name] = value
			}
		}
	}
	add(s.o.Provider, map[string]string{
		"STRIPE_SECRET_KEY": secretKey, "STRIPE_PUBLISHABLE_KEY": publishableKey, "STRIPE_WEBHOOK_SECRET": webhookSecret,
		"STRIPE_API_BASE": s.URL() + "/sandbox/stripe", "STRIPE_SCRIPT": "/sandbox/stripe.js",
		"LIMITS_FACTOR": "100", "UNPAID_PER_BUYER": "0", "UNPAID_UNITS_PER_BUYER": "0", "UNPAID_PER_NETWORK": "0",
		"UNPAID_UNITS_PER_NETWORK": "0", "NUMBERS_PER_NETWORK": "0",
	})
	add(s.o.Carrier, map[string]string{
		"CARRIER_URL": s.URL() + carrier.Prefix + "/v1", "CARRIER_TOKEN": carrierToken, "CARRIER_WEBHOOK_SECRET": carrierSecret,
		"CARRIER_FRESH": "3s", "CARRIER_PER_SECOND": "1000", "CARRIER_PER_LINE_MINUTE": "1000",
	})
	add(s.o.Mail, map[string]string{"SMTP_URL": "smtp://" + s.mail.Addr().String() + "?tls=none"})
	add(s.o.SMS, map[string]string{"SMS_URL": s.URL() + outbox.SMSPath, "SMS_TOKEN": smsToken})
	return out
}

// origin is the address that a browser uses for a host of the shop; of an unknown one it is that of the default site.
func (s *Servers) origin(host string) string {
	public, err := url.Parse(s.o.PublicURL)
	if err != nil {
		return s.o.PublicURL
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	switch {
	case host == "" || net.ParseIP(name).IsLoopback(): // a program's, not a browser's
		return public.Scheme + "://" + public.Host
	case local.IsName(name):
		return "http://" + host // the shop speaks nothing else, and nothing stands before it there
	}
	return public.Scheme + "://" + host
}

// client reports to the shop under the name of its default site: by another one the shop may not know that it is meant.
func (s *Servers) client(timeout time.Duration) *http.Client {
	public, err := url.Parse(s.o.PublicURL)
	if err != nil {
		public = &url.URL{}
	}
	return &http.Client{
		Timeout: timeout, Transport: named{host: public.Host, transport: reporting()},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// reporting returns a transport that keeps a connection for each of the reports that are on their way at once.
func reporting() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 8
	return t
}

// named asks under a host's name, wherever the request goes.
type named struct {
	host      string
	transport *http.Transport
}

// RoundTrip sends the request.
func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host = n.host
	return n.transport.RoundTrip(r)
}
