package reviews

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Reviews *review.Service
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/reviews", staff.ReadReviews, a.list)
	r.Write(http.MethodPost, "/reviews/:id/decision", staff.DecideReviews, a.decide)
}

// item is a review as staff see it.
type item struct {
	ID int64 `json:"id,string"`
	// Plan is what the plan was called when it was bought, in the caller's language.
	Plan    string `json:"plan"`
	GoodsID string `json:"goodsId"`
	// Stars are 1 to 5.
	Stars int `json:"stars"`
	// Text and Author are as the buyer typed them, in the language Locale; they may be empty.
	Text   string `json:"text"`
	Author string `json:"author"`
	Locale string `json:"locale"`
	// State is waiting, approved or rejected.
	State string    `json:"state"`
	At    time.Time `json:"at"`
	// DecidedAt is null while it waits.
	DecidedAt *time.Time `json:"decidedAt"`
	DecidedBy string     `json:"decidedBy"`
	Reason    string     `json:"reason"`
}

// all asks for the reviews of every state; without a state those that wait are listed.
const all = "all"

// states are those to which a list is narrowed.
var states = []string{review.Waiting, review.Approved, review.Rejected}

func (a *Area) list(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	q := review.Query{TenantID: of.ID, State: review.Waiting, Words: strings.Fields(strings.ToLower(c.QueryParam("q")))}
	switch state := c.QueryParam("state"); {
	case state == all:
		q.State = ""
	case slices.Contains(states, state):
		q.State = state
	}
	if q.After, err = studio.Cursor(c, "after"); err != nil {
		return err
	}
	page, err := a.Reviews.List(c.Request().Context(), q)
	if err != nil {
		return err
	}
	out := struct {
		Site    string         `json:"site"`
		Reviews []item         `json:"reviews"`
		Next    int64          `json:"next,string"`
		Sites   []studio.Site  `json:"sites"`
		Counts  map[string]int `json:"counts"`
	}{strconv.FormatInt(of.ID, 10), []item{}, page.Next, studio.SitesIn(a.Sites(), studio.Locale(c)), page.Counts}
	for _, r := range page.Reviews {
		out.Reviews = append(out.Reviews, item{
			r.ID, shared.In(studio.Locale(c), r.NameEn, r.NameZh), r.GoodsID, r.Stars, r.Text, r.Author, r.Locale, r.State, r.At, r.DecidedAt,
			audit.Author(r.DecidedBy), r.Reason,
		})
	}
	out.Counts[all] = page.Counts[review.Waiting] + page.Counts[review.Approved] + page.Counts[review.Rejected]
	return c.JSON(http.StatusOK, out)
}

// decide approves or rejects a review. Faults: validation_failed (reason), review_not_found, review_decided.
func (a *Area) decide(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	in, err := studio.DecodeDecision(c, false)
	if err != nil {
		return err
	}
	_, err = a.Reviews.Decide(c.Request().Context(), id, in.Approve, studio.By(c).Actor, in.Reason)
	return studio.Respond(c, err)
}

// Todo lists where reviews wait.
func (a *Area) Todo(ctx context.Context, may func(staff.Act) bool, locale string) ([]studio.Todo, error) {
	if !may(staff.DecideReviews) {
		return nil, nil
	}
	var out []studio.Todo
	for _, site := range studio.SitesIn(a.Sites(), locale) {
		counts, err := a.Reviews.Counts(ctx, site.ID)
		if err != nil {
			return nil, err
		}
		if n := counts[review.Waiting]; n > 0 {
			out = append(out, studio.Todo{Area: "reviews", State: review.Waiting, Site: site, Count: n})
		}
	}
	return out, nil
}
