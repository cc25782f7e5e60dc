package api

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/labstack/echo/v4"
)

// JSON reads a body that is one JSON value and nothing more; a body without any is an empty one, whether or not its length was declared.
type JSON struct{ echo.DefaultJSONSerializer }

// Deserialize reads the body of a request.
func (JSON) Deserialize(c echo.Context, into any) error {
	body, err := io.ReadAll(c.Request().Body)
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	return json.Unmarshal(body, into)
}
