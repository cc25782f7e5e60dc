package changes

import (
	"fmt"
	"strconv"
	"strings"
)

// Mark is a moment of the log, as one feed saw it: every change up to Seq had been passed on by that feed, and every
// transaction older than Xmin was over, which other feeds can make use of. The zero Mark lies before every change.
type Mark struct {
	Feed      string
	Seq, Xmin int64
}

// Known reports whether the mark is one of a feed.
func (m Mark) Known() bool { return m.Feed != "" }

// String writes the mark as one word.
func (m Mark) String() string { return fmt.Sprintf("%s.%d.%d", m.Feed, m.Seq, m.Xmin) }

// ParseMark reads what String wrote.
func ParseMark(s string) (Mark, error) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || parts[0] == "" {
		return Mark{}, fmt.Errorf("%q is no mark", s)
	}
	seq, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return Mark{}, fmt.Errorf("%q is no mark: %w", s, err)
	}
	xmin, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return Mark{}, fmt.Errorf("%q is no mark: %w", s, err)
	}
	return Mark{Feed: parts[0], Seq: seq, Xmin: xmin}, nil
}
