package pgtest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

var template once

// templateLock is the advisory lock under which templates are made; the number
// only has to differ from the ones the migrations take.
const templateLock = 7_244_180_215

// ensureTemplate returns the name of a migrated database to copy.
func ensureTemplate(ctx context.Context) (string, error) {
	dsn, err := serverDSN(ctx)
	if err != nil {
		return "", err
	}
	return template.get(func() (string, error) { return makeTemplate(ctx, dsn) })
}

func makeTemplate(ctx context.Context, dsn string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	name, err := templateName(root)
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return "", fmt.Errorf("connect to the test server: %w", err)
	}
	defer func() { _ = conn.Close(context.Background()) }() // ends the lock, too
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(templateLock)); err != nil {
		return "", fmt.Errorf("wait for the template: %w", err)
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", fmt.Errorf("look for the template: %w", err)
	}
	if exists {
		return name, nil
	}
	building := name + "_building"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building + " TEMPLATE template0"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return "", fmt.Errorf("make the template: %w", err)
		}
	}
	at, err := withDatabase(dsn, building)
	if err != nil {
		return "", err
	}
	if _, err := pg.Migrate(ctx, at); err != nil {
		return "", err
	}
	// The name appears only once everything in it is done. The migration's own
	// connections may take a moment to leave.
	if err := exec(ctx, dsn, "ALTER DATABASE "+building+" RENAME TO "+name); err != nil {
		return "", fmt.Errorf("publish the template: %w", err)
	}
	return name, nil
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
	return "rctemplate_" + hex.EncodeToString(h.Sum(nil)[:8]), nil
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
