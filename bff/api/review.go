package api

import (
	"context"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/review"
)

// ReviewWrite takes a review of a line of an order that the caller may see.
func (s *Server) ReviewWrite(ctx context.Context, r gen.ReviewWriteRequestObject) (gen.ReviewWriteResponseObject, error) {
	o, err := s.FindOrder(ctx, r.Body.OrderNo)
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
