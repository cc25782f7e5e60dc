package carrier

import "fmt"

// Carriers are the partners of a shop by name.
type Carriers map[string]Carrier

// ByName returns a partner; an *Error of class NotSupported when the shop has none of that name.
func (c Carriers) ByName(name string) (Carrier, error) {
	if found, ok := c[name]; ok {
		return found, nil
	}
	return nil, &Error{Class: NotSupported, Call: fmt.Sprintf("find carrier %q", name)}
}
