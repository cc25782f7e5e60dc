package regional

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// takeShipping takes a shipping table over, its amounts multiplied; what is free stays so. It returns how many ways to send there are.
func takeShipping(tx *pg.Tx, args map[string]any, from, to string, by *big.Rat) (int, error) {
	type way struct {
		Zone   string `json:"zone"`
		Code   string `json:"code"`
		Amount int64  `json:"amount"`
	}
	list, err := pg.List[way](tx, "read shipping table", `select zone, code, amount from shipping_method where tenant_id = @from`, args)
	if err != nil {
		return 0, err
	}
	for i, w := range list {
		list[i].Amount = scaledAndRounded(w.Amount, by, from, to)
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return 0, fmt.Errorf("write shipping table: %w", err)
	}
	args["ways"] = string(raw)
	if err := pg.Exec(tx, "take over shipping table", `
		insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max, sort, tracking_url)
		select @to, m.zone, m.code, m.countries, m.name_en, m.name_zh, n.amount, m.days_min, m.days_max, m.sort, m.tracking_url
		from shipping_method m join jsonb_to_recordset(cast(@ways as jsonb)) as n (zone text, code text, amount bigint) using (zone, code)
		where m.tenant_id = @from`, args); err != nil {
		return 0, err
	}
	return len(list), pg.Exec(tx, "note whose shipping table it is", `
		insert into shipping_edit (tenant_id, currency, revision, actor, author, at) values (@to, @currency, 1, @actor, @author, @now)`, args)
}

// takeRewards takes over what is given for orders and friends. Without a factor a friend gets no discount, until somebody decides.
func takeRewards(tx *pg.Tx, args map[string]any, from, to string, by *big.Rat) error {
	list, err := pg.List[struct{ ReferralDiscount, ReferralMinSubtotal int64 }](tx, "read reward rules",
		`select referral_discount, referral_min_subtotal from reward_rule where tenant_id = @from`, args)
	if err != nil || len(list) == 0 {
		return err
	}
	args["discount"], args["least"] = int64(0), int64(0)
	if by != nil {
		args["discount"], args["least"] = scaledAndRounded(list[0].ReferralDiscount, by, from, to), scaledAndRounded(list[0].ReferralMinSubtotal, by, from, to)
	}
	return pg.Exec(tx, "take over reward rules", `
		insert into reward_rule (tenant_id, referral_discount, referral_min_subtotal, referrer_points, friend_points, pending_days, point_days)
		select @to, @discount, @least, referrer_points, friend_points, pending_days, point_days from reward_rule where tenant_id = @from`, args)
}
