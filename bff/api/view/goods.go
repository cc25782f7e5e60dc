package view

import (
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
)

// Goods returns the contract's goods.
func Goods(g catalog.Goods) gen.Goods {
	return gen.Goods{
		GoodsId: g.ID, Group: g.Group, Name: g.Name, Image: g.Image, Price: g.Price, UnitPrice: unitPrice(g), Currency: g.Currency,
		SimTypes: nonNil(g.SimTypes), Destinations: places(g.Destinations),
		Data: gen.DataAllowance{Mb: g.Data.MB, Per: g.Data.Per, Unlimited: g.Data.Unlimited, SpeedAfterKbps: g.Data.SpeedAfterKbps},
		Days: g.Days, Voice: gen.VoiceAllowance{Minutes: g.Voice.Minutes, Unlimited: g.Voice.Unlimited},
		NetworkType: g.NetworkType, ContractPeriod: g.ContractPeriod, TransferNumber: g.TransferNumber,
		Activation: g.Activation, DayRule: g.DayRule, Hotspot: g.Hotspot, RealName: nonNil(g.RealName),
		Available: g.Available, Popularity: g.Popularity, PublishedAt: g.PublishedAt,
	}
}

func unitPrice(g catalog.Goods) *gen.UnitPrice {
	rate := g.Rate()
	out := gen.UnitPrice{Amount: rate.PerGB, Per: "gb"}
	if g.Data.Per == "day" {
		out = gen.UnitPrice{Amount: rate.PerDay, Per: "day"}
	}
	if out.Amount == 0 {
		return nil
	}
	return &out
}

// GoodsOf returns a list of goods, never nil.
func GoodsOf(list []catalog.Goods) []gen.Goods { return each(list, Goods) }

// Facts returns what the facts label of a plan shows. A plan with calls has a number, whether the shopper picks it or not.
func Facts(g catalog.Goods) gen.GoodsFacts {
	talks := g.Voice.Minutes > 0 || g.Voice.Unlimited
	return gen.GoodsFacts{
		FullSpeedMb: g.Data.MB, AllowancePeriod: g.Data.Per, SpeedAfterKbps: g.Data.SpeedAfterKbps, Unlimited: g.Data.Unlimited,
		Days: g.Days, DayRule: g.DayRule, DayZone: g.DayZone, NetworkType: g.NetworkType, Hotspot: g.Hotspot,
		Activation: g.Activation, UseWithinDays: g.UseWithinDays, VoiceMinutes: g.Voice.Minutes, VoiceUnlimited: g.Voice.Unlimited,
		RefundPolicy: g.RefundPolicy, RealName: nonNil(g.RealName), RealNamePlaces: g.RealNamePlaces, ContractPeriod: g.ContractPeriod,
		TransferNumber: g.TransferNumber, LocalNumber: g.LocalNumber || talks, Deposit: g.Deposit, Currency: g.Currency,
	}
}

// List returns a page of the catalogue with its facets.
func List(p catalog.Page, f catalog.Facets) gen.GoodsList {
	return gen.GoodsList{Items: GoodsOf(p.Items), Total: p.Total, Page: p.Page, PageSize: p.PageSize, Facets: facets(f)}
}

func facets(f catalog.Facets) gen.Facets {
	count := func(list []catalog.Count) []gen.FacetCount {
		return each(list, func(c catalog.Count) gen.FacetCount { return gen.FacetCount{Value: c.Value, Count: c.Count} })
	}
	return gen.Facets{
		Destinations: each(f.Destinations, func(d catalog.DestinationCount) gen.DestinationFacet {
			return gen.DestinationFacet{Code: d.Code, Name: d.Name, Count: d.Count}
		}),
		Data: count(f.Data), Days: count(f.Days), Voice: count(f.Voice), SimType: count(f.SimType), NetworkType: count(f.NetworkType),
	}
}

// Options returns the SIM types of goods.
func Options(list []catalog.Option) []gen.GoodsOption {
	return each(list, func(o catalog.Option) gen.GoodsOption {
		return gen.GoodsOption{SimType: o.SimType, Available: o.Available, MaxQuantity: o.MaxQuantity}
	})
}

// Destination returns a destination.
func Destination(d catalog.Destination) gen.Destination {
	return gen.Destination{Code: d.Code, Name: d.Name, Region: d.Region, Flag: d.Flag}
}

// Destinations returns a list of destinations, never nil.
func Destinations(list []catalog.Destination) []gen.Destination { return each(list, Destination) }

// Suggestions returns what a search field offers, never nil.
func Suggestions(list []catalog.Suggestion, locale string) []gen.Suggestion {
	return each(list, func(s catalog.Suggestion) gen.Suggestion {
		out := gen.Suggestion{Code: s.Code, Name: s.Name, Flag: s.Flag, Currency: s.Currency, Href: "/" + locale + s.Path, Words: nonNil(s.Words)}
		if s.FromPrice > 0 {
			out.FromPrice = &s.FromPrice
		}
		return out
	})
}

// Group returns a group of the catalogue.
func Group(g catalog.Group) gen.Group {
	return gen.Group{Group: g.Code, Name: g.Name, Image: g.Image, Intro: g.Intro}
}

// Groups returns the groups of the catalogue, never nil.
func Groups(list []catalog.Group) []gen.Group { return each(list, Group) }

// Numbers returns numbers to pick from, never nil.
func Numbers(list []catalog.Number) []gen.SelectableNumber {
	return each(list, func(n catalog.Number) gen.SelectableNumber {
		return gen.SelectableNumber{NumberId: id(n.ID), Number: n.Number, Fee: n.Fee, Currency: n.Currency}
	})
}

func places(list []catalog.Place) []gen.DestinationName {
	return each(list, func(p catalog.Place) gen.DestinationName { return gen.DestinationName{Code: p.Code, Name: p.Name} })
}

func each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
