package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/sim"
)

// forgetful is a carrier that says that it knows no line, as long as class is not "".
type forgetful struct {
	carrier.Carrier
	class carrier.Class
}

func (f *forgetful) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	if f.class != "" {
		return carrier.SIM{}, &carrier.Error{Class: f.class, Call: "read line"}
	}
	return f.Carrier.SIM(ctx, ref)
}

// forgetting has the counter's carrier be one that forgets when it is told to.
func (c *counter) forgetting() *forgetful {
	f := &forgetful{Carrier: c.Carriers[carrier.HTTP]}
	c.sims = c.Delivery(carrier.Carriers{carrier.HTTP: f}, c.pay, c.Logs.Logger())
	return f
}

// reads lets time pass, reads what is due at the carrier every half hour, and purges every hour.
func (c *counter) reads(t *testing.T, during time.Duration) {
	t.Helper()
	for at := time.Duration(0); at < during; at += 30 * time.Minute {
		c.Clock.Advance(30 * time.Minute)
		if err := c.sims.Sync(ctx); err != nil {
			t.Fatal(err)
		}
		if at%time.Hour == 0 {
			c.erases(t)
		}
	}
}

const over = `select count(*) from sim_line where retired_at is not null`

// A carrier that does not find a SIM may be wrong for hours. It is asked again, and nothing of the SIM is forgotten before it has not
// been found for a day.
func TestASIMThatItsCarrierDoesNotFind(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o, far := c.delivered(t), c.forgetting()
	for range 2 { // a find in between starts the day anew
		far.class = carrier.NotFound
		c.reads(t, 20*time.Hour)
		c.wants(t, "retired while it may come back", over, 0)
		if c.kit(t, o).LPA == "" {
			t.Fatal("its code was erased")
		}
		far.class = ""
		c.reads(t, time.Hour)
		c.wants(t, "known again", `select count(*) from sim_line where missing_since is null and sync_at is not null`, 1)
	}
	far.class = carrier.NotFound
	c.reads(t, sim.MissingFor+7*time.Hour) // what waits to be used is read every six hours
	c.wants(t, "erased", gone, 1)
}

// A SIM whose end was a mistake is back with the carrier's next answer, unless it was erased by then.
func TestASIMComesBack(t *testing.T) {
	t.Parallel()
	for _, class := range []carrier.Class{carrier.NotFound, carrier.SIMRetired} {
		t.Run(string(class), func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			o, far := c.delivered(t), c.forgetting()
			id := int64(c.Count(t, `select id from sim_line`))
			far.class = class
			for range 2 {
				if err := c.sims.Refresh(ctx, id); err != nil {
					t.Fatal(err)
				}
				c.Clock.Advance(sim.MissingFor)
			}
			c.wants(t, "retired", over, 1)
			far.class = ""
			if err := c.sims.Refresh(ctx, id); err != nil {
				t.Fatal(err)
			}
			c.wants(t, "retired after it answered", over, 0)
			c.wants(t, "read again", `select count(*) from sim_line where sync_at is not null`, 1)
			c.erases(t)
			if c.kit(t, o).LPA == "" {
				t.Error("its code was erased")
			}
		})
	}
}

// What was known at the end is not undone by an older word.
func TestAnOlderWordDoesNotBringASIMBack(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	id, ref := int64(c.Count(t, `select id from sim_line`)), c.lineRef(t)
	late := c.Delivery(carrier.Carriers{carrier.HTTP: meanwhile{c.Carriers[carrier.HTTP], func() {
		c.Clock.Advance(time.Second)
		c.Control(t, ref, "retire", nil)
		if err := c.sims.Refresh(ctx, id); err != nil {
			t.Error(err)
		}
	}}}, nil, c.Logs.Logger())
	if err := late.Refresh(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "retired", over, 1)
}

// More data for a SIM that its carrier does not find now is not asked for, and waits until the carrier knows the SIM again.
func TestATopUpOfASIMThatIsNotFound(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	far := c.forgetting()
	far.class = carrier.NotFound
	c.topsUp(t)
	c.passes(t, 2, 5*time.Minute)
	c.wants(t, "asked for", `select count(*) from sandbox.carrier_order where line <> '' and plan = 'more'`, 0)
	far.class = ""
	c.passes(t, 3, 5*time.Minute)
	c.wants(t, "delivered", `select count(*) from carrier_order where kind = 'topup' and state = 'issued'`, 1)
}

// A new profile of such a SIM waits, too.
func TestAReissueOfASIMThatIsNotFound(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	_, id := c.deleted(t, "")
	far := c.forgetting()
	far.class = carrier.NotFound
	c.asks(t, id)
	c.reissue(t)
	c.wants(t, "still open", open, 1)
	far.class = ""
	for range 3 {
		c.passes(t, 1, 5*time.Minute)
		c.reissue(t)
	}
	c.wants(t, "issued", done, 1)
}
