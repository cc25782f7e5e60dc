package studio

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/staff"
)

// Todo is a part of an area's list that waits for staff at a site.
type Todo struct {
	// Area and State are those of the list's address.
	Area  string `json:"area"`
	State string `json:"state"`
	Site  Site   `json:"site"`
	Count int    `json:"count"`
}

// Waiting is an area in which something may wait for staff.
type Waiting interface {
	Area
	// Todo lists what waits for somebody who may do such acts; what is zero is left out. Sites have their names in the language.
	Todo(ctx context.Context, may func(staff.Act) bool, locale string) ([]Todo, error)
}

// todo is what waits for a member in all areas.
type todo struct{ *Studio }

// Routes registers the call.
func (t todo) Routes(r *Router) { r.Read("/todo", Own, t.list) }

func (t todo) list(c echo.Context) error {
	out := []Todo{}
	for _, area := range t.Areas {
		w, ok := area.(Waiting)
		if !ok {
			continue
		}
		more, err := w.Todo(c.Request().Context(), Caller(c).May, Locale(c))
		if err != nil {
			return err
		}
		out = append(out, more...)
	}
	return c.JSON(http.StatusOK, map[string]any{"todo": out})
}
