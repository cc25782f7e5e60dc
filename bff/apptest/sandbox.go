package apptest

import (
	"context"
	"fmt"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/sandbox/servers"
)

// openSandbox starts what stands in for the outside world, in this process and until the test ends; o says for what, and which
// shop's database.
func openSandbox(t testing.TB, o servers.Options) *servers.Servers {
	t.Helper()
	s, err := servers.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	run(t, s.Run)
	return s
}

// bringSandbox starts what a shop's settings name no real one of, and makes them name it.
func bringSandbox(t testing.TB, c *config.Config) {
	t.Helper()
	parts := servers.Parts{
		Provider: c.Payment.SecretKey == "", Carrier: c.Carrier.URL == "", Mail: c.Mail.SMTPURL == "", SMS: c.SMS.URL == "",
	}
	public := c.Server.PublicURL
	if public == "" {
		public = fmt.Sprintf("http://localhost:%d", c.Server.Port)
	}
	s := openSandbox(t, servers.Options{
		Parts: parts, DSN: c.Database.Direct(), ShopURL: fmt.Sprintf("http://127.0.0.1:%d", c.Server.Port), PublicURL: public,
	})
	given, err := config.From(s.Settings())
	if err != nil {
		t.Fatal(err)
	}
	if c.AppEnv != "production" {
		c.Server.LocalHosts = true
		if c.Sandbox.URL == "" {
			c.Sandbox = given.Sandbox
		}
	}
	if parts.Provider {
		c.Payment, c.Server.LimitsFactor = given.Payment, given.Server.LimitsFactor
	}
	if parts.Carrier {
		c.Carrier.URL, c.Carrier.Token, c.Carrier.WebhookSecrets = given.Carrier.URL, given.Carrier.Token, given.Carrier.WebhookSecrets
		c.Carrier.Fresh = min(c.Carrier.Fresh, given.Carrier.Fresh)
		c.Carrier.PerSecond, c.Carrier.PerLineMinute = given.Carrier.PerSecond, given.Carrier.PerLineMinute
	}
	if parts.Mail {
		c.Mail.SMTPURL = given.Mail.SMTPURL
	}
	if parts.SMS {
		c.SMS.URL, c.SMS.Token = given.SMS.URL, given.SMS.Token
	}
}

// sandbox is where what stands in for the outside world is asked.
func (s *Shop) sandbox() string {
	if s.SandboxURL != "" {
		return s.SandboxURL
	}
	return s.URL
}
