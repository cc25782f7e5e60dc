package regional

import (
	"errors"
	"math/big"
	"regexp"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Priced is a plan of a new site. Price and Deposit are minor units of its currency; 0 is a plan without a price.
type Priced struct {
	GoodsID        string `json:"goods_id"`
	NameEn, NameZh string `json:"-"`
	// Was is what it costs at the site that it is taken from, in minor units of that one's currency.
	Was     int64 `json:"-"`
	Price   int64 `json:"price"`
	Deposit int64 `json:"deposit"`
}

// factorForm is up to six digits on each side of a point.
var factorForm = regexp.MustCompile(`^\d{1,6}(\.\d{1,6})?$`)

// maxFactor is beyond every rate between two currencies of the shop.
var maxFactor = big.NewRat(100_000, 1)

// factor reads what prices of another site are multiplied by. ok is false for what is no number above 0 and up to 100,000.
func factor(text string) (by *big.Rat, ok bool) {
	if !factorForm.MatchString(text) {
		return nil, false
	}
	by, ok = new(big.Rat).SetString(text)
	return by, ok && by.Sign() > 0 && by.Cmp(maxFactor) <= 0
}

// maxAmount is more than any price may be; larger products of a factor are not distinguished.
const maxAmount = 1 << 40

// scaledAndRounded is scaled, rounded to a price of the currency.
func scaledAndRounded(amount int64, by *big.Rat, from, to string) int64 {
	return rounded(scaled(amount, by, from, to), to)
}

// scaled returns an amount of one currency, multiplied, in minor units of another: the nearest.
func scaled(amount int64, by *big.Rat, from, to string) int64 {
	x := new(big.Rat).Mul(by, big.NewRat(amount*money.Unit(to), money.Unit(from)))
	// The nearest whole number; amounts are not negative.
	n := new(big.Int).Div(new(big.Int).Add(new(big.Int).Mul(x.Num(), big.NewInt(2)), x.Denom()), new(big.Int).Mul(x.Denom(), big.NewInt(2)))
	if !n.IsInt64() || n.Int64() > maxAmount {
		return maxAmount
	}
	return n.Int64()
}

// prices returns what the plans of a site cost at a new one: as a file says, or else by a factor; nil for none. Faults by field:
// prices and factor.
func prices(tx *pg.Tx, source int64, from string, w NewSite, by *big.Rat) ([]Priced, error) {
	list, err := pg.List[struct {
		GoodsID, NameEn, NameZh string
		Price, Deposit          int64
	}](tx, "read plans", `select goods_id, name_en, name_zh, price, deposit from product where tenant_id = ?
		order by popularity desc, goods_id`, source)
	if err != nil {
		return nil, err
	}
	typed, err := typedPrices(w)
	if err != nil {
		return nil, err
	}
	out := make([]Priced, 0, len(list))
	for _, p := range list {
		one := Priced{GoodsID: p.GoodsID, NameEn: p.NameEn, NameZh: p.NameZh, Was: p.Price}
		own, stated := typed[p.GoodsID]
		delete(typed, p.GoodsID)
		switch {
		case stated:
			one.Price = own.amount
			if p.Deposit > 0 && p.Price > 0 { // as much of the price as there
				one.Deposit = scaledAndRounded(p.Deposit, big.NewRat(own.amount*money.Unit(from), p.Price*money.Unit(w.Currency)), from, w.Currency)
			}
		case by != nil:
			// Rounding must not make a price out of next to nothing.
			if n := scaled(p.Price, by, from, w.Currency); p.Price > 0 && n < shared.Constants().MinimumCharge[w.Currency] {
				return nil, priceFault("factor", "price_too_small", p.GoodsID, money.Format(n, w.Currency, shared.CurrencySymbol(w.Currency)))
			}
			one.Price, one.Deposit = scaledAndRounded(p.Price, by, from, w.Currency), scaledAndRounded(p.Deposit, by, from, w.Currency)
		}
		out = append(out, one)
	}
	for plan, own := range typed {
		return nil, atLine(own.line, plan, fault.New("table_no_plan"))
	}
	return out, nil
}

type ownPrice struct {
	line   int
	amount int64
}

// typedPrices reads the file of prices, by plan.
func typedPrices(w NewSite) (map[string]ownPrice, error) {
	out := map[string]ownPrice{}
	if w.Prices == "" {
		return out, nil
	}
	rows, err := merchandise.ParsePrices(w.Prices)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return nil, refusedField("prices", refused)
	}
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		n, err := merchandise.ParseAmount(r.Price, w.Currency)
		if _, twice := out[r.Plan]; err == nil && twice {
			err = fault.New("table_twice")
		}
		if err != nil {
			return nil, atLine(r.Line, r.Plan, err)
		}
		out[r.Plan] = ownPrice{r.Line, n}
	}
	return out, nil
}

// refusedField is the fault of a form whose field was refused for a reason that has parameters.
func refusedField(field string, why *fault.Error) error {
	return fault.Fields(map[string]string{field: why.Code}).WithParams(why.Params)
}

// atLine is the fault of a line of the file of prices.
func atLine(line int, plan string, why error) error {
	return fault.Fields(map[string]string{"prices": "site_prices_" + fault.Code(why)}).WithParams(map[string]any{"line": line, "plan": plan})
}

// checkPrices refuses a site whose plans have prices that the rules do not allow. The field is the one that they came from.
func checkPrices(tx *pg.Tx, site int64, w NewSite) error {
	list, err := merchandise.RefusedPrices(tx, site)
	if err != nil || len(list) == 0 {
		return err
	}
	typed, err := typedPrices(w)
	if err != nil {
		return err
	}
	first, field := list[0], "factor"
	if _, stated := typed[first.GoodsID]; stated {
		field = "prices"
	}
	return priceFault(field, fault.Code(first.Why), first.GoodsID, first.Amount(first.Price))
}

// priceFault is the fault of a field that gives a plan a price that the rules refuse.
func priceFault(field, why, plan, amount string) error {
	return fault.Fields(map[string]string{field: "site_unfit_" + why}).WithParams(map[string]any{"plan": plan, "amount": amount})
}
