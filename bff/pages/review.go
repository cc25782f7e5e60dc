package pages

import (
	"context"
	"net/url"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/review"
)

// Review is the page on which an order is reviewed.
const Review Kind = "review"

var reviewPage = Page[gen.ReviewPage]{
	Row:  Row{Kind: Review, Pattern: "/my-order/{orderNo}/review", Private: true},
	Data: reviewData,
}

// reviewData gathers the page on which an order is reviewed. Whoever may not see the order is led to the lookup: the mail that asks
// for a review is opened anywhere.
func reviewData(ctx context.Context, s *Source, a PageContext) (gen.ReviewPage, error) {
	o, err := s.FindOrder(ctx, a.Params[ParamOrderNo])
	if code := fault.Code(err); code == "order_not_found" || code == "login_required" {
		to := RedirectTo(Track, a.Locale, nil)
		to.To += "?orderNo=" + url.QueryEscape(a.Params[ParamOrderNo])
		return gen.ReviewPage{}, to
	}
	if err != nil {
		return gen.ReviewPage{}, asNotFound(err)
	}
	lines, err := s.Reviews.Lines(ctx, o)
	return gen.ReviewPage{OrderNo: o.OrderNo, Lines: view.ReviewLines(lines, a.Locale)}, err
}

// reviewable reports whether a line can be reviewed.
func reviewable(lines []review.Line) bool {
	return slices.ContainsFunc(lines, func(l review.Line) bool { return l.Review == nil })
}
