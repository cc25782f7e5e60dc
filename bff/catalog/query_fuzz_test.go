package catalog

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What is asked of the catalogue is refused by the name of each parameter, or lies within what is offered and says the same when it is
// written again.
func FuzzParseQuery(f *testing.F) {
	for _, seed := range []string{
		"", "page=2&pageSize=100&sort=1&countries=jp,KR", "page=0", "page=1000001", "page=9223372036854775808", "pageSize=-1", "countries=JP&countries=%00",
		"data=lt5&days=lt7&voice=&simType=esim", "countries=" + strings.Repeat("AA,", 700), "page=+1", "page=1e3", "group=%FF", "page=\u0661",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		given, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		q, err := ParseQuery(given)
		if err != nil {
			return
		}
		full := q.withDefaults()
		if full.Page < 1 || full.Page > 1_000_000 || full.PageSize < 1 || full.PageSize > MaxPageSize || full.Sort < 1 || full.Sort > MostPopular {
			t.Fatalf("%q asks for %+v", raw, full)
		}
		if len(q.Countries) > 26*26 {
			t.Fatalf("%q asks for %d countries", raw, len(q.Countries))
		}
		number := func(n int) string {
			if n == 0 {
				return ""
			}
			return strconv.Itoa(n)
		}
		again, err := ParseQuery(url.Values{
			"group": {q.Group}, "countries": {strings.Join(q.Countries, ",")}, "data": {q.Data}, "days": {q.Days}, "voice": {q.Voice}, "simType": {q.SimType},
			"networkType": {q.Network}, "sort": {number(q.Sort)}, "page": {number(q.Page)}, "pageSize": {number(q.PageSize)},
		})
		if err != nil || !slices.Equal(again.Countries, q.Countries) || again.Page != q.Page || again.PageSize != q.PageSize || again.Sort != q.Sort {
			t.Fatalf("%q asks for %+v, and written again for %+v: %v", raw, q, again, err)
		}
	})
}
