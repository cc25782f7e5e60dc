package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/device"
)

// SimDevices lists which devices take an eSIM.
func (s *Server) SimDevices(ctx context.Context, _ gen.SimDevicesRequestObject) (gen.SimDevicesResponseObject, error) {
	list, err := s.Devices.Models(ctx, caller.Of(ctx).Locale)
	return gen.SimDevices200JSONResponse{Envelope: ok(ctx), Data: view.Devices(list)}, err
}

// SimDevicesCheck says whether a device supports eSIM, and remembers the answer for what the caller orders.
func (s *Server) SimDevicesCheck(ctx context.Context, r gen.SimDevicesCheckRequestObject) (gen.SimDevicesCheckResponseObject, error) {
	call := caller.Of(ctx)
	check, note, err := s.Devices.Check(ctx, call.Locale, device.Query{Model: r.Body.Model, SoldIn: r.Body.SoldIn, EID: r.Body.Eid})
	if err != nil {
		return nil, err
	}
	if err := s.Devices.Store(ctx, call.Tenant.ID, string(call.Owner()), check); err != nil {
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
