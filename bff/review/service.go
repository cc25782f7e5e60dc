package review

import (
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The states of a review.
const (
	Waiting  = "waiting"
	Approved = "approved"
	Rejected = "rejected"
)

// How long texts may be, in characters.
const (
	MaxText = 1000
	MaxName = 40
)

// Review is what a buyer says about a plan.
type Review struct {
	ID       int64
	TenantID int64
	OrderNo  string
	GoodsID  string
	// NameEn and NameZh are what the plan was called when it was bought.
	NameEn, NameZh string
	// Stars are 1 to 5.
	Stars int
	// Text and Author may be empty.
	Text, Author string
	Locale       string
	State        string
	At           time.Time
	// DecidedAt is when staff last decided about it, nil while it waits.
	DecidedAt *time.Time
}

// Audit writes what was done to an order.
type Audit interface {
	Audit(tx *pg.Tx, o order.Locked, actor, action, from, to string, detail map[string]any) error
}

// Service takes, shows and decides about reviews.
type Service struct {
	db    *pg.DB
	clock clock.Clock
	queue *jobs.Queue
	audit Audit
}

// NewService returns a service on a database.
func NewService(db *pg.DB, c clock.Clock, queue *jobs.Queue, audit Audit) *Service {
	return &Service{db: db, clock: c, queue: queue, audit: audit}
}
