package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// cluster is a folder with Postgres data in it, and who may run it with what.
type cluster struct {
	home     string // owned by the identity: data, run
	identity identity
	binaries postgresBinaries
}

func (c cluster) data() string { return filepath.Join(c.home, "data") }

// openCluster finds or makes the cluster at home. A new one is made with these
// further options of initdb.
func openCluster(ctx context.Context, home string, binDirs []string, initOptions ...string) (cluster, error) {
	id, err := databaseIdentity(home)
	if err != nil {
		return cluster{}, err
	}
	home, err = reachableHome(home, id)
	if err != nil {
		return cluster{}, err
	}
	c := cluster{home: home, identity: id}
	major, err := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return cluster{}, fmt.Errorf("embedded: postgres data: %w", err)
	}
	c.binaries, err = findPostgres(binDirs, id, strings.TrimSpace(string(major)))
	if err != nil {
		return cluster{}, err
	}
	if major == nil {
		return c, c.init(ctx, initOptions)
	}
	return c, nil
}

// reachableHome returns a folder for the cluster that id can reach: home itself,
// or, when a root shop keeps its data below a private folder, one below
// systemDir with a link to it at home. Deleting home still begins afresh.
func reachableHome(home string, id identity) (string, error) {
	if real, err := filepath.EvalSymlinks(home); err == nil {
		if !id.reaches(filepath.Dir(real)) {
			return "", fmt.Errorf("embedded: user %s cannot reach %s: move the data folder, or set DATA_DIR", id.name, real)
		}
		return real, id.mkdir(real)
	}
	if id.reaches(filepath.Dir(home)) {
		if err := id.mkdir(home); err != nil {
			return "", fmt.Errorf("embedded: postgres data: %w", err)
		}
		return home, nil
	}
	if err := os.MkdirAll(systemDir, 0o755); err != nil {
		return "", fmt.Errorf("embedded: postgres data: %w", err)
	}
	dropOrphans()
	real, err := os.MkdirTemp(systemDir, "data-")
	if err != nil {
		return "", fmt.Errorf("embedded: postgres data: %w", err)
	}
	_ = os.Remove(home) // a link that leads nowhere
	err = errors.Join(os.WriteFile(real+ownerSuffix, []byte(home), 0o600), os.Symlink(real, home), os.Chown(real, id.uid, id.gid))
	if err != nil {
		return "", fmt.Errorf("embedded: postgres data: %w", err)
	}
	return real, nil
}

// ownerSuffix marks the file that says which link leads to a data folder.
const ownerSuffix = ".owner"

// dropOrphans deletes data whose shop folder, and with it the link to the data,
// has been deleted.
func dropOrphans() {
	owners, _ := filepath.Glob(filepath.Join(systemDir, "data-*"+ownerSuffix))
	for _, file := range owners {
		data := strings.TrimSuffix(file, ownerSuffix)
		link, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if to, err := os.Readlink(string(link)); err == nil && to == data {
			continue
		}
		if pid, alive := postmasterOf(filepath.Join(data, "data")); alive && pid > 0 {
			continue
		}
		_ = os.RemoveAll(data)
		_ = os.Remove(file)
	}
}

// init makes an empty cluster. It is built beside its place and renamed, so that
// a start killed half way leaves nothing that looks finished.
func (c cluster) init(ctx context.Context, options []string) error {
	building := c.data() + ".building"
	if err := os.RemoveAll(building); err != nil {
		return fmt.Errorf("embedded: postgres data: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	// Collation "C" sorts and compares the same on every machine and version, so
	// a data folder can be moved without rebuilding its indexes.
	cmd := exec.CommandContext(ctx, filepath.Join(c.binaries.dir, "initdb"), append([]string{
		"--pgdata=" + building, "--username=" + databaseUser, "--auth-local=trust", "--auth-host=reject",
		"--encoding=UTF8", "--locale=C", "--text-search-config=simple", "--no-instructions",
	}, options...)...)
	cmd.SysProcAttr = c.identity.attributes()
	cmd.Dir, cmd.Env = c.home, c.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("embedded: initdb: %w: %s", err, lines[len(lines)-1])
	}
	if err := os.Rename(building, c.data()); err != nil {
		return fmt.Errorf("embedded: postgres data: %w", err)
	}
	return nil
}

// environment is all a Postgres program gets to see of ours: nothing secret.
func (c cluster) environment() []string {
	return []string{"PATH=/usr/bin:/bin", "HOME=" + c.home, "LC_ALL=C", "TZ=UTC", "PGTZ=UTC"}
}
