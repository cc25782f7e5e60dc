package review

import (
	"context"
	"fmt"
	"math"
)

// Summary is what is shown of the reviews of a plan, or of all plans of a site.
type Summary struct {
	Count int
	// Average of the stars, with one decimal.
	Average float64
	// Latest are the newest ones, never nil.
	Latest []Review
}

// latest is how many reviews a page shows.
const latest = 6

// Of returns what is shown of a plan's reviews on its page; with goodsID "" of all plans of a site.
func (s *Service) Of(ctx context.Context, tenantID int64, goodsID string) (Summary, error) {
	var sum struct {
		Count int
		Stars int
	}
	args := map[string]any{"tenant": tenantID, "goods": goodsID, "limit": latest}
	const shown = ` from review r where r.tenant_id = @tenant and (@goods = '' or r.goods_id = @goods) and r.state = 'approved'`
	if err := s.db.Conn(ctx).Raw(`select count(*) as count, coalesce(sum(r.stars), 0) as stars`+shown, args).Scan(&sum).Error; err != nil {
		return Summary{}, fmt.Errorf("count reviews: %w", err)
	}
	out := Summary{Count: sum.Count, Latest: []Review{}}
	if sum.Count == 0 {
		return out, nil
	}
	out.Average = math.Round(float64(sum.Stars)*10/float64(sum.Count)) / 10
	err := s.db.Conn(ctx).Raw(`
		select r.id, r.goods_id, r.stars, r.body as text, r.author, r.locale, r.state, r.created_at as at, p.name_en, p.name_zh
		from (select r.*`+shown+` order by r.decided_at desc, r.id desc limit @limit) r
		join product p on p.tenant_id = r.tenant_id and p.goods_id = r.goods_id order by r.decided_at desc, r.id desc`, args).Scan(&out.Latest).Error
	if err != nil {
		return Summary{}, fmt.Errorf("read reviews: %w", err)
	}
	return out, nil
}
