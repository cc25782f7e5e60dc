package view

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/review"
	"github.com/roamcart/roamcart/shared"
)

// Reviews returns what a page shows of reviews, nil when there are none.
func Reviews(s review.Summary, locale string) *gen.Reviews {
	if s.Count == 0 {
		return nil
	}
	return &gen.Reviews{Count: s.Count, Average: s.Average, Latest: each(s.Latest, func(r review.Review) gen.Review {
		return gen.Review{
			ReviewId: id(r.ID), GoodsId: r.GoodsID, GoodsName: shared.In(locale, r.NameEn, r.NameZh), Stars: r.Stars, Text: r.Text, Name: r.Author,
			Lang: r.Locale, At: r.At,
		}
	})}
}

// ReviewLines returns the lines of an order that can be reviewed or were, never nil.
func ReviewLines(list []review.Line, locale string) []gen.ReviewLine {
	return each(list, func(l review.Line) gen.ReviewLine {
		out := gen.ReviewLine{LineId: id(l.LineID), Name: shared.In(locale, l.NameEn, l.NameZh), State: "open"}
		if r := l.Review; r != nil {
			out.State, out.Stars, out.Text = r.State, r.Stars, r.Text
		}
		return out
	})
}
