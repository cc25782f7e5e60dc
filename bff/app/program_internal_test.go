package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Replicas of one program share pages, those of two do not: texts, prices' formats and structured data are in the program.
func TestTheIDOfAProgramFollowsItsFile(t *testing.T) {
	t.Parallel()
	ids := map[string]string{}
	for name, text := range map[string]string{"one": "program", "copy": "program", "next": "programs"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		id, err := fileID(path)
		require.NoError(t, err)
		ids[name] = id
	}
	require.Equal(t, ids["one"], ids["copy"])
	require.NotEqual(t, ids["one"], ids["next"])
	_, err := fileID(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	own, err := ownID()
	require.NoError(t, err)
	require.NotEmpty(t, own)
}
