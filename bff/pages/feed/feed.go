// Package feed writes what a site sells for programs: as JSON, and as the RSS 2.0 with Google's terms that merchant centres
// read. It only writes; what is in it comes from the page table (bff/pages).
package feed

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
)

// Feed is everything a site sells, in one language.
type Feed struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Link        string `json:"url"`
	// Language is the HTML language tag.
	Language string `json:"language"`
	Currency string `json:"currency"`
	// Items is never nil.
	Items []Item `json:"items"`
}

// Item is a plan as eSIM, or as a card.
type Item struct {
	// ID is the plan's with the SIM type, "jp-10g-15-esim"; Group is the plan's, which its SIM types share.
	ID    string `json:"id"`
	Group string `json:"groupId"`
	Title string `json:"title"`
	// Description is plain text.
	Description string `json:"description"`
	Link        string `json:"url"`
	// Image is a PNG without words about the price.
	Image     string `json:"image"`
	Available bool   `json:"available"`
	// Price is a decimal string in Currency, as the page has it; PriceMinor is the same in minor units.
	Price      string `json:"price"`
	PriceMinor int64  `json:"priceMinor"`
	Currency   string `json:"currency"`
	Brand      string `json:"brand"`
	// Category is the name of the plan's group.
	Category string `json:"category"`
	// SimType is esim or physical.
	SimType string `json:"simType"`
	// DataMB is the allowance at full speed per Per, which is total or day.
	DataMB         int64  `json:"dataMb"`
	Per            string `json:"dataPer"`
	SpeedAfterKbps int    `json:"speedAfterKbps"`
	Days           int    `json:"days"`
	Network        string `json:"network"`
	Contract       string `json:"contractPeriod,omitempty"`
	// Destinations are ISO 3166-1 alpha-2.
	Destinations []string `json:"destinations"`
	// Facts are the same in words, a name and what it is.
	Facts []Fact `json:"facts"`
	// Freights are empty for an eSIM.
	Freights []Freight `json:"shipping,omitempty"`
}

// Fact is a line of a plan's facts.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Freight is what sending a card to one country costs, in one way.
type Freight struct {
	Country string `json:"country"`
	Method  string `json:"method"`
	// Price is a decimal string in the item's currency.
	Price   string `json:"price"`
	DaysMin int    `json:"daysMin"`
	DaysMax int    `json:"daysMax"`
}

// JSON writes the feed as JSON.
func (f Feed) JSON() ([]byte, error) {
	raw, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("write feed: %w", err)
	}
	return append(raw, '\n'), nil
}

// Merchant writes the feed as RSS 2.0 with the terms of base.google.com/ns/1.0.
func (f Feed) Merchant() ([]byte, error) {
	channel := rssChannel{Title: f.Title, Link: f.Link, Description: f.Description, Language: f.Language}
	for _, i := range f.Items {
		channel.Items = append(channel.Items, i.rss())
	}
	raw, err := xml.Marshal(rss{Version: "2.0", Google: "http://base.google.com/ns/1.0", Channel: channel})
	if err != nil {
		return nil, fmt.Errorf("write merchant feed: %w", err)
	}
	return append(append([]byte(xml.Header), raw...), '\n'), nil
}

type rss struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Google  string     `xml:"xmlns:g,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string    `xml:"title"`
	Link        string    `xml:"link"`
	Description string    `xml:"description"`
	Language    string    `xml:"language"`
	Items       []rssItem `xml:"item"`
}

type rssItem struct {
	ID           string       `xml:"g:id"`
	Group        string       `xml:"g:item_group_id"`
	Title        string       `xml:"g:title"`
	Description  string       `xml:"g:description"`
	Link         string       `xml:"g:link"`
	Image        string       `xml:"g:image_link"`
	Availability string       `xml:"g:availability"`
	Price        string       `xml:"g:price"`
	Brand        string       `xml:"g:brand"`
	Condition    string       `xml:"g:condition"`
	Identifier   string       `xml:"g:identifier_exists"`
	Category     string       `xml:"g:product_type"`
	Details      []rssDetail  `xml:"g:product_detail"`
	Freights     []rssFreight `xml:"g:shipping"`
}

type rssDetail struct {
	Name  string `xml:"g:attribute_name"`
	Value string `xml:"g:attribute_value"`
}

type rssFreight struct {
	Country string `xml:"g:country"`
	Service string `xml:"g:service"`
	Price   string `xml:"g:price"`
	DaysMin string `xml:"g:min_transit_time"`
	DaysMax string `xml:"g:max_transit_time"`
}

func (i Item) rss() rssItem {
	out := rssItem{
		ID: i.ID, Group: i.Group, Title: i.Title, Description: i.Description, Link: i.Link, Image: i.Image, Availability: "out_of_stock",
		Price: i.Price + " " + i.Currency, Brand: i.Brand, Condition: "new", Identifier: "no", Category: i.Category,
	}
	if i.Available {
		out.Availability = "in_stock"
	}
	for _, f := range i.Facts {
		out.Details = append(out.Details, rssDetail(f))
	}
	for _, f := range i.Freights {
		out.Freights = append(out.Freights, rssFreight{
			Country: f.Country, Service: f.Method, Price: f.Price + " " + i.Currency,
			DaysMin: strconv.Itoa(f.DaysMin), DaysMax: strconv.Itoa(f.DaysMax),
		})
	}
	return out
}
