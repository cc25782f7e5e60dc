package provider

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

var pageParams = []string{"created", "ending_before", "limit", "starting_after"}

// list returns the operation that lists objects of a kind, newest first. filters are parameters that must equal the
// field of the same name.
func list(kind, path string, filters ...string) route {
	return route{params: append(slices.Clone(pageParams), filters...), do: func(ctx context.Context, c *call) (any, error) {
		return c.list(ctx, kind, path, filters)
	}}
}

func (c *call) list(ctx context.Context, kind, path string, filters []string) (any, error) {
	limit, sent, err := c.p.integer("limit")
	if err != nil {
		return nil, err
	}
	if !sent {
		limit = 10
	}
	if limit < 1 || limit > 100 {
		return nil, invalid("parameter_invalid_integer", "limit", "Invalid integer: limit must be between 1 and 100.")
	}
	q := &query{}
	q.and("kind = ?", kind)
	if err := c.narrow(ctx, q, kind, filters); err != nil {
		return nil, err
	}
	order := "DESC"
	if c.p.Has("ending_before") {
		order = "ASC"
	}
	tx, err := c.stored(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT body FROM sandbox.object WHERE `+strings.Join(q.where, " AND ")+
		` ORDER BY seq `+order+fmt.Sprintf(" LIMIT %d", limit+1), q.args...)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", kind, err)
	}
	defer func() { _ = rows.Close() }()
	data := []any{}
	for rows.Next() {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("list %s: %w", kind, err)
		}
		data = append(data, renderJSON(body))
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list %s: %w", kind, err)
	}
	more := int64(len(data)) > limit
	if more {
		data = data[:limit]
	}
	if order == "ASC" {
		slices.Reverse(data)
	}
	return map[string]any{"object": "list", "url": path, "has_more": more, "data": data}, nil
}

// narrow adds what the parameters ask for to q.
func (c *call) narrow(ctx context.Context, q *query, kind string, filters []string) error {
	for _, f := range filters {
		switch {
		case f == "types":
			if types := c.p.list(f); len(types) > 0 {
				q.and("body->>'type' = ANY(?)", types)
			}
		case c.p.Has(f):
			q.and("body->>'"+f+"' = ?", c.p.str(f))
		}
	}
	for op, sign := range map[string]string{"gt": ">", "gte": ">=", "lt": "<", "lte": "<="} {
		n, ok, err := c.p.integer("created[" + op + "]")
		if err != nil {
			return err
		}
		if ok {
			q.and("created "+sign+" ?", n)
		}
	}
	if n, ok, err := c.p.integer("created"); err != nil {
		return err
	} else if ok {
		q.and("created = ?", n)
	}
	for name, sign := range map[string]string{"starting_after": "<", "ending_before": ">"} {
		if !c.p.Has(name) {
			continue
		}
		var seq int64
		id := c.p.str(name)
		tx, err := c.stored(ctx)
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, `SELECT seq FROM sandbox.object WHERE id = $1 AND kind = $2`, id, kind).Scan(&seq)
		if errors.Is(err, sql.ErrNoRows) {
			f := absent(kind, id, name)
			f.status = 400
			return f
		}
		if err != nil {
			return fmt.Errorf("page of %s: %w", kind, err)
		}
		q.and("seq "+sign+" ?", seq)
	}
	return nil
}

// query collects conditions; each ? becomes the number of its argument. The texts are constants of this package.
type query struct {
	where []string
	args  []any
}

func (q *query) and(condition string, arg any) {
	q.args = append(q.args, arg)
	q.where = append(q.where, strings.Replace(condition, "?", fmt.Sprintf("$%d", len(q.args)), 1))
}

// expanded returns result with the ids at the paths that expand[] names replaced by their objects.
func (c *call) expanded(ctx context.Context, result any) (any, error) {
	m, ok := result.(map[string]any)
	if !ok {
		m = render(result)
	}
	for _, path := range c.p.list("expand") {
		if err := c.expand(ctx, m, strings.Split(path, "."), path); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (c *call) expand(ctx context.Context, m map[string]any, path []string, whole string) error {
	name := path[0]
	value, known := m[name]
	if !known && name == "line_items" && m["object"] == "checkout.session" {
		items, err := c.lineItems(ctx, fmt.Sprint(m["id"]))
		if err != nil {
			return err
		}
		m[name] = items
		return nil
	}
	if !known {
		return invalid("", "expand", "This property cannot be expanded ("+whole+"). You may want to try expanding "+
			"a property that exists on this object.")
	}
	if id, ok := value.(string); ok {
		var body []byte
		tx, err := c.stored(ctx)
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, `SELECT body FROM sandbox.object WHERE id = $1`, id).Scan(&body)
		if errors.Is(err, sql.ErrNoRows) {
			return invalid("", "expand", "This property cannot be expanded ("+whole+").")
		}
		if err != nil {
			return fmt.Errorf("expand %s: %w", whole, err)
		}
		value = renderJSON(body)
		m[name] = value
	}
	if len(path) == 1 {
		return nil
	}
	return c.expandInside(ctx, value, path[1:], whole)
}

func (c *call) expandInside(ctx context.Context, value any, path []string, whole string) error {
	switch v := value.(type) {
	case map[string]any:
		return c.expand(ctx, v, path, whole)
	case []any:
		for _, item := range v {
			if inner, ok := item.(map[string]any); ok {
				if err := c.expand(ctx, inner, path, whole); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
