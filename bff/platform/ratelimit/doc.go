// Package ratelimit sheds load: it says whether one more call of somebody fits a limit.
//
// It is a fence against floods and guessing machines, never a business rule: locks, codes and cooldowns are rows in
// Postgres.
//
// Invariants:
//   - The algorithm is GCRA: a burst at once, then one call each Period/Rate, with no windows whose edges let twice as
//     many through.
//   - With Redis the count is shared by all replicas. Without Redis each replica counts by itself, and calls go on: the
//     limiter neither opens completely nor refuses everyone, and it never returns an error.
//   - A clock that is set back makes nobody wait longer than a burst takes to be used up.
//   - One key per script, so Redis Cluster works.
//   - What memory holds is bounded, however many keys come.
//
// Limiter counts calls over time; Slots bounds what is under way at the same time, in this process.
package ratelimit
