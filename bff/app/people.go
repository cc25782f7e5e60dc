package app

import (
	"context"

	"github.com/roamcart/roamcart/bff/reward"
)

// people tells rewards who customers are.
type people struct{ rooms *rooms }

// Person returns how a customer is written to.
func (p people) Person(ctx context.Context, tenantID, userID int64) (reward.Person, bool, error) {
	c, ok, err := p.rooms.accounts.ByID(ctx, tenantID, userID)
	return reward.Person{Email: c.Email, FirstName: c.FirstName, Locale: c.Locale}, ok, err
}
