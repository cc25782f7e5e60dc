package api

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/review"
)

// ReviewWrite takes a review of a line of an order that the caller may see.
func (s *Server) ReviewWrite(ctx context.Context, r gen.ReviewWriteRequestObject) (gen.ReviewWriteResponseObject, error) {
	o, err := s.seen(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	line, err := strconv.ParseInt(r.Body.LineId, 10, 64)
	if err != nil {
		return nil, fault.New("review_unused")
	}
	err = s.Reviews.Write(ctx, o, review.Draft{
		LineID: line, Stars: r.Body.Stars, Text: r.Body.Text, Author: r.Body.Name, Locale: caller.Of(ctx).Locale,
	})
	return gen.ReviewWrite200JSONResponse{Envelope: ok(ctx), Data: gen.Reviewed{LineId: r.Body.LineId, State: review.Waiting}}, err
}

// Review gathers the page on which an order is reviewed. Whoever may not see the order is led to the lookup: the mail that asks
// for a review is opened anywhere.
func (s *Source) Review(ctx context.Context, a pages.Ask) (gen.ReviewPage, error) {
	o, err := s.seen(ctx, a.Params[pages.ParamOrderNo])
	if code := fault.Code(err); code == "order_not_found" || code == "login_required" {
		to := pages.RedirectTo(pages.Track, a.Locale, nil)
		to.To += "?orderNo=" + url.QueryEscape(a.Params[pages.ParamOrderNo])
		return gen.ReviewPage{}, to
	}
	if err != nil {
		return gen.ReviewPage{}, notFound(err)
	}
	lines, err := s.Reviews.Lines(ctx, o)
	return gen.ReviewPage{OrderNo: o.OrderNo, Lines: view.ReviewLines(lines, a.Locale)}, err
}

// reviewable reports whether a line can be reviewed.
func reviewable(lines []review.Line) bool {
	return slices.ContainsFunc(lines, func(l review.Line) bool { return l.Review == nil })
}
