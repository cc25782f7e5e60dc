package catalog

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Fresh is how long a snapshot is served without asking the database whether it still holds.
const Fresh = 2 * time.Second

// Service answers what a site sells. It is safe for concurrent use.
type Service struct {
	db    *pg.DB
	clock clock.Clock
	log   *slog.Logger
	sites sync.Map // tenant id → *site
}

// New returns a service that reads from db; log gets an entry when a catalogue could not be read again.
func New(db *pg.DB, c clock.Clock, log *slog.Logger) *Service {
	return &Service{db: db, clock: c, log: log}
}

// Invalidate makes the next read of the site look for what has changed.
func (s *Service) Invalidate(tenant int64) { s.site(tenant).changes.Add(1) }

// Get returns one product. The fault is goods_not_found.
func (s *Service) Get(ctx context.Context, tenant int64, lang, id string) (Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return Goods{}, err
	}
	v := snap.in(lang)
	i, ok := v.byID[id]
	if !ok {
		return Goods{}, fault.New("goods_not_found")
	}
	return *v.goods[i], nil
}

// Named returns those of ids that the site sells, by id.
func (s *Service) Named(ctx context.Context, tenant int64, lang string, ids ...string) (map[string]Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	v, out := snap.in(lang), map[string]Goods{}
	for _, id := range ids {
		if i, ok := v.byID[id]; ok {
			out[id] = *v.goods[i]
		}
	}
	return out, nil
}

// All returns everything the site shows, by id, for the sitemap.
func (s *Service) All(ctx context.Context, tenant int64, lang string) ([]Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return values(snap.in(lang).goods), nil
}

// OnSale returns everything the site shows, by id, with the SIM types in which it can be had as far as the snapshot knows.
// Coverage and Related are left out.
func (s *Service) OnSale(ctx context.Context, tenant int64, lang string) ([]Detail, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	out := []Detail{}
	for i, g := range snap.in(lang).goods {
		out = append(out, Detail{Goods: *g, Options: optionsOf(*g, snap.raw.products[i].Free, snap.raw.products[i].NumbersGone)})
	}
	return out, nil
}

type site struct {
	loading sync.Mutex
	current atomic.Pointer[snapshot]
	// changes counts the calls of Invalidate.
	changes atomic.Int64
}

func (s *Service) site(tenant int64) *site {
	if e, ok := s.sites.Load(tenant); ok {
		return e.(*site)
	}
	e, _ := s.sites.LoadOrStore(tenant, &site{})
	return e.(*site)
}

// snapshot returns the site's catalogue. One caller refreshes it; the others go on with the old one, or wait when there
// is none yet.
func (s *Service) snapshot(ctx context.Context, tenant int64) (*snapshot, error) {
	e := s.site(tenant)
	old := e.current.Load()
	if old != nil && s.fresh(e, old) {
		return old, nil
	}
	if old == nil || e.changedSince(old) {
		e.loading.Lock()
	} else if !e.loading.TryLock() {
		return old, nil
	}
	defer e.loading.Unlock()
	if old = e.current.Load(); old != nil && s.fresh(e, old) {
		return old, nil
	}
	known, forced := e.changes.Load(), old != nil && e.changedSince(old)
	next, err := s.refresh(ctx, tenant, old)
	switch {
	case err == nil:
		next.changes = known
	case forced:
		// A page that was made from what is known to have changed would be kept as a new one. The next reader tries again.
		return nil, err
	case old == nil:
		return nil, err
	default:
		// Serve the stale snapshot; the next refresh is tried after Fresh.
		s.log.WarnContext(ctx, "catalogue not refreshed", "tenant", tenant, "error", err)
		c := *old
		c.checked = s.clock.Now()
		next = &c
	}
	e.current.Store(next)
	return next, nil
}

func (s *Service) fresh(e *site, snap *snapshot) bool {
	return !e.changedSince(snap) && s.clock.Now().Sub(snap.checked) < Fresh
}

// changedSince reports whether Invalidate was called after the snapshot was read. It stays true for every reader until a
// newer snapshot is there, also while one of them loads it.
func (e *site) changedSince(snap *snapshot) bool { return snap.changes != e.changes.Load() }

// manyGoods is how many goods may have changed for them to be read one by one.
const manyGoods = 200

// refresh compares a snapshot with the database and returns one that holds: with the goods that the log of changes names read again,
// or read as a whole when there is none yet, when more has changed, or when the log may have forgotten.
func (s *Service) refresh(ctx context.Context, tenant int64, old *snapshot) (*snapshot, error) {
	now := s.clock.Now()
	if old == nil || now.Sub(old.read) > changes.Kept/2 {
		return s.reload(ctx, tenant, now)
	}
	n, err := readChangedGoods(ctx, s.db, tenant, old.raw.mark)
	if err != nil {
		return nil, err
	}
	if n.all || n.version != old.raw.version || !n.mark.after(old.raw.mark) || len(n.goods) > manyGoods {
		return s.reload(ctx, tenant, now)
	}
	next := new(*old)
	if len(n.goods) > 0 {
		rows, err := loadGoods(ctx, s.db, tenant, n.goods)
		if err != nil {
			return nil, err
		}
		var ok bool
		if next, ok = old.with(n.goods, rows); !ok {
			return s.reload(ctx, tenant, now)
		}
	}
	next.raw.mark, next.checked, next.read = n.mark, now, now
	return next, nil
}

func (s *Service) reload(ctx context.Context, tenant int64, now time.Time) (*snapshot, error) {
	r, err := load(ctx, s.db, tenant)
	if err != nil {
		return nil, err
	}
	return newSnapshot(r, now), nil
}
