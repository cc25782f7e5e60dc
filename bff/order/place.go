package order

import (
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

//go:embed place.sql
var placeSQL string

// place writes the order, its lines and the audit row, takes the bought lines out of the cart, promises stock and counts a use of
// the promo code in one statement, and keeps numbers until the order's window ends in another, which few orders need. Of two tabs
// that order the same cart under different keys, the second finds the lines gone. Demand is summed per SKU, rows of stock and numbers are
// locked in ascending id, and the CHECK constraint of the stock stands behind the guarded update. Faults: too_many_unpaid, too_many_numbers,
// cart_empty, stock_unavailable, promo_used_up, number_taken.
func (s *Service) place(tx *pg.Tx, in Submission, b Budget, now time.Time) (Placed, error) {
	discounts := b.Discounts
	if discounts == nil {
		discounts = []Discount{}
	}
	p := Placed{OrderNo: NewNumber(now), Status: WaitingPayment, Total: b.OrderTotal, Currency: b.Currency, ExpiresAt: now.Add(s.window)}
	var row struct {
		ID       int64
		FullFor  string
		Taken    int
		Promised pg.JSON[[]string]
		Counted  bool
	}
	var promo int64
	if b.promo != nil {
		promo = b.promo.ID
	}
	args := map[string]any{
		"tenant": in.TenantID, "no": p.OrderNo, "owner": in.Owner, "key": in.IdempotencyKey, "hash": pg.Bytes(in.RequestHash),
		"user": in.UserID, "locale": in.Locale, "currency": b.Currency, "subtotal": b.Subtotal, "discount": b.DiscountAmount,
		"discounts": pg.AsJSON(discounts), "freight": b.FreightAmount, "tax": b.Tax, "number_fee": b.NumberSelectionFee,
		"prepaid": b.PrepaidAmount, "total": b.OrderTotal, "method": in.PaymentMethod, "email": in.Contact.Email,
		"email_normal": NormalEmail(in.Contact.Email), "first": in.Contact.FirstName, "last": in.Contact.LastName,
		"phone": in.Contact.Phone, "address": pg.AsJSON(in.Address), "shipping": b.ShippingMethod, "now": now, "expires": p.ExpiresAt, "ask": now.Add(askAfter(s.window)),
		"lines": pg.AsJSON(b.lineRows()), "request": in.RequestID, "cart": pg.Array(b.cartItemIDs), "demand": pg.AsJSON(b.demand()),
		"promo": promo, "traceparent": tracing.Parent(tx.Statement.Context),
	}
	s.bounds(args, in, b)
	if err := tx.Raw(placeSQL, args).Scan(&row).Error; err != nil {
		return Placed{}, fmt.Errorf("place order: %w", err)
	}
	if err := refuse(row.FullFor); err != nil {
		return Placed{}, err
	}
	if row.Taken != len(b.cartItemIDs) {
		return Placed{}, fault.New("cart_empty")
	}
	if err := b.requireAllReserved(row.Promised.V); err != nil {
		return Placed{}, err
	}
	if b.promo != nil && !row.Counted {
		return Placed{}, fault.New("promo_used_up")
	}
	if err := b.holdNumbers(tx, row.ID, args); err != nil {
		return Placed{}, err
	}
	p.ID = row.ID
	return p, nil
}

type lineRow struct {
	LineNo        int           `json:"line_no"`
	GoodsID       string        `json:"goods_id"`
	SKU           string        `json:"sku"`
	SimType       string        `json:"sim_type"`
	NameEn        string        `json:"name_en"`
	NameZh        string        `json:"name_zh"`
	GroupCode     string        `json:"group_code"`
	Quantity      int           `json:"quantity"`
	UnitPrice     int64         `json:"unit_price"`
	DiscountShare int64         `json:"discount_share"`
	NumberID      int64         `json:"number_id"`
	Number        string        `json:"number"`
	NumberFee     int64         `json:"number_fee"`
	TransferPhone string        `json:"transfer_phone"`
	TransferNote  string        `json:"transfer_note"`
	StartDate     string        `json:"start_date"`
	StartAt       *time.Time    `json:"start_at"`
	Deposit       int64         `json:"deposit"`
	Contract      string        `json:"contract_period"`
	Compatibility Compatibility `json:"compatibility"`
	SIMID         int64         `json:"sim_line_id"`
	SIMCardNumber string        `json:"sim_card_number"`
}

func (b Budget) lineRows() []lineRow {
	rows := make([]lineRow, len(b.Lines))
	for i, l := range b.Lines {
		rows[i] = lineRow{
			LineNo: i + 1, GoodsID: l.GoodsID, SKU: l.SKU, SimType: l.SimType, NameEn: l.NameEn, NameZh: l.NameZh,
			GroupCode: l.GroupCode, Quantity: l.Quantity, UnitPrice: l.UnitPrice, DiscountShare: l.DiscountShare,
			NumberID: l.NumberID, Number: l.Number, NumberFee: l.NumberFee, TransferPhone: l.TransferPhone, TransferNote: l.TransferNote,
			StartDate: l.StartDate, StartAt: l.StartAt, Deposit: l.deposit, Contract: l.ContractPeriod, Compatibility: Compatibility{Confirmed: l.Confirmed, Device: l.Device},
			SIMID: l.SIM.ID, SIMCardNumber: l.SIM.ICCIDLast4,
		}
	}
	return rows
}

// skuQuantity is how much of a SKU a line takes from stock.
type skuQuantity struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
}

// demand is what the lines take from stock; a top-up is more of what the carrier has.
func (b Budget) demand() []skuQuantity {
	list := []skuQuantity{}
	for _, l := range b.Lines {
		if l.SIM.ID == 0 {
			list = append(list, skuQuantity{l.SKU, l.Quantity})
		}
	}
	return list
}

// requireAllReserved makes sure that stock was reserved for every line. Fault: stock_unavailable.
func (b Budget) requireAllReserved(promised []string) error {
	var gone []string
	for _, l := range b.Lines {
		if l.SIM.ID == 0 && !slices.Contains(promised, l.SKU) {
			gone = append(gone, l.GoodsID)
		}
	}
	if len(gone) > 0 {
		return fault.New("stock_unavailable").WithData(map[string]any{"goodsIds": gone})
	}
	return nil
}
