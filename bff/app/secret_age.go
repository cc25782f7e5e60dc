package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret/inuse"
)

const (
	// oldSecret is the age at which a secret is to be exchanged.
	oldSecret = 365 * 24 * time.Hour
	// agePatience is how long reading the ages from the database may take.
	agePatience = 5 * time.Second
)

// recordSecretAges remembers since when the secrets of the settings are in use. A start does without.
func (r *modules) recordSecretAges(ctx context.Context) {
	if err := inuse.Note(ctx, r.db.SQL, r.clock.Now(), inUse(r.cfg)); err != nil {
		r.log.WarnContext(ctx, "the age of the secrets is not noted", "error", err)
	}
}

func inUse(c config.Config) []inuse.Secret {
	var out []inuse.Secret
	for _, s := range c.Secrets() {
		out = append(out, inuse.Secret(s))
	}
	return out
}

// ShowConfig writes the settings in force, and since when their secrets are in use, as far as the database knows.
func ShowConfig(ctx context.Context, cfg config.Config, out io.Writer) error {
	if err := cfg.Print(out); err != nil {
		return err
	}
	secrets := inUse(cfg)
	if cfg.Database.URL == "" || len(secrets) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, agePatience)
	defer cancel()
	ages, err := secretAges(ctx, cfg.Database.Direct(), secrets)
	if err != nil {
		_, err = fmt.Fprintf(out, "# since when the secrets are in use is in the database, which does not tell: %v\n", err)
		return err
	}
	return printAges(out, ages, time.Now())
}

func secretAges(ctx context.Context, dsn string, secrets []inuse.Secret) ([]inuse.Age, error) {
	db, err := pg.Open(ctx, dsn, pg.Options{MaxConns: 1})
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	return inuse.Ages(ctx, db.SQL, secrets)
}

// printAges writes a line for each secret, a comment among the settings.
func printAges(out io.Writer, ages []inuse.Age, now time.Time) error {
	for i, a := range ages {
		name := a.Name
		if i > 0 && ages[i-1].Name == a.Name {
			name += " (former)"
		}
		line := "no shop has started with it"
		if !a.Since.IsZero() {
			age := now.Sub(a.Since)
			line = fmt.Sprintf("in use since %s, %d days", a.Since.UTC().Format(time.DateOnly), int(age.Hours()/24))
			if age > oldSecret {
				line += ": exchange it"
			}
		}
		if _, err := fmt.Fprintf(out, "# %s: %s\n", name, line); err != nil {
			return err
		}
	}
	return nil
}
