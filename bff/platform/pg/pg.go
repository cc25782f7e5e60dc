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
	// SQL is the same pool without gorm.
	SQL *sql.DB
	// DSN is what the pool was opened with.
	DSN string
	// background has the connections of background work; nil where that shares those above.
	background *DB
}

// maxSilence is the limit of LimitSilence. It is longer than any statement may take; those of the seed have a minute.
const maxSilence = 75 * time.Second

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
	// OnSecondConnection is called with a statement that takes another connection than the one that its unit of work (WithUnitOfWork)
	// holds.
	// May be nil.
	OnSecondConnection func(statement string)
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
	cfg, err := parseDSN(dsn)
	if err != nil {
		return nil, err
	}
	if o.StatementTimeout == 0 {
		o.StatementTimeout = defaultStatementTimeout
	}
	LimitSilence(&cfg.Config, maxSilence)
	cfg.Tracer = tracer{o.OnSecondConnection, o.OnStatement}
	cfg.RuntimeParams["application_name"] = "roamcart"
	cfg.RuntimeParams["timezone"] = "UTC"
	if o.Pooled {
		configureForPooler(cfg)
	} else {
		given := maps.Clone(cfg.RuntimeParams)
		maps.Copy(cfg.RuntimeParams, sessionSettings(o.StatementTimeout))
		maps.Copy(cfg.RuntimeParams, parameters)
		maps.Copy(cfg.RuntimeParams, given)
	}
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	err = ping(ctx, pool, cfg)
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

// parseDSN reads an address. Connecting fails after 5 seconds unless the address says otherwise.
func parseDSN(dsn string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL is not a Postgres address: %w", err)
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = 5 * time.Second
	}
	return cfg, nil
}

// ping connects to the database. The error says in one sentence why it cannot be used.
func ping(ctx context.Context, pool *sql.DB, cfg *pgx.ConnConfig) error {
	err := pool.PingContext(ctx)
	if err == nil {
		return nil
	}
	// The error of the driver has a line for each address that it tried.
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
func (db *DB) Conn(ctx context.Context) *gorm.DB { return db.poolFor(ctx).Gorm.WithContext(ctx) }

// Pool returns the bare pool that ctx is for.
func (db *DB) Pool(ctx context.Context) *sql.DB { return db.poolFor(ctx).SQL }

type backgroundKey struct{}

// Background returns a context whose statements run on the connections of background work.
func Background(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// poolFor returns the pool of background work for a context of Background, else that of requests.
func (db *DB) poolFor(ctx context.Context) *DB {
	if db.background != nil && ctx.Value(backgroundKey{}) != nil {
		return db.background
	}
	return db
}

func millis(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
