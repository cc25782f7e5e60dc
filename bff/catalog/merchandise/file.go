package merchandise

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// columns are those of the file of prices and names. What is new stands beside what its author has seen.
var columns = []string{"site", "plan", "name_en", "name_zh", "currency", "price", "new_price", "starts_at", "new_name_en", "new_name_zh"}

// needed are the columns without which a file says nothing.
var needed = []string{"site", "plan", "currency", "price", "new_price"}

// maxFileRows is how many rows of one file may change something.
const maxFileRows = 1000

// Export returns the prices of a site, or with 0 of all, as CSV for spreadsheets: UTF-8 with a byte order mark.
func (s *Service) Export(ctx context.Context, tenantID int64) ([]byte, error) {
	list, err := s.List(ctx, tenantID)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(byteOrderMark)
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	rows := [][]string{columns}
	for _, p := range list {
		row := []string{p.Site, p.GoodsID, p.NameEn, p.NameZh, p.Currency, money.Decimal(p.Price, p.Currency), "", "", "", ""}
		for i := range row {
			row[i] = escapeCell(row[i])
		}
		rows = append(rows, row)
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write prices: %w", err)
	}
	return out.Bytes(), nil
}

// FileRow is a row of a file that changes something, or cannot.
type FileRow struct {
	// Line is that of the file, Column the number of the cell that is wrong, 0 for the whole row; both begin at 1.
	Line, Column int
	Site, Plan   string
	// Verdict is what the row does to the price, zero for one without a new price; Names are the names that it changes. Fault is why
	// it cannot, nil when it can.
	Verdict Verdict
	Names   []Renamed
	Fault   *fault.Error
}

// FileResult is what a file does. Rows without a new price or name are not among its rows.
type FileResult struct {
	Rows []FileRow
	// Unchanged is how many rows want nothing new.
	Unchanged int
}

// Faulty reports whether a row cannot be done.
func (r FileResult) Faulty() bool {
	return slices.ContainsFunc(r.Rows, func(one FileRow) bool { return one.Fault != nil })
}

var errOnlyTried = errors.New("the file was only tried")

// CheckFile says what a file would do, and changes nothing. confirmed says that changes of more than half of a price are meant.
// Faults of the whole file: table_not_text, table_columns, table_too_long.
func (s *Service) CheckFile(ctx context.Context, by audit.By, file string, confirmed bool) (FileResult, error) {
	out, err := s.file(ctx, by, file, confirmed, true)
	if errors.Is(err, errOnlyTried) {
		err = nil
	}
	return out, err
}

// ImportFile sets all new prices and names of a file, or none. Faults are those of CheckFile, and table_faulty when a row cannot be done; the
// result says which.
func (s *Service) ImportFile(ctx context.Context, by audit.By, file string, confirmed bool) (FileResult, error) {
	return s.file(ctx, by, file, confirmed, false)
}

func (s *Service) file(ctx context.Context, by audit.By, file string, confirmed, try bool) (FileResult, error) {
	rows, unchanged, err := parse(file)
	if err != nil {
		return FileResult{}, err
	}
	if err := s.ApplyDue(ctx); err != nil {
		return FileResult{}, err
	}
	var out FileResult
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		out = FileResult{Rows: []FileRow{}, Unchanged: unchanged}
		there, err := lockAndReadProducts(tx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			done, err := s.row(ctx, tx, by, r, there, confirmed)
			var refused *fault.Error
			if err != nil && !errors.As(err, &refused) {
				return err
			}
			done.Fault = refused
			out.Rows = append(out.Rows, done)
		}
		switch {
		case try:
			return errOnlyTried
		case out.Faulty():
			return fault.New("table_faulty")
		}
		return nil
	})
	return out, err
}

// current is a product as the file finds it, and as its rows have left it.
type current struct {
	first         int64
	names         map[string]string // as they were, by column
	now           Product
	used, renamed bool
}

// lockAndReadProducts locks all sites and returns their products by site and id.
func lockAndReadProducts(tx *pg.Tx) (map[string]*current, error) {
	sites, err := pg.List[int64](tx, "list sites", `select id from tenant order by id`)
	if err != nil {
		return nil, err
	}
	if err := LockSites(tx, sites...); err != nil {
		return nil, err
	}
	list, err := pg.List[Product](tx, "list products", productSQL)
	out := map[string]*current{}
	for _, p := range list {
		out[p.Site+"\n"+p.GoodsID] = &current{first: p.Price, names: map[string]string{"name_en": p.NameEn, "name_zh": p.NameZh}, now: p}
	}
	return out, err
}

// row does what a row says.
func (s *Service) row(ctx context.Context, tx *pg.Tx, by audit.By, r fileRow, there map[string]*current, confirmed bool) (FileRow, error) {
	out := FileRow{Line: r.line, Site: r.cell("site"), Plan: r.cell("plan")}
	wrong := func(column, code string) (FileRow, error) {
		out.Column = r.at[column]
		return out, fault.New(code)
	}
	if r.broken {
		return wrong("", "table_broken")
	}
	c := there[out.Site+"\n"+out.Plan]
	if c == nil {
		return wrong("plan", "table_no_plan")
	}
	var err error
	if out.Names, out.Column, err = s.rename(tx, by, r, c); err != nil || r.cell("new_price") == "" {
		return out, err
	}
	seen, err := parseAmount(r.cell("price"), c.now.Currency)
	if err != nil {
		out.Column = r.at["price"]
		return out, err
	}
	if seen != c.first {
		out.Column = r.at["price"]
		return out, overtaken(c.now)
	}
	if r.cell("starts_at") == "" {
		if c.used {
			return wrong("plan", "table_twice")
		}
		c.used = true
	}
	out.Verdict, err = s.setPriceAtRevision(ctx, tx, by, c.now, NewPrice{
		TenantID: c.now.TenantID, GoodsID: out.Plan, Typed: r.cell("new_price"), Currency: r.cell("currency"), At: r.cell("starts_at"), Confirmed: confirmed,
	})
	if err != nil {
		out.Column = r.at[columnOf(fault.Code(err))]
		return out, err
	}
	c.now = out.Verdict.Product
	return out, nil
}

// columnOf is which column a refusal is about.
func columnOf(code string) string {
	switch {
	case code == "price_currency":
		return "currency"
	case strings.HasPrefix(code, "price_time"), code == "price_no_such_time", code == "price_scheduled_then":
		return "starts_at"
	case strings.HasPrefix(code, "plan_"):
		return "plan"
	}
	return "new_price"
}

// fileRow is a row of a file with something new, or one that cannot be read.
type fileRow struct {
	line   int
	cells  []string
	broken bool
	// at is the number of each column, beginning at 1.
	at map[string]int
}

func (r fileRow) cell(column string) string {
	if n := r.at[column]; n > 0 && n <= len(r.cells) {
		return input.Plain(unescapeCell(strings.TrimSpace(r.cells[n-1])))
	}
	return ""
}

// parse reads the rows of a file that want something new, and counts the others.
func parse(file string) (rows []fileRow, unchanged int, err error) {
	r, at, err := openTable(file, needed)
	if err != nil {
		return nil, 0, err
	}
	var missing []string
	for _, name := range append(seenNames(at), needed...) {
		if at[name] == 0 {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, 0, fault.New("table_columns").WithParams(map[string]any{"columns": strings.Join(missing, ", ")})
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return rows, unchanged, nil
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			// What follows cannot be distinguished from what is broken.
			return append(rows, fileRow{line: broken.Line, broken: true, at: at}), unchanged, nil
		}
		line, _ := r.FieldPos(0)
		row := fileRow{line: line, cells: cells, at: at}
		if row.cell("new_price") == "" && row.words("new_name_en") == "" && row.words("new_name_zh") == "" {
			unchanged++
			continue
		}
		if rows = append(rows, row); len(rows) > maxFileRows {
			return nil, 0, fault.New("table_too_long").WithParams(map[string]any{"max": maxFileRows})
		}
	}
}
