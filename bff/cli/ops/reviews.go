package ops

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/review"
)

// reviewRow is a review as the back office sees it.
type reviewRow struct {
	ReviewID int64     `json:"reviewId,string"`
	Tenant   int64     `json:"tenant"`
	OrderNo  string    `json:"orderNo"`
	GoodsID  string    `json:"goodsId"`
	Stars    int       `json:"stars"`
	Text     string    `json:"text"`
	Name     string    `json:"name"`
	Language string    `json:"language"`
	State    string    `json:"state"`
	At       time.Time `json:"at"`
}

type reviewRows []reviewRow

func reviewRowOf(r review.Review) reviewRow {
	return reviewRow{r.ID, r.TenantID, r.OrderNo, r.GoodsID, r.Stars, r.Text, r.Author, r.Locale, r.State, r.At}
}

// Text is a table of reviews, each on one line: what a buyer typed cannot look like another row.
func (l reviewRows) Text(w io.Writer) {
	fmt.Fprint(w, "REVIEW\tSITE\tORDER\tPLAN\tSTARS\tSTATE\tNAME\tTEXT\n")
	for _, o := range l {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", o.ReviewID, o.Tenant, o.OrderNo, o.GoodsID, o.Stars, o.State, o.Name,
			strings.Join(strings.Fields(o.Text), " "))
	}
}

// reviews lists reviews of a state, or decides about one (approve ID, reject ID). To reject one, --reason says why.
func (d *CLI) reviews(f *flag.FlagSet) Action {
	state := f.String("state", review.Waiting, "waiting, approved or rejected")
	limit := f.Int("limit", 50, "at most so many")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) > 0 {
			return d.decideReview(ctx, c)
		}
		if *limit < 1 || *limit > 1000 {
			return nil, UsageErrorf("--limit is a number from 1 to 1000")
		}
		found, err := d.Reviews.Find(ctx, c.Tenant, *state, *limit)
		if err != nil {
			return nil, err
		}
		out := make(reviewRows, len(found))
		for i, r := range found {
			out[i] = reviewRowOf(r)
		}
		return out, nil
	}
}

func (d *CLI) decideReview(ctx context.Context, c Call) (Answer, error) {
	if len(c.Args) != 2 || (c.Args[0] != "approve" && c.Args[0] != "reject") {
		return nil, UsageErrorf("reviews takes approve ID or reject ID")
	}
	id, err := strconv.ParseInt(c.Args[1], 10, 64)
	if err != nil {
		return nil, UsageErrorf("%q is no number of a review", c.Args[1])
	}
	approve := c.Args[0] == "approve"
	if !approve && c.Reason == "" {
		return nil, UsageErrorf("reviews reject needs --reason: why it is not shown")
	}
	r, err := d.Reviews.Decide(ctx, id, approve, c.Actor, c.Reason)
	if err != nil {
		return nil, err
	}
	return reviewRows{reviewRowOf(r)}, nil
}
