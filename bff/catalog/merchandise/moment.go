package merchandise

import (
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// LocalLayout is how a local date and time is written, as browsers write the value of a datetime-local field.
const LocalLayout = "2006-01-02T15:04"

// Moment returns when the clocks of a zone show a date and time, written as in LocalLayout or with a blank for the T. Of a time that
// comes twice, when clocks are set back, it is the first. Faults: price_time_invalid; price_no_such_time for a time that clocks skip.
func Moment(text string, zone *time.Location) (time.Time, error) {
	if len(text) == len(LocalLayout) && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	at, err := time.ParseInLocation(LocalLayout, text, zone)
	if err != nil {
		return time.Time{}, fault.New("price_time_invalid")
	}
	if at.Format(LocalLayout) != text {
		return time.Time{}, fault.New("price_no_such_time")
	}
	// Clocks are set back by an hour, or by half of one.
	for _, back := range []time.Duration{time.Hour, 30 * time.Minute} {
		if first := at.Add(-back); first.Format(LocalLayout) == text {
			return first, nil
		}
	}
	return at, nil
}
