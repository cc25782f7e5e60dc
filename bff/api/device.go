package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
)

// SimDevices lists which devices take an eSIM.
func (s *Server) SimDevices(ctx context.Context, _ gen.SimDevicesRequestObject) (gen.SimDevicesResponseObject, error) {
	list, err := s.Devices.Models(ctx, caller.Of(ctx).Locale)
	return gen.SimDevices200JSONResponse{Envelope: ok(ctx), Data: view.Devices(list)}, err
}

// SimDevicesCheck says whether a device supports eSIM, and remembers the answer for what the caller orders.
func (s *Server) SimDevicesCheck(ctx context.Context, r gen.SimDevicesCheckRequestObject) (gen.SimDevicesCheckResponseObject, error) {
	call := caller.Of(ctx)
	check, note, err := s.Devices.Check(ctx, call.Locale, device.Ask{Model: r.Body.Model, SoldIn: r.Body.SoldIn, EID: r.Body.Eid})
	if err != nil {
		return nil, err
	}
	if err := s.Devices.Keep(ctx, call.Tenant.ID, string(call.Owner()), check); err != nil {
		return nil, err
	}
	names, err := s.Catalog.PlaceNames(ctx, call.Tenant.ID, call.Locale)
	if err != nil {
		return nil, err
	}
	shown := view.DeviceCheck(&check, call.Locale, names)
	shown.Note = note
	return gen.SimDevicesCheck200JSONResponse{Envelope: ok(ctx), Data: *shown}, nil
}

// aboutDevice adds to a selection what the caller was told about a device, and whether the eSIMs are for another one.
func (s *Server) aboutDevice(ctx context.Context, sel *order.Selection, forOther *bool) error {
	simType := offer.ESIM
	if sel.Item != nil {
		simType = sel.Item.SimType
	}
	if sel.Item != nil && sel.Item.SIM != "" {
		return nil // more for a SIM that is in a device already
	}
	told, err := s.deviceFor(ctx, simType)
	sel.Device, sel.ForOther = told, forOther
	if sel.Item != nil {
		sel.Item.Device, sel.Item.ForOther = told, forOther
	}
	return err
}

// deviceFor returns what the caller was told about the device that an eSIM is for: as a customer, or as a guest in this
// browser before. It is nil for a SIM card, which fits any phone.
func (s *Server) deviceFor(ctx context.Context, simType string) (*device.Check, error) {
	call := caller.Of(ctx)
	if simType != offer.ESIM {
		return nil, nil
	}
	owners := []string{}
	if owner, known := call.Known(); known {
		owners = append(owners, string(owner))
	}
	if browser, known := call.Browser(); known {
		owners = append(owners, string(browser))
	}
	if len(owners) == 0 {
		return nil, nil
	}
	return s.Devices.Kept(ctx, call.Tenant.ID, owners...)
}
