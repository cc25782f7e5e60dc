package servers_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/sandbox/servers"
)

func newServers(t *testing.T, o servers.Options) *servers.Servers {
	t.Helper()
	o.DSN, o.ShopURL, o.PublicURL = pgtest.DSN(t), "http://127.0.0.1:1", "http://localhost:1"
	s, err := servers.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// The shop's settings are ones that it has and takes.
func TestTheShopTakesItsSettings(t *testing.T) {
	t.Parallel()
	all := newServers(t, servers.Options{Parts: servers.Parts{Provider: true, Carrier: true, Mail: true, SMS: true}}).Settings()
	c, err := config.From(all)
	require.NoError(t, err)
	require.True(t, c.TestPayments() && c.Payment.OwnScript() && c.Server.LocalHosts)
	require.Equal(t, config.Unpaid{}, c.Unpaid)
	require.Subset(t, config.Names(), sortedKeys(all))
	require.Equal(t, []string{"DATABASE_URL", "REDIS_URL"}, c.MissingToRun(), "which the sandbox adds")
	none := newServers(t, servers.Options{}).Settings()
	require.Equal(t, []string{"APP_ENV", "LOCAL_HOSTS", "SANDBOX_URL"}, sortedKeys(none), "what the shop has real ones of is not told")
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// The settings with which docker compose sets a shop up beside a sandbox are these.
func TestTheSettingsForDockerCompose(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../.env.example")
	require.NoError(t, err)
	s := newServers(t, servers.Options{Parts: servers.Parts{Provider: true, Carrier: true, SMS: true}})
	for name, value := range s.Settings() {
		line := name + "=" + strings.Replace(value, s.URL(), "http://sandbox:8081", 1)
		require.Contains(t, "\n"+string(raw), "\n"+line+"\n")
	}
}

// The sandbox reports where the shop takes reports.
func TestWebhooksGoToTheShopsAddress(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{guard.WebhookPath, guard.CarrierPath}, []string{servers.PaymentReports, servers.CarrierReports})
}

// Whoever stops the sandbox while it is starting does not wait for ever.
func TestServersThatAreStoppedAtOnceEnd(t *testing.T) {
	t.Parallel()
	for range 10 {
		s := newServers(t, servers.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()
		select {
		case err := <-ended:
			require.NoError(t, err)
		case <-time.After(20 * time.Second):
			t.Fatal("the servers go on")
		}
	}
}
