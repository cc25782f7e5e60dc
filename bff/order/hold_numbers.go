package order

import (
	_ "embed"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

//go:embed hold_numbers.sql
var holdNumbersSQL string

// holdNumbers keeps the numbers that an order needs, which was placed with these arguments. Faults: number_taken, stock_unavailable.
func (b Budget) holdNumbers(tx *pg.Tx, order int64, args map[string]any) error {
	unnumbered := b.unnumbered()
	if b.numbers() == 0 && len(unnumbered) == 0 {
		return nil
	}
	args["order"], args["unnumbered"] = order, pg.AsJSON(unnumbered)
	var row struct{ Held, Chosen int }
	if err := tx.Raw(holdNumbersSQL, args).Scan(&row).Error; err != nil {
		return fmt.Errorf("hold numbers: %w", err)
	}
	if row.Held != b.numbers() {
		return fault.New("number_taken")
	}
	return b.requireNumbers(row.Chosen)
}

// unnumberedLine is a line whose numbers the shop chooses.
type unnumberedLine struct {
	LineNo   int    `json:"line_no"`
	GoodsID  string `json:"goods_id"`
	Quantity int    `json:"quantity"`
}

// unnumbered are the lines of plans with a number whose shopper picked none and brings none along.
func (b Budget) unnumbered() []unnumberedLine {
	list := []unnumberedLine{}
	for i, l := range b.Lines {
		if l.localNumber && l.NumberID == 0 && l.TransferPhone == "" && l.SIM.ID == 0 {
			list = append(list, unnumberedLine{LineNo: i + 1, GoodsID: l.GoodsID, Quantity: l.Quantity})
		}
	}
	return list
}

// requireNumbers makes sure that there were as many numbers to choose as the order needs. Fault: stock_unavailable.
func (b Budget) requireNumbers(chosen int) error {
	var goods []string
	for _, l := range b.unnumbered() {
		goods, chosen = append(goods, l.GoodsID), chosen-l.Quantity
	}
	if chosen < 0 {
		return fault.New("stock_unavailable").WithData(map[string]any{"goodsIds": goods})
	}
	return nil
}

// numbers is how many numbers were picked.
func (b Budget) numbers() int {
	n := 0
	for _, l := range b.Lines {
		if l.NumberID != 0 {
			n++
		}
	}
	return n
}
