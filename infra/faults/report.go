package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// shown is how many of what is wrong are printed of each kind.
const shown = 15

// report prints what happened, what shoppers met of it, and what became of everything.
func report(out io.Writer, o options, visits []*visit, happened []happening, a account, settled time.Duration) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "\nfault\tlasted\tshoppers\tasked again\tslowest step\tnext order paid after\tanswers that were none\n")
	for _, h := range happened {
		if h.refused != nil {
			_, _ = fmt.Fprintf(t, "%s\tnot tried: %v\n", h.name, h.refused)
			continue
		}
		m := met(visits, h)
		_, _ = fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\t%s\n", h.name, seconds(h.to.Sub(h.from)), m.shoppers, m.again, seconds(m.slowest), m.next(), m.answers())
	}
	_ = t.Flush()
	ends := map[string]int{}
	for _, v := range visits {
		if v.err != nil {
			ends["gave up"]++
		} else {
			ends[v.outcome]++
		}
	}
	_, _ = fmt.Fprintf(out, "\nseed %d: %d shoppers; %s\n", o.seed, len(visits), counts(ends))
	reportAccount(out, a, settled)
}

// reportAccount prints what became of everything that was bought.
func reportAccount(out io.Writer, a account, settled time.Duration) {
	_, _ = fmt.Fprintf(out, "%d orders, %d paid, %d delivered, %d mails; everything settled after %s\n", a.orders, a.paid, a.delivered, a.mails, seconds(settled))
	for _, part := range []struct {
		name  string
		found []string
	}{{"lost", a.lost}, {"doubled", a.doubled}, {"oversold", a.oversold}, {"unexplained", a.unexplained}} {
		_, _ = fmt.Fprintf(out, "%6d %s\n", len(part.found), part.name)
		for _, text := range part.found[:min(len(part.found), shown)] {
			_, _ = fmt.Fprintf(out, "         %s\n", text)
		}
	}
}

// meeting is what shoppers met of a fault.
type meeting struct {
	shoppers, again int
	slowest         time.Duration
	// first is when the first payment was made after the fault had ended, counted from then.
	first   time.Duration
	status  map[string]int
	anybody bool
}

func met(visits []*visit, h happening) meeting {
	m := meeting{status: map[string]int{}}
	for _, v := range visits {
		touched := false
		for _, s := range v.steps {
			end := s.At.Add(time.Duration(s.Took) * time.Millisecond)
			if s.Step == "pay" && s.Failed == "" && end.After(h.to) && (!m.anybody || end.Sub(h.to) < m.first) {
				m.anybody, m.first = true, end.Sub(h.to)
			}
			if end.Before(h.from) || s.At.After(h.to) {
				continue
			}
			touched = true
			// To wait for the payment and the delivery is no step that is slow.
			if took := end.Sub(s.At); s.Step != "receive" && s.Step != "wait for the payment" && took > m.slowest {
				m.slowest = took
			}
			for _, t := range s.Met {
				if t.Says == errUnderWay.Error() || t.At.Before(h.from) || t.At.After(h.to.Add(grace)) {
					continue
				}
				m.again++
				m.status[statusOf(t)]++
			}
		}
		if touched {
			m.shoppers++
		}
	}
	return m
}

func statusOf(t trouble) string {
	if t.Status == 0 {
		return "no answer"
	}
	return fmt.Sprint(t.Status)
}

func (m meeting) next() string {
	if !m.anybody {
		return "–"
	}
	return seconds(m.first)
}

func (m meeting) answers() string { return counts(m.status) }

// counts writes numbers of things, in the order of their names.
func counts(of map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, fmt.Sprintf("%d %s", of[name], name))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
