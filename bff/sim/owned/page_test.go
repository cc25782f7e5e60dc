package owned_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// markedProfiles counts what is asked of carriers, and what of it is not marked as a page's.
type markedProfiles struct {
	owned.Profiles
	asked, unmarked atomic.Int64
}

func (p *markedProfiles) note(ctx context.Context) {
	p.asked.Add(1)
	if !carrier.IsForPage(ctx) {
		p.unmarked.Add(1)
	}
}

func (p *markedProfiles) Reach(ctx context.Context, simID int64) (carrier.Carrier, string, error) {
	p.note(ctx)
	return p.Profiles.Reach(ctx, simID)
}

func (p *markedProfiles) Refresh(ctx context.Context, simID int64) error {
	p.note(ctx)
	return p.Profiles.Refresh(ctx, simID)
}

func (p *markedProfiles) RefreshKyc(ctx context.Context, simID int64) error {
	p.note(ctx)
	return p.Profiles.RefreshKyc(ctx, simID)
}

// Whatever a customer's pages ask a carrier gives way to jobs.
func TestPagesGiveWayToJobs(t *testing.T) {
	t.Parallel()
	f, p := newFixture(t)
	marked := &markedProfiles{Profiles: p}
	f.sims.Profiles = marked
	ref := f.addSIM(t, iccid, 1)
	for name, ask := range map[string]func() error{
		"list":     func() error { _, err := f.sims.List(ctx, owner(1)); return err },
		"top-ups":  func() error { _, err := f.sims.TopUps(ctx, owner(1), ref); return err },
		"reissue":  func() error { _, err := f.sims.ForReissue(ctx, owner(1), ref); return err },
		"register": func() error { _, err := f.sims.Register(ctx, owner(1), ref, document); return err },
		"detail":   func() error { _, err := f.sims.Detail(ctx, owner(1), ref); return err },
	} {
		f.Clock.Advance(time.Hour)
		before := marked.asked.Load()
		require.NoError(t, ask(), name)
		require.Greater(t, marked.asked.Load(), before, name)
		require.Zero(t, marked.unmarked.Load(), name)
	}
}
