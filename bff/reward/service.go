package reward

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Person is how a customer is written to.
type Person struct {
	Email     string
	FirstName string
	Locale    string
}

// People finds customers.
type People interface {
	// Person returns how a customer is written to; ok is false for one who is gone.
	Person(ctx context.Context, tenantID, userID int64) (p Person, ok bool, err error)
	// Lock locks a customer until the transaction ends. Fault: login_required, when the account is gone.
	Lock(ctx context.Context, tx *pg.Tx, tenantID, userID int64) error
}

// Service keeps points and referrals.
type Service struct {
	db     *pg.DB
	clock  clock.Clock
	queue  *jobs.Queue
	prints *secret.Fingerprinter
	people People
}

// NewService returns a service.
func NewService(db *pg.DB, c clock.Clock, queue *jobs.Queue, prints *secret.Fingerprinter, people People) *Service {
	return &Service{db: db, clock: c, queue: queue, prints: prints, people: people}
}

// Rules are what a site gives; amounts are minor units of its currency.
type Rules struct {
	ReferralDiscount    int64
	ReferralMinSubtotal int64
	ReferrerPoints      int64
	FriendPoints        int64
	// PendingDays is how long points that were earned wait for the end of the refund window.
	PendingDays int
	// PointDays is how long points can be spent from then on.
	PointDays int
}

// lot returns from when and until when points that come in now can be spent.
func (r Rules) lot(now time.Time) (available, expires time.Time) {
	available = now.AddDate(0, 0, r.PendingDays)
	return available, available.AddDate(0, 0, r.PointDays)
}

// Rules returns what a site gives.
func (s *Service) Rules(ctx context.Context, tenantID int64) (Rules, error) {
	return rules(s.db.Conn(ctx), tenantID)
}

func rules(db *gorm.DB, tenantID int64) (Rules, error) {
	found, err := pg.List[Rules](db, "read reward rules", `
		select referral_discount, referral_min_subtotal, referrer_points, friend_points, pending_days, point_days
		from reward_rule where tenant_id = ?`, tenantID)
	if err != nil {
		return Rules{}, err
	}
	if len(found) == 0 {
		return Rules{}, fmt.Errorf("site %d has no reward rules", tenantID)
	}
	return found[0], nil
}

// What a fingerprint of this module is of.
const (
	byMailbox = "reward mailbox"
	byBrowser = "reward browser"
)

// marks returns the fingerprints by which somebody is recognised under another account: those to keep, and all that may
// have been kept. A mailbox counts without the tag that makes one look like many.
func (s *Service) marks(c Customer) (keep, all []string) {
	keep, all = []string{}, []string{}
	mark := func(purpose, text string, kept ...string) {
		if text != "" {
			keep = append(keep, s.prints.Of(purpose, c.TenantID, text))
		}
		for _, text := range kept {
			if text != "" {
				all = append(all, s.prints.All(purpose, c.TenantID, text)...)
			}
		}
	}
	mark(byBrowser, c.Browser, c.Browser)
	for _, email := range c.Emails {
		mark(byMailbox, input.Mailbox(email), input.Mailboxes(email)...)
	}
	return keep, all
}
