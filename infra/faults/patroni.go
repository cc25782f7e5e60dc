package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/infra/process"
)

// nobody is who Postgres and PgBouncer run as where this program is root, which both refuse.
const nobody = 65534

// patroni is three Postgres under Patroni, with etcd to agree in, HAProxy before the primary and PgBouncer in transaction mode before that.
type patroni struct {
	nodes []*node
	// direct leads through HAProxy to whichever node is the primary, pooled through PgBouncer to that.
	direct, pooled string
	// bin is the folder of Postgres' programs.
	bin string
}

// node is one Postgres with its Patroni.
type node struct {
	name, port, rest, dir string
	start                 func() (*process.Program, error)
	patroni               *process.Program
}

// Patroni's times, in seconds: one that is gone is noticed after ttl, and its connections are tried again for retry.
const patroniTTL, patroniLoop, patroniRetry = 20, 5, 5

// startPatroni returns when a primary takes statements, and its database is there.
func (tb *testbed) startPatroni(ctx context.Context) (err error) {
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(bins) == 0 {
		return errors.New("there is no PostgreSQL in /usr/lib/postgresql")
	}
	c := &patroni{bin: bins[len(bins)-1]}
	ports := make([]string, 5)
	for i := range ports {
		if ports[i], err = process.FreePort(); err != nil {
			return err
		}
	}
	etcd, peer, direct, pooled, replicas := "127.0.0.1:"+ports[0], "http://127.0.0.1:"+ports[1], ports[2], ports[3], ports[4]
	err = tb.run("etcd", "etcd", "--data-dir", filepath.Join(tb.dir, "etcd"), "--listen-client-urls", "http://"+etcd, "--advertise-client-urls", "http://"+etcd,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default="+peer)
	if err != nil {
		return err
	}
	if err := wait(ctx, startTime, "etcd answers", func() bool { return answers("http://" + etcd + "/health") }); err != nil {
		return err
	}
	var servers []string
	for n := range 3 {
		one, err := tb.newNode(c, n, etcd)
		if err != nil {
			return err
		}
		c.nodes = append(c.nodes, one)
		tb.closers = append(tb.closers, one.stop)
		servers = append(servers, "127.0.0.1:"+one.port+" check port "+one.rest)
		if one.patroni, err = one.start(); err != nil {
			return err
		}
		// The first makes the database that the others copy.
		if err := wait(ctx, startTime, one.name+" runs", func() bool { return one.is("/health") }); err != nil {
			return err
		}
	}
	if err := tb.startDatabaseProxies(c, servers, direct, pooled, replicas); err != nil {
		return err
	}
	tb.cluster = c
	return wait(ctx, startTime, "a primary takes statements, with a standby that has all of them", func() bool {
		return c.synchronous() && c.create(ctx, direct) == nil
	})
}

// startDatabaseProxies starts what finds the primary, and the pooler.
func (tb *testbed) startDatabaseProxies(c *patroni, servers []string, direct, pooled, replicas string) error {
	config := "global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 2s\n  timeout check 2s\n  timeout client 1h\n  timeout server 1h\n  retries 0\n"
	for _, b := range []struct{ name, port, path string }{{"primary", direct, "/primary"}, {"replicas", replicas, "/replica?lag=1MB"}} {
		config += "\n" + backend{name: b.name, port: b.port, servers: servers, check: []string{
			"option httpchk OPTIONS " + b.path, "http-check expect status 200",
			// Sessions with a server that is no primary any more end: whoever has one finds the new one with the next.
			"default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions",
		}}.section()
	}
	if err := tb.runHAProxy("haproxy-postgres", config); err != nil {
		return err
	}
	c.direct = "postgres://roamcart@127.0.0.1:" + direct + "/shop?sslmode=disable"
	c.pooled = "postgres://roamcart@127.0.0.1:" + pooled + "/shop?sslmode=disable"
	file := filepath.Join(tb.dir, "pgbouncer.ini")
	settings := fmt.Sprintf("[databases]\nshop = host=127.0.0.1 port=%s dbname=shop user=roamcart\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\n"+
		// By itself it tries a server again only after 15 s.
		"unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 30\nmax_client_conn = 300\nserver_login_retry = 1\nserver_connect_timeout = 3\nquery_wait_timeout = 15\n",
		direct, pooled)
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil { //nolint:gosec // nobody reads it
		return err
	}
	return tb.run("pgbouncer", asNobody("/usr/sbin/pgbouncer", file)...)
}

// newNode prepares a Postgres.
func (tb *testbed) newNode(c *patroni, n int, etcd string) (*node, error) {
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	rest, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	one := &node{name: fmt.Sprintf("pg%d", n), port: port, rest: rest, dir: filepath.Join(tb.dir, fmt.Sprintf("pg%d", n))}
	if err := os.Mkdir(one.dir, 0o700); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(one.dir, nobody, nobody); err != nil {
			return nil, err
		}
	}
	type m = map[string]any
	listen, says := "127.0.0.1:"+port, "127.0.0.1:"+rest
	// JSON is YAML.
	config, err := json.Marshal(m{
		"scope": "shop", "name": one.name, "etcd3": m{"hosts": etcd}, "restapi": m{"listen": says, "connect_address": says},
		"bootstrap": m{
			"dcs": m{
				"ttl": patroniTTL, "loop_wait": patroniLoop, "retry_timeout": patroniRetry,
				// A commit is there when a standby has it too, and only such a standby takes over: nothing that was committed is lost.
				"synchronous_mode": true, "synchronous_mode_strict": true,
				"postgresql": m{"use_pg_rewind": true, "parameters": m{"max_connections": 150, "wal_keep_size": "512MB", "log_min_messages": "fatal"}},
			},
			"initdb": []any{m{"encoding": "UTF8"}, m{"locale": "C"}, "data-checksums"},
		},
		"postgresql": m{
			"listen": listen, "connect_address": listen, "data_dir": filepath.Join(one.dir, "data"), "bin_dir": c.bin, "pgpass": filepath.Join(one.dir, "pgpass"),
			"authentication": m{"superuser": m{"username": "postgres", "password": "s"}, "replication": m{"username": "replicator", "password": "r"}},
			"pg_hba":         []string{"host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"},
			"parameters":     m{"unix_socket_directories": ""},
		},
	})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(tb.dir, one.name+".yml")
	if err := os.WriteFile(file, config, 0o644); err != nil { //nolint:gosec // nobody reads it
		return nil, err
	}
	one.start = func() (*process.Program, error) {
		words := asNobody("patroni", file)
		return process.Start(filepath.Join(tb.dir, one.name+".log"), os.Environ(), words[0], words[1:]...)
	}
	return one, nil
}

// run starts a program that is stopped with the testbed.
func (tb *testbed) run(name string, words ...string) error {
	p, err := process.Start(filepath.Join(tb.dir, name+".log"), os.Environ(), words[0], words[1:]...)
	if err == nil {
		tb.closers = append(tb.closers, p.Stop)
	}
	return err
}

func asNobody(words ...string) []string {
	if os.Geteuid() != 0 {
		return words
	}
	return append([]string{"setpriv", "--reuid", strconv.Itoa(nobody), "--regid", strconv.Itoa(nobody), "--clear-groups"}, words...)
}

// create makes the shop's role and database.
func (c *patroni) create(ctx context.Context, port string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, "postgres://postgres@127.0.0.1:"+port+"/postgres?sslmode=disable")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, `create role roamcart login`); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `create database shop owner roamcart`)
	return err
}

// is asks a node's Patroni whether something holds, by the paths of its REST interface.
func (n *node) is(path string) bool {
	return answers("http://127.0.0.1:" + n.rest + path)
}

// primary returns the node that has the lock and runs, nil while there is none.
func (c *patroni) primary() *node { return c.first("/primary") }

// synchronous says whether a standby has every commit.
func (c *patroni) synchronous() bool { return c.first("/synchronous") != nil }

func (c *patroni) first(path string) *node {
	for _, n := range c.nodes {
		if n.is(path) {
			return n
		}
	}
	return nil
}

// kill ends a node without a word, as a power cut does: Patroni first, which would start the server again.
func (n *node) kill() error {
	pid, err := n.postmaster()
	if err != nil {
		return err
	}
	_ = n.patroni.Signal(syscall.SIGKILL)
	<-n.patroni.Ended()
	for _, p := range append([]int{pid}, process.Children(pid)...) {
		_ = syscall.Kill(p, syscall.SIGKILL)
	}
	return nil
}

func (n *node) postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(n.dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// stop ends Patroni, which stops its server.
func (n *node) stop() {
	if !running(n.patroni) {
		return
	}
	n.patroni.Stop()
	if pid, err := n.postmaster(); err == nil && process.Name(pid) == "postgres" {
		_ = syscall.Kill(pid, syscall.SIGQUIT)
	}
}

// switchOver asks Patroni to hand the primary over in order, as for maintenance.
func (c *patroni) switchOver(ctx context.Context) error {
	from := c.primary()
	if from == nil {
		return errors.New("there is no primary")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:"+from.rest+"/switchover", strings.NewReader(`{"leader": "`+from.name+`"}`))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the REST interface of Patroni answers %s to a switchover", res.Status)
	}
	return nil
}
