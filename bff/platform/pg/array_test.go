package pg_test

import (
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// A list arrives whole, as one parameter, whatever its texts hold; no list is an empty one.
func TestAListArrivesAsOneArray(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	texts := []string{`a`, `b,"c"`, `{d}`, `\`, ``, `五`}
	got, err := pg.List[string](db.Gorm, "read back", `select unnest(cast(? as text[]))`, pg.Array(texts))
	if err != nil || !slices.Equal(got, texts) {
		t.Errorf("%q, %v", got, err)
	}
	for _, none := range [][]int64{nil, {}} {
		n, err := pg.List[int](db.Gorm, "count", `select coalesce(cardinality(cast(@ids as bigint[])), -1)`, map[string]any{"ids": pg.Array(none)})
		if err != nil || len(n) != 1 || n[0] != 0 {
			t.Errorf("no list has %v elements, %v", n, err)
		}
	}
	ids, err := pg.List[int64](db.Gorm, "look up", `select n from generate_series(1, 9) as s(n) where n = any(cast(@ids as bigint[])) order by n`,
		map[string]any{"ids": pg.Array([]int64{7, 3, 12})})
	if err != nil || !slices.Equal(ids, []int64{3, 7}) {
		t.Errorf("%v, %v", ids, err)
	}
}
