package embedded

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/roamcart/roamcart/bff/platform/child"
)

// identity is the user a server runs as. The zero value means: as this process.
type identity struct {
	drop     bool
	uid, gid int
	name     string
}

// databaseIdentity picks the user Postgres runs as. Postgres refuses to run as
// root, so a root shop takes the owner of data it has written before, which
// keeps the folder readable when a "postgres" user appears later.
func databaseIdentity(data string) (identity, error) {
	if os.Geteuid() != 0 {
		return identity{}, nil
	}
	if info, err := os.Stat(data); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			return identity{drop: true, uid: int(st.Uid), gid: int(st.Gid), name: "uid " + strconv.Itoa(int(st.Uid))}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errU := strconv.Atoi(u.Uid)
		gid, errG := strconv.Atoi(u.Gid)
		if errU == nil && errG == nil && uid > 0 {
			return identity{drop: true, uid: uid, gid: gid, name: name}, nil
		}
	}
	return identity{}, fmt.Errorf(
		"embedded: running as root and there is no user \"postgres\" or \"nobody\" to run Postgres as; run as another user or set DATABASE_URL",
	)
}

// attributes returns how to start a child as this identity.
func (id identity) attributes() *syscall.SysProcAttr {
	attr := child.Attributes()
	if id.drop {
		attr.Credential = &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}
	}
	return attr
}

// mkdir makes a private folder owned by the identity, or checks that an
// existing one belongs to it.
func (id identity) mkdir(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if err != nil && !os.IsExist(err) {
		return err
	}
	if err == nil && id.drop {
		return os.Chown(dir, id.uid, id.gid)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	want := os.Geteuid()
	if id.drop {
		want = id.uid
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !info.IsDir() || !ok || int(st.Uid) != want {
		return fmt.Errorf("%s is not a folder of user %d", dir, want)
	}
	return nil
}

// reaches reports whether the identity may enter every folder from the root
// down to path and read what is there. Root's own rights are of no help to it.
func (id identity) reaches(path string) bool {
	if !id.drop {
		return true
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	for first := true; ; first = false {
		info, err := os.Stat(real)
		if err != nil {
			return false
		}
		need := os.FileMode(1)
		if first && info.IsDir() {
			need = 5
		} else if first {
			need = 4
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		switch {
		case ok && int(st.Uid) == id.uid:
			need <<= 6
		case ok && int(st.Gid) == id.gid:
			need <<= 3
		}
		if info.Mode().Perm()&need != need {
			return false
		}
		up := filepath.Dir(real)
		if up == real {
			return true
		}
		real = up
	}
}
