package process

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgram(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	for range 2 {
		p, err := Start(log, append(os.Environ(), "WORD=hello"), "sh", "-c", `trap 'echo bye; exit 3' TERM; echo $WORD; while :; do sleep 0.01; done`)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			said, _ := os.ReadFile(log)
			return len(said) > 0 && said[len(said)-2] == 'o'
		}, 5*time.Second, time.Millisecond)
		p.Stop()
		p.Stop()
		require.EqualError(t, p.Outcome, "exit status 3")
	}
	said, err := os.ReadFile(log)
	require.NoError(t, err)
	require.Equal(t, "hello\nbye\nhello\nbye\n", string(said), "the second run goes on with the log of the first")

	_, err = Start(log, nil, filepath.Join(t.TempDir(), "nothing"))
	require.Error(t, err)
	var never *Program
	never.Stop()
	require.Nil(t, never.Ended())
}

func TestAPortIsGivenOnceAndNotBySystems(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 50 {
		port, err := FreePort()
		require.NoError(t, err)
		n, err := strconv.Atoi(port)
		require.NoError(t, err)
		require.True(t, n >= 20_000 && n < 32_000, port)
		require.False(t, seen[port], port)
		seen[port] = true
	}
}
