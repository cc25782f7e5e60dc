// Package audit says who changes something, as the audit log and colleagues read it.
package audit

// By is who changes something.
type By struct {
	// Actor is how the audit log calls them, "staff:mei@shop.example"; Author is how colleagues read the name, "" where none is shown.
	Actor, Author string
	// RequestID is that of the request, "" outside of one.
	RequestID string
}
