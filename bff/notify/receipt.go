package notify

import (
	"context"
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/roamcart/roamcart/shared"
)

var receiptLayout = template.Must(template.ParseFS(layoutFiles, "layout/receipt.html.tmpl"))

// Receipt is a paid order as a page of its own, to keep or to print.
type Receipt struct {
	Order         Order
	OrderedAt     time.Time
	PaidAt        time.Time
	PaymentMethod string
	BillTo        string
	Refunds       []ReceiptRefund
}

// ReceiptRefund is money that has gone back.
type ReceiptRefund struct {
	Amount int64
	At     time.Time
}

// ReceiptHTML draws a receipt of a site in a language: one HTML file that needs nothing else.
func (s *Service) ReceiptHTML(ctx context.Context, tenantID int64, locale string, r Receipt) (string, error) {
	site, err := s.cfg.Sites.Site(ctx, tenantID, locale)
	if err != nil {
		return "", fmt.Errorf("site of receipt: %w", err)
	}
	c := &composer{locale: locale, site: site}
	page, err := c.finish(r.compose(c))
	if err != nil {
		return "", fmt.Errorf("receipt of %s: %w", r.Order.OrderNo, err)
	}
	var out strings.Builder
	if err := receiptLayout.Execute(&out, page); err != nil {
		return "", fmt.Errorf("draw receipt of %s: %w", r.Order.OrderNo, err)
	}
	return out.String(), nil
}

func (r Receipt) compose(c *composer) mail {
	m := mail{Subject: c.t("receipt.title", "orderNo", r.Order.OrderNo), Title: c.t("receipt.title", "orderNo", r.Order.OrderNo)}
	m.add(
		facts(
			row{Label: c.t("receipt.seller"), Value: c.site.Brand + shared.In(c.locale, ", ", "，") + c.site.SupportEmail},
			row{Label: c.t("receipt.billTo"), Value: oneLine(r.BillTo)},
			row{Label: c.t("receipt.orderedAt"), Value: c.time(r.OrderedAt)},
			row{Label: c.t("label.paidAt"), Value: c.time(r.PaidAt)},
			row{Label: c.t("label.paymentMethod"), Value: c.method(r.PaymentMethod)},
		),
		c.lines(r.Order),
	)
	if len(r.Refunds) > 0 {
		back := facts()
		back.Title = c.t("receipt.refunds")
		for _, f := range r.Refunds {
			back.Rows = append(back.Rows, row{Label: c.time(f.At), Value: c.money(-f.Amount, r.Order.Currency)})
		}
		m.add(back)
	}
	return m
}
