package merchandise

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// openTable returns the reader of a file behind its head, and the number of each column by its name, beginning at 1. Faults:
// table_not_text; table_columns for a file without a head, which names needed.
func openTable(file string, needed []string) (*csv.Reader, map[string]int, error) {
	file = strings.TrimPrefix(file, byteOrderMark)
	if !utf8.ValidString(file) || strings.ContainsRune(file, 0) {
		return nil, nil, fault.New("table_not_text")
	}
	r := csv.NewReader(strings.NewReader(file))
	r.Comma, r.FieldsPerRecord = separator(file), -1
	head, err := r.Read()
	if err != nil {
		return nil, nil, noColumns(needed)
	}
	at := map[string]int{}
	for i, name := range head {
		at[strings.ToLower(input.Plain(name))] = i + 1
	}
	return r, at, nil
}

func noColumns(names []string) error {
	return fault.New("table_columns").WithParams(map[string]any{"columns": strings.Join(names, ", ")})
}

// FilePrice is what a line of a file says that a plan costs, as it was typed.
type FilePrice struct {
	Line        int
	Plan, Price string
}

// ParsePrices reads what a file says that plans cost: by its columns plan and new_price, or price where it has no new_price, so that a
// file of Export can be filled in. Lines without an amount say nothing. Faults: table_not_text, table_columns, table_too_long, and
// table_broken for a line that cannot be read.
func ParsePrices(file string) ([]FilePrice, error) {
	needed := []string{"plan", "price"}
	r, at, err := openTable(file, needed)
	if err != nil {
		return nil, err
	}
	if at["new_price"] > 0 {
		needed[1] = "new_price"
	}
	if at[needed[0]] == 0 || at[needed[1]] == 0 {
		return nil, noColumns(needed)
	}
	var out []FilePrice
	for {
		cells, err := r.Read()
		var broken *csv.ParseError
		switch {
		case err == io.EOF:
			return out, nil
		case errors.As(err, &broken):
			return nil, fault.New("table_broken")
		case err != nil:
			return nil, err
		}
		line, _ := r.FieldPos(0)
		row := fileRow{line: line, cells: cells, at: at}
		if row.cell(needed[1]) == "" {
			continue
		}
		if out = append(out, FilePrice{line, row.cell(needed[0]), row.cell(needed[1])}); len(out) > maxFileRows {
			return nil, fault.New("table_too_long").WithParams(map[string]any{"max": maxFileRows})
		}
	}
}

// ParseAmount reads a price of a currency as somebody typed it. Faults: price_invalid, price_not_in_unit.
func ParseAmount(text, currency string) (int64, error) { return parseAmount(text, currency) }

// RefusedPrice is a product whose price the rules refuse, and the fault that says why.
type RefusedPrice struct {
	Product
	Why error
}

// RefusedPrices lists the products of a site that are shown at a price that the rules refuse, in the order of its list.
func RefusedPrices(c pg.Conn, tenantID int64) ([]RefusedPrice, error) {
	list, err := pg.List[Product](
		c,
		"list products",
		productSQL+` where p.tenant_id = ? and p.visible order by p.popularity desc, p.goods_id`,
		tenantID,
	)
	var out []RefusedPrice
	for _, p := range list {
		if why := checkPrice(p, p.Price, p.Currency); why != nil {
			out = append(out, RefusedPrice{p, why})
		}
	}
	return out, err
}
