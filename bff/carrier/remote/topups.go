package remote

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

// topupsFor is how long the list of a SIM's top-ups is kept.
const topupsFor = 10 * time.Second

// topupLists are lists of top-ups that were read a moment ago, by the SIM's ref.
type topupLists struct {
	mu    sync.Mutex
	lists map[string]topupList
}

type topupList struct {
	plans []carrier.Plan
	at    time.Time
}

// Topups lists the plans that a SIM can get, as they were up to topupsFor ago: a shopper's pages and prices ask for them over and over.
func (c *Carrier) Topups(ctx context.Context, ref string) ([]carrier.Plan, error) {
	if kept, ok := c.topups.find(ref, c.o.Clock.Now()); ok {
		return kept, nil
	}
	const call = "list top-ups"
	if err := c.limit.sim(call, ref); err != nil {
		return nil, err
	}
	var in struct {
		Plans []plan `json:"plans"`
	}
	err := c.read(ctx, call, "/lines/"+url.PathEscape(ref)+"/topups", nil, &in)
	if err == nil && in.Plans == nil {
		err = unexpectedResponse(call)
	}
	if err != nil {
		return nil, err
	}
	list := plans(in.Plans)
	c.topups.keep(ref, list, c.o.Clock.Now())
	return list, nil
}

func (l *topupLists) find(ref string, now time.Time) (list []carrier.Plan, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept, ok := l.lists[ref]
	if !ok || now.Sub(kept.at).Abs() >= topupsFor { // or the clock went back
		return nil, false
	}
	return slices.Clone(kept.plans), true
}

// keep keeps a list, and those of other SIMs only as long as they are not old.
func (l *topupLists) keep(ref string, list []carrier.Plan, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.lists, func(_ string, kept topupList) bool { return now.Sub(kept.at).Abs() >= topupsFor })
	l.lists[ref] = topupList{slices.Clone(list), now}
}
