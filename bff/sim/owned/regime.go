package owned

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Regime is what a place asks of whoever uses one of its SIMs.
type Regime struct {
	// Code is the place's ISO code.
	Code string
	// Documents are the kinds that it takes.
	Documents []string `gorm:"-"`
	// Quota is how many SIMs one person may have, 0 for any number.
	Quota  int
	MinAge int
	// Needed is before_pay, before_activation or on_arrival; Who checks is shop or operator.
	Needed string
	Who    string
	// LocalName says that the name in the script of the document is asked for.
	LocalName bool
	TextEn    string
	TextZh    string
}

// Text returns what is asked and why, in the language.
func (r Regime) Text(locale string) string {
	return shared.In(locale, r.TextEn, r.TextZh)
}

// Regimes returns the rules that a SIM falls under, in the order in which its product names them.
func (s *Service) Regimes(ctx context.Context, sim SIM) ([]Regime, error) {
	return s.Rules(ctx, sim.Regimes)
}

// Rules returns the rules of places, by their ISO codes and in that order.
func (s *Service) Rules(ctx context.Context, codes []string) ([]Regime, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	var rows []struct {
		Regime
		Papers pg.JSON[[]string]
	}
	err := s.DB.Conn(ctx).Raw(`
		select regime as code, to_jsonb(documents) as papers, coalesce(quota, 0) as quota, min_age, needed, who, local_name, text_en, text_zh
		from real_name_regime where regime = any(cast(? as text[]))`, pg.Array(codes)).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read real-name rules: %w", err)
	}
	list := make([]Regime, len(rows))
	for i, r := range rows {
		list[i] = r.Regime
		list[i].Documents = r.Papers.V
	}
	slices.SortFunc(list, func(a, b Regime) int { return slices.Index(codes, a.Code) - slices.Index(codes, b.Code) })
	return list, nil
}

// oldEnough reports whether somebody who was born on a day has the age that the regime wants today.
func (r Regime) oldEnough(birth, today time.Time) bool {
	return !birth.AddDate(r.MinAge, 0, 0).After(today)
}
