package stock

import (
	"bytes"
	"encoding/csv"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// A delivery is refused with the line that is wrong, or read as rows that say the same when they are written as a delivery.
func FuzzReadSheet(f *testing.F) {
	for _, seed := range []string{
		"sku,iccid,activation\nplan:esim,8985201000000000001,LPA:1$smdp.example.com$TOKEN\n", "\ufeffsku,iccid\r\n a , \"b\"\r\n", "sku,iccid\n\"a\nb\",\"c\"\"d\"\n",
		"sku,iccid\n=1+1,@SUM(A1)\n", "sku\n", "", "sku,iccid,activation,more\n", "sku,iccid\n\"a", "sku,iccid\na\n", "sku,iccid\n\r\n\n", "sku,iccid\n\x00,\xff\n",
	} {
		f.Add([]byte(seed))
	}
	columns := []string{"sku", "iccid", "activation"}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := readSheet(bytes.NewReader(raw), 2, columns...)
		if err != nil {
			if row, ok := errors.AsType[*RowError](err); !ok || row.Line < 1 || row.Line > bytes.Count(raw, []byte("\n"))+1 || len(s.rows) > 0 {
				t.Fatalf("%q: %v, %d rows", raw, err, len(s.rows))
			}
			return
		}
		if len(s.rows) == 0 || len(s.rows) > maxRows || len(s.lines) != len(s.rows) {
			t.Fatalf("%d rows of %d lines", len(s.rows), len(s.lines))
		}
		var written bytes.Buffer
		w := csv.NewWriter(&written)
		_ = w.Write(columns)
		last := 1
		for i, row := range s.rows {
			if len(row) != len(columns) || s.lines[i] <= last {
				t.Fatalf("row %d of line %d, after line %d: %q", i, s.lines[i], last, row)
			}
			for _, field := range row {
				if strings.TrimSpace(field) != field {
					t.Fatalf("%q is not trimmed", field)
				}
			}
			last = s.lines[i]
			_ = w.Write(row)
		}
		w.Flush()
		again, err := readSheet(&written, len(columns), columns...)
		if err != nil || !reflect.DeepEqual(again.rows, s.rows) {
			t.Fatalf("%q is read as %q, and written again as %q: %v", raw, s.rows, again.rows, err)
		}
	})
}
