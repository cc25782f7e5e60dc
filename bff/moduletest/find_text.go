package moduletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// FindText looks for texts in every column of every table of the shop, whatever its type, and says where they are. open makes
// what may stand in bytes readable, nil where nothing is opened. What the sandbox keeps of the outside world, its provider, its
// carrier and its outbox, is in a schema of its own and is not the shop's.
func FindText(t testing.TB, db *pg.DB, open func([]byte) []byte, texts ...string) []string {
	t.Helper()
	var columns []column
	err := db.Gorm.Raw(`
		select c.table_name as "table", c.column_name as "name", c.data_type as "type"
		from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`).Scan(&columns).Error
	if err != nil || len(columns) < 100 {
		t.Fatalf("%d columns: %v", len(columns), err)
	}
	var found []string
	for _, c := range columns {
		for i, n := range c.countRows(t, db, open, texts) {
			if n > 0 {
				found = append(found, fmt.Sprintf("%s.%s holds %s %d times", c.Table, c.Name, texts[i], n))
			}
		}
	}
	return found
}

type column struct{ Table, Name, Type string }

// countRows counts, for each text, the rows that hold it in any spelling of its letters.
func (c column) countRows(t testing.TB, db *pg.DB, open func([]byte) []byte, texts []string) []int {
	t.Helper()
	if c.Type == "bytea" {
		return c.countInBytes(t, db, open, texts)
	}
	return c.countInText(t, db, texts)
}

// countInText has the database look: it is faster by far than a program that watches for races.
func (c column) countInText(t testing.TB, db *pg.DB, texts []string) []int {
	t.Helper()
	encoded, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var counts []int
	err = db.Gorm.Raw(fmt.Sprintf(`
		with held as materialized (select lower(%q::text) as value from %q)
		select (select count(*) from held where strpos(value, lower(what)) > 0)
		from jsonb_array_elements_text(?::jsonb) with ordinality as asked (what, place) order by place`, c.Name, c.Table), string(encoded)).Scan(&counts).Error
	if err != nil || len(counts) != len(texts) {
		t.Fatalf("%s.%s: %d of %d counts: %v", c.Table, c.Name, len(counts), len(texts), err)
	}
	return counts
}

// countInBytes looks at bytes as they are and opened.
func (c column) countInBytes(t testing.TB, db *pg.DB, open func([]byte) []byte, texts []string) []int {
	t.Helper()
	var values [][]byte
	if err := db.Gorm.Raw(fmt.Sprintf(`select %q from %q where %[1]q is not null`, c.Name, c.Table)).Scan(&values).Error; err != nil {
		t.Fatalf("%s.%s: %v", c.Table, c.Name, err)
	}
	counts := make([]int, len(texts))
	for _, v := range values {
		if open != nil {
			v = append(v[:len(v):len(v)], open(v)...)
		}
		v = bytes.ToLower(v)
		for i, text := range texts {
			if bytes.Contains(v, bytes.ToLower([]byte(text))) {
				counts[i]++
			}
		}
	}
	return counts
}
