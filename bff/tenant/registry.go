package tenant

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Every is how often Run loads the sites again.
const Every = 5 * time.Second

// Registry knows the sites. It is safe for concurrent use.
type Registry struct {
	db    *pg.DB
	extra map[string]int64
	now   atomic.Pointer[sites]
}

// Options change what the database says.
type Options struct {
	// Hosts are further hosts by site, for example the public ones of an installation. They win over the database's.
	Hosts map[string]int64
}

type sites struct {
	all    []Tenant
	byID   map[int64]Tenant
	byHost map[string]Tenant
}

// Open loads the sites. The error says which row cannot be used.
func Open(ctx context.Context, db *pg.DB, o Options) (*Registry, error) {
	r := &Registry{db: db, extra: map[string]int64{}}
	for host, id := range o.Hosts {
		r.extra[normalHost(host)] = id
	}
	if err := r.Reload(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// ByHost returns the site that answers at host. A port, letter case and a final dot do not matter; what stands where a port
// should and is none makes it another host, because addresses are built from it.
func (r *Registry) ByHost(host string) (Tenant, bool) {
	t, ok := r.now.Load().byHost[normalHost(host)]
	return t, ok
}

// ByID returns the site with the id.
func (r *Registry) ByID(id int64) (Tenant, bool) {
	t, ok := r.now.Load().byID[id]
	return t, ok
}

// All returns the sites in their order. The slice is the caller's.
func (r *Registry) All() []Tenant { return slices.Clone(r.now.Load().all) }

// Reload reads the sites from the database now.
func (r *Registry) Reload(ctx context.Context) error {
	all, err := load(ctx, r.db)
	if err != nil {
		return err
	}
	next := &sites{all: all, byID: map[int64]Tenant{}, byHost: map[string]Tenant{}}
	for _, t := range all {
		next.byID[t.ID] = t
		for _, h := range t.Hosts {
			if other, taken := next.byHost[normalHost(h)]; taken {
				return fmt.Errorf("host %s belongs to site %d and to site %d", h, other.ID, t.ID)
			}
			next.byHost[normalHost(h)] = t
		}
	}
	for _, host := range slices.Sorted(maps.Keys(r.extra)) {
		t, ok := next.byID[r.extra[host]]
		if !ok {
			return fmt.Errorf("host %s is given to site %d, which does not exist", host, r.extra[host])
		}
		next.byHost[host] = t
	}
	r.now.Store(next)
	return nil
}

// Run reloads the sites until ctx ends. It returns when it has stopped.
func (r *Registry) Run(ctx context.Context) {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := r.reloadInTime(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "sites not reloaded", "error", err)
		}
	}
}

// reloadInTime does not wait for a database that has gone without a word.
func (r *Registry) reloadInTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, Every)
	defer cancel()
	return r.Reload(ctx)
}

func normalHost(host string) string {
	if h, port, err := net.SplitHostPort(host); err == nil {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return host // with its colon it is nobody's
		}
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}
