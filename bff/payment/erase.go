package payment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// personal are the fields of the provider's objects that are about a person, those of the evidence of a dispute included. Events are
// trusted for their ids only, so nothing that works on a kept one misses them.
var personal = []string{
	"billing_details", "customer_details", "customer_email", "email", "name", "phone", "receipt_email", "shipping", "shipping_details",
	"collected_information", "individual_name", "evidence", "customer_name", "customer_email_address", "customer_purchase_ip",
	"billing_address", "shipping_address",
}

// Erase erases the person from what was written about the payments of orders: from the provider's messages that were stored before
// [impersonal] was asked about each, and from what shoppers wrote with a wish for a refund.
func (s *Service) Erase(tx *pg.Tx, orderIDs []int64) error {
	var events []struct {
		ID  string
		Raw []byte
	}
	err := tx.Raw(`
		with tried as (
		    select intent_id, session_id from payment_attempt
		    where order_id in (select cast(jsonb_array_elements_text(cast(? as jsonb)) as bigint))
		)
		select id, raw from payment_event where id in (
		    select e.id from payment_event e join tried on tried.intent_id = e.intent_id where tried.intent_id <> ''
		    union select e.id from payment_event e join tried on tried.session_id = e.session_id where tried.session_id <> '' and e.session_id <> '')
		order by id for update`, pg.AsJSON(orderIDs)).Scan(&events).Error
	if err != nil {
		return fmt.Errorf("find payment events: %w", err)
	}
	for _, e := range events {
		raw, err := impersonal(e.Raw)
		if err != nil {
			return fmt.Errorf("erase from payment event %s: %w", e.ID, err)
		}
		err = pg.Exec(tx, "erase from payment event "+e.ID, `update payment_event set raw = ? where id = ?`, pg.Bytes(raw), e.ID)
		if err != nil {
			return err
		}
	}
	return pg.Exec(tx, "erase from refunds", `
		update refund set notes = '' where notes <> '' and order_id in (select cast(jsonb_array_elements_text(cast(? as jsonb)) as bigint))`,
		pg.AsJSON(orderIDs))
}

// impersonal returns a message of the provider's without its personal fields, however deep they are.
func impersonal(raw []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var message any
	if err := dec.Decode(&message); err != nil {
		return nil, err
	}
	strip(message)
	return json.Marshal(message)
}

func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if slices.Contains(personal, name) {
				delete(v, name)
				continue
			}
			strip(inner)
		}
	case []any:
		for _, inner := range v {
			strip(inner)
		}
	}
}
