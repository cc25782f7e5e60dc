package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/roamcart/roamcart/infra/process"
)

// composeProxy is the configuration of the proxy in docker-compose.yml, of which the one here differs in addresses alone.
const composeProxy = "infra/compose/haproxy.cfg"

// backend is an address of HAProxy with servers behind it.
type backend struct {
	name, port string
	// check are the lines that say when a server gets something.
	check []string
	// servers are host:port, with more words of HAProxy's after it where wanted.
	servers []string
}

// haproxy is a running HAProxy.
type haproxy struct {
	stats string
}

// startHAProxy starts HAProxy with the settings of docker-compose.yml before the front doors, and with further addresses.
func (tb *testbed) startHAProxy(ctx context.Context, port string, frontDoors []string, more ...backend) (*haproxy, error) {
	text, err := os.ReadFile(composeProxy)
	if err != nil {
		return nil, err
	}
	stats, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	config, err := locally(string(text), port, frontDoors)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", composeProxy, err)
	}
	config += "\nfrontend stats\n  bind 127.0.0.1:" + stats + "\n  stats enable\n  stats uri /\n"
	for _, b := range more {
		config += "\n" + b.section()
	}
	if err := tb.runHAProxy("haproxy", config); err != nil {
		return nil, err
	}
	h := &haproxy{"http://127.0.0.1:" + stats + "/;csv"}
	return h, wait(ctx, startTime, "HAProxy answers", func() bool { return answers(h.stats) })
}

// runHAProxy starts HAProxy with a configuration.
func (tb *testbed) runHAProxy(name, config string) error {
	file := filepath.Join(tb.dir, name+".cfg")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return err
	}
	// -db: in the foreground, so that it ends with its process.
	return tb.run(name, haproxyProgram(), "-db", "-f", file)
}

// haproxyProgram is its path; where it is not on that of the user, Debian has it here.
func haproxyProgram() string {
	const debian = "/usr/sbin/haproxy"
	if _, err := os.Stat(debian); err == nil {
		return debian
	}
	return "haproxy"
}

// locally returns the configuration of docker-compose.yml for servers of this machine.
func locally(config, port string, frontDoors []string) (string, error) {
	servers := ""
	for n, address := range frontDoors {
		servers += fmt.Sprintf("  server bff%d %s\n", n, address)
	}
	for _, change := range []struct{ from, to string }{
		{"resolvers docker\n  nameserver dns 127.0.0.11:53\n  hold valid 2s\n", ""},
		{"bind :8080\n", "bind 127.0.0.1:" + port + "\n"},
		// One machine plays many shoppers, who say which addresses they have.
		{"  http-request del-header X-Forwarded-For\n", ""},
		{" resolvers docker init-addr none", ""},
		{"  server-template bff 2 bff:8080\n", servers},
	} {
		if !strings.Contains(config, change.from) {
			return "", fmt.Errorf("there is no %q", change.from)
		}
		config = strings.Replace(config, change.from, change.to, 1)
	}
	return config, nil
}

func (b backend) section() string {
	text := "listen " + b.name + "\n  bind 127.0.0.1:" + b.port + "\n"
	for _, line := range b.check {
		text += "  " + line + "\n"
	}
	for n, server := range b.servers {
		text += fmt.Sprintf("  server %s%d %s\n", b.name, n, server)
	}
	return text
}

// up counts the servers that HAProxy sends something to, by the name of what they stand behind.
func (h *haproxy) up() map[string]int {
	out := map[string]int{}
	res, err := http.Get(h.stats)
	if err != nil {
		return out
	}
	defer func() { _ = res.Body.Close() }()
	in := csv.NewReader(res.Body)
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil || len(rows) == 0 {
		return out
	}
	const proxy, server, status = 0, 1, 17
	for _, row := range rows[1:] {
		if len(row) > status && row[server] != "FRONTEND" && row[server] != "BACKEND" && strings.HasPrefix(row[status], "UP") {
			out[row[proxy]]++
		}
	}
	return out
}
