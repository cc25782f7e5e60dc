package process

import (
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseStat(t *testing.T) {
	t.Parallel()
	const line = "4711 (a (strange) name) S 17 4711 4711 0 -1 4194560 1 2 3 4 250 50 1000 500 20 0 6 0 99\n"
	pid, fields := parseStat(line)
	require.Equal(t, 4711, pid)
	require.Equal(t, "S", fields[0])
	require.Equal(t, "17", fields[1], "its parent")
	own, err := sumTicks(fields, userTicks, systemTicks)
	require.NoError(t, err)
	require.Equal(t, 3*time.Second, own)
	all, err := sumTicks(fields, userTicks, systemTicks, endedUserTicks, endedSystemTicks)
	require.NoError(t, err)
	require.Equal(t, 18*time.Second, all)

	for _, broken := range []string{"", "4711", "x (name) S 17"} {
		_, fields = parseStat(broken)
		require.Empty(t, fields, broken)
	}
	_, fields = parseStat("4711 (name) S 17")
	_, err = sumTicks(fields, userTicks)
	require.Error(t, err, "a line that ends early")
}

// A shell burns processor time in a child that has ended, and lives on: it counts with the shell's children, not as its own.
func TestProcessorTimeOfChildrenThatHaveEnded(t *testing.T) {
	t.Parallel()
	shell := exec.Command("sh", "-c", `sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; echo done; read -r wait`)
	in, err := shell.StdinPipe()
	require.NoError(t, err)
	out, err := shell.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, shell.Start())
	_, err = out.Read(make([]byte, 8))
	require.NoError(t, err)
	own, err := CPUTime(shell.Process.Pid)
	require.NoError(t, err)
	all, err := CPUTimeOfAll(shell.Process.Pid)
	require.NoError(t, err)
	require.NoError(t, in.Close())
	_ = shell.Wait() // read finds the end of its input and fails
	require.Less(t, own, 50*time.Millisecond)
	require.GreaterOrEqual(t, all, own+50*time.Millisecond)
}
