package qr_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/platform/qr"
)

const activation = "LPA:1$smdp.roamcart.example$9QKG9-FJ2D4-F14S8-QWNQH"

func BenchmarkSVG(b *testing.B) {
	for b.Loop() {
		if _, err := qr.SVG(activation); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	for b.Loop() {
		if _, err := qr.PNG(activation); err != nil {
			b.Fatal(err)
		}
	}
}
