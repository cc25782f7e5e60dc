package pg

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSON carries a value into a json or jsonb parameter and out of such a column. gorm would spread a bare slice over
// several parameters; wrapped in JSON it stays one.
type JSON[T any] struct{ V T }

// AsJSON wraps v.
func AsJSON[T any](v T) JSON[T] { return JSON[T]{V: v} }

// Value returns the JSON text.
func (j JSON[T]) Value() (driver.Value, error) {
	b, err := json.Marshal(j.V)
	if err != nil {
		return nil, fmt.Errorf("pg: to json: %w", err)
	}
	return string(b), nil
}

// Scan reads JSON text; NULL leaves the zero value.
func (j *JSON[T]) Scan(src any) error {
	switch b := src.(type) {
	case nil:
		return nil
	case []byte:
		return json.Unmarshal(b, &j.V)
	case string:
		return json.Unmarshal([]byte(b), &j.V)
	default:
		return fmt.Errorf("pg: cannot read json from %T", src)
	}
}

// UnmarshalJSON reads a value within a larger one.
func (j *JSON[T]) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &j.V) }

// Bytes carries a byte slice into a bytea parameter; gorm would spread a bare slice.
type Bytes []byte

// Value returns the bytes.
func (b Bytes) Value() (driver.Value, error) { return []byte(b), nil }
