package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// OrderRefund asks for money back.
func (s *Server) OrderRefund(ctx context.Context, r gen.OrderRefundRequestObject) (gen.OrderRefundResponseObject, error) {
	call := caller.Of(ctx)
	o, err := s.FindOrder(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	ask := payment.ShopperRefund{OrderID: o.ID, Reason: r.Body.Reason, Notes: r.Body.Notes, Actor: string(call.Owner())}
	if r.Body.Lines != nil {
		if ask.LineIDs, err = lineIDs(r.Body.Lines); err != nil {
			return nil, err
		}
	}
	answer, err := s.Payments.RequestRefund(ctx, ask)
	if err != nil {
		return nil, err
	}
	return gen.OrderRefund200JSONResponse{Envelope: ok(ctx), Data: view.RefundResult(answer, call.Locale)}, nil
}

// lineIDs reads the lines somebody picked; a number that is none belongs to no order.
func lineIDs(texts []string) ([]int64, error) {
	if len(texts) == 0 {
		return nil, fault.Fields(map[string]string{"lines": "item_required"})
	}
	ids := make([]int64, len(texts))
	for n, text := range texts {
		ids[n], _ = strconv.ParseInt(text, 10, 64)
	}
	return ids, nil
}

// OrderReceipt gives the receipt of a paid order as a file.
func (s *Server) OrderReceipt(ctx context.Context, r gen.OrderReceiptRequestObject) (gen.OrderReceiptResponseObject, error) {
	o, err := s.FindOrder(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	if o.PaidAt == nil {
		return nil, fault.New("order_not_found")
	}
	locale := caller.Of(ctx).Locale
	html, err := s.Receipt(ctx, o, locale)
	return gen.OrderReceipt200TexthtmlResponse{
		Body: strings.NewReader(html), ContentLength: int64(len(html)), Headers: gen.OrderReceipt200ResponseHeaders{
			ContentDisposition: fmt.Sprintf(`attachment; filename="receipt-%s-%s.html"`, o.OrderNo, locale),
		},
	}, err
}
