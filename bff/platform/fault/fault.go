// Package fault is the shop's vocabulary of refusals: a code that a caller can act on, which the gateway turns into
// an HTTP status and a message in the caller's language. Anything that is not a fault is a programming or an
// infrastructure error, and callers learn nothing of it but a request id.
package fault

import (
	"errors"
	"maps"
	"time"
)

// Error is a refusal with a code.
type Error struct {
	// Code names the refusal; it is a key of shared/locales/*/errors.json.
	Code string
	// Text is the key of the message where it is not Code.
	Text string
	// Fields maps a field's name to the message key that says what is wrong with it.
	Fields map[string]string
	// Params fill the placeholders of the message.
	Params map[string]any
	// Data is sent as the answer's data.
	Data any
	// RetryAfter is after how many seconds trying again may help, 0 when nobody can say.
	RetryAfter int
}

// New returns a fault with a code.
func New(code string) *Error { return &Error{Code: code} }

// Fields returns a validation fault; fields maps names to message keys.
func Fields(fields map[string]string) *Error {
	return &Error{Code: "validation_failed", Fields: maps.Clone(fields)}
}

// WithData returns a copy that carries data.
func (e *Error) WithData(data any) *Error {
	c := *e
	c.Data = data
	return &c
}

// After returns a copy that says when trying again may help, in whole seconds; its data is {"retryAfter": seconds}.
func (e *Error) After(wait time.Duration) *Error {
	c := *e
	c.RetryAfter = max(1, int((wait+time.Second-1)/time.Second))
	c.Data = map[string]int{"retryAfter": c.RetryAfter}
	return &c
}

// WithText returns a copy whose message has the key text.
func (e *Error) WithText(text string) *Error {
	c := *e
	c.Text = text
	return &c
}

// WithFields returns a copy that carries field messages.
func (e *Error) WithFields(fields map[string]string) *Error {
	c := *e
	c.Fields = maps.Clone(fields)
	return &c
}

// WithParams returns a copy whose message is filled with params.
func (e *Error) WithParams(params map[string]any) *Error {
	c := *e
	c.Params = maps.Clone(params)
	return &c
}

// Error returns the code, for logs.
func (e *Error) Error() string { return e.Code }

// Is makes two faults with the same code the same to errors.Is.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Code returns the code of the fault in err's chain, or "" when there is none.
func Code(err error) string {
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Code
	}
	return ""
}
