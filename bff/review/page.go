package review

import (
	"context"
	_ "embed"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

//go:embed page.sql
var pageSQL string

// PageSize is how many reviews a page of staff has.
const PageSize = 50

// Query narrows what staff see of a site's reviews.
type Query struct {
	TenantID int64
	// State is Waiting, Approved or Rejected; "" is all.
	State string
	// Words, in lower case, are all found in a review: in its text, its author, or the name or number of its plan.
	Words []string
	// After is the number of the last review of the page before; 0 asks for the first page.
	After int64
}

// Page is a part of a site's reviews.
type Page struct {
	// Reviews are the oldest first where they wait, otherwise the newest first. Never nil.
	Reviews []Decided
	// Next is the After of the following page, 0 on the last.
	Next int64
	// Counts are how many the site has in each state, whatever was searched for.
	Counts map[string]int
}

// Decided is a review with what is noted of the last decision about it.
type Decided struct {
	Review
	// DecidedBy is an actor of the audit log, and Reason what they wrote; both are "" while it waits.
	DecidedBy, Reason string
}

// List returns a page of a site's reviews in two statements, however many there are.
func (s *Service) List(ctx context.Context, q Query) (Page, error) {
	counts, err := s.Counts(ctx, q.TenantID)
	if err != nil {
		return Page{}, err
	}
	out := Page{Counts: counts}
	out.Reviews, err = pg.List[Decided](s.db.Conn(ctx), "list reviews", pageSQL, map[string]any{
		"tenant": q.TenantID, "state": q.State, "after": q.After, "words": pg.Array(q.Words), "limit": PageSize + 1,
	})
	if len(out.Reviews) > PageSize {
		out.Reviews = out.Reviews[:PageSize]
		out.Next = out.Reviews[PageSize-1].ID
	}
	return out, err
}

// Counts returns how many reviews a site has in each state.
func (s *Service) Counts(ctx context.Context, tenantID int64) (map[string]int, error) {
	rows, err := pg.List[struct {
		State string
		Count int
	}](s.db.Conn(ctx), "count reviews", `select state, count(*) as count from review where tenant_id = ? group by state`, tenantID)
	out := map[string]int{}
	for _, c := range rows {
		out[c.State] = c.Count
	}
	return out, err
}
