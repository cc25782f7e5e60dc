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
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	f.Exec(t, `insert into kyc_case (line_id, regime, state, doc_type, attempt, submitted_at, updated_at)
		select id, 'TH', 'submitted', 'passport', 1, now(), now() from sim_line`)
	id := int64(f.Count(t, `select id from kyc_case`))
	noteVerdict := func(attempt int, state carrier.KycState) {
		t.Helper()
		var atOnce sync.WaitGroup
		for range 3 {
			atOnce.Go(func() {
				if err := f.sims.NoteKyc(ctx, id, attempt, carrier.Kyc{State: state, ReasonCode: "name_mismatch"}); err != nil {
					t.Error(err)
				}
			})
		}
		atOnce.Wait()
	}
	requireMails := func(when, recipient, data string, want int) {
		t.Helper()
		n := f.Count(t, `select count(*) from notification where template = 'registration_rejected' and recipient like ? and data::text like ?`, recipient, data)
		if n != want {
			t.Errorf("%s: %d mails to %s, want %d", when, n, recipient, want)
		}
	}
	const buyer, other = "ada%", "eve@example.com"
	noteVerdict(1, carrier.KycInReview)
	requireMails("under review", buyer, "%", 0)
	noteVerdict(1, carrier.KycRejected)
	noteVerdict(1, carrier.KycRejected)
	requireMails("rejected", buyer, `%name_mismatch%`, 1)
	f.requireCount(t, "jobs", `select count(*) from river_job where kind = 'notify_deliver' and args->>'notificationId' in
		(select id::text from notification where template = 'registration_rejected')`, 1)

	f.Exec(t, `insert into customer (tenant_id, email, email_normal, password_hash, first_name, locale, consent_at, agreed_at, created_at, updated_at)
		values (20, 'eve@example.com', 'eve@example.com', 'x', 'Eve', 'zh', now(), now(), now(), now())`)
	f.Exec(t, `update sim_line set user_id = (select id from customer), linked_at = now()`)
	f.Exec(t, `update kyc_case set attempt = 2, state = 'submitted'`)
	noteVerdict(1, carrier.KycRejected)
	requireMails("a word about the form before", other, "%", 0)
	noteVerdict(2, carrier.KycApproved)
	noteVerdict(2, carrier.KycApproved)
	requireMails("approved", other, "%", 0)
	f.requireCount(t, "mails that it is approved", `select count(*) from notification where template = 'registration_approved'
		and recipient = 'eve@example.com' and locale = 'zh'`, 1)
	noteVerdict(2, carrier.KycRevoked)
	requireMails("withdrawn", other, `%"orderNo": ""%`, 1)
	requireMails("withdrawn", buyer, "%", 1)

	f.Exec(t, `update kyc_case set attempt = 3, state = 'submitted'`)
	noteVerdict(3, carrier.KycApproved)
	f.Exec(t, `update plan_instance set state = 'expired', over_at = now()`)
	noteVerdict(3, carrier.KycExpired)
	requireMails("over, like the plans", other, `%`, 1)
	f.Exec(t, `update plan_instance set state = 'active', over_at = null`)
	noteVerdict(3, carrier.KycExpired)
	noteVerdict(3, carrier.KycExpired)
	requireMails("over, and the plan is not", other, `%"ended": true%`, 2)
}
