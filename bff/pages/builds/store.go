// Package builds keeps the files of the builds that were served lately: a page that stays open over a deployment, or that
// a replica of another build has sent, still finds its scripts and styles.
//
// Invariants:
//   - A file's name changes with its content, so what is kept under a name never changes.
//   - A file is kept as long as some replica serves its build, and 7 days longer.
//   - A name that no build had costs one statement in two seconds, however often it is asked for.
package builds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

const (
	// noteEvery is how often a replica says that its build is being served.
	noteEvery = 6 * time.Hour
	// lookEvery bounds how often names are read for a file that nobody has.
	lookEvery = 2 * time.Second
)

// Store keeps the files of one replica's build in the database, and finds those of others. It is safe for concurrent use.
type Store struct {
	db     *pg.DB
	clock  clock.Clock
	assets fs.FS
	log    *slog.Logger

	mu     sync.Mutex
	names  map[string]bool
	looked time.Time
}

// NewStore returns a store of the files in assets, the build's folder of that name.
func NewStore(db *pg.DB, c clock.Clock, assets fs.FS, log *slog.Logger) *Store {
	return &Store{db: db, clock: c, assets: assets, log: log}
}

// Run notes the build now and then until ctx ends.
func (k *Store) Run(ctx context.Context) {
	tick := time.NewTicker(noteEvery)
	defer tick.Stop()
	for {
		if err := k.Save(ctx); err != nil && ctx.Err() == nil {
			k.log.WarnContext(ctx, "the build's files are not kept", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Save keeps the build's files, and lets go of those of builds that nobody has served for 7 days.
func (k *Store) Save(ctx context.Context) error {
	var names []string
	err := fs.WalkDir(k.assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && Hashed(name) {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list the build's files: %w", err)
	}
	now, known := k.clock.Now(), map[string]bool{}
	had, err := pg.List[string](k.db.Conn(ctx), "note the build's files",
		`update build_asset set seen_at = ? where name in ? returning name`, now, names)
	if err != nil {
		return err
	}
	for _, name := range had {
		known[name] = true
	}
	for _, name := range names {
		if known[name] {
			continue
		}
		body, err := fs.ReadFile(k.assets, name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		err = pg.Exec(k.db.Conn(ctx), "keep "+name, `
			insert into build_asset (name, body, seen_at) values (?, ?, ?) on conflict (name) do update set seen_at = excluded.seen_at`,
			name, body, now)
		if err != nil {
			return err
		}
	}
	keep := time.Duration(shared.Constants().AssetsKeptDays) * 24 * time.Hour
	return pg.Exec(k.db.Conn(ctx), "let go of old files", `delete from build_asset where seen_at < ?`, now.Add(-keep))
}

// Asset returns a file of another build by its name, "page-B3xk9_aQ.js"; it is fs.ErrNotExist when no build had it.
func (k *Store) Asset(ctx context.Context, name string) ([]byte, error) {
	if !Hashed(name) {
		return nil, fs.ErrNotExist
	}
	known, err := k.known(ctx, name)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, fs.ErrNotExist
	}
	bodies, err := pg.List[[]byte](k.db.Conn(ctx), "read "+name, `select body from build_asset where name = ?`, name)
	if err != nil {
		return nil, err
	}
	if len(bodies) == 0 {
		return nil, fs.ErrNotExist
	}
	return bodies[0], nil
}

// known reports whether a build had the name, by a list that is read anew for names that are not on it.
func (k *Store) known(ctx context.Context, name string) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.clock.Now()
	if k.names[name] || now.Sub(k.looked) < lookEvery {
		return k.names[name], nil
	}
	k.looked = now
	names, err := pg.List[string](k.db.Conn(ctx), "list kept files", `select name from build_asset`)
	if err != nil {
		return false, err
	}
	k.names = make(map[string]bool, len(names))
	for _, n := range names {
		k.names[n] = true
	}
	return k.names[name], nil
}
