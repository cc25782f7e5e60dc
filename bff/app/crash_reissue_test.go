package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// The points between somebody's wish for a new profile and the SIM that has it.
var reissuePoints = []string{"reissue noted", "reissue claimed", "reissue answered", "reissue booked"}

// The program is killed at every named line of a new profile. Who asks again afterwards gets the same one: in the end each eSIM has
// been issued again once, its old profile is of no use, and one mail has said so.
func TestAReissueIsMadeOnceDespiteKills(t *testing.T) {
	t.Parallel()
	shop := apptest.NewProgram(t, apptest.Build(t))
	shop.Start()
	for _, point := range reissuePoints {
		guest := shop.Shopper(t)
		placed := buyAndWait(t, guest, apptest.Order("jp-3g-7", "esim", 650, nil))
		var before, after gen.Install
		guest.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &before)
		id, ask := before.SimId, gen.ReissueBody{SimId: before.SimId, IccidLast4: before.IccidLast4}
		readPageData(t, guest, "/en/my-order/"+strings.ToLower(placed.OrderNo)+"/sims") // the carrier hears of it
		for _, act := range []string{"install", "attach", "delete"} {
			controlSIM(t, shop.Shop, id, act, nil)
		}
		waittest.Within(t, 30*time.Second, "a new one is offered", func() bool { return reissuePage(t, guest, id).State == "offered" })

		shop.CrashAt(point)
		asked := make(chan struct{})
		go func() {
			defer close(asked)
			askDying(guest, shop.URL, ask)
		}()
		shop.Crashed(point)
		<-asked
		shop.StartLater("2 minutes")

		// After a kill nobody knows whether the wish was heard: it is said again.
		guest.Post(simReissue, ask)
		waittest.Within(t, time.Minute, "it is ready after a kill at "+point, func() bool { return reissuePage(t, guest, id).State == "ready" })
		guest.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &after)
		if after.Lpa == "" || after.Lpa == before.Lpa || after.SimId != id {
			t.Errorf("killed at %s: %+v", point, after)
		}
	}
	all := len(reissuePoints)
	sent := `select count(*) from notification where template = 'esim_reissued' and state = 'sent'`
	waittest.Within(t, 2*time.Minute, "every mail is sent", func() bool { return count(t, shop.Shop, sent) >= all })
	for query, want := range map[string]int{
		`select count(*) from sim_reissue`:                                                                       all,
		`select count(*) from sim_reissue where state = 'issued'`:                                                all,
		`select count(*) from sim_line`:                                                                          all,
		`select count(*) from sandbox.carrier_line where retired_at is null`:                                     all,
		`select count(*) from audit_log where entity = 'sim' and action = 'reissue'`:                             all,
		`select count(*) from notification where template = 'esim_reissued'`:                                     all,
		`select count(*) from refund`:                                                                            0,
		`select count(*) from river_job where state in ('discarded', 'cancelled')`:                               0,
		`select count(distinct iccid) from sim_line`:                                                             all,
		`select count(*) from sim_line l join sim_reissue r on r.line_id = l.id where l.carrier_ref = r.old_ref`: 0,
	} {
		if n := count(t, shop.Shop, query); n != want {
			t.Errorf("%d, want %d: %s", n, want, query)
		}
	}
}

// askDying asks for a new profile at a program that may die before it answers, and again when it could not ask the carrier just then.
func askDying(p *apptest.Shopper, shop string, ask gen.ReissueBody) {
	body, _ := json.Marshal(ask)
	for range 100 {
		req, err := http.NewRequest(http.MethodPost, shop+simReissue, bytes.NewReader(body))
		if err != nil {
			return
		}
		req.Header = p.Header.Clone()
		req.Header.Set("Content-Type", "application/json")
		res, err := p.HTTP.Do(req)
		if err != nil {
			return
		}
		_ = res.Body.Close()
		if res.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}
