package order

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Submission is an order as it comes in.
type Submission struct {
	Selection
	Form
	Rules  Rules
	Locale string
	// ExpectedTotal is what the shopper saw; another total is refused with price_changed.
	ExpectedTotal int64
	// IdempotencyKey and RequestHash make a repeated submission the same order.
	IdempotencyKey string
	RequestHash    []byte
	RequestID      string
}

// Placed is the answer to a submission.
type Placed struct {
	ID        int64
	OrderNo   string
	Status    Status
	Total     int64
	Currency  string
	ExpiresAt time.Time
}

// Submit places an order: the row, its frozen lines, the promise of stock, promo code and points, and the jobs that
// remind of it and end it, all in one transaction. The same key and request give the same order again, however often
// and however parallel. Faults: idempotency_mismatch, price_changed, sold_out, stock_unavailable, promo_used_up,
// promo_already_used, points_not_enough, referral_first_order, number_taken, number_hold_expired,
// login_required (the account was deleted meanwhile), and those of Budget.
func (s *Service) Submit(ctx context.Context, in Submission) (Placed, error) {
	if p, err := s.placedBefore(ctx, in); err != nil || p != nil {
		return deref(p), err
	}
	now := s.clock.Now()
	in.Email = in.Contact.Email
	if in.Address != nil {
		in.Country, in.State = in.Address.Country, in.Address.State
	}
	b, err := s.budget(ctx, s.db.Gorm, in.Selection, now)
	if err != nil {
		return Placed{}, err
	}
	if err := in.Validate(in.Rules, b.NeedsAddress); err != nil {
		return Placed{}, err
	}
	if err := b.orderable(in); err != nil {
		return Placed{}, err
	}
	var placed Placed
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if in.UserID != 0 {
			if err := s.privacy.Customers.Hold(ctx, tx, in.TenantID, in.UserID); err != nil {
				return err
			}
		}
		placed, err = s.insert(ctx, tx, in, b, now)
		if err != nil {
			return err
		}
		if err := s.reserve(ctx, tx, placed.ID, in.TenantID, b); err != nil {
			return err
		}
		if err := s.redeem(ctx, tx, placed.ID, in, b); err != nil {
			return err
		}
		if err := s.claim(tx, placed, in, b, now); err != nil {
			return err
		}
		if err := s.holdRewards(ctx, tx, placed.ID, in, b); err != nil {
			return err
		}
		if b.OrderTotal == 0 {
			return s.settleFree(ctx, tx, &placed)
		}
		return s.queue.Enqueue(ctx, tx,
			jobs.Job{Args: ExpireArgs{placed.ID}, At: placed.ExpiresAt},
			jobs.Job{Args: MailArgs{OrderID: placed.ID, Template: MailPlaced}},
			jobs.Job{Args: MailArgs{OrderID: placed.ID, Template: MailReminder}, At: placed.ExpiresAt.Add(-RemindBefore(s.window))})
	})
	if pg.IsUnique(err, "orders_tenant_id_owner_idempotency_key_key") {
		// The same submission ran beside this one and won; its order is the answer.
		p, err := s.placedBefore(ctx, in)
		if err == nil && p == nil {
			err = fault.New("in_progress")
		}
		return deref(p), err
	}
	return placed, err
}

// RemindBefore is how long before the end of its window an unpaid order is reminded of: two hours, or the last quarter of
// a window that is short.
func RemindBefore(window time.Duration) time.Duration { return min(2*time.Hour, window/4) }

func deref(p *Placed) Placed {
	if p == nil {
		return Placed{}
	}
	return *p
}

func (s *Service) placedBefore(ctx context.Context, in Submission) (*Placed, error) {
	var rows []struct {
		Placed
		RequestHash []byte
	}
	err := s.db.Conn(ctx).Raw(`
		select id, order_no, status, order_total as total, currency, expires_at, request_hash from orders
		where tenant_id = ? and owner = ? and idempotency_key = ?`, in.TenantID, in.Owner, in.IdempotencyKey).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("look up submission: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	if !bytes.Equal(rows[0].RequestHash, in.RequestHash) {
		return nil, fault.New("idempotency_mismatch")
	}
	// The answer is the one that was given, not what has become of the order since.
	if rows[0].Placed.Status = WaitingPayment; rows[0].Total == 0 {
		rows[0].Placed.Status = Processing
	}
	return &rows[0].Placed, nil
}

// orderable holds every reason to refuse that is known before stock is touched.
func (b Budget) orderable(in Submission) error {
	fields := map[string]string{}
	for _, l := range b.Lines {
		switch {
		case l.SKU == "":
			return fault.New("sold_out").WithParams(map[string]any{"name": l.GoodsID})
		case l.NumberLost:
			return fault.New("number_hold_expired").WithData(map[string]any{"goodsId": l.GoodsID, "numberId": fmt.Sprint(l.NumberID)})
		case !l.Available:
			return fault.New("stock_unavailable").WithParams(map[string]any{"name": l.Name(in.Locale)})
		case l.SimType == "esim" && !l.Confirmed:
			fields["compatibilityConfirmed"] = "compatibility_required"
		}
	}
	if len(fields) > 0 {
		return fault.Fields(fields)
	}
	if in.ExpectedTotal != b.OrderTotal {
		return fault.New("price_changed").WithData(map[string]any{"orderTotal": b.OrderTotal, "currency": b.Currency})
	}
	return nil
}

// Name returns the line's product name in the language.
func (l BudgetLine) Name(locale string) string {
	if locale == "zh" {
		return l.NameZh
	}
	return l.NameEn
}

//go:embed insert.sql
var insertSQL string

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
	Deposit       int64         `json:"deposit"`
	Contract      string        `json:"contract_period"`
	Compatibility Compatibility `json:"compatibility"`
	SIMLineID     int64         `json:"sim_line_id"`
	SIMCardNumber string        `json:"sim_card_number"`
}

// insert writes the order, its lines and the audit row, and takes the bought lines out of the cart, in one statement. Of
// two tabs that order the same cart under different keys, the second finds the lines gone. Fault: cart_empty.
func (s *Service) insert(ctx context.Context, tx *pg.Tx, in Submission, b Budget, now time.Time) (Placed, error) {
	lines := make([]lineRow, len(b.Lines))
	for i, l := range b.Lines {
		lines[i] = lineRow{
			LineNo: i + 1, GoodsID: l.GoodsID, SKU: l.SKU, SimType: l.SimType, NameEn: l.NameEn, NameZh: l.NameZh,
			GroupCode: l.GroupCode, Quantity: l.Quantity, UnitPrice: l.UnitPrice, DiscountShare: l.DiscountShare,
			NumberID: l.NumberID, Number: l.Number, NumberFee: l.NumberFee, TransferPhone: l.TransferPhone, TransferNote: l.TransferNote,
			Deposit: l.deposit, Contract: l.ContractPeriod, Compatibility: Compatibility{Confirmed: l.Confirmed, Device: l.Device},
			SIMLineID: l.SIM.LineID, SIMCardNumber: l.SIM.ICCIDLast4,
		}
	}
	discounts := b.Discounts
	if discounts == nil {
		discounts = []Discount{}
	}
	p := Placed{OrderNo: NewNumber(now), Status: WaitingPayment, Total: b.OrderTotal, Currency: b.Currency, ExpiresAt: now.Add(s.window)}
	var row struct {
		ID    int64
		Taken int
	}
	err := tx.Raw(insertSQL, map[string]any{
		"tenant": in.TenantID, "no": p.OrderNo, "owner": in.Owner, "key": in.IdempotencyKey, "hash": pg.Bytes(in.RequestHash),
		"user": in.UserID, "locale": in.Locale, "currency": b.Currency, "subtotal": b.Subtotal, "discount": b.DiscountAmount,
		"discounts": pg.AsJSON(discounts), "freight": b.FreightAmount, "tax": b.Tax, "number_fee": b.NumberSelectionFee,
		"prepaid": b.PrepaidAmount, "total": b.OrderTotal, "method": in.PaymentMethod, "email": in.Contact.Email,
		"email_normal": NormalEmail(in.Contact.Email), "first": in.Contact.FirstName, "last": in.Contact.LastName,
		"phone": in.Contact.Phone, "address": pg.AsJSON(in.Address), "shipping": b.ShippingMethod, "now": now, "expires": p.ExpiresAt,
		"lines": pg.AsJSON(lines), "request": in.RequestID, "cart": pg.AsJSON(b.cartItemIDs),
	}).Scan(&row).Error
	if err != nil {
		return Placed{}, fmt.Errorf("insert order: %w", err)
	}
	if row.Taken != len(b.cartItemIDs) {
		return Placed{}, fault.New("cart_empty")
	}
	p.ID = row.ID
	return p, nil
}

//go:embed reserve.sql
var reserveSQL string

// reserve promises stock to the order. Demand is summed per SKU, rows are locked in ascending id, and the CHECK
// constraint of the table stands behind the guarded update.
func (s *Service) reserve(ctx context.Context, tx *pg.Tx, orderID, tenantID int64, b Budget) error {
	type want struct {
		SKU      string `json:"sku"`
		Quantity int    `json:"quantity"`
	}
	demand, names := []want{}, map[string]BudgetLine{}
	for _, l := range b.Lines {
		if l.SIM.LineID != 0 {
			continue // more of what the carrier has; nothing leaves a shelf
		}
		demand = append(demand, want{l.SKU, l.Quantity})
		names[l.SKU] = l
	}
	var got []string
	err := tx.Raw(reserveSQL, map[string]any{"order": orderID, "tenant": tenantID, "demand": pg.AsJSON(demand)}).Scan(&got).Error
	if err != nil {
		return fmt.Errorf("reserve stock: %w", err)
	}
	for _, sku := range got {
		delete(names, sku)
	}
	for _, l := range names {
		return fault.New("stock_unavailable").WithParams(map[string]any{"name": l.NameEn}).
			WithData(map[string]any{"goodsId": l.GoodsID, "simType": l.SimType})
	}
	return nil
}

// redeem takes one use of the promo code. The guarded counter holds the code's limit and, by its row lock, keeps uses of
// one code apart. A customer's use takes the smallest number that is free, so that uses given back can be taken again; the
// unique index over (code, customer, number) stands behind it.
func (s *Service) redeem(ctx context.Context, tx *pg.Tx, orderID int64, in Submission, b Budget) error {
	if b.promo == nil {
		return nil
	}
	res := tx.Exec(`update promo_code set used = used + 1 where tenant_id = ? and id = ? and (max_uses is null or used < max_uses)`,
		in.TenantID, b.promo.ID)
	if res.Error != nil {
		return fmt.Errorf("use promo code: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return fault.New("promo_used_up")
	}
	customers := []string{s.privacy.Prints.Of(promoPurpose, in.TenantID, mailbox(in.Contact.Email))}
	if !in.Owner.IsVisitor() {
		customers = append(customers, string(in.Owner))
	}
	limit := 1 << 30
	if b.promo.MaxPerCustomer != nil {
		limit = *b.promo.MaxPerCustomer
	}
	res = tx.Exec(`
		with used as (
		    select customer, use_no from promo_redemption where tenant_id = @tenant and promo_id = @promo and state <> 'released'
		)
		insert into promo_redemption (tenant_id, promo_id, order_id, customer, use_no)
		select @tenant, @promo, @order, c.customer, c.use_no
		from (select w.customer,
		             (select min(n.use_no) from (select 1 as use_no union all select used.use_no + 1 from used where used.customer = w.customer) n
		              where not exists (select 1 from used where used.customer = w.customer and used.use_no = n.use_no)) as use_no
		      from jsonb_array_elements_text(cast(@customers as jsonb)) as w(customer)) c
		where c.use_no <= @limit`,
		map[string]any{"tenant": in.TenantID, "promo": b.promo.ID, "order": orderID, "customers": pg.AsJSON(customers), "limit": limit})
	if pg.IsUnique(res.Error) || (res.Error == nil && res.RowsAffected < int64(len(customers))) {
		return fault.New("promo_already_used")
	}
	if res.Error != nil {
		return fmt.Errorf("redeem promo code: %w", res.Error)
	}
	return nil
}

// claim keeps the picked numbers for the order until its window ends. Fault: number_taken.
func (s *Service) claim(tx *pg.Tx, p Placed, in Submission, b Budget, now time.Time) error {
	var claims []offer.Claim
	for _, l := range b.Lines {
		if l.NumberID != 0 {
			claims = append(claims, offer.Claim{ID: l.NumberID, GoodsID: l.GoodsID})
		}
	}
	if len(claims) == 0 {
		return nil
	}
	got, err := offer.ClaimNumbers(tx, in.TenantID, string(in.Owner), p.ID, claims, now, p.ExpiresAt)
	if err == nil && len(got) != len(claims) {
		err = fault.New("number_taken")
	}
	return err
}

// settleFree makes an order that costs nothing paid at once; there is no attempt and nothing to ask a provider.
func (s *Service) settleFree(ctx context.Context, tx *pg.Tx, p *Placed) error {
	o, err := s.Lock(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	moved, err := s.MarkPaid(ctx, tx, o, "discount covers the order")
	if err == nil && !moved {
		err = errors.New("a new order was not waiting for payment")
	}
	p.Status = Processing
	return err
}
