// Package guard has the echo middlewares in front of every handler: request id, size and time limits, origin checks, rate
// limits, security headers, panic recovery.
//
// Install them in this order, so that every refusal has a request id and the headers, and the cheapest refusal comes
// first: RequestID, SecurityHeaders, Recover, Deadline, HeaderLimit, BodyLimit, SameOrigin, CookieWrites, RateLimit.
//
// Invariants:
//   - A refusal is a *fault.Error; the central error handler renders it. No middleware writes a body.
//   - Exemptions go by the path that echo routes by, never by a header or a body, so that what is exempt here is what
//     is routed there.
//   - The webhook is exempt from what only browsers can satisfy; its signature is its guard.
//   - Nothing here logs a header, a cookie, a query or a body.
package guard
