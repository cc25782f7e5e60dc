package sim_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

// secrets are what tells of the lines of a counter: numbers, codes, the carrier's names, the phone.
func (c *counter) secrets(t *testing.T) []string {
	t.Helper()
	var all []string
	err := c.DB.Gorm.Raw(`select iccid from sim_line union select carrier_ref from sim_line where carrier_ref <> ''
		union select msisdn from sim_line where msisdn <> ''`).Scan(&all).Error
	if err != nil {
		t.Fatal(err)
	}
	var codes []sealedCode
	if err := c.DB.Gorm.Raw(`select activation from sim_line where activation is not null`).Scan(&codes).Error; err != nil {
		t.Fatal(err)
	}
	for _, code := range codes {
		lpa := strings.Split(string(c.opened(code.Activation)), "$")
		all = append(all, lpa[len(lpa)-1])
	}
	return all
}

type sealedCode struct{ Activation []byte }

// opened is what was sealed, as codes and as messages of carriers are.
func (c *counter) opened(b []byte) []byte {
	for _, purpose := range []string{sim.SealPurpose, "carrier event"} {
		if plain, err := c.Box.Open(purpose, b); err == nil {
			return plain
		}
	}
	return nil
}

func (c *counter) traces(t *testing.T, of ...string) []string {
	t.Helper()
	return benchtest.Traces(t, c.DB, c.opened, of...)
}

func (c *counter) erases(t *testing.T) {
	t.Helper()
	if err := c.sims.Purge(ctx); err != nil {
		t.Fatal(err)
	}
}

// used is an eSIM of the carrier that is in somebody's phone, in Japan.
func (c *counter) used(t *testing.T) (orderID, simID int64) {
	t.Helper()
	o := c.delivered(t)
	var line struct {
		ID         int64
		CarrierRef string
	}
	if err := c.DB.Gorm.Raw(`select id, carrier_ref from sim_line order by id desc limit 1`).Scan(&line).Error; err != nil {
		t.Fatal(err)
	}
	c.Control(t, line.CarrierRef, "install", map[string]any{"device": "Pixel 9"})
	c.Control(t, line.CarrierRef, "attach", map[string]any{"country": "JP"})
	c.Control(t, line.CarrierRef, "use", map[string]any{"mb": 900})
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	return o.ID, line.ID
}

const (
	kept  = `select count(*) from sim_line where erased_at is null`
	gone  = `select count(*) from sim_line where erased_at is not null`
	noted = `select count(*) from audit_log where entity = 'sim' and action = 'erase'`
)

// What installs a SIM and tells of its use is in no table any more some time after its plan has ended: of an eSIM of the
// carrier, of one from the pool, and of a card. The ledger stays, and so do the last four characters.
func TestASIMIsErasedAfterItsEnd(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.sims = c.Delivery(carrier.Carriers{carrier.HTTP: talkative{c.Carriers[carrier.HTTP]}, carrier.Pool: talkative{c.Carriers[carrier.Pool]}}, nil, c.Logs.Logger())
	orderID, simID := c.used(t)
	c.Exec(t, `update product set carrier = 'pool'`)
	fill(t, c.Bench, 1)
	c.bought(t, 1)
	sent := parcel(t, c.Bench, 1)
	if err := c.sims.Ship(ctx, sim.Parcel{OrderID: sent.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(7)}}, Actor: "staff:mei"}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{simID + 1, simID + 2} {
		if err := c.sims.Refresh(ctx, id); err != nil {
			t.Fatal(err)
		}
		var ref string
		if err := c.DB.Gorm.Raw(`select carrier_ref from sim_line where id = ?`, id).Scan(&ref).Error; err != nil {
			t.Fatal(err)
		}
		c.Control(t, ref, "attach", map[string]any{"country": "JP"})
	}
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	c.Exec(t, `insert into kyc_case (line_id, regime, carrier_ref, state, doc_type, doc_last4, attempt, submitted_at, updated_at)
		select id, 'HK', 'kyc_QXZ7', 'approved', 'passport', 'QXZ7', 1, now(), now() from sim_line`)
	c.Exec(t, `update order_line set compatibility = '{"device":{"verdict":"yes","model":"Pixel 9","eidLast4":"QXZ8"}}'`)
	of := append(c.secrets(t), "pixel 9", "qxz7", "qxz8")
	c.wants(t, "messages about the request", `select count(*) from carrier_event where request_id is not null`, 1)
	before := c.traces(t, of...)
	for _, where := range []string{"sim_line.activation", "esim_profile.activation", "esim_profile.iccid", "sim_card.iccid", "carrier_event.body", "kyc_case.doc_last4"} {
		if !slices.ContainsFunc(before, func(found string) bool { return strings.HasPrefix(found, where) }) {
			t.Fatalf("the search does not look into %s: %v", where, before)
		}
	}

	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	if err := c.sims.Sync(ctx); err != nil {
		t.Fatal(err)
	}
	c.erases(t)
	c.wants(t, "lines that are kept until the time has come", kept, 3)
	c.Clock.Advance(2 * time.Hour)
	for range 2 {
		c.erases(t)
		c.wants(t, "lines that were erased", gone, 3)
		c.wants(t, "notes of it", noted, 3)
	}
	// The model of the device is part of what was promised with the order.
	of = slices.DeleteFunc(of, func(what string) bool { return what == "pixel 9" })
	if found := c.traces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	c.wants(t, "messages", `select count(*) from carrier_event`, 0)
	c.wants(t, "plans without their use", `select count(*) from plan_instance where state = 'expired' and ends_at is not null and started_at is not null
		and total_bytes = 0 and remaining_bytes = 0`, 3)
	c.wants(t, "ends of numbers", `select count(*) from sim_line where length(iccid) = 4 and device = '' and last_country = ''`, 3)
	kits, err := c.sims.Installs(ctx, orderID)
	if err != nil || len(kits) != 1 || kits[0].ErasedAt == nil || kits[0].LPA+kits[0].MatchingID+kits[0].IOSURL != "" || len(kits[0].ICCIDLast4) != 4 {
		t.Errorf("kits: %+v %v", kits, err)
	}
}

// A message that comes after the end, or is worked while its line is being erased, brings nothing back and is no riddle.
func TestALateMessageBringsNothingBack(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	_, id := c.used(t)
	ref := c.lineRef(t)
	of := c.secrets(t)
	c.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at) values (?, 'HK', 'submitted', 'passport', 1, now(), now())`, id)
	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	// The carrier has answered, and before the answer is noted the line is erased.
	slow := c.Delivery(carrier.Carriers{carrier.HTTP: meanwhile{talkative{c.Carriers[carrier.HTTP]}, func() { c.erases(t) }}}, nil, c.Logs.Logger())
	if err := slow.Refresh(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "lines that were erased", gone, 1)
	for _, act := range []string{"delete", "retire"} {
		c.Control(t, ref, act, nil)
	}
	c.Work(t, c.Bench, time.Second)
	c.hears(t, c.Received())
	const document = "U0L1" // no random reference of ours holds it by chance: none has these letters and digits
	if err := c.sims.NoteKyc(ctx, int64(c.Count(t, `select id from kyc_case`)), 1, carrier.Kyc{Ref: ref, State: carrier.KycApproved, DocLast4: document}); err != nil {
		t.Fatal(err)
	}
	if found := c.traces(t, append(of, document)...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	c.wants(t, "messages", `select count(*) from carrier_event`, 0)
	if strings.Contains(c.Logs.String(), "nothing of ours") {
		t.Error("a message about an erased line is taken for somebody else's")
	}
}

// meanwhile does something after the carrier has read a line, before the shop notes what it said.
type meanwhile struct {
	carrier.Carrier
	do func()
}

func (c meanwhile) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	sim, err := c.Carrier.SIM(ctx, ref)
	c.do()
	return sim, err
}

// Many erase and many learn at once: each line is erased once, and stays so.
func TestErasingWhileTheCarrierTells(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	const lines = 4
	for range lines {
		c.used(t)
	}
	of := c.secrets(t)
	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := c.sims.Erase(ctx); err != nil {
				t.Error(err)
			}
		})
		for id := range int64(lines) {
			all.Go(func() {
				if err := c.sims.Refresh(ctx, id+1); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	c.erases(t)
	c.wants(t, "lines that were erased", gone, lines)
	c.wants(t, "notes of it", noted, lines)
	if found := c.traces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
}

// Money that went back takes the code with it at the next round.
func TestATakenBackSIMIsErased(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	orderID, _ := c.used(t)
	of := c.secrets(t)
	inTx(t, c.Bench, orderID, func(ctx context.Context, tx *pg.Tx, _ order.Locked) error {
		return c.sims.Revoke(ctx, tx, []int64{int64(c.Count(t, `select id from order_line`))})
	})
	c.erases(t)
	c.wants(t, "lines that were erased", gone, 1)
	if found := c.traces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	// The carrier is still asked to take it back.
	var request int64
	if err := c.DB.Gorm.Raw(`select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`).Scan(&request).Error; err != nil {
		t.Fatal(err)
	}
	if err := c.sims.Cancel(ctx, request); err != nil {
		t.Error(err)
	}
}

// A profile or a card that was handed out stays known after its number was erased: it cannot come in or be sent again.
func TestAnErasedNumberIsKnown(t *testing.T) {
	t.Parallel()
	b, s := newSIMs(t, 0)
	in := stock.NewService(b.DB, b.Clock, b.Box, sim.SealPurpose, s.ErasedNumber)
	bring := func(rows string, take func(context.Context, stock.Delivery) (stock.Taken, error)) error {
		_, err := take(ctx, stock.Delivery{TenantID: 20, Actor: "staff:mei", Reason: "shipment", Rows: strings.NewReader(rows)})
		return err
	}
	profiles := "sku,iccid,activation\nplan:esim," + iccid(1) + ",LPA:1$smdp.example.com$TOKEN-1\n"
	cards := "sku,iccid\nplan:physical," + iccid(2) + "\n"
	if err := bring(profiles, in.Profiles); err != nil {
		t.Fatal(err)
	}
	if err := bring(cards, in.NumberedCards); err != nil {
		t.Fatal(err)
	}
	if err := s.Fulfil(ctx, paid(t, b, 1).ID); err != nil && !jobs.IsSnoozed(err) {
		t.Fatal(err)
	}
	if err := s.Ship(ctx, sim.Parcel{OrderID: parcel(t, b, 1).ID, Tracking: "SF1", Actor: "staff:mei"}); err != nil {
		t.Fatal(err)
	}
	b.Clock.Advance(400 * 24 * time.Hour)
	if err := s.Erase(ctx); err != nil {
		t.Fatal(err)
	}
	if n := b.Count(t, gone); n != 2 {
		t.Fatalf("%d lines were erased", n)
	}
	if bring(profiles, in.Profiles) == nil || bring(cards, in.NumberedCards) == nil {
		t.Error("what was sold came in again")
	}
	again := sim.Parcel{OrderID: parcel(t, b, 1).ID, Tracking: "SF2", Cards: map[int][]string{1: {iccid(2)}}, Actor: "staff:mei"}
	if err := s.Ship(ctx, again); fault.Code(err) != "sim_number_taken" {
		t.Errorf("a card was sent twice: %v", err)
	}
}
