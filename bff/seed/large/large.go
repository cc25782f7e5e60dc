// Package large makes a seed with many products of one with few, to see with what the shop's costs grow.
package large

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
)

// esims is how many eSIMs a site has of each product: what grows is the catalogue, not the pool of profiles.
const esims = 3

// Write writes a seed of n products into dir, an empty folder: those of base, and copies of them with ids, names, prices and
// popularity of their own.
func Write(base fs.FS, dir string, n int) error {
	if err := os.CopyFS(dir, base); err != nil {
		return fmt.Errorf("copy seed: %w", err)
	}
	var products []map[string]any
	var en, zh map[string]string
	var stock map[string]any
	files := map[string]any{"products.json": &products, "stock.json": &stock, "descriptions.en.json": &en, "descriptions.zh.json": &zh}
	for name, into := range files {
		b, err := fs.ReadFile(base, name)
		if err == nil {
			err = json.Unmarshal(b, into)
		}
		if err != nil {
			return fmt.Errorf("read seed: %w", err)
		}
	}
	for i, own := 0, len(products); len(products) < n; i++ {
		p := another(products[i%own], len(products)+1)
		for _, text := range []map[string]string{en, zh} {
			text[p["goodsId"].(string)] = text[products[i%own]["goodsId"].(string)]
		}
		products = append(products, p)
	}
	products = products[:min(n, len(products))]
	for _, site := range stock["tenants"].([]any) {
		site.(map[string]any)["esim"] = esims
	}
	for name, from := range files {
		b, err := json.Marshal(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
		}
		if err != nil {
			return fmt.Errorf("write seed: %w", err)
		}
	}
	return nil
}

// another is a copy of a product, the no. of the catalogue, without the phone numbers that belong to the first.
func another(p map[string]any, no int) map[string]any {
	c := maps.Clone(p)
	delete(c, "numberPool")
	c["goodsId"] = fmt.Sprintf("%s-%d", p["goodsId"], no)
	name := p["name"].(map[string]any)
	c["name"] = map[string]any{"en": fmt.Sprintf("%s No. %d", name["en"], no), "zh": fmt.Sprintf("%s %d号", name["zh"], no)}
	prices := map[string]any{}
	for currency, price := range p["prices"].(map[string]any) {
		prices[currency] = price.(float64) + float64(no%500)*10
	}
	c["prices"] = prices
	c["popularity"] = no % 97
	return c
}
