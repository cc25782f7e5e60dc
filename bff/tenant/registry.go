package tenant

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/local"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Every is how often Run loads the sites again.
const Every = 5 * time.Second

// Registry knows the sites. It is safe for concurrent use.
type Registry struct {
	db  *pg.DB
	o   Options
	now atomic.Pointer[sites]
	// loading lets no earlier reading take the place of a later one.
	loading sync.Mutex
}

// Options change what the database says.
type Options struct {
	// Hosts are further hosts by site, for example the public ones of an installation. They win over the database's.
	Hosts map[string]int64
	// WebSites are the addresses of sites whose rows have none.
	WebSites map[int64]string
	// NoLocal leaves out the names of this machine that the seed gives to every site, so that the shop can be tried out: outside
	// of it anybody can send them, and they lead nowhere.
	NoLocal bool
	// Ports are where the sites are found, besides at no port and at those of their addresses and hosts: every other port
	// would be one more address of the same page, and anybody can make them up.
	Ports []string
	// AnyLocalPort lets names of this machine (localhost, hk.localhost, 127.0.0.1) have any port, because what runs here is
	// often reached through a forwarded one.
	AnyLocalPort bool
	// Log gets an entry when the sites could not be read again; nil means slog.Default.
	Log *slog.Logger
}

type sites struct {
	all    []Tenant
	byID   map[int64]Tenant
	byHost map[string]Tenant
	ports  map[string]bool
}

// place gives a host, with or without a port, to a site.
func (s *sites) place(host string, t Tenant) {
	name, port := splitHost(host)
	s.byHost[name] = t
	s.ports[port] = true
}

// Open loads the sites. The error says which row cannot be used.
func Open(ctx context.Context, db *pg.DB, o Options) (*Registry, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	r := &Registry{db: db, o: o}
	if err := r.Reload(ctx); err != nil {
		return nil, err
	}
	for _, t := range r.now.Load().all {
		if !t.found() && !t.Hidden && !slices.Contains(slices.Collect(maps.Values(o.Hosts)), t.ID) {
			o.Log.WarnContext(
				ctx,
				"nobody can open this site: give it a host in db/seed/tenants.json that is no name of this machine",
				"site",
				t.Code,
			)
		}
	}
	return r, nil
}

// ByHost returns the site that answers at host. Letter case and a final dot do not matter; at a port where the shop is not
// found there is no site, because addresses are built from it and every one of them is a page of its own.
func (r *Registry) ByHost(host string) (Tenant, bool) {
	now := r.now.Load()
	name, port := splitHost(host)
	t, ok := now.byHost[name]
	if !ok || (!now.ports[port] && !(r.o.AnyLocalPort && local.IsName(name))) {
		return Tenant{}, false
	}
	return t, true
}

// ByID returns the site with the id.
func (r *Registry) ByID(id int64) (Tenant, bool) {
	t, ok := r.now.Load().byID[id]
	return t, ok
}

// Zone returns the time zone of a site, nil for one that is not known.
func (r *Registry) Zone(id int64) *time.Location { return r.now.Load().byID[id].Location }

// All returns the sites in their order. The slice is the caller's.
func (r *Registry) All() []Tenant { return slices.Clone(r.now.Load().all) }

// Always returns what lists the same sites each time.
func Always(sites ...Tenant) func() []Tenant { return func() []Tenant { return slices.Clone(sites) } }

// Reload reads the sites from the database now. The error is ErrRow when the database did answer.
func (r *Registry) Reload(ctx context.Context) error {
	r.loading.Lock()
	defer r.loading.Unlock()
	all, err := load(ctx, r.db)
	if err != nil {
		return err
	}
	next := &sites{all: all, byID: map[int64]Tenant{}, byHost: map[string]Tenant{}, ports: map[string]bool{"": true}}
	for _, port := range r.o.Ports {
		next.ports[port] = true
	}
	for i, t := range all {
		if r.o.NoLocal {
			t.Hosts = slices.DeleteFunc(t.Hosts, func(host string) bool {
				name, _ := splitHost(host)
				return local.IsName(name)
			})
		}
		t.WebSite = cmp.Or(t.WebSite, r.o.WebSites[t.ID])
		all[i] = t
		next.byID[t.ID] = t
		next.ports[portOf(t.WebSite)] = true
		for _, h := range t.Hosts {
			name, _ := splitHost(h)
			if other, taken := next.byHost[name]; taken {
				return fmt.Errorf("%w: host %s belongs to site %d and to site %d", ErrRow, h, other.ID, t.ID)
			}
			next.place(h, t)
		}
	}
	for _, host := range slices.Sorted(maps.Keys(r.o.Hosts)) {
		t, ok := next.byID[r.o.Hosts[host]]
		if !ok {
			return fmt.Errorf("%w: host %s is given to site %d, which does not exist", ErrRow, host, r.o.Hosts[host])
		}
		next.place(host, t)
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
			r.o.Log.WarnContext(ctx, "sites not reloaded", "error", err)
		}
	}
}

// reloadInTime does not wait for a database that has gone without a word.
func (r *Registry) reloadInTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, Every)
	defer cancel()
	return r.Reload(ctx)
}
