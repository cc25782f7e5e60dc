// Package read gathers what the gateway's calls and the pages show of the shop: it asks the modules and hands their answers to package
// view.
//
// Invariants:
//   - What a call and a page both show is gathered by one function, so that they cannot differ.
//   - Who asks, on which site and in which language is the caller.Call of the context, or an argument; no request is read.
//   - It knows no page, no address and no HTTP: calls and pages import it, and it imports neither.
//   - Reading brings up to date what is read: the provider is asked about an open payment, a customer's points are claimed. Nothing
//     else is changed.
package read
