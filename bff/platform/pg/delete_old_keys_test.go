package pg_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// Whoever deletes old rows names the whole primary key of their table: with a part of it rows would go that are not old.
func TestDeleteOldNamesWholePrimaryKeys(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	named := map[string]string{}
	call := regexp.MustCompile("(?:DeleteOld\\(ctx, (?:[\\w.]+, )?|\\{)\"(\\w+)\", \"([\\w, ]+)\",\\s+`")
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if !strings.Contains(string(source), "DeleteOld(ctx,") {
			return err
		}
		for _, m := range call.FindAllStringSubmatch(string(source), -1) {
			named[m[1]] = m[2]
		}
		return err
	})
	if err != nil || len(named) < 16 {
		t.Fatalf("%d tables found: %v", len(named), err)
	}
	for table, key := range named {
		var is string
		row := db.SQL.QueryRowContext(t.Context(), `select string_agg(a.attname, ', ' order by array_position(i.indkey::int2[], a.attnum))
			from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
			where i.indrelid = $1::regclass and i.indisprimary`, table)
		if err := row.Scan(&is); err != nil || is != key {
			t.Errorf("%s is forgotten by %q, its primary key is %q: %v", table, key, is, err)
		}
	}
}
