package sim_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/stock"
)

// secrets returns what identifies the fixture's SIMs: card numbers, activation codes, the carrier's references, phone numbers.
func (f *fixture) secrets(t *testing.T) []string {
	t.Helper()
	var all []string
	err := f.DB.Gorm.Raw(`select iccid from sim_line union select carrier_ref from sim_line where carrier_ref <> ''
		union select msisdn from sim_line where msisdn <> ''`).Scan(&all).Error
	require.NoError(t, err)
	var codes []sealedCode
	require.NoError(t, f.DB.Gorm.Raw(`select activation from sim_line where activation is not null`).Scan(&codes).Error)
	for _, code := range codes {
		lpa := strings.Split(string(f.openSealed(code.Activation)), "$")
		all = append(all, lpa[len(lpa)-1])
	}
	return all
}

type sealedCode struct{ Activation []byte }

// openSealed is what was sealed, as codes and as messages of carriers are.
func (f *fixture) openSealed(b []byte) []byte {
	for _, purpose := range []string{sim.SealPurpose, "carrier event"} {
		if plain, err := f.Box.Open(purpose, b); err == nil {
			return plain
		}
	}
	return nil
}

func (f *fixture) findTraces(t *testing.T, of ...string) []string {
	t.Helper()
	return moduletest.FindText(t, f.DB, f.openSealed, of...)
}

func (f *fixture) runPurge(t *testing.T) {
	t.Helper()
	require.NoError(t, f.sims.Purge(ctx))
}

// placeUsedSIM is an eSIM of the carrier that is in somebody's phone, in Japan.
func (f *fixture) placeUsedSIM(t *testing.T) (orderID, simID int64) {
	t.Helper()
	o := f.placeDeliveredOrder(t)
	var row struct {
		ID         int64
		CarrierRef string
	}
	require.NoError(t, f.DB.Gorm.Raw(`select id, carrier_ref from sim_line order by id desc limit 1`).Scan(&row).Error)
	f.Control(t, row.CarrierRef, "install", map[string]any{"device": "Pixel 9"})
	f.Control(t, row.CarrierRef, "attach", map[string]any{"country": "JP"})
	f.Control(t, row.CarrierRef, "use", map[string]any{"mb": 900})
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	return o.ID, row.ID
}

const (
	keptSIMs   = `select count(*) from sim_line where erased_at is null`
	erasedSIMs = `select count(*) from sim_line where erased_at is not null`
	eraseNotes = `select count(*) from audit_log where entity = 'sim' and action = 'erase'`
)

// What installs a SIM and tells of its use is in no table any more some time after its plan has ended: of an eSIM of the
// carrier, of one from the pool, and of a card. The ledger stays, and so do the last four characters.
func TestASIMIsErasedAfterItsEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: carrierWithNumbers{f.Carriers[carrier.HTTP]}, carrier.Pool: carrierWithNumbers{f.Carriers[carrier.Pool]}}, nil, f.Logs.Logger())
	orderID, simID := f.placeUsedSIM(t)
	f.Exec(t, `update product set carrier = 'pool'`)
	fillPool(t, f.Fixture, 1)
	f.placeOrder(t, 1)
	sent := placeCardOrder(t, f.Fixture, 1)
	require.NoError(t, f.sims.Ship(ctx, sim.Parcel{OrderID: sent.ID, Tracking: "SF1", Cards: map[int][]string{1: {iccid(7)}}, Actor: "staff:mei"}))
	for _, id := range []int64{simID + 1, simID + 2} {
		require.NoError(t, f.sims.Refresh(ctx, id))
		var ref string
		require.NoError(t, f.DB.Gorm.Raw(`select carrier_ref from sim_line where id = ?`, id).Scan(&ref).Error)
		f.Control(t, ref, "attach", map[string]any{"country": "JP"})
	}
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	f.Exec(t, `insert into kyc_case (line_id, regime, carrier_ref, state, doc_type, doc_last4, attempt, submitted_at, updated_at)
		select id, 'HK', 'kyc_QXZ7', 'approved', 'passport', 'QXZ7', 1, now(), now() from sim_line`)
	f.Exec(t, `update order_line set compatibility = '{"device":{"verdict":"yes","model":"Pixel 9","eidLast4":"QXZ8"}}'`)
	of := append(f.secrets(t), "pixel 9", "qxz7", "qxz8")
	f.requireCount(t, "messages about the request", `select count(*) from carrier_event where request_id is not null`, 1)
	before := f.findTraces(t, of...)
	for _, where := range []string{"sim_line.activation", "esim_profile.activation", "esim_profile.iccid", "sim_card.iccid", "carrier_event.body", "kyc_case.doc_last4"} {
		if !slices.ContainsFunc(before, func(found string) bool { return strings.HasPrefix(found, where) }) {
			t.Fatalf("the search does not look into %s: %v", where, before)
		}
	}

	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	require.NoError(t, f.sims.Sync(ctx))
	f.runPurge(t)
	f.requireCount(t, "SIMs that are kept until the time has come", keptSIMs, 3)
	f.Clock.Advance(2 * time.Hour)
	for range 2 {
		f.runPurge(t)
		f.requireCount(t, "SIMs that were erased", erasedSIMs, 3)
		f.requireCount(t, "notes of it", eraseNotes, 3)
	}
	// The model of the device is part of what was promised with the order.
	of = slices.DeleteFunc(of, func(what string) bool { return what == "pixel 9" })
	if found := f.findTraces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	f.requireCount(t, "messages", `select count(*) from carrier_event`, 0)
	f.requireCount(t, "plans without their use", `select count(*) from plan_instance where state = 'expired' and ends_at is not null and started_at is not null
		and total_bytes = 0 and remaining_bytes = 0`, 3)
	f.requireCount(t, "ends of numbers", `select count(*) from sim_line where length(iccid) = 4 and device = '' and last_country = ''`, 3)
	kits, err := f.sims.Installs(ctx, orderID)
	if err != nil || len(kits) != 1 || kits[0].ErasedAt == nil || kits[0].LPA+kits[0].MatchingID+kits[0].IOSURL != "" || len(kits[0].ICCIDLast4) != 4 {
		t.Errorf("kits: %+v %v", kits, err)
	}
}

// A message that comes after the erasure, or is worked while its SIM is being erased, restores nothing and is not logged as unknown.
func TestALateMessageBringsNothingBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	_, id := f.placeUsedSIM(t)
	ref := f.simRef(t)
	of := f.secrets(t)
	f.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at) values (?, 'HK', 'submitted', 'passport', 1, now(), now())`, id)
	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	// The SIM is erased after the carrier has answered and before the answer is stored.
	slow := f.NewSIMService(carrier.Carriers{carrier.HTTP: interruptedCarrier{carrierWithNumbers{f.Carriers[carrier.HTTP]}, func() { f.runPurge(t) }}}, nil, f.Logs.Logger())
	require.NoError(t, slow.Refresh(ctx, id))
	f.requireCount(t, "SIMs that were erased", erasedSIMs, 1)
	for _, act := range []string{"delete", "retire"} {
		f.Control(t, ref, act, nil)
	}
	f.Work(t, f.Fixture, time.Second)
	f.receiveMessages(t, f.TakeMessages())
	const document = "U0L1" // no random reference of ours holds it by chance: none has these letters and digits
	if err := f.sims.NoteKyc(ctx, int64(f.Count(t, `select id from kyc_case`)), 1, carrier.Kyc{Ref: ref, State: carrier.KycApproved, DocLast4: document}); err != nil {
		t.Fatal(err)
	}
	if found := f.findTraces(t, append(of, document)...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	f.requireCount(t, "messages", `select count(*) from carrier_event`, 0)
	if strings.Contains(f.Logs.String(), "nothing of ours") {
		t.Error("a message about an erased SIM is taken for somebody else's")
	}
}

// interruptedCarrier runs do after the carrier has read a SIM and before the shop stores the answer.
type interruptedCarrier struct {
	carrier.Carrier
	do func()
}

func (c interruptedCarrier) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	found, err := c.Carrier.SIM(ctx, ref)
	c.do()
	return found, err
}

// Erasures and refreshes run at the same time: each SIM is erased once, and stays erased.
func TestSIMsAreErasedWhileTheCarrierReports(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	const count = 4
	for range count {
		f.placeUsedSIM(t)
	}
	of := f.secrets(t)
	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := f.sims.Erase(ctx); err != nil {
				t.Error(err)
			}
		})
		for id := range int64(count) {
			all.Go(func() {
				if err := f.sims.Refresh(ctx, id+1); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	f.runPurge(t)
	f.requireCount(t, "SIMs that were erased", erasedSIMs, count)
	f.requireCount(t, "notes of it", eraseNotes, count)
	if found := f.findTraces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
}

// Money that went back takes the code with it at the next round.
func TestATakenBackSIMIsErased(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	orderID, _ := f.placeUsedSIM(t)
	of := f.secrets(t)
	inOrderTx(t, f.Fixture, orderID, func(ctx context.Context, tx *pg.Tx, _ order.Locked) error {
		return f.sims.Revoke(ctx, tx, []int64{int64(f.Count(t, `select id from order_line`))})
	})
	f.runPurge(t)
	f.requireCount(t, "SIMs that were erased", erasedSIMs, 1)
	if found := f.findTraces(t, of...); len(found) > 0 {
		t.Errorf("traces:\n  %s", strings.Join(found, "\n  "))
	}
	// The carrier is still asked to take it back.
	var request int64
	require.NoError(t, f.DB.Gorm.Raw(`select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`).Scan(&request).Error)
	if err := f.sims.Cancel(ctx, request); err != nil {
		t.Error(err)
	}
}

// A profile or a card that was handed out stays known after its number was erased: it cannot come in or be sent again.
func TestAnErasedNumberIsKnown(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 0)
	in := stock.NewService(b.DB, b.Clock, b.Box, sim.SealPurpose, s.ErasedNumber)
	importRows := func(rows string, take func(context.Context, stock.Delivery) (stock.Taken, error)) error {
		_, err := take(ctx, stock.Delivery{TenantID: 20, Actor: "staff:mei", Reason: "shipment", Rows: strings.NewReader(rows)})
		return err
	}
	profiles := "sku,iccid,activation\nplan:esim," + iccid(1) + ",LPA:1$smdp.example.com$TOKEN-1\n"
	cards := "sku,iccid\nplan:physical," + iccid(2) + "\n"
	require.NoError(t, importRows(profiles, in.Profiles))
	require.NoError(t, importRows(cards, in.NumberedCards))
	if err := s.Fulfil(ctx, placePaid(t, b, 1).ID); err != nil && !jobs.IsSnoozed(err) {
		t.Fatal(err)
	}
	require.NoError(t, s.Ship(ctx, sim.Parcel{OrderID: placeCardOrder(t, b, 1).ID, Tracking: "SF1", Actor: "staff:mei"}))
	b.Clock.Advance(400 * 24 * time.Hour)
	require.NoError(t, s.Erase(ctx))
	if n := b.Count(t, erasedSIMs); n != 2 {
		t.Fatalf("%d SIMs were erased", n)
	}
	if importRows(profiles, in.Profiles) == nil || importRows(cards, in.NumberedCards) == nil {
		t.Error("what was sold came in again")
	}
	again := sim.Parcel{OrderID: placeCardOrder(t, b, 1).ID, Tracking: "SF2", Cards: map[int][]string{1: {iccid(2)}}, Actor: "staff:mei"}
	if err := s.Ship(ctx, again); fault.Code(err) != "sim_number_taken" {
		t.Errorf("a card was sent twice: %v", err)
	}
}
