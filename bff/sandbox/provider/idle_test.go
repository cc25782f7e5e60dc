package provider_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

// With nothing to do the provider looks twice a second, and does not keep itself awake.
func TestAnIdleProviderPollsSlowly(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	require.NoError(t, provider.Migrate(t.Context(), db.SQL))
	p := provider.New(provider.Options{DB: db.SQL, PublishableKey: publishableKey, SecretKey: secretKey})
	ctx, statements := pg.CountStatements(t.Context())
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	require.NoError(t, p.Run(ctx))
	require.Positive(t, statements.Count())
	require.Less(t, statements.Count(), 40, "statements in two seconds")
}
