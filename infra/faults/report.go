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

// shown bounds how many discrepancies of each kind are printed.
const shown = 15

// report prints the faults with their effect on shoppers, the outcomes of the visits, and the audit.
func report(out io.Writer, o options, visits []*visit, happened []faultRun, a auditResult, settled time.Duration) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "\nfault\tlasted\tshoppers\tasked again\tslowest step\tnext order paid after\tanswers that were none\n")
	for _, f := range happened {
		if f.refused != nil {
			_, _ = fmt.Fprintf(t, "%s\tnot tried: %v\n", f.name, f.refused)
			continue
		}
		m := impactOf(visits, f)
		_, _ = fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\t%s\n", f.name, seconds(f.to.Sub(f.from)), m.shoppers, m.again, seconds(m.slowest), m.next(), m.answers())
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
	reportAudit(out, a, settled)
}

// reportAudit prints the result of the audit.
func reportAudit(out io.Writer, a auditResult, settled time.Duration) {
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

// faultImpact is the effect of a fault on shoppers.
type faultImpact struct {
	shoppers, again int
	slowest         time.Duration
	// first is the time from the end of the fault to the first payment after it.
	first   time.Duration
	status  map[string]int
	anybody bool
}

func impactOf(visits []*visit, f faultRun) faultImpact {
	m := faultImpact{status: map[string]int{}}
	for _, v := range visits {
		touched := false
		for _, s := range v.steps {
			end := s.At.Add(time.Duration(s.Took) * time.Millisecond)
			if s.Step == "pay" && s.Failed == "" && end.After(f.to) && (!m.anybody || end.Sub(f.to) < m.first) {
				m.anybody, m.first = true, end.Sub(f.to)
			}
			if end.Before(f.from) || s.At.After(f.to) {
				continue
			}
			touched = true
			// To wait for the payment and the delivery is no step that is slow.
			if took := end.Sub(s.At); s.Step != "receive" && s.Step != "wait for the payment" && took > m.slowest {
				m.slowest = took
			}
			for _, t := range s.Failures {
				if t.Message == errUnderWay.Error() || t.At.Before(f.from) || t.At.After(f.to.Add(grace)) {
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

func statusOf(t failure) string {
	if t.Status == 0 {
		return "no answer"
	}
	return fmt.Sprint(t.Status)
}

func (m faultImpact) next() string {
	if !m.anybody {
		return "–"
	}
	return seconds(m.first)
}

func (m faultImpact) answers() string { return counts(m.status) }

// counts formats counts in the order of their names.
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
