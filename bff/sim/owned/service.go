package owned

import (
	"context"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Profiles holds what the shop knows of a SIM as the carrier knows it.
type Profiles interface {
	// Reach returns a SIM's carrier and the carrier's reference of the SIM, which it then knows.
	Reach(ctx context.Context, simID int64) (c carrier.Carrier, ref string, err error)
	// Refresh reads a SIM again from its carrier.
	Refresh(ctx context.Context, simID int64) error
	// AskReissue writes down that a SIM is to get a new profile, asked for by actor.
	AskReissue(ctx context.Context, simID int64, old, actor string) error
	// RefreshKyc reads its registrations again, NoteKyc writes what the carrier answered about the attempt-th form of one.
	RefreshKyc(ctx context.Context, simID int64) error
	NoteKyc(ctx context.Context, caseID int64, attempt int, k carrier.Kyc) error
}

// Phones proves that whoever asks holds a phone.
type Phones interface {
	// Proved runs do in the transaction in which the code is used up; when do fails the code stays good.
	Proved(ctx context.Context, p Proof, do func(ctx context.Context, tx *pg.Tx) error) error
}

// Proof is a code as it was typed, for a phone, by a session.
type Proof struct {
	TenantID int64
	Phone    string
	Session  string
	Network  string
	Code     string
}

// Deps are what a Service works with.
type Deps struct {
	DB       *pg.DB
	Clock    clock.Clock
	Profiles Profiles
	Phones   Phones
	// Fresh is how old a reading of a carrier may be before it is asked again.
	Fresh time.Duration
	Log   *slog.Logger
}

// Service is a customer's view of SIMs.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// Owner is whose SIMs are meant.
type Owner struct {
	TenantID int64
	UserID   int64
	// Buyers are the browsers and customers, TrackedOrderNo the order, whose SIMs somebody may use because the orders may be
	// seen; both are empty where an account is meant.
	Buyers         []string
	TrackedOrderNo string
	// OrderID leaves only the SIMs that were bought with one order; 0 leaves all.
	OrderID int64
}

// MaySee returns who may see SIMs, add plans to them and register them: their owner, and whoever may see the orders that they
// were bought with, those of buyers and the tracked one.
func MaySee(tenantID, userID int64, buyers []string, trackedOrderNo string) Owner {
	return Owner{TenantID: tenantID, UserID: userID, Buyers: buyers, TrackedOrderNo: trackedOrderNo}
}
