package sim_test

import (
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Who has sent a registration in is mailed once that it was approved, or has to be sent again, however often and however parallel
// the carrier says so: the guest who bought it, until the SIM is in a
// customer's account.
func TestAVerdictIsMailedOnce(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	c.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at)
		select id, 'TH', 'submitted', 'passport', 1, now(), now() from sim_line`)
	id := int64(c.Count(t, `select id from kyc_case`))
	says := func(attempt int, state carrier.KycState) {
		t.Helper()
		var atOnce sync.WaitGroup
		for range 3 {
			atOnce.Go(func() {
				if err := c.sims.NoteKyc(ctx, id, attempt, carrier.Kyc{State: state, ReasonCode: "name_mismatch"}); err != nil {
					t.Error(err)
				}
			})
		}
		atOnce.Wait()
	}
	mails := func(when, recipient, data string, want int) {
		t.Helper()
		n := c.Count(t, `select count(*) from notification where template = 'registration_rejected' and recipient like ? and data::text like ?`, recipient, data)
		if n != want {
			t.Errorf("%s: %d mails to %s, want %d", when, n, recipient, want)
		}
	}
	const buyer, other = "ada%", "eve@example.com"
	says(1, carrier.KycInReview)
	mails("under review", buyer, "%", 0)
	says(1, carrier.KycRejected)
	says(1, carrier.KycRejected)
	mails("rejected", buyer, `%name_mismatch%`, 1)
	c.wants(t, "jobs", `select count(*) from river_job where kind = 'notify_deliver' and args->>'notificationId' in
		(select id::text from notification where template = 'registration_rejected')`, 1)

	c.Exec(t, `insert into customer (tenant_id, email, email_normal, password_hash, first_name, locale, consent_at, agreed_at, created_at, updated_at)
		values (20, 'eve@example.com', 'eve@example.com', 'x', 'Eve', 'zh', now(), now(), now(), now())`)
	c.Exec(t, `update sim_line set user_id = (select id from customer), linked_at = now()`)
	c.Exec(t, `update kyc_case set attempt = 2, state = 'submitted'`)
	says(1, carrier.KycRejected)
	mails("a word about the form before", other, "%", 0)
	says(2, carrier.KycApproved)
	says(2, carrier.KycApproved)
	mails("approved", other, "%", 0)
	c.wants(t, "mails that it is approved", `select count(*) from notification where template = 'registration_approved'
		and recipient = 'eve@example.com' and locale = 'zh'`, 1)
	says(2, carrier.KycRevoked)
	mails("withdrawn", other, `%"orderNo": ""%`, 1)
	mails("withdrawn", buyer, "%", 1)

	c.Exec(t, `update kyc_case set attempt = 3, state = 'submitted'`)
	says(3, carrier.KycApproved)
	c.Exec(t, `update plan_instance set state = 'expired', over_at = now()`)
	says(3, carrier.KycExpired)
	mails("over, like the plans", other, `%`, 1)
	c.Exec(t, `update plan_instance set state = 'active', over_at = null`)
	says(3, carrier.KycExpired)
	says(3, carrier.KycExpired)
	mails("over, and the plan is not", other, `%"ended": true%`, 2)
}
