package merchandise

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Facts are those facts of a plan that only say what a shopper gets. All others are what carriers are asked for, or by what sold SIMs
// are counted: staff do not change them.
type Facts struct {
	// Unlimited says that data goes on at SpeedAfterKbps once the full-speed allowance is used; 0 means that it stops then.
	Unlimited      bool
	SpeedAfterKbps int
	// NetworkType is one of NetworkTypes, Hotspot HotspotYes, HotspotNo, or the GB that may be shared.
	NetworkType, Hotspot string
	// RefundDays are those within which an unused plan is refunded; 0 means that it is not. An order keeps what it was sold with.
	RefundDays int
}

// NetworkTypes are the networks that plans are sold with.
var NetworkTypes = []string{"4G", "5G"}

// Hotspots without a bound.
const (
	HotspotYes = "yes"
	HotspotNo  = "no"
)

const (
	maxSpeed      = 1_000_000
	maxHotspot    = 999
	maxRefundDays = 365
	noRefund      = "none"
)

var (
	refundPolicy = regexp.MustCompile(`^unused_(\d+)_days$`)
	hotspotGB    = regexp.MustCompile(`^[1-9]\d{0,2}$`)
)

func refundDays(policy string) int {
	found := refundPolicy.FindStringSubmatch(policy)
	if found == nil {
		return 0
	}
	days, _ := strconv.Atoi(found[1])
	return days
}

// policy is how RefundDays are stored.
func (f Facts) policy() string {
	if f.RefundDays == 0 {
		return noRefund
	}
	return fmt.Sprintf("unused_%d_days", f.RefundDays)
}

// Facts are those that staff may change.
func (p Product) Facts() Facts {
	return Facts{p.Unlimited, p.SpeedAfterKbps, p.NetworkType, p.Hotspot, refundDays(p.RefundPolicy)}
}

// SetFacts changes facts of a product of a site whose revision its author has seen. What differs is marked as decided by staff. Faults:
// not_found, price_overtaken, details_same; validation_failed with the fields unlimited, speedAfterKbps, networkType, hotspot and
// refundDays; those of a price that the product could not have any more.
func (s *Service) SetFacts(ctx context.Context, by audit.By, tenantID int64, goodsID string, revision int64, f Facts) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := LockSites(tx, tenantID); err != nil {
			return err
		}
		p, err := read(tx, tenantID, goodsID)
		if err != nil {
			return err
		}
		if p.Revision != revision {
			return overtaken(p)
		}
		if err := f.check(tx, p); err != nil {
			return err
		}
		changed, detail := f.differences(p)
		if len(changed) == 0 {
			return fault.New("details_same")
		}
		err = pg.Exec(tx, "write facts", `update product set unlimited = ?, speed_after_kbps = ?, network_type = ?, hotspot = ?, refund_policy = ?,
			updated_at = ? where tenant_id = ? and goods_id = ?`,
			f.Unlimited, f.SpeedAfterKbps, f.NetworkType, f.Hotspot, f.policy(), s.clock.Now(), tenantID, goodsID)
		if err != nil {
			return err
		}
		if err := s.touch(tx, &p, by, "facts", changed...); err != nil {
			return err
		}
		return s.audit(tx, p, by, "facts", "", "", detail)
	})
}

// differences returns the columns that differ, with what they were and are.
func (f Facts) differences(p Product) (changed []string, detail map[string]any) {
	detail = map[string]any{}
	for _, one := range []struct {
		column        string
		before, after any
	}{
		{"unlimited", p.Unlimited, f.Unlimited}, {"speed_after_kbps", p.SpeedAfterKbps, f.SpeedAfterKbps},
		{"network_type", p.NetworkType, f.NetworkType}, {"hotspot", p.Hotspot, f.Hotspot}, {"refund_policy", p.RefundPolicy, f.policy()},
	} {
		if one.before != one.after {
			changed = append(changed, one.column)
			detail[one.column] = []any{one.before, one.after}
		}
	}
	return changed, detail
}

func (f Facts) check(tx *pg.Tx, p Product) error {
	bad := fault.Form{}
	if f.SpeedAfterKbps < 0 || f.SpeedAfterKbps > maxSpeed {
		bad["speedAfterKbps"] = "facts_speed"
	}
	if !slices.Contains(NetworkTypes, f.NetworkType) {
		bad["networkType"] = "facts_network"
	}
	if f.Hotspot != HotspotYes && f.Hotspot != HotspotNo && !f.sharesSome(p) {
		bad["hotspot"] = "facts_hotspot"
	}
	if f.RefundDays < 0 || f.RefundDays > maxRefundDays {
		bad["refundDays"] = "facts_refund"
	}
	if err := bad.Err(); err != nil {
		return err
	}
	p.Unlimited, p.SpeedAfterKbps = f.Unlimited, f.SpeedAfterKbps
	if err := checkPrice(p, p.Price, p.Currency); err != nil {
		return err
	}
	if f.SpeedAfterKbps > 0 && p.DataMb > 0 {
		return nil
	}
	promised, err := productClaimsUnlimitedData(tx, p)
	if err == nil && promised {
		err = fault.New("plan_unlimited_incomplete")
	}
	return err
}

// sharesSome reports whether Hotspot is a number of GB that the plan has.
func (f Facts) sharesSome(p Product) bool {
	gb, _ := strconv.ParseInt(f.Hotspot, 10, 64)
	inAll := p.DataMb
	if p.DataPer == "day" {
		inAll *= int64(p.Days)
	}
	return hotspotGB.MatchString(f.Hotspot) && gb <= maxHotspot && (f.Unlimited || gb*1024 <= inAll)
}

// productClaimsUnlimitedData reports whether a text of a product promises data without an end: its own text, or that for search engines.
func productClaimsUnlimitedData(tx *pg.Tx, p Product) (bool, error) {
	texts, err := pg.List[string](tx, "read what a product says", `
		select concat_ws(E'\n', name_en, name_zh, description_en, description_zh) from product where tenant_id = @tenant and goods_id = @goods
		union all
		select concat_ws(E'\n', title_en, title_zh, description_en, description_zh) from page_title
		where kind = 'product' and code = @goods and tenant_id in (0, @tenant)`, map[string]any{"tenant": p.TenantID, "goods": p.GoodsID})
	return slices.ContainsFunc(texts, ClaimsUnlimitedData), err
}
