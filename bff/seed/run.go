package seed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Format is part of the seed's version: raise it when the loader writes the same files differently.
const Format = "4"

const versionName = "shop"

// Options are the inputs of Run.
type Options struct {
	// Clock stamps rows that say when they changed.
	Clock clock.Clock
	// SealProfile encrypts the activation string of an eSIM profile.
	SealProfile func(plain []byte) ([]byte, error)
	// Files are the seed's, those in the program when it is nil.
	Files fs.FS
	// Progress is called with a few words about what is being written. It may be nil.
	Progress func(string)
}

// Run brings the database to the current seed. It may be called at every start, by several programs at once.
func Run(ctx context.Context, db *pg.DB, o Options) error {
	if o.Clock == nil || o.SealProfile == nil {
		return errors.New("seed: Clock and SealProfile are needed")
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if o.Files == nil {
		o.Files = data.FS
	}
	want, err := Version(o.Files)
	if err != nil {
		return err
	}
	if have, err := version(ctx, db); err != nil || have == want {
		return err
	}
	files, err := read(o.Files)
	if err != nil {
		return fmt.Errorf("read seed: %w", err)
	}
	return db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		l := &loader{ctx: ctx, tx: tx.SQL(), o: o, files: files}
		done, err := l.begin(want)
		if err != nil || done {
			return err
		}
		for _, step := range []func() error{
			l.tenants, l.destinations, l.products, l.stock, l.numbers, l.delivery, l.promotions, l.rewards, l.regimes, l.content, l.devices,
		} {
			if err := step(); err != nil {
				return err
			}
		}
		return l.finish(want)
	})
}

// Version returns the hash of files together with Format.
func Version(files fs.FS) (string, error) {
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, Format)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(sum, "%s %d\n%s\n", name, len(b), b)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash seed: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func version(ctx context.Context, db *pg.DB) (string, error) {
	var v string
	err := db.SQL.QueryRowContext(ctx,
		`select coalesce(max(version), '') from seed_version where name = $1`, versionName).Scan(&v)
	if err != nil {
		return "", fmt.Errorf("read seed version: %w", err)
	}
	return v, nil
}
