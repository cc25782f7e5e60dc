package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// masters is how many nodes of a cluster have keys; each has a replica.
const masters = 3

// slots is how many parts the keys of a cluster are divided into.
const slots = 16384

// Cluster is a Redis Cluster of six servers that belongs to one test.
type Cluster struct {
	// URL is what redis.ParseClusterURL takes.
	URL string

	nodes []*node
}

// node is a server of a cluster.
type node struct {
	address string
	// bus is the port at which nodes talk to each other.
	bus     string
	program *exec.Cmd
	client  *redis.Client
}

// StartCluster returns an empty cluster, which ends with the test. A test is skipped nowhere: without a redis-server it fails.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{}
	for range 2 * masters {
		c.nodes = append(c.nodes, startNode(t))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	others := make([]string, 0, len(c.nodes)-1)
	for n, one := range c.nodes {
		if n > 0 {
			host, port, _ := net.SplitHostPort(one.address)
			do(t, c.nodes[0].client.Do(ctx, "cluster", "meet", host, port, one.bus))
			others = append(others, "addr="+one.address)
		}
		if n < masters {
			do(t, one.client.ClusterAddSlotsRange(ctx, n*slots/masters, (n+1)*slots/masters-1))
		}
	}
	c.URL = "redis://" + c.nodes[0].address + "?" + strings.Join(others, "&")
	for n, one := range c.nodes[masters:] {
		id := c.nodes[n].client.ClusterMyID(ctx).Val()
		waittest.Eventually(t, "a replica knows its master", func() bool { return one.client.ClusterReplicate(ctx, id).Err() == nil })
	}
	c.settled(t)
	for n, one := range c.nodes[masters:] {
		waittest.Eventually(t, fmt.Sprintf("replica %d has what its master has", n), func() bool {
			return strings.Contains(one.client.Info(ctx, "replication").Val(), "master_link_status:up")
		})
	}
	return c
}

// KillMaster kills the master of a key, as a power cut does, and waits until its replica has taken over.
func (c *Cluster) KillMaster(t testing.TB, key string) {
	t.Helper()
	ctx := t.Context()
	slot := int(c.nodes[0].client.ClusterKeySlot(ctx, key).Val())
	victim := c.nodes[slot*masters/slots]
	if err := victim.program.Process.Kill(); err != nil {
		t.Fatalf("redistest: %v", err)
	}
	_ = victim.program.Wait()
	for n, one := range c.nodes {
		if one == victim {
			c.nodes = append(c.nodes[:n:n], c.nodes[n+1:]...)
			break
		}
	}
	c.settled(t)
}

// settled waits until every node that runs finds a server for every key.
func (c *Cluster) settled(t testing.TB) {
	t.Helper()
	waittest.Eventually(t, "the cluster is whole", func() bool {
		for _, one := range c.nodes {
			if !strings.Contains(one.client.ClusterInfo(t.Context()).Val(), "cluster_state:ok") {
				return false
			}
		}
		return true
	})
}

func startNode(t testing.TB) *node {
	t.Helper()
	dir, err := os.MkdirTemp("", "rcredis-")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	address := freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	_, bus, _ := net.SplitHostPort(freeAddress(t))
	program := exec.Command("redis-server", "--bind", "127.0.0.1", "--port", port, "--cluster-port", bus, "--dir", dir, "--save", "", "--repl-diskless-sync-delay", "0",
		"--cluster-enabled", "yes", "--cluster-config-file", filepath.Join(dir, "nodes.conf"), "--cluster-node-timeout", "1000")
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := program.Start(); err != nil {
		t.Fatalf("redistest: %v", err)
	}
	n := &node{address: address, bus: bus, program: program, client: redis.NewClient(&redis.Options{Addr: address, DisableIdentity: true, Protocol: 2})}
	t.Cleanup(func() {
		_ = n.client.Close()
		_ = program.Process.Kill()
		_ = program.Wait()
	})
	waittest.Eventually(t, "a node answers", func() bool { return n.client.Ping(context.Background()).Err() == nil })
	return n
}

func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func do(t testing.TB, c redis.Cmder) {
	t.Helper()
	if err := c.Err(); err != nil {
		t.Fatalf("redistest: %s: %v", c.Name(), err)
	}
}
