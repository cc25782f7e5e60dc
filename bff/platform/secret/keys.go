package secret

import (
	"bytes"
	"fmt"
)

// minLength is the shortest secret that is accepted, in bytes.
const minLength = 16

// copies returns copies of the secrets, the current one first.
func copies(current []byte, older [][]byte) ([][]byte, error) {
	out := make([][]byte, 0, 1+len(older))
	for _, s := range append([][]byte{current}, older...) {
		if len(s) < minLength {
			return nil, fmt.Errorf("secret: a secret needs at least %d bytes", minLength)
		}
		out = append(out, bytes.Clone(s))
	}
	return out, nil
}
