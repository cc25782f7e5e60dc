package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// sweepAfter is how old something must be before a sweep takes it for forgotten.
const sweepAfter = 30 * time.Second

// Viewer is who asks for an order. Each part that is set opens the orders it stands for.
type Viewer struct {
	// Owner is the browser or the customer.
	Owner cart.Owner
	// Browser is the browser of a customer who is logged in now but may have ordered before.
	Browser cart.Owner
	// TrackedOrderNo is the order a verified tracking session may read.
	TrackedOrderNo string
}

// Buyers are the owners whose orders the viewer may see.
func (v Viewer) Buyers() []string {
	var list []string
	for _, o := range []cart.Owner{v.Owner, v.Browser} {
		if o != "" {
			list = append(list, string(o))
		}
	}
	return list
}

// record is a row of orders.
type record struct {
	Order
	EmailPrint string
	Lines      pg.JSON[[]Line]
}

func (r record) order() Order {
	r.Order.emailPrint = r.EmailPrint
	r.Order.Lines = r.Lines.V
	return r.Order
}

const columns = `id, tenant_id, order_no, owner, user_id, locale, status, cancel_reason, hold_reason, currency, subtotal,
	discount_amount, discounts, freight_amount, tax, number_selection_fee, prepaid_amount, order_total, refunded_amount,
	payment_method, email, first_name, last_name, phone, address, shipping_method, tracking_number, created_at, expires_at,
	paid_at, reviewed_at, shipped_at, completed_at, cancelled_at, delayed_at, refund_due_at, email_print`

// lineObject is a line l of an order, with the names of Line's fields.
const lineObject = `jsonb_build_object('ID', l.id, 'LineNo', l.line_no, 'GoodsID', l.goods_id, 'SKU', l.sku, 'SimType', l.sim_type,
	'NameEn', l.name_en, 'NameZh', l.name_zh, 'GroupCode', l.group_code, 'Quantity', l.quantity, 'UnitPrice', l.unit_price,
	'DiscountShare', l.discount_share, 'SimCardNumber', l.sim_card_number, 'State', l.state, 'NumberID', l.number_id, 'Number', l.number,
	'NumberFee', l.number_fee, 'TransferPhone', l.transfer_phone, 'TransferNote', l.transfer_note, 'StartDate', l.start_date,
	'StartAt', l.start_at, 'Deposit', l.deposit, 'ContractPeriod', l.contract_period, 'RefundPolicy', l.refund_policy,
	'SIMID', l.sim_line_id, 'Compatibility', l.compatibility)`

// Get reads an order for a viewer. Fault: order_not_found, also for orders of other tenants and other people.
func (s *Service) Get(ctx context.Context, tenantID int64, orderNo string, v Viewer) (Order, error) {
	no, ok := NormalNumber(orderNo)
	if !ok {
		return Order{}, fault.New("order_not_found")
	}
	return s.one(ctx, `tenant_id = ? and order_no = ? and (owner in (?, ?) or order_no = ?)`,
		tenantID, no, v.Owner, v.Browser, v.TrackedOrderNo)
}

// ByID reads an order for the shop's own work. Fault: order_not_found.
func (s *Service) ByID(ctx context.Context, id int64) (Order, error) { return s.one(ctx, `id = ?`, id) }

// ByEmail reads an order for somebody who has proved the mailbox. Faults: order_not_found, order_email_mismatch.
func (s *Service) ByEmail(ctx context.Context, tenantID int64, orderNo, email string) (Order, error) {
	no, ok := NormalNumber(orderNo)
	if !ok {
		return Order{}, fault.New("order_not_found")
	}
	o, err := s.one(ctx, `tenant_id = ? and order_no = ?`, tenantID, no)
	if err != nil {
		return Order{}, err
	}
	if !s.isFrom(o, email) {
		return Order{}, fault.New("order_email_mismatch")
	}
	return o, nil
}

// ChosenMethod returns the shipping method of an order, for where its parcel goes; a method that is gone is called by its
// code and takes no days that anybody knows.
func (s *Service) ChosenMethod(ctx context.Context, o Order) (ShippingMethod, error) {
	found, country := ShippingMethod{}, ""
	if o.Address != nil {
		country = strings.ToUpper(o.Address.Country)
	}
	err := s.db.Conn(ctx).Raw(`
		select code, name_en, name_zh, days_min, days_max, tracking_url from shipping_method
		where tenant_id = ? and code = ? order by cast(? as text) = any(countries) desc, countries = '{}' desc limit 1`,
		o.TenantID, o.ShippingMethod, country).Scan(&found).Error
	if err != nil {
		return ShippingMethod{}, fmt.Errorf("read shipping method: %w", err)
	}
	if found.Code == "" {
		found = ShippingMethod{Code: o.ShippingMethod, NameEn: o.ShippingMethod, NameZh: o.ShippingMethod}
	}
	return found, nil
}

// Read reads an order whose row the transaction holds.
func (s *Service) Read(ctx context.Context, tx *pg.Tx, o Locked) (Order, error) {
	return one(ctx, tx.DB, `id = ?`, o.ID)
}

func (s *Service) one(ctx context.Context, where string, args ...any) (Order, error) {
	return one(ctx, s.db.Conn(ctx), where, args...)
}

func one(ctx context.Context, db *gorm.DB, where string, args ...any) (Order, error) {
	found, err := readOrders(ctx, db, where, args...)
	if err != nil {
		return Order{}, err
	}
	if len(found) == 0 {
		return Order{}, fault.New("order_not_found")
	}
	return found[0], nil
}
