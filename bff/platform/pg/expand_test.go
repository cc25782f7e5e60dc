package pg_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/db/migrations"
)

// breaking are statements after which the version before no longer works: it reads what is gone, inserts without what is now
// demanded, or names a constraint in ON CONFLICT that is another one.
var breaking = map[string]*regexp.Regexp{
	"drops something":            regexp.MustCompile(`\bdrop\s+(table|column|constraint|view|type|schema|sequence|default|index|trigger|function)\b`),
	"renames something":          regexp.MustCompile(`\brename\b`),
	"changes a column's type":    regexp.MustCompile(`\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b`),
	"demands a value":            regexp.MustCompile(`\bset\s+not\s+null\b`),
	"adds a rule to a table":     regexp.MustCompile(`\badd\s+(constraint|check|unique|primary|foreign|exclude)\b`),
	"adds a unique index":        regexp.MustCompile(`\bcreate\s+unique\s+index\b`),
	"takes rows away":            regexp.MustCompile(`\b(delete\s+from|truncate)\b`),
	"adds a trigger":             regexp.MustCompile(`\bcreate\s+(or\s+replace\s+)?(constraint\s+)?trigger\b`),
	"adds a column that demands": regexp.MustCompile(`\badd\s+column\s+(if\s+not\s+exists\s+)?\S+\s+[^,;]*\bnot\s+null\b`),
}

// blocking are statements that keep a shop that sells from writing: the index of a table is made, or dropped, while nobody may write to
// it. "concurrently" needs a migration without a transaction.
var blocking = regexp.MustCompile(`\b(create\s+(unique\s+)?|drop\s+)index\s+(concurrently\b)?`)

// firstBesideSales is the first migration that lets the shop sell meanwhile.
const firstBesideSales = 75

// contract marks a migration that takes away what the version before it no longer uses: "-- contract: why".
const contract = "-- contract: "

// firstExpandOnly is the first migration that may only add. Those before came at once.
const firstExpandOnly = 26

// incompatibleChanges names what of a migration the version before would not survive.
func incompatibleChanges(sql string) (list []string) {
	if strings.Contains(sql, contract) {
		return nil
	}
	for _, statement := range statements(sql) {
		for what, pattern := range breaking {
			found := pattern.FindString(statement)
			if found != "" && !(what == "adds a column that demands" && strings.Contains(found+statement, "default")) {
				list = append(list, fmt.Sprintf("%s: %s", what, statement))
			}
		}
	}
	return list
}

// statements returns what a migration does to tables and indexes that it does not make itself, in small letters and without comments.
func statements(sql string) (list []string) {
	up, _, _ := strings.Cut(sql, "-- +goose Down")
	var code strings.Builder
	for line := range strings.Lines(up) {
		before, _, _ := strings.Cut(line, "--")
		code.WriteString(strings.ToLower(before) + " ")
	}
	made := map[string]bool{}
	for _, m := range regexp.MustCompile(`create\s+table\s+(\S+)`).FindAllStringSubmatch(code.String(), -1) {
		made[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`create\s+index\s+concurrently\s+(\S+)`).FindAllStringSubmatch(code.String(), -1) {
		made[m[1]] = true // what an earlier try has left is dropped before
	}
	for statement := range strings.SplitSeq(code.String(), ";") {
		m := regexp.MustCompile(`(?:create\s+table|alter\s+table|drop\s+index\s+concurrently\s+if\s+exists|\son)\s+(\S+)`).FindStringSubmatch(statement)
		if m == nil || !made[m[1]] {
			list = append(list, strings.Join(strings.Fields(statement), " "))
		}
	}
	return list
}

// blockingStatements names the statements of a migration during which nobody writes to a table.
func blockingStatements(sql string) (list []string) {
	for _, statement := range statements(sql) {
		for _, m := range blocking.FindAllStringSubmatch(statement, -1) {
			if m[3] == "" {
				list = append(list, statement)
			}
		}
	}
	return list
}

// While a new version is rolled out, or taken back, the one before works on the newest schema: a migration only adds, and what is
// no longer used is taken away one release later, in a migration that says so.
func TestMigrationsKeepTheVersionBeforeWorking(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		n, err := strconv.Atoi(name[:5])
		if err != nil {
			t.Fatalf("%s has no number", name)
		}
		sql, err := migrations.FS.ReadFile(name)
		require.NoError(t, err)
		if list := incompatibleChanges(string(sql)); n >= firstExpandOnly && len(list) > 0 {
			t.Errorf("%s breaks the version before it; expand first, contract one release later (docs/decisions/084):\n%s", name, strings.Join(list, "\n"))
		}
		if list := blockingStatements(string(sql)); n >= firstBesideSales && len(list) > 0 {
			t.Errorf("%s keeps the shop from writing: make and drop indexes concurrently (docs/decisions/084):\n%s", name, strings.Join(list, "\n"))
		}
	}
}

func TestIncompatibleMigrationsAreFound(t *testing.T) {
	t.Parallel()
	for sql, breaks := range map[string]bool{
		"create table t (id int not null unique); create unique index t_id on t (id);":             false,
		"alter table orders add column note text not null default '';":                             false,
		"alter table orders add column note text;":                                                 false,
		"create index orders_note on orders (note);":                                               false,
		"alter table orders drop column note;":                                                     true,
		"alter table cart_item drop constraint cart_item_line;":                                    true,
		"alter table orders add column note text not null;":                                        true,
		"alter table orders alter column note set not null;":                                       true,
		"alter table orders rename column note to remark;":                                         true,
		"alter table orders alter column total type bigint;":                                       true,
		"alter table orders add constraint positive check (total > 0);":                            true,
		"create unique index orders_note on orders (note);":                                        true,
		"-- contract: nothing has read it since release 12\nalter table orders drop column note;":  false,
		"create table t (id int);\n-- +goose Down\ndrop table t;":                                  false,
		"alter table orders add column note text; -- the old column is not dropped: drop column x": false,
	} {
		if got := incompatibleChanges("-- +goose Up\n" + sql); (len(got) > 0) != breaks {
			t.Errorf("%s: %v", sql, got)
		}
	}
}

func TestBlockingMigrationsAreFound(t *testing.T) {
	t.Parallel()
	for sql, does := range map[string]bool{
		"create table t (id int); create index t_id on t (id);":                     false,
		"create index concurrently orders_note on orders (note);":                   false,
		"drop index concurrently if exists orders_note;":                            false,
		"create index orders_note on orders (note);":                                true,
		"create unique index orders_note on orders (note);":                         true,
		"-- contract: nothing reads it\ndrop index orders_note;":                    true,
		"create index concurrently a on orders (a);\n-- +goose Down\ndrop index a;": false,
	} {
		if got := blockingStatements("-- +goose Up\n" + sql); (len(got) > 0) != does {
			t.Errorf("%s: %v", sql, got)
		}
	}
}
