package reviews_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/reviews"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
	"github.com/roamcart/roamcart/bff/tenant"
)

type object = map[string]any

// fixture is the Studio with the area of reviews, and the services whose orders are reviewed.
type fixture struct {
	*moduletest.Fixture
	studiotest.Served
	t *testing.T
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	area := &reviews.Area{Reviews: review.NewService(f.DB, f.Clock, f.Queue, f.Orders), Sites: tenant.Always(
		tenant.Tenant{ID: 20, Name: tenant.Text{En: "Global", Zh: "全球站"}}, tenant.Tenant{ID: 21, Name: tenant.Text{En: "Hong Kong", Zh: "中国香港站"}},
	)}
	return &fixture{f, studiotest.Serve(t, f.DB, f.Clock, area), t}
}

// addReview adds a review that waits for a decision and returns its id.
func (f *fixture) addReview(text string) string {
	f.t.Helper()
	line := f.Place(f.t, f.Submission("plan", 1, 650)).Lines[0].ID
	var id int64
	require.NoError(f.t, f.DB.SQL.QueryRow(`
		insert into review (tenant_id, order_line_id, goods_id, stars, body, locale, created_at) values (20, $1, 'plan', 4, $2, 'zh', now()) returning id`,
		line, text).Scan(&id))
	return fmt.Sprint(id)
}

func (f *fixture) list(token, query string) object {
	f.t.Helper()
	status, out := f.Call(http.MethodGet, "/reviews"+query, token, nil)
	require.Equal(f.t, http.StatusOK, status, out)
	return out
}

func (f *fixture) decide(lang, token, id string, body object) (int, object) {
	f.t.Helper()
	return f.In(lang).Call(http.MethodPost, "/reviews/"+id+"/decision", token, body)
}

func ids(list object) []string {
	out := []string{}
	for _, r := range list["reviews"].([]any) {
		out = append(out, r.(object)["id"].(string))
	}
	return out
}

func TestAReviewIsShownOrNot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mei := f.Member("mei", staff.Support)
	good, bad := f.addReview("很快"), f.addReview("Call me")
	require.Equal(t, []string{good, bad}, ids(f.list(mei, "")), "what waits, the oldest first")
	_, overview := f.Call(http.MethodGet, "/todo", mei, nil)
	require.Equal(t, []any{object{"area": "reviews", "state": "waiting", "site": object{"id": "20", "name": "Global"}, "count": 2.0}}, overview["todo"])

	status, out := f.decide("zh", mei, bad, object{"approve": false, "reason": " "})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.NotEmpty(t, out["fields"].(object)["reason"])
	status, out = f.decide("en", mei, bad, object{"approve": false, "reason": strings.Repeat("a", 201)})
	require.Equal(t, http.StatusUnprocessableEntity, status, out)

	for id, body := range map[string]object{good: {"approve": true, "reason": ""}, bad: {"approve": false, "reason": " a phone number "}} {
		status, out = f.decide("en", mei, id, body)
		require.Equal(t, http.StatusNoContent, status, out)
	}
	require.Empty(t, ids(f.list(mei, "")))
	shown := f.list(mei, "?state=approved&q=很快")
	require.Equal(t, []string{good}, ids(shown))
	require.Equal(t, object{"approved": 1.0, "rejected": 1.0, "all": 2.0}, shown["counts"])
	rejected := f.list(mei, "?state=rejected")["reviews"].([]any)[0].(object)
	require.Equal(t, []any{"mei@example.com", "a phone number"}, []any{rejected["decidedBy"], rejected["reason"]})
	require.Equal(t, []string{bad, good}, ids(f.list(mei, "?state=all")), "the newest first")
	require.Empty(t, ids(f.list(mei, "?state=all&site=21")))

	// A second decision is told of the first; a shown review can still be taken down.
	status, out = f.decide("en", mei, good, object{"approve": true, "reason": ""})
	require.Equal(t, []any{http.StatusConflict, "review_decided"}, []any{status, out["code"]})
	status, _ = f.decide("en", mei, good, object{"approve": false, "reason": "spam"})
	require.Equal(t, http.StatusNoContent, status)
	status, out = f.decide("en", mei, "4711", object{"approve": true, "reason": ""})
	require.Equal(t, []any{http.StatusNotFound, "review_not_found"}, []any{status, out["code"]})

	log, err := f.Staff.Log(t.Context(), 0, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"staff:mei@example.com", "review_rejected"}, []string{log[0].Actor, log[0].Action})
}

// Nobody's address, number or order goes out with what they wrote.
func TestAReviewHoldsNoDataOfItsBuyer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.addReview("很快")
	rec := f.Ask(http.MethodGet, "/reviews", f.Member("ed", staff.Editor), nil)
	require.Equal(t, http.StatusOK, rec.Code)
	require.Contains(t, rec.Body.String(), "很快")
	var email, number string
	require.NoError(t, f.DB.SQL.QueryRow(`select email, order_no from orders`).Scan(&email, &number))
	require.NotContains(t, rec.Body.String(), email)
	require.NotContains(t, rec.Body.String(), number)
}

func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for role, may := range map[staff.Role]bool{staff.Editor: false, staff.Merchandiser: false, staff.Publisher: true, staff.Admin: true} {
		status, out := f.decide("en", f.Member(string(role), role), f.addReview(string(role)), object{"approve": true, "reason": ""})
		if may {
			require.Equal(t, http.StatusNoContent, status, role)
		} else {
			require.Equal(t, []any{http.StatusForbidden, "forbidden"}, []any{status, out["code"]}, role)
		}
	}
	ann := f.Member("ann", staff.Admin)
	for path, want := range map[string]int{"?site=99": http.StatusNotFound, "?after=x": http.StatusBadRequest, "?after=-1": http.StatusBadRequest, "?state=x": http.StatusOK} {
		status, out := f.Call(http.MethodGet, "/reviews"+path, ann, nil)
		require.Equal(t, want, status, out)
	}
}
