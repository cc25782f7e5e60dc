package owned_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

var ctx = context.Background()

// drawer is a bench with a carrier and SIMs in it.
type drawer struct {
	*benchtest.Bench
	*benchtest.Partner
	sims *owned.Service
}

// anyPhone takes every code for right.
type anyPhone struct{ db *pg.DB }

func (p anyPhone) Proved(ctx context.Context, _ owned.Proof, do func(ctx context.Context, tx *pg.Tx) error) error {
	return p.db.InTx(ctx, do)
}

// profiles lets a test stand between the module and its carrier.
type profiles struct {
	owned.Profiles
	between func(carrier.Carrier) carrier.Carrier
	away    error
}

func (k *profiles) Reach(ctx context.Context, simID int64) (carrier.Carrier, string, error) {
	c, ref, err := k.Profiles.Reach(ctx, simID)
	if err == nil && k.between != nil {
		c = k.between(c)
	}
	return c, ref, errors.Join(err, k.away)
}

func (k *profiles) Refresh(ctx context.Context, simID int64) error {
	if k.away != nil {
		return k.away
	}
	return k.Profiles.Refresh(ctx, simID)
}

func newDrawer(t *testing.T) (*drawer, *profiles) {
	t.Helper()
	b := benchtest.New(t)
	d := &drawer{Bench: b, Partner: b.NewPartner(t)}
	b.Product(t, "plan", 650, 10)
	b.Product(t, "more", 900, 10)
	b.Exec(t, `update product set real_name = '{HK}' where goods_id = 'plan'`)
	b.Exec(t, `insert into real_name_regime (regime, documents, min_age, needed, who, text_en, text_zh)
		values ('HK', '{passport}', 16, 'before_activation', 'operator', 'Register.', '请登记。')`)
	log := d.Logs.Logger()
	k := &profiles{Profiles: b.Delivery(d.Carriers, nil, log)}
	d.sims = owned.New(owned.Deps{DB: b.DB, Clock: b.Clock, Profiles: k, Phones: anyPhone{b.DB}, Fresh: time.Minute, Log: log})
	return d, k
}

const phone = "+85291234567"

func anybody(string) bool { return true }

func owner(user int64) owned.Owner { return owned.Owner{TenantID: 20, UserID: user} }

// iccid is a number with a right check digit.
const iccid = "8944538532008160222"

// put lays a SIM with a phone of its own into the drawer, on the list of a user, 0 for nobody's, and returns its ref.
func (d *drawer) put(t *testing.T, iccid string, user int64) string {
	t.Helper()
	var ref string
	err := d.DB.Gorm.Raw(`
		insert into sim_line (tenant_id, carrier, plan_ref, goods_id, sim_type, iccid, msisdn, user_id, linked_at, profile_state, profile_state_at, created_at)
		values (20, 'pool', 'plan', 'plan', 'esim', @iccid, @phone, nullif(@user, 0), case when @user > 0 then cast(@now as timestamptz) end, 'released', @now, @now)
		returning ref`, map[string]any{"iccid": iccid, "phone": phone, "user": user, "now": d.Clock.Now()}).Scan(&ref).Error
	require.NoError(t, err)
	return ref
}

func (d *drawer) find(t *testing.T, user int64, ref string) owned.SIM {
	t.Helper()
	sim, err := d.sims.Detail(ctx, owner(user), ref)
	require.NoError(t, err)
	return sim
}

func (d *drawer) ref(t *testing.T, ref string) string {
	t.Helper()
	var name string
	require.NoError(t, d.DB.Gorm.Raw(`select carrier_ref from sim_line where ref = ?`, ref).Scan(&name).Error)
	return name
}
