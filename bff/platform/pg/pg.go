package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// DB is an open database.
type DB struct {
	// Gorm works on SQL.
	Gorm *gorm.DB
	// SQL is the pool, for the few that need it bare.
	SQL *sql.DB
	// DSN is what the pool was opened with.
	DSN string
}

// silence is longer than any statement may take; those of the seed have a minute.
const silence = 75 * time.Second

// Options bound the pool.
type Options struct {
	// MaxConns is the most connections the pool holds; 0 means 16.
	MaxConns int
	// StatementTimeout ends a statement that runs longer; 0 means 10 s.
	StatementTimeout time.Duration
}

// Open connects to dsn and pings it. The error names the host and the database, never the password.
func Open(ctx context.Context, dsn string, o Options) (*DB, error) {
	cfg, err := settings(dsn)
	if err != nil {
		return nil, err
	}
	if o.MaxConns == 0 {
		o.MaxConns = 16
	}
	if o.StatementTimeout == 0 {
		o.StatementTimeout = 10 * time.Second
	}
	Attend(&cfg.Config, silence)
	cfg.Tracer = counter{}
	cfg.RuntimeParams["application_name"] = "roamcart"
	cfg.RuntimeParams["timezone"] = "UTC"
	cfg.RuntimeParams["statement_timeout"] = millis(o.StatementTimeout)
	cfg.RuntimeParams["lock_timeout"] = "2000"
	cfg.RuntimeParams["idle_in_transaction_session_timeout"] = "10000"
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(o.MaxConns)
	pool.SetMaxIdleConns(o.MaxConns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := reach(ctx, pool, cfg); err != nil {
		_ = pool.Close()
		return nil, err
	}
	g, err := gorm.Open(dialector{postgres.Dialector{Config: &postgres.Config{Conn: pool}}}, &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		PrepareStmt:            false,
		Logger:                 logger.Discard,
	})
	if err != nil {
		_ = pool.Close()
		return nil, fmt.Errorf("open gorm: %w", err)
	}
	return &DB{Gorm: g, SQL: pool, DSN: dsn}, nil
}

// settings reads an address. Whoever does not answer within a few seconds is not there.
func settings(dsn string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL is not a Postgres address: %w", err)
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = 5 * time.Second
	}
	return cfg, nil
}

// reach says in one sentence why the database of the settings cannot be used, nil when it can.
func reach(ctx context.Context, pool *sql.DB, cfg *pgx.ConnConfig) error {
	err := pool.PingContext(ctx)
	if err == nil {
		return nil
	}
	// The driver tells of each way that it tried, in lines of their own.
	var refused *pgconn.PgError
	var lost *net.OpError
	switch {
	case errors.As(err, &refused):
		err = refused
	case errors.As(err, &lost):
		err = lost
	}
	return fmt.Errorf("DATABASE_URL: no connection to Postgres at %s:%d/%s: %w", cfg.Host, cfg.Port, cfg.Database, err)
}

// Close closes the pool.
func (db *DB) Close() error { return db.SQL.Close() }

// Conn returns gorm bound to ctx, outside any transaction.
func (db *DB) Conn(ctx context.Context) *gorm.DB { return db.Gorm.WithContext(ctx) }

func millis(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
