package clock_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

func TestClocksKeepThePrecisionOfTheDatabase(t *testing.T) {
	t.Parallel()
	before := time.Now().Add(-time.Millisecond)
	now := clock.System{}.Now()
	if now.Before(before) || now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Fatalf("system clock: %s", now)
	}
	f := clock.NewFake(time.Date(2026, 1, 1, 8, 0, 0, 1234, time.FixedZone("HKT", 8*3600)))
	if want := time.Date(2026, 1, 1, 0, 0, 0, 1000, time.UTC); !f.Now().Equal(want) || f.Now().Location() != time.UTC {
		t.Fatalf("fake clock: %s", f.Now())
	}
	f.Advance(time.Hour)
	if f.Now().Hour() != 1 {
		t.Fatalf("fake clock: %s", f.Now())
	}
}
