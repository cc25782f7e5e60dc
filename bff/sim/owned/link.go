package owned

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// LinkForm is a filled-in form for linking a SIM.
type LinkForm struct {
	// ICCID is the number on the SIM, Phone its own phone number or, for one without, that of its order. Code was sent to
	// Phone in this Session; Network is where it comes from now.
	ICCID   string
	Phone   string
	Code    string
	Session string
	Network string
}

// Link puts a SIM on a customer's list and returns it. Faults: validation_failed, those of a code, sim_not_linkable (an
// unknown number as well as one that does not belong to the phone), sim_linked_elsewhere.
func (s *Service) Link(ctx context.Context, who Owner, c LinkForm) (SIM, error) {
	iccid, luhn, err := esim.ParseICCID(c.ICCID, esim.Card)
	bad := fault.Form{}
	bad.Correct("iccid", c.ICCID, "iccid", err == nil)
	phone, problem := dial.ReadRequired(c.Phone)
	if problem != "" {
		bad["phone"] = problem
	}
	if input.Joined(c.Code) == "" {
		bad["code"] = "code_required"
	}
	if len(bad) > 0 {
		return SIM{}, fault.Fields(bad)
	}
	var ref string
	err = s.Phones.Proved(ctx, Proof{TenantID: who.TenantID, Phone: phone, Session: c.Session, Network: c.Network, Code: c.Code},
		func(_ context.Context, tx *pg.Tx) error {
			ref, err = s.linkSIM(tx, who, iccid, digits(phone))
			return err
		})
	if errors.Is(err, fault.New("sim_not_linkable")) && !luhn {
		// The check digit says so already: a typing error is reported as one, and depends on nothing that we know.
		err = fault.New("sim_not_linkable").WithText("sim_not_linkable_check_digit")
	}
	if err != nil {
		return SIM{}, err
	}
	return s.Detail(ctx, who, ref)
}

// linkSIM puts a SIM on a customer's list, unless it is on somebody else's list.
func (s *Service) linkSIM(tx *pg.Tx, who Owner, iccid, phone string) (ref string, err error) {
	var found []struct {
		ID    int64
		Ref   string
		Mine  bool
		Taken bool
	}
	err = tx.Raw(`
		select s.id, s.ref, coalesce(s.user_id = @user, false) as mine,
		    coalesce(s.user_id <> @user, s.unlinked_at is null and o.user_id <> @user, false) as taken
		from sim_line s
		left join order_line ol on ol.id = s.order_line_id
		left join orders o on o.id = ol.order_id
		where s.tenant_id = @tenant and s.iccid = @iccid and s.revoked_at is null and s.retired_at is null
		  and (regexp_replace(s.msisdn, '\D', '', 'g') = @phone
		       or s.msisdn = '' and regexp_replace(o.phone, '\D', '', 'g') = @phone
		       or o.user_id = @user)
		order by s.created_at desc limit 1 for update of s`,
		map[string]any{"tenant": who.TenantID, "user": who.UserID, "iccid": iccid, "phone": phone}).Scan(&found).Error
	switch {
	case err != nil:
		return "", fmt.Errorf("find SIM to link: %w", err)
	case len(found) == 0:
		return "", fault.New("sim_not_linkable")
	case found[0].Taken:
		return "", fault.New("sim_linked_elsewhere")
	case found[0].Mine:
		return found[0].Ref, nil
	}
	return found[0].Ref, s.changeOwner(tx, who, found[0].ID, "link",
		`user_id = @user, linked_at = @now, unlinked_at = null`, `user_id is null`)
}

// Unlink takes a SIM off a customer's list; the page of its order stays as it is. Fault: sim_not_found.
func (s *Service) Unlink(ctx context.Context, who Owner, ref string) error {
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		return s.changeOwner(tx, who, sim.ID, "unlink", `user_id = null, linked_at = null, unlinked_at = @now`, `id in (`+ownedIDs+`)`)
	})
}

// changeOwner changes whose SIM it is, if it still is as guard says, and writes it down.
func (s *Service) changeOwner(tx *pg.Tx, who Owner, id int64, action, set, guard string) error {
	args := who.args(map[string]any{"id": id, "now": s.Clock.Now()})
	res := tx.Exec(`update sim_line set `+set+` where id = @id and tenant_id = @tenant and `+guard, args)
	if res.Error != nil {
		return fmt.Errorf("%s SIM: %w", action, res.Error)
	}
	if res.RowsAffected == 0 {
		return fault.New("sim_not_found")
	}
	args["action"], args["actor"], args["entity"] = action, fmt.Sprintf("u:%d", who.UserID), fmt.Sprint(id)
	err := tx.Exec(`
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action) values (@tenant, @now, @actor, 'sim', @entity, @action)`, args).Error
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	return nil
}

// Erase takes every SIM off the list of a customer who leaves, and erases what identifies the person: the documents' last
// characters, and numbers that were brought along. It runs before the orders lose their customer.
func (s *Service) Erase(tx *pg.Tx, who Owner) error {
	args := who.args(map[string]any{"now": s.Clock.Now()})
	for _, step := range []string{
		`update kyc_case set doc_last4 = '', doc_type = '', reason_code = '' where line_id in (` + ownedIDs + `)`,
		`update sim_line s set msisdn = '' from order_line ol where ol.id = s.order_line_id and ol.transfer_phone <> '' and s.id in (` + ownedIDs + `)`,
		`update sim_line set user_id = null, linked_at = null, unlinked_at = @now where id in (` + ownedIDs + `)`,
	} {
		if err := pg.Exec(tx, "erase SIMs", step, args); err != nil {
			return err
		}
	}
	return nil
}

var noDigit = regexp.MustCompile(`\D`)

// digits is a phone number as numbers are compared.
func digits(phone string) string {
	return strings.TrimPrefix(noDigit.ReplaceAllString(input.Plain(phone), ""), "00")
}

// Relist puts the SIMs that were bought with orders back on the list of whoever bought them, also those that somebody had linked and
// taken off a list again; those that are in an account stay there. The caller holds the orders, and the SIMs are taken in
// ascending order.
func (s *Service) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return pg.Exec(tx.WithContext(ctx), "list SIMs again", `
		with off as (
		    select s.id from sim_line s join order_line ol on ol.id = s.order_line_id
		    where ol.order_id in (select jsonb_array_elements_text(cast(@orders as jsonb))::bigint) and s.user_id is null and s.unlinked_at is not null
		    order by s.id for no key update of s
		)
		update sim_line s set unlinked_at = null from off where s.id = off.id`, map[string]any{"orders": pg.AsJSON(orderIDs)})
}

// CountClaimed counts the SIMs of orders that were taken into a customer's account: those that are on the customer's list now, and
// those that are in another account, because somebody had linked them before.
func (s *Service) CountClaimed(ctx context.Context, who Owner, orderIDs ...int64) (mine, elsewhere int, err error) {
	var n struct{ Mine, Elsewhere int }
	err = s.DB.Conn(ctx).Raw(`
		select count(*) filter (where s.id in (`+ownedIDs+`)) as mine, count(*) filter (where s.user_id <> @user) as elsewhere
		from sim_line s join order_line ol on ol.id = s.order_line_id
		where s.revoked_at is null and ol.order_id in (select jsonb_array_elements_text(cast(@orders as jsonb))::bigint)`,
		who.args(map[string]any{"orders": pg.AsJSON(orderIDs)})).Scan(&n).Error
	if err != nil {
		err = fmt.Errorf("count followed SIMs: %w", err)
	}
	return n.Mine, n.Elsewhere, err
}
