// Package api is the gateway: it implements the contract's generated server interface with thin adapters over the
// modules of the shop. It is one of the two packages that know echo.
//
// Invariants:
//   - Every call runs under a caller.Call: the site by host, the language, who is asking. Nothing below reads a header.
//   - A handler decodes, asks one module, and shows the answer through package view; it holds no rule. What pages show, too, it
//     gathers by package read.
//   - Every answer is an Envelope whose status equals the HTTP status. What is not a *fault.Error is logged with its
//     request id and shown as "internal" or, when the database is gone, as "unavailable".
package api
