package inuse_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/secret/inuse"
)

func TestASecretKeepsItsFirstDay(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t).SQL
	day := func(n int) time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n) }
	old, fresh := inuse.Secret{Name: "APP_SECRET", Value: "old-secret-of-32-characters-xxxx"}, inuse.Secret{Name: "APP_SECRET", Value: "new-secret-of-32-characters-xxxx"}
	other := inuse.Secret{Name: "SMS_TOKEN", Value: old.Value}
	since := func(secrets ...inuse.Secret) (days []time.Time) {
		t.Helper()
		ages, err := inuse.Ages(t.Context(), db, secrets)
		require.NoError(t, err)
		for i, a := range ages {
			require.Equal(t, secrets[i].Name, a.Name)
			days = append(days, a.Since.UTC())
		}
		return days
	}
	require.Equal(t, []time.Time{{}}, since(old))
	require.NoError(t, inuse.Note(t.Context(), db, day(0), []inuse.Secret{old}))
	require.NoError(t, inuse.Note(t.Context(), db, day(100), []inuse.Secret{fresh, old}))
	require.NoError(t, inuse.Note(t.Context(), db, day(90), []inuse.Secret{fresh})) // a replica whose clock is behind
	require.Equal(t, []time.Time{day(100), day(0), {}}, since(fresh, old, other))

	// What nobody uses any more is forgotten, and what is used is not.
	require.NoError(t, inuse.Note(t.Context(), db, day(100).Add(inuse.Kept+time.Hour), []inuse.Secret{fresh}))
	require.Equal(t, []time.Time{day(100), {}}, since(fresh, old))

	// Nothing is kept of a secret that it could be found by.
	var kept []byte
	require.NoError(t, db.QueryRow(`select string_agg(name::bytea || print, '') from secret_in_use`).Scan(&kept))
	require.Len(t, kept, len("APP_SECRET")+4)
	require.False(t, bytes.Contains(kept, []byte("secret-of")))
}
