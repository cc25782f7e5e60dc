package idempotency

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// notPartOfTheRequest are fields that differ between two sendings of the same request.
var notPartOfTheRequest = []string{"secSendTime", "langId", "lang", "application", "tenantId"}

// Hash returns 32 bytes that are the same for two JSON bodies that ask for the same: field order, white space, the send
// time and the context fields at the top do not count. An empty body counts as {}. Numbers count as they are written.
func Hash(body []byte) ([]byte, error) {
	var v any = map[string]any{}
	if body = bytes.TrimSpace(body); len(body) > 0 {
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			return nil, fmt.Errorf("hash the request: %w", err)
		}
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			return nil, errors.New("hash the request: more than one JSON value")
		}
	}
	if fields, ok := v.(map[string]any); ok {
		for _, name := range notPartOfTheRequest {
			delete(fields, name)
		}
	}
	canonical, err := json.Marshal(v) // encoding/json sorts the keys of maps
	if err != nil {
		return nil, fmt.Errorf("hash the request: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return sum[:], nil
}
