package pg

import (
	"fmt"

	"gorm.io/gorm"
)

// Conn runs statements: a *Tx or what DB.Conn returns.
type Conn interface {
	Exec(sql string, values ...any) *gorm.DB
	Raw(sql string, values ...any) *gorm.DB
}

// Fragment is a part of an SQL statement that two modules write together, such as a common table expression, with its named arguments.
type Fragment struct {
	SQL  string
	Args map[string]any
}

// Exec runs a statement that changes something. doing begins the error's text, as in "release order: connection refused".
func Exec(c Conn, doing, statement string, args ...any) error {
	if err := c.Exec(statement, args...).Error; err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// List runs a query and returns its rows, never nil. doing is as in Exec.
func List[T any](c Conn, doing, query string, args ...any) ([]T, error) {
	list := []T{}
	if err := c.Raw(query, args...).Scan(&list).Error; err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return list, nil
}

// Changed is Exec for a guarded statement, and reports whether it changed anything.
func Changed(c Conn, doing, statement string, args ...any) (bool, error) {
	res := c.Exec(statement, args...)
	if res.Error != nil {
		return false, fmt.Errorf("%s: %w", doing, res.Error)
	}
	return res.RowsAffected > 0, nil
}
