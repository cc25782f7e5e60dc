package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
)

// AddDevice adds to a selection the result of the check of a device, and whether the eSIMs are for another one.
func (r *Reader) AddDevice(ctx context.Context, sel *order.Selection, forOther *bool) error {
	simType := offer.ESIM
	if sel.Item != nil {
		simType = sel.Item.SimType
	}
	if sel.Item != nil && sel.Item.SIM != "" {
		return nil // more for a SIM that is in a device already
	}
	check, err := r.DeviceFor(ctx, simType)
	sel.Device, sel.ForOther = check, forOther
	if sel.Item != nil {
		sel.Item.Device, sel.Item.ForOther = check, forOther
	}
	return err
}

// DeviceFor returns the result of the check of the device that an eSIM is for: as a customer, or as a guest in this
// browser before. It is nil for a SIM card, which fits any phone.
func (r *Reader) DeviceFor(ctx context.Context, simType string) (*device.Check, error) {
	call := caller.Of(ctx)
	if simType != offer.ESIM {
		return nil, nil
	}
	owners := []string{}
	if owner, known := call.KnownOwner(); known {
		owners = append(owners, string(owner))
	}
	if browser, known := call.Browser(); known {
		owners = append(owners, string(browser))
	}
	if len(owners) == 0 {
		return nil, nil
	}
	return r.Devices.Latest(ctx, call.Tenant.ID, owners...)
}
