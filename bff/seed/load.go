package seed

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// row is a table's row by column name, as jsonb_populate_recordset takes it.
type row map[string]any

type loader struct {
	ctx   context.Context
	tx    *sql.Tx
	o     Options
	files files
}

// begin waits for a seeding that runs already; done says that it did this very work.
func (l *loader) begin(want string) (done bool, err error) {
	for _, s := range []string{
		`set local lock_timeout = '60s'`, `set local statement_timeout = '60s'`, `lock table seed_version in exclusive mode`,
	} {
		if err := l.exec("wait for another seeding", s); err != nil {
			return false, err
		}
	}
	err = l.tx.QueryRowContext(l.ctx,
		`select exists (select 1 from seed_version where name = $1 and version = $2)`, versionName, want).Scan(&done)
	if err != nil {
		return false, fmt.Errorf("read seed version: %w", err)
	}
	return done, nil
}

func (l *loader) finish(version string) error {
	if err := l.exec("raise catalogue versions", `insert into catalog_version (tenant_id)
		select unnest($1::bigint[]) on conflict (tenant_id) do update set version = catalog_version.version + 1`,
		l.files.tenantIDs()); err != nil {
		return err
	}
	return l.exec("write seed version", `insert into seed_version (name, version, at) values ($1, $2, $3)
		on conflict (name) do update set version = excluded.version, at = excluded.at`, versionName, version, l.o.Clock.Now())
}

// target is a table and what makes two of its rows the same one.
type target struct {
	table string
	keys  []string
	// once are the columns that are written with a new row only.
	once []string
	// touched is a time column that is set when a row changes.
	touched string
}

// upsert inserts rows, and updates those that are there and differ. Every row has the same columns.
func (l *loader) upsert(t target, rows []row) error {
	if len(rows) == 0 {
		return nil
	}
	var cols, changing, news []string
	for c := range rows[0] {
		cols = append(cols, c)
	}
	slices.Sort(cols)
	for _, c := range cols {
		if !slices.Contains(t.keys, c) && !slices.Contains(t.once, c) {
			changing = append(changing, t.table+"."+c)
			news = append(news, "excluded."+c)
		}
	}
	stmt := fmt.Sprintf(`insert into %s (%s) select %[2]s from jsonb_populate_recordset(null::%[1]s, $1) on conflict (%[3]s) do `,
		t.table, strings.Join(cols, ", "), strings.Join(t.keys, ", "))
	args := []any{}
	if len(changing) == 0 {
		stmt += "nothing"
	} else {
		var sets []string
		for i, c := range changing {
			sets = append(sets, strings.TrimPrefix(c, t.table+".")+" = "+news[i])
		}
		if t.touched != "" {
			sets = append(sets, t.touched+" = $2")
			args = append(args, l.o.Clock.Now())
		}
		stmt += fmt.Sprintf("update set %s where (%s) is distinct from (%s)",
			strings.Join(sets, ", "), strings.Join(changing, ", "), strings.Join(news, ", "))
	}
	for part := range slices.Chunk(rows, atOnce) {
		if err := l.withRows("write "+t.table, stmt, part, args...); err != nil {
			return err
		}
	}
	return nil
}

// atOnce bounds the rows of one statement, and with them its time and its size.
const atOnce = 2_000

// only is upsert, and takes out what else the table holds of the seed's own: rows that meet a condition about args. It is for
// tables that nothing refers to.
func (l *loader) only(t target, rows []row, own string, args ...any) error {
	keys := strings.Join(t.keys, ", ")
	if err := l.exec("clear "+t.table, `create temporary table wanted on commit drop as select `+keys+` from `+t.table+` limit 0`); err != nil {
		return err
	}
	for part := range slices.Chunk(rows, atOnce) {
		stmt := fmt.Sprintf(`insert into wanted select %s from jsonb_populate_recordset(null::%s, $1)`, keys, t.table)
		if err := l.withRows("clear "+t.table, stmt, part); err != nil {
			return err
		}
	}
	// The planner knows how many are wanted: it joins many and looks up a few.
	if err := l.exec("clear "+t.table, `analyze wanted`); err != nil {
		return err
	}
	gone := fmt.Sprintf(`delete from %s t where %s and not exists (select 1 from wanted where (%s) = (t.%s))`,
		t.table, own, keys, strings.Join(t.keys, ", t."))
	if err := l.exec("clear "+t.table, gone, args...); err != nil {
		return err
	}
	if err := l.exec("clear "+t.table, `drop table wanted`); err != nil {
		return err
	}
	return l.upsert(t, rows)
}

// onlyAtSites is only for the sites of the seed.
func (l *loader) onlyAtSites(table string, rows []row, keys ...string) error {
	return l.only(target{table: table, keys: append([]string{"tenant_id"}, keys...)}, rows, `t.tenant_id = any($1)`, l.files.tenantIDs())
}

func (l *loader) withRows(what, stmt string, rows []row, args ...any) error {
	b, err := marshal(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return l.exec(what, stmt, append([]any{b}, args...)...)
}

func (l *loader) exec(what, stmt string, args ...any) error {
	if _, err := l.tx.ExecContext(l.ctx, stmt, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func marshal(rows []row) (string, error) {
	b, err := json.Marshal(rows)
	return string(b), err
}
