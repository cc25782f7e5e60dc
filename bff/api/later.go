package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// later answers the calls of the contract for which this shop has no room yet. No page reaches them; those that need a
// session are refused with login_required before they come here.
type later struct{}

var notYet = fault.New("not_implemented")

func (later) SimList(context.Context, gen.SimListRequestObject) (gen.SimListResponseObject, error) {
	return nil, notYet
}

func (later) SimDetail(context.Context, gen.SimDetailRequestObject) (gen.SimDetailResponseObject, error) {
	return nil, notYet
}

func (later) SimLink(context.Context, gen.SimLinkRequestObject) (gen.SimLinkResponseObject, error) {
	return nil, notYet
}

func (later) SimUnlink(context.Context, gen.SimUnlinkRequestObject) (gen.SimUnlinkResponseObject, error) {
	return nil, notYet
}

func (later) SimRealname(context.Context, gen.SimRealnameRequestObject) (gen.SimRealnameResponseObject, error) {
	return nil, notYet
}

func (later) SimTopups(context.Context, gen.SimTopupsRequestObject) (gen.SimTopupsResponseObject, error) {
	return nil, notYet
}
