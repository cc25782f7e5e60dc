package api

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// SimReissue asks for a new profile for an eSIM. A guest may not know whose a SIM is: one that belongs to no order which this
// browser may see asks for a login.
func (s *Server) SimReissue(ctx context.Context, r gen.SimReissueRequestObject) (gen.SimReissueResponseObject, error) {
	actor := "guest"
	if id := caller.Of(ctx).UserID(); id != 0 {
		actor = fmt.Sprintf("u:%d", id)
	}
	sim, err := s.OwnedSIMs.AskReissue(ctx, read.MaySee(ctx), r.Body.SimId, r.Body.IccidLast4, actor)
	if fault.Code(err) == "sim_not_found" && caller.Of(ctx).UserID() == 0 {
		err = fault.New("login_required")
	}
	return gen.SimReissue200JSONResponse{Envelope: ok(ctx), Data: view.ReissueStatus(sim, s.Clock.Now())}, err
}
