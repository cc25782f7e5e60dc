package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Report is the result of a run.
type Report struct {
	Machine  Machine           `json:"machine"`
	Date     time.Time         `json:"date"`
	Full     bool              `json:"full"`
	Versions map[string]string `json:"versions"`
	Figures  []Figure          `json:"figures"`
}

// Figure is one line of the table.
type Figure struct {
	Row  string `json:"row"`
	What string `json:"what"`
	// Value is nil when there is none; Text is shown instead.
	Value *float64 `json:"value,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	Text  string   `json:"text,omitempty"`
	Goal  *Goal    `json:"goal,omitempty"`
}

// Goal is the target of a figure.
type Goal struct {
	// Least says that more is better.
	Least bool    `json:"least"`
	Bound float64 `json:"bound"`
	Holds bool    `json:"holds"`
}

// figure returns a line with a value.
func figure(what string, value float64, unit string) Figure {
	return Figure{What: what, Value: &value, Unit: unit}
}

// notMeasured returns a line that says why there is no other.
func notMeasured(reason error) Figure {
	return Figure{What: "not measured", Text: firstLine(reason.Error())}
}

// atLeast and atMost add a goal.
func (f Figure) atLeast(bound float64) Figure {
	f.Goal = &Goal{Least: true, Bound: bound, Holds: *f.Value >= bound}
	return f
}

func (f Figure) atMost(bound float64) Figure {
	f.Goal = &Goal{Bound: bound, Holds: *f.Value <= bound}
	return f
}

// missed returns an error that names the goals that were missed, and what was not measured.
func (r Report) missed() error {
	var errs []error
	for _, f := range r.Figures {
		switch {
		case f.Value == nil:
			errs = append(errs, fmt.Errorf("%s: %s: %s", f.Row, f.What, f.Text))
		case f.Goal != nil && !f.Goal.Holds:
			errs = append(errs, fmt.Errorf("%s: %s: %s, and the goal is %s", f.Row, f.What, number(*f.Value), number(f.Goal.Bound)))
		}
	}
	return errors.Join(errs...)
}

// JSON writes the report for machines.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Table writes the report as Markdown that reads well as plain text, too.
func (r Report) Table(w io.Writer) error {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.Versions)) {
		parts = append(parts, name+" "+r.Versions[name])
	}
	m := r.Machine
	lines := []string{
		fmt.Sprintf("%s · %s, %d cores, %d GB · Linux %s · load before the run %s", r.Date.Format("2006-01-02 15:04 UTC"),
			m.CPU, m.Cores, m.MemoryGB, m.Kernel, m.Load),
		strings.Join(parts, " · "),
		"",
	}
	cells := [][]string{{"row", "what", "measured", "goal", "holds"}}
	for _, f := range r.Figures {
		cells = append(cells, f.cells())
	}
	_, err := io.WriteString(w, strings.Join(append(lines, aligned(cells)...), "\n")+"\n")
	return err
}

func (f Figure) cells() []string {
	out := []string{f.Row, f.What, f.Text, "", ""}
	if f.Value != nil {
		out[2] = strings.TrimSpace(number(*f.Value) + " " + f.Unit)
	}
	if g := f.Goal; g != nil {
		out[3], out[4] = "≤ "+number(g.Bound), "no"
		if g.Least {
			out[3] = "≥ " + number(g.Bound)
		}
		if g.Holds {
			out[4] = "yes"
		}
	}
	return out
}

// number writes a figure, which is not negative, with as many digits as mean something.
func number(v float64) string {
	switch {
	case v == float64(int64(v)):
		return grouped(int64(v))
	case v >= 1000:
		return grouped(int64(v + 0.5))
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// aligned returns the lines of a Markdown table whose first row is the heading.
func aligned(cells [][]string) []string {
	widths := make([]int, len(cells[0]))
	for _, line := range cells {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out []string
	for n, line := range cells {
		padded := make([]string, len(line))
		for i, cell := range line {
			padded[i] = cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		}
		out = append(out, "| "+strings.Join(padded, " | ")+" |")
		if n == 0 {
			for i := range padded {
				padded[i] = strings.Repeat("-", widths[i])
			}
			out = append(out, "| "+strings.Join(padded, " | ")+" |")
		}
	}
	return out
}
