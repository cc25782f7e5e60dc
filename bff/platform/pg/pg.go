package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
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
	// background has the connections of background work; nil where that shares those above.
	background *DB
}

// silence is longer than any statement may take; those of the seed have a minute.
const silence = 75 * time.Second

// RandomPageCost is what a page costs that is not read in sequence, against 1 for one that is: the rows of orders are in memory or on
// solid storage. With the server's 4, made for spinning disks, plans that are made while a table is small read it from end to end,
// and keep doing so as it grows until the server counts it anew.
const RandomPageCost = "1.1"

// GenericPlans are settings of connections that send few statements, and look up rows by their keys: each is planned once for a
// connection, where the server plans five times for the arguments at hand before it compares.
var GenericPlans = map[string]string{"plan_cache_mode": "force_generic_plan"}

// Options bound the pool.
type Options struct {
	// MaxConns is the most connections the pool holds, those of Background included; 0 means 16.
	MaxConns int
	// Background is how many of them are for what runs under Background, and nothing else: requests never wait for those, and
	// background work never waits for the others. 0 means that all share all.
	Background int
	// OnSecond is called with a statement that takes another connection than the one that its unit of work (WithUnit) holds.
	// May be nil.
	OnSecond func(statement string)
	// OnStatement is called with each statement that begins, transaction control included, and the process of the server that works
	// for its connection. May be nil.
	OnStatement func(conn uint32, statement string)
	// StatementTimeout ends a statement that runs longer; 0 means 10 s. Behind a pooler it is the role's.
	StatementTimeout time.Duration
	// Pooled says that the address leads to a pooler in transaction mode, such as PgBouncer.
	Pooled bool
}

const defaultStatementTimeout = 10 * time.Second

// Open connects to dsn and pings it. Settings that the address has, such as lock_timeout, are kept. The error names the host and the
// database, never the password.
func Open(ctx context.Context, dsn string, o Options) (*DB, error) {
	if o.MaxConns == 0 {
		o.MaxConns = 16
	}
	db, err := openPool(ctx, dsn, o, o.MaxConns-o.Background, nil)
	if err != nil || o.Background == 0 {
		return db, err
	}
	if db.background, err = openPool(ctx, dsn, o, o.Background, GenericPlans); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

func openPool(ctx context.Context, dsn string, o Options, conns int, parameters map[string]string) (*DB, error) {
	cfg, err := settings(dsn)
	if err != nil {
		return nil, err
	}
	if o.StatementTimeout == 0 {
		o.StatementTimeout = defaultStatementTimeout
	}
	Attend(&cfg.Config, silence)
	cfg.Tracer = tracer{o.OnSecond, o.OnStatement}
	cfg.RuntimeParams["application_name"] = "roamcart"
	cfg.RuntimeParams["timezone"] = "UTC"
	if o.Pooled {
		throughPooler(cfg)
	} else {
		given := maps.Clone(cfg.RuntimeParams)
		maps.Copy(cfg.RuntimeParams, session(o.StatementTimeout))
		maps.Copy(cfg.RuntimeParams, parameters)
		maps.Copy(cfg.RuntimeParams, given)
	}
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	err = reach(ctx, pool, cfg)
	if err == nil && o.Pooled {
		err = checkTimeouts(ctx, pool)
	}
	if err != nil {
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
func (db *DB) Close() error {
	if db.background == nil {
		return db.SQL.Close()
	}
	return errors.Join(db.SQL.Close(), db.background.Close())
}

// Conn returns gorm bound to ctx, outside any transaction, on the connections that ctx is for.
func (db *DB) Conn(ctx context.Context) *gorm.DB { return db.of(ctx).Gorm.WithContext(ctx) }

// Pool returns the bare pool that ctx is for.
func (db *DB) Pool(ctx context.Context) *sql.DB { return db.of(ctx).SQL }

type backgroundKey struct{}

// Background returns a context whose statements run on the connections of background work.
func Background(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// of returns the pool that ctx is for.
func (db *DB) of(ctx context.Context) *DB {
	if db.background != nil && ctx.Value(backgroundKey{}) != nil {
		return db.background
	}
	return db
}

func millis(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
