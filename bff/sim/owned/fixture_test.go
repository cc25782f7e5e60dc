package owned_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

var ctx = context.Background()

// fixture has the modules of a shop, a carrier and SIMs.
type fixture struct {
	*moduletest.Fixture
	*moduletest.Carrier
	sims *owned.Service
}

// anyPhone takes every code for right.
type anyPhone struct{ db *pg.DB }

func (p anyPhone) Proved(ctx context.Context, _ owned.Proof, do func(ctx context.Context, tx *pg.Tx) error) error {
	return p.db.InTx(ctx, do)
}

// interceptedProfiles lets a test stand between the module and its carrier.
type interceptedProfiles struct {
	owned.Profiles
	wrap        func(carrier.Carrier) carrier.Carrier
	unreachable error
}

func (p *interceptedProfiles) Reach(ctx context.Context, simID int64) (carrier.Carrier, string, error) {
	c, ref, err := p.Profiles.Reach(ctx, simID)
	if err == nil && p.wrap != nil {
		c = p.wrap(c)
	}
	return c, ref, errors.Join(err, p.unreachable)
}

func (p *interceptedProfiles) Refresh(ctx context.Context, simID int64) error {
	if p.unreachable != nil {
		return p.unreachable
	}
	return p.Profiles.Refresh(ctx, simID)
}

func newFixture(t *testing.T) (*fixture, *interceptedProfiles) {
	t.Helper()
	b := moduletest.New(t)
	f := &fixture{Fixture: b, Carrier: b.StartCarrier(t)}
	b.AddProduct(t, "plan", 650, 10)
	b.AddProduct(t, "more", 900, 10)
	b.Exec(t, `update product set real_name = '{HK}' where goods_id = 'plan'`)
	b.Exec(t, `insert into real_name_regime (regime, documents, min_age, needed, who, text_en, text_zh)
		values ('HK', '{passport}', 16, 'before_activation', 'operator', 'Register.', '请登记。')`)
	log := f.Logs.Logger()
	p := &interceptedProfiles{Profiles: b.NewSIMService(f.Carriers, nil, log)}
	f.sims = owned.New(owned.Deps{DB: b.DB, Clock: b.Clock, Profiles: p, Phones: anyPhone{b.DB}, Fresh: time.Minute, Log: log})
	return f, p
}

const phone = "+85291234567"

func owner(user int64) owned.Owner { return owned.Owner{TenantID: 20, UserID: user} }

// iccid is a number with a right check digit.
const iccid = "8944538532008160222"

// addSIM adds a SIM with a phone of its own to the list of a user, 0 for nobody's, and returns its ref.
func (f *fixture) addSIM(t *testing.T, iccid string, user int64) string {
	t.Helper()
	var ref string
	err := f.DB.Gorm.Raw(`
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, user_id, linked_at, profile_state, profile_state_at, created_at)
		values (20, 'pool', 'plan', 'plan', 'esim', @iccid, @phone, nullif(@user, 0), case when @user > 0 then cast(@now as timestamptz) end, 'released', @now, @now)
		returning ref`, map[string]any{"iccid": iccid, "phone": phone, "user": user, "now": f.Clock.Now()}).Scan(&ref).Error
	require.NoError(t, err)
	return ref
}

func (f *fixture) requireDetail(t *testing.T, user int64, ref string) owned.SIM {
	t.Helper()
	sim, err := f.sims.Detail(ctx, owner(user), ref)
	require.NoError(t, err)
	return sim
}

func (f *fixture) carrierRef(t *testing.T, ref string) string {
	t.Helper()
	var name string
	require.NoError(t, f.DB.Gorm.Raw(`select carrier_ref from sim_line where ref = ?`, ref).Scan(&name).Error)
	return name
}
