package block

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/tenant"
)

// zone is that by whose clocks the moments of a site are meant.
func (s *Service) zone(site int64) *time.Location {
	if s.Zone != nil {
		if zone := s.Zone(site); zone != nil {
			return zone
		}
	}
	return time.UTC
}

// times wants moments to come, in their order. The beginning of a banner that has begun stays as it is.
func (c *checker) times(b, shown tenant.Banner, zone *time.Location, now time.Time) {
	from := c.moment("banner.from", b.From, zone)
	until := c.moment("banner.until", b.Until, zone)
	if from != nil && !from.After(now) && b.From != shown.From {
		c.add("time_past", "banner.from", "", readable(b.From), 0)
	}
	switch {
	case until == nil:
	case !until.After(now):
		c.add("time_past", "banner.until", "", readable(b.Until), 0)
	case from != nil && !until.After(*from):
		c.add("time_order", "banner.until", "", readable(b.Until), 0)
	}
}

// readable formats a moment for a message.
func readable(text string) string { return strings.Replace(short(text), "T", " ", 1) }

func (c *checker) moment(field, text string, zone *time.Location) *time.Time {
	at, err := moment(text, zone)
	switch fault.Code(err) {
	case "":
		return at
	case "price_no_such_time":
		c.add("time_skipped", field, "", readable(text), 0)
	default:
		c.add("time_invalid", field, "", short(text), 0)
	}
	return nil
}

// moment reads a moment, nil for none. Faults are those of merchandise.Moment.
func moment(text string, zone *time.Location) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	at, err := merchandise.Moment(text, zone)
	return &at, err
}

// moments are when a body that has passed the checks is shown, nil for always.
func (s *Service) moments(site int64, b Body) (from, until *time.Time, err error) {
	if b.Banner == nil {
		return nil, nil, nil
	}
	if from, err = moment(b.Banner.From, s.zone(site)); err == nil {
		until, err = moment(b.Banner.Until, s.zone(site))
	}
	return from, until, err
}

// UpdateBanners shows banners whose moment has come, and takes those away whose moment is over. Whoever is first does it; the change is
// seen by all front doors as any other.
func (s *Service) UpdateBanners(ctx context.Context) error {
	const shown = `(coalesce(starts_at <= @now, true) and coalesce(ends_at > @now, true))`
	return pg.Exec(s.DB.Conn(ctx), "show banners in time", `update site_block set shows = `+shown+` where kind = 'banner' and shows <> `+shown,
		map[string]any{"now": s.Clock.Now()})
}

// lookEvery is how often RunBanners checks whether a moment has come.
const lookEvery = 250 * time.Millisecond

// RunBanners shows and takes away the banners of sites at their moments until ctx ends. It asks the database only when one has come.
func (s *Service) RunBanners(ctx context.Context, sites func() []tenant.Tenant, log *slog.Logger) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		due := false
		for _, t := range sites() {
			due = due || t.BannerDue(s.Clock.Now())
		}
		if !due {
			continue
		}
		err := s.UpdateBanners(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			log.WarnContext(ctx, "updating banners failed; retrying", "error", err)
		}
		failing = err != nil
	}
}
