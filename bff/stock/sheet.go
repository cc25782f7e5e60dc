package stock

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxRows bounds a delivery, so that it fits into one statement.
const maxRows = 20_000

// RowError says what is wrong with a delivery, and in which line of it; line 1 is the head.
type RowError struct {
	Line int
	What string
}

// Error names the line.
func (e *RowError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

func wrong(line int, format string, args ...any) error {
	return &RowError{Line: line, What: fmt.Sprintf(format, args...)}
}

// sheet is a delivery as comma-separated text whose first line names the columns.
type sheet struct {
	rows [][]string
	// lines are the line numbers of rows.
	lines []int
}

// readSheet reads a delivery with these columns; the last ones, from optional on, may be missing. Every row is read with
// all columns, trimmed.
func readSheet(in io.Reader, optional int, columns ...string) (sheet, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return sheet{}, wrong(1, "the file is empty")
	}
	if err != nil {
		return sheet{}, wrong(1, "%v", err)
	}
	for i := range head {
		head[i] = strings.TrimSpace(strings.TrimPrefix(head[i], "\ufeff"))
	}
	if len(head) < optional || len(head) > len(columns) || !slices.Equal(head, columns[:len(head)]) {
		return sheet{}, wrong(1, "the columns must be %s", strings.Join(columns, ","))
	}
	var s sheet
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if unreadable, ok := errors.AsType[*csv.ParseError](err); ok { // there is no row then, of which the reader would know the line
			return sheet{}, wrong(unreadable.Line, "cannot be read as comma-separated values")
		}
		if err != nil {
			return sheet{}, fmt.Errorf("read a delivery: %w", err)
		}
		line, _ := r.FieldPos(0)
		if len(row) != len(head) {
			return sheet{}, wrong(line, "%d values for %d columns", len(row), len(head))
		}
		full := make([]string, len(columns))
		for i := range row {
			full[i] = strings.TrimSpace(row[i])
		}
		s.rows, s.lines = append(s.rows, full), append(s.lines, line)
		if len(s.rows) > maxRows {
			return sheet{}, wrong(line, "more than %d rows; split the file", maxRows)
		}
	}
	if len(s.rows) == 0 {
		return sheet{}, wrong(1, "there are no rows")
	}
	return s, nil
}
