package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/infra/process"
)

// sentinels is a Redis with two replicas, and three Sentinels that agree on which of them is the master.
type sentinels struct {
	ports   []string
	servers map[string]*process.Program
	// start starts the server of a port as a replica of another's, or as the master with "".
	start  func(port, of string) (*process.Program, error)
	client *redis.SentinelClient
	// address is what the shop takes.
	address string
}

// redisName is what Sentinel calls the shop's Redis.
const redisName = "shop"

// startSentinels returns when Sentinel knows the master and both replicas.
func (tb *testbed) startSentinels(ctx context.Context) error {
	s := &sentinels{servers: map[string]*process.Program{}}
	s.start = func(port, of string) (*process.Program, error) {
		dir := filepath.Join(tb.dir, "redis"+port)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		words := []string{"--port", port, "--bind", "127.0.0.1", "--dir", dir, "--appendonly", "yes", "--save", "", "--repl-diskless-sync-delay", "0",
			// A master that has lost its replicas takes nothing that would be lost with it.
			"--min-replicas-to-write", "1", "--min-replicas-max-lag", "10"}
		if of != "" {
			words = append(words, "--replicaof", "127.0.0.1 "+of)
		}
		return process.Start(filepath.Join(tb.dir, "redis"+port+".log"), os.Environ(), "redis-server", words...)
	}
	tb.closers = append(tb.closers, func() {
		for _, p := range s.servers {
			p.Stop()
		}
	})
	master := ""
	for range 3 {
		port, err := process.FreePort()
		if err != nil {
			return err
		}
		s.ports = append(s.ports, port)
		if s.servers[port], err = s.start(port, master); err != nil {
			return err
		}
		if master == "" {
			master = port
		}
	}
	var addresses []string
	for n := range 3 {
		port, err := process.FreePort()
		if err != nil {
			return err
		}
		file := filepath.Join(tb.dir, fmt.Sprintf("sentinel%d.conf", n))
		config := fmt.Sprintf("port %s\nbind 127.0.0.1\nsentinel monitor %[3]s 127.0.0.1 %[2]s 2\nsentinel down-after-milliseconds %[3]s 2000\n"+
			"sentinel failover-timeout %[3]s 10000\nsentinel parallel-syncs %[3]s 1\n", port, master, redisName)
		if err := os.WriteFile(file, []byte(config), 0o600); err != nil { // Sentinel writes into it
			return err
		}
		if err := tb.run(fmt.Sprintf("sentinel%d", n), "redis-server", file, "--sentinel"); err != nil {
			return err
		}
		addresses = append(addresses, "127.0.0.1:"+port)
	}
	s.client = redis.NewSentinelClient(&redis.Options{Addr: addresses[0], DisableIdentity: true})
	tb.closers = append(tb.closers, func() { _ = s.client.Close() })
	s.address = "redis://" + addresses[0] + "/0?master_name=" + redisName + "&addr=" + addresses[1] + "&addr=" + addresses[2]
	tb.sentinels = s
	return wait(ctx, startTime, "Sentinel knows Redis and its replicas", func() bool { return s.complete(ctx) })
}

// complete says whether two replicas follow the master, and two other Sentinels look at it.
func (s *sentinels) complete(ctx context.Context) bool {
	state, err := s.client.Master(ctx, redisName).Result()
	if err != nil || state["num-other-sentinels"] != "2" || state["flags"] != "master" {
		return false
	}
	_, port, err := net.SplitHostPort(net.JoinHostPort(state["ip"], state["port"]))
	if err != nil {
		return false
	}
	master := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + port, DisableIdentity: true})
	defer func() { _ = master.Close() }()
	info, err := master.Info(ctx, "replication").Result()
	return err == nil && strings.Count(info, "state=online") == 2
}

// master returns the port of the master.
func (s *sentinels) master(ctx context.Context) (port string, err error) {
	address, err := s.client.GetMasterAddrByName(ctx, redisName).Result()
	if err != nil {
		return "", err
	}
	if len(address) != 2 {
		return "", errors.New("no master is known to Sentinel")
	}
	return address[1], nil
}

// kill ends the master without a word, and returns its port.
func (s *sentinels) kill(ctx context.Context) (port string, err error) {
	if port, err = s.master(ctx); err != nil {
		return "", err
	}
	return port, s.servers[port].Signal(syscall.SIGKILL)
}
