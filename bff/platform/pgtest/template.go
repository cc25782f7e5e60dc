package pgtest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

var template once

// templateLock is the class of the advisory locks under which templates are made.
const templateLock = 724_418

// ensureTemplate returns the name of a migrated database to copy.
func ensureTemplate(ctx context.Context) (string, error) {
	return template.get(func() (string, error) {
		root, err := moduleRoot()
		if err != nil {
			return "", err
		}
		name, err := templateName(root)
		if err != nil {
			return "", err
		}
		return name, publish(ctx, name, "template0", func(ctx context.Context, dsn string) error {
			_, err := pg.Migrate(ctx, dsn)
			return err
		})
	})
}

// publish makes the database name out of a copy of from, unless it exists. Of several processes that want the same one, the
// first makes it and the others wait. The name appears only once everything in it is done.
func publish(ctx context.Context, name, from string, fill func(ctx context.Context, dsn string) error) error {
	dsn, err := serverDSN(ctx)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connect to the test server: %w", err)
	}
	defer func() { _ = conn.Close(context.Background()) }() // ends the lock, too
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1, hashtext($2))", templateLock, name); err != nil {
		return fmt.Errorf("wait for the template: %w", err)
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return fmt.Errorf("look for the template: %w", err)
	}
	if !exists {
		if err := build(ctx, conn, dsn, name, from, fill); err != nil {
			return err
		}
	}
	// When it was last used: dropLeftovers reads this.
	_, err = conn.Exec(ctx, fmt.Sprintf("COMMENT ON DATABASE %s IS '%d'", name, time.Now().Unix()))
	return err
}

func build(ctx context.Context, conn *pgx.Conn, dsn, name, from string, fill func(ctx context.Context, dsn string) error) error {
	building := name + "_building"
	if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+building+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("make the template: %w", err)
	}
	if err := exec(ctx, dsn, copyOf(building, from)); err != nil {
		return fmt.Errorf("make the template: %w", err)
	}
	at, err := withDatabase(dsn, building)
	if err != nil {
		return err
	}
	if err := fill(ctx, at); err != nil {
		return err
	}
	// The connections of fill may take a moment to leave.
	if err := exec(ctx, dsn, "ALTER DATABASE "+building+" RENAME TO "+name); err != nil {
		return fmt.Errorf("publish the template: %w", err)
	}
	return nil
}

const (
	// migratedPrefix names the template that holds the schema alone, filledPrefix those with rows in them.
	migratedPrefix = "rctemplate_"
	filledPrefix   = "rcfilled_"
)

// filledName covers the schema and everything that may decide what is filled in: the seed's files and the program's code.
func filledName(root, kind string) (string, error) {
	migrated, err := templateName(root)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, _ = fmt.Fprintln(h, migrated)
	for _, folder := range []string{"bff", "db", "shared"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, _ fs.DirEntry, err error) error {
			if err != nil || strings.HasSuffix(file, "_test.go") {
				return err
			}
			return hashFile(h, file)
		})
		if err != nil {
			return "", fmt.Errorf("read what is filled in: %w", err)
		}
	}
	return filledPrefix + kind + "_" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// templateName covers everything that decides what a migrated database looks
// like: the migrations, the code that applies them, the job queue's version.
func templateName(root string) (string, error) {
	h := sha256.New()
	for _, pattern := range []string{"db/migrations/*", "bff/platform/pg/migrate*.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return "", err
		}
		slices.Sort(files)
		for _, file := range files {
			if err := hashFile(h, file); err != nil {
				return "", fmt.Errorf("read migrations: %w", err)
			}
		}
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	lines := bufio.NewScanner(bytes.NewReader(mod))
	for lines.Scan() {
		if strings.Contains(lines.Text(), "riverqueue/") {
			_, _ = fmt.Fprintln(h, strings.TrimSpace(lines.Text()))
		}
	}
	return migratedPrefix + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

func hashFile(h hash.Hash, file string) error {
	info, err := os.Stat(file)
	if err != nil || info.IsDir() {
		return err
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(h, "%s %d\n%s", filepath.Base(file), len(b), b)
	return err
}
