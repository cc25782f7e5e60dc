package merchandise

import (
	"errors"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Renamed is a name that a row of a file changes.
type Renamed struct{ From, To string }

// nameColumns are those of names as they were seen, each with the one of the new name and the field of Details.
var nameColumns = []struct{ seen, wanted, field string }{
	{"name_en", "new_name_en", "nameEn"}, {"name_zh", "new_name_zh", "nameZh"},
}

// seenNames are the columns that a file needs for its new names.
func seenNames(at map[string]int) []string {
	var out []string
	for _, c := range nameColumns {
		if at[c.wanted] > 0 {
			out = append(out, c.seen)
		}
	}
	return out
}

// words is a cell in a person's own words, with the full-width characters that were typed.
func (r fileRow) words(column string) string {
	if n := r.at[column]; n > 0 && n <= len(r.cells) {
		return input.Line(unescapeCell(strings.TrimSpace(r.cells[n-1])))
	}
	return ""
}

// rename gives a product the new names of a row, if it has any. column is the cell that a refusal is about. Faults: table_twice,
// table_name_seen, details_same and those of names in SetDetails, each as its own code.
func (s *Service) rename(tx *pg.Tx, by audit.By, r fileRow, c *current) (done []Renamed, column int, err error) {
	wanted := map[string]string{}
	for _, one := range nameColumns {
		if name := r.words(one.wanted); name != "" {
			wanted[one.field] = name
			if was := c.names[one.seen]; r.words(one.seen) != input.Line(was) {
				return nil, r.at[one.seen], fault.New("table_name_seen").WithParams(map[string]any{"name": was})
			}
		}
	}
	switch {
	case len(wanted) == 0:
		return nil, 0, nil
	case c.renamed:
		return nil, r.at["plan"], fault.New("table_twice")
	}
	c.renamed = true
	d, err := detailsOf(tx, c.now)
	if err != nil {
		return nil, 0, err
	}
	for i, into := range []*string{&d.NameEn, &d.NameZh} {
		if name := wanted[nameColumns[i].field]; name != "" && name != *into {
			done = append(done, Renamed{*into, name})
			*into = name
		}
	}
	var form *fault.Error
	if err := d.check(tx, c.now); err != nil && !errors.As(err, &form) {
		return nil, 0, err
	}
	for _, one := range nameColumns {
		if form != nil && wanted[one.field] != "" && form.Fields[one.field] != "" {
			return nil, r.at[one.wanted], fault.New(form.Fields[one.field])
		}
	}
	changed, detail, err := s.write(tx, c.now, d)
	if err == nil && len(changed) == 0 {
		return nil, 0, fault.New("details_same")
	}
	if err != nil {
		return nil, 0, err
	}
	if err := s.touch(tx, &c.now, by, "details", changed...); err != nil {
		return nil, 0, err
	}
	c.now.NameEn, c.now.NameZh = d.NameEn, d.NameZh
	return done, 0, s.audit(tx, c.now, by, "details", "", "", detail)
}
