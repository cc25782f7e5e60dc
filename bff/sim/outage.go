package sim

import (
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// outagePause is how long a job leaves a carrier alone that cannot be asked now.
const outagePause = time.Minute

// retryLater returns what a job returns that failed with err and is to be worked again. A carrier that cannot be asked now, or not before
// people have mended what is wrong, does not count as a failure: nothing else asks for the job when its tries are used up. ok is false
// where asking the carrier again is of no use.
func retryLater(err error) (again error, ok bool) {
	var no *carrier.Error
	switch {
	case !errors.As(err, &no):
		return err, true
	case no.Class.Temporary():
		return jobs.Snooze(max(no.RetryAfter, outagePause)), true
	case no.Class == carrier.Auth || no.Class == carrier.Blocked:
		return jobs.Snooze(max(no.RetryAfter, maxBackoff)), true
	}
	return nil, false
}
