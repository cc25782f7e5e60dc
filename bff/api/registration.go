package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
)

// registrations say, by the ids of goods, what has to be registered before they can be used and how that goes on; goods that need
// no registration are missing. The rules are read only when there are goods that need one.
func (s *Server) registrations(ctx context.Context, locale string, ids ...string) (map[string]string, error) {
	goods, err := s.Catalog.Named(ctx, CallOf(ctx).Tenant.ID, locale, ids...)
	if err != nil {
		return nil, err
	}
	notes := map[string]string{}
	for id, g := range goods {
		if len(g.RealName) == 0 {
			continue
		}
		rules, err := s.Lines.Rules(ctx, g.RealName)
		if err != nil {
			return nil, err
		}
		notes[id] = view.RegistrationNote(rules, locale)
	}
	return notes, nil
}

// noteRegistrations adds to the lines of a budget what has to be registered; a top-up goes to a SIM that has been.
func (s *Server) noteRegistrations(ctx context.Context, locale string, b gen.Budget) (gen.Budget, error) {
	ids := make([]string, len(b.Lines))
	for i, l := range b.Lines {
		ids[i] = l.GoodsId
	}
	notes, err := s.registrations(ctx, locale, ids...)
	for i, l := range b.Lines {
		if l.SimId == "" {
			b.Lines[i].Registration = notes[l.GoodsId]
		}
	}
	return b, err
}
