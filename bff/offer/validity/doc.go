// Package validity counts how long a plan lasts: when it starts, which instant it ends at, until when it has to be started,
// and what a SIM would have after a top-up. It is arithmetic on instants and zones; it reads no clock and no table.
//
// Invariants:
//   - A plan of n days of 24 hours ends n*24 hours after it started, whatever clocks do meanwhile.
//   - A plan of n calendar days ends when the n-th local day of its zone ends, the day it started on being the first: a
//     plan that starts at 23:58 has used its first day two minutes later. A day whose clocks change has 23 or 25 hours.
//   - An end is exclusive: at that instant the plan is over.
//   - What the carrier says of a plan that runs is the truth; this package says what will be.
package validity
