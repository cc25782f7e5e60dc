package main

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/infra/process"
)

func TestCostPerOrder(t *testing.T) {
	t.Parallel()
	at := func(seconds int, shop, commits, statements float64) usage {
		return usage{at: time.Unix(int64(seconds), 0), used: cost{shopTime: shop, commitCount: commits, statementCount: statements}}
	}
	// Without visitors the shop uses 10 ms and makes 2 commits in a second.
	idle := [2]usage{at(0, 1000, 500, 70), at(10, 1100, 520, 70)}
	each := costPerOrder(idle, [2]usage{idle[1], at(30, 2300, 1060, 70)}, 50)
	require.InDelta(t, 20, each[shopTime], 1e-9, "1200 ms less 200, for 50 orders")
	require.InDelta(t, 10, each[commitCount], 1e-9)
	require.Zero(t, each[statementCount])

	each = costPerOrder(idle, [2]usage{idle[1], at(30, 1150, 520, 70)}, 50)
	require.Zero(t, each[shopTime], "less than an idle shop uses is nothing")
}

func TestCostsThatWereNotCountedSaySo(t *testing.T) {
	t.Parallel()
	s := &Shop{sandbox: &process.Program{PID: os.Getpid()}}
	what := func(figures []Figure) (out []string) {
		for _, f := range figures {
			out = append(out, f.What)
		}
		return out
	}
	for _, line := range costLines {
		require.NotEmpty(t, line.what)
	}
	missing := what(cost{}.figures(s))
	require.NotContains(t, missing, "an order: "+costLines[queueStatementCount].what)
	require.Contains(t, missing, "an order: "+costLines[commitCount].what)
	s.CountsStatements = true
	require.Contains(t, what(cost{}.figures(s)), "an order: "+costLines[queueStatementCount].what)
}
