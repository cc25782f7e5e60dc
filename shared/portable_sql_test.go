package shared

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type rule struct {
	pattern *regexp.Regexp
	in      []string
	// words are looked for first, because that is quick: a text without any of them is not what the pattern means.
	words []string
}

// notPortable is SQL that Postgres has and a distributed engine has not, and the files that may use it nevertheless, with what
// docs/scaling.md says about it. A file that uses it no more is to be taken off.
var notPortable = map[string]rule{
	"places of rows (ctid)": {regexp.MustCompile(`\b(select|where|,|\.)\s*ctid\b`), nil, []string{"ctid"}},
	"snapshots and transaction ids": {regexp.MustCompile(`\b(pg_current_(snapshot|xact_id)|pg_snapshot_x(min|max)|pg_visible_in_snapshot|txid_\w+|xid8|xmin::|xmax::)`),
		[]string{"bff/catalog/load.go", "bff/platform/changes/feed.go", "db/migrations/00006_change_log.sql"}, []string{"pg_current", "pg_snapshot", "pg_visible", "txid_", "xid8", "xmin::", "xmax::"}},
	"advisory locks of a session": {regexp.MustCompile(`\bpg_(try_)?advisory_(lock|unlock)\w*`), nil, []string{"advisory"}},
	"advisory locks": {regexp.MustCompile(`\bpg_(try_)?advisory_xact_lock`),
		[]string{"bff/editor/publish.go", "bff/editor/save.go", "bff/editor/working.go", "bff/platform/pg/pooled.go",
			"bff/contact/contact.go", "bff/staff/invitation.go", "bff/staff/code.go", "bff/image/service.go", "bff/block/service.go", "db/migrations/00019_unpaid_orders.sql",
			"db/migrations/00028_bounds_per_network.sql", "db/migrations/00076_unpaid_orders_by_index.sql"}, []string{"advisory"}},
	"LISTEN and NOTIFY":       {regexp.MustCompile(`\bpg_notify\s*\(|["\x60](listen|notify) [a-z_]+["\x60]`), []string{"bff/platform/jobs/insert.sql"}, []string{"pg_notify", "listen ", "notify "}},
	"locks of tables":         {regexp.MustCompile(`\block\s+table\s+\w`), []string{"bff/api/envelope/store.go", "bff/seed/load.go", "bff/seed/staff.go"}, []string{"lock table"}},
	"exclusion constraints":   {regexp.MustCompile(`\bexclude\s+using\b`), nil, []string{"exclude using"}},
	"table inheritance":       {regexp.MustCompile(`\)\s*inherits\s*\(`), nil, []string{"inherits"}},
	"extensions":              {regexp.MustCompile(`\bcreate\s+extension\b`), nil, []string{"extension"}},
	"large objects":           {regexp.MustCompile(`\blo_(create|import|export|open|get|put)\s*\(`), nil, []string{"lo_"}},
	"cursors that stay":       {regexp.MustCompile(`\bwith\s+hold\b`), nil, []string{"with hold"}},
	"prepared transactions":   {regexp.MustCompile(`["\x60]\s*prepare\s+transaction\b`), nil, []string{"prepare transaction"}},
	"deferred constraints":    {regexp.MustCompile(`\binitially\s+deferred\b|\bset\s+constraints\b`), nil, []string{"initially deferred", "set constraints"}},
	"rules":                   {regexp.MustCompile(`\bcreate\s+(or\s+replace\s+)?rule\b`), nil, []string{"rule"}},
	"unlogged tables":         {regexp.MustCompile(`\bcreate\s+unlogged\b`), nil, []string{"unlogged"}},
	"settings of the session": {regexp.MustCompile(`["\x60]\s*set\s+(session\s+|search_path|statement_timeout|lock_timeout|role\b)`), nil, []string{"set "}},
}

var notTheShops = regexp.MustCompile(`^bff/(sandbox|apptest|moduletest|api/gen|platform/pgtest)/`)

// found returns what a text in lower case has of the rule, "" for nothing.
func (r rule) found(text string) string {
	if !slices.ContainsFunc(r.words, func(word string) bool { return strings.Contains(text, word) }) {
		return ""
	}
	return r.pattern.FindString(text)
}

// The shop's statements stay within what docs/scaling.md says of the engines that come after one Postgres.
func TestSQLStaysPortable(t *testing.T) {
	t.Parallel()
	texts := filesUnder(t, "../bff", ".go")
	maps.Copy(texts, filesUnder(t, "../bff", ".sql"))
	maps.Copy(texts, filesUnder(t, "../db/migrations", ".sql"))
	statements := map[string]string{}
	for path, text := range texts {
		path = strings.TrimPrefix(filepath.ToSlash(path), "../")
		// The sandbox, and what tests use, is on one Postgres for ever; the contract is no SQL.
		if !strings.HasSuffix(path, "_test.go") && !notTheShops.MatchString(path) {
			statements[path] = strings.ToLower(withoutComments(text))
		}
	}
	for what, rule := range notPortable {
		used := map[string]bool{}
		for path, text := range statements {
			if found := rule.found(text); found != "" {
				used[path] = true
				if !slices.Contains(rule.in, path) {
					t.Errorf("%s uses %s: %q (docs/scaling.md)", path, what, found)
				}
			}
		}
		for _, path := range rule.in {
			if !used[path] {
				t.Errorf("%s no longer uses %s: take it off", path, what)
			}
		}
	}
}

// withoutComments takes out lines that are only a comment, of Go or of SQL.
func withoutComments(text string) string {
	var code strings.Builder
	for line := range strings.Lines(text) {
		if begin := strings.TrimSpace(line); !strings.HasPrefix(begin, "//") && !strings.HasPrefix(begin, "--") {
			code.WriteString(line)
		}
	}
	return code.String()
}

func TestWhatIsNotPortableIsFound(t *testing.T) {
	t.Parallel()
	for text, what := range map[string]string{
		"delete from t where ctid in (select ctid from t)":             "places of rows (ctid)",
		"select pg_snapshot_xmin(pg_current_snapshot())":               "snapshots and transaction ids",
		"xid xid8 not null default pg_current_xact_id()":               "snapshots and transaction ids",
		"select pg_advisory_lock(1)":                                   "advisory locks of a session",
		"select pg_advisory_xact_lock(1)":                              "advisory locks",
		"select pg_notify('a', 'b')":                                   "LISTEN and NOTIFY",
		"lock table orders in exclusive mode":                          "locks of tables",
		"create table t (r tstzrange, exclude using gist (r with &&))": "exclusion constraints",
		"create extension pg_trgm":                                     "extensions",
		"create unlogged table t (id int)":                             "unlogged tables",
		"foreign key (a) references b initially deferred":              "deferred constraints",
		"`set session authorization me`":                               "settings of the session",
	} {
		if rule, ok := notPortable[what]; !ok || rule.found(strings.ToLower(withoutComments(text))) == "" {
			t.Errorf("%s is not found in %s", what, text)
		}
	}
	for _, text := range []string{"-- delete by ctid: select ctid", "// where ctid", "select id from t for update skip locked", "`set local statement_timeout = '60s'`"} {
		for what, rule := range notPortable {
			if rule.found(strings.ToLower(withoutComments(text))) != "" {
				t.Errorf("%s is found in %s", what, text)
			}
		}
	}
}
