package apptest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Traces looks for texts in every column of every table of the shop, whatever its type, and says where they are. open makes
// what may stand in bytes readable, nil where nothing is opened. What the sandbox keeps of the outside world, its provider, its
// carrier and its outbox, is in a schema of its own and is not the shop's.
func Traces(t testing.TB, db *pg.DB, open func([]byte) []byte, of ...string) []string {
	t.Helper()
	var columns []struct{ Table, Column, Type string }
	err := db.Gorm.Raw(`
		select c.table_name as "table", c.column_name as "column", c.data_type as "type"
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`).Scan(&columns).Error
	if err != nil || len(columns) < 100 {
		t.Fatalf("%d columns: %v", len(columns), err)
	}
	var found []string
	for _, c := range columns {
		var values [][]byte
		if err := db.Gorm.Raw(fmt.Sprintf(`select %s from %q where %[3]q is not null`, asBytes(c.Column, c.Type), c.Table, c.Column)).
			Scan(&values).Error; err != nil {
			t.Fatalf("%s.%s: %v", c.Table, c.Column, err)
		}
		for _, what := range of {
			n := 0
			for _, v := range values {
				if open != nil && c.Type == "bytea" {
					v = append(v[:len(v):len(v)], open(v)...)
				}
				if strings.Contains(strings.ToLower(string(v)), strings.ToLower(what)) {
					n++
				}
			}
			if n > 0 {
				found = append(found, fmt.Sprintf("%s.%s holds %s %d times", c.Table, c.Column, what, n))
			}
		}
	}
	return found
}

func asBytes(column, kind string) string {
	if kind == "bytea" {
		return fmt.Sprintf("%q", column)
	}
	return fmt.Sprintf("convert_to(%q::text, 'UTF8')", column)
}
