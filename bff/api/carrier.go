package api

import (
	"context"
	"errors"
	"io"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// SimWebhook stores the carrier's signed message.
func (s *Server) SimWebhook(ctx context.Context, r gen.SimWebhookRequestObject) (gen.SimWebhookResponseObject, error) {
	payload, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fault.New("bad_request")
	}
	err = s.SIMs.Receive(ctx, carrier.HTTP, payload, r.Params.XCarrierSignature)
	if errors.Is(err, carrier.ErrSignature) {
		return nil, fault.New("signature_invalid")
	}
	return gen.SimWebhook200JSONResponse{Envelope: ok(ctx)}, err
}
