package image_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/store"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// fakeEncoder makes two files of an upload and refuses an empty one.
type fakeEncoder struct{}

func (fakeEncoder) Encode(_ context.Context, upload []byte) (image.Made, error) {
	if len(upload) == 0 {
		return image.Made{}, fault.New("image_not_supported")
	}
	return image.Made{Width: 300, Height: 200, Ext: "jpg", Files: []image.File{
		{Width: 300, Ext: "webp", Body: append([]byte("webp "), upload...)}, {Width: 300, Ext: "jpg", Body: upload},
	}}, nil
}

// fixture is the image service with its files in a folder.
type fixture struct {
	*image.Service
	t     *testing.T
	clock *clock.Fake
	disk  *store.Disk
	dir   string
}

var mei = audit.By{Actor: "staff:mei@shop.example", Author: "Mei", RequestID: "r1"}

func newFixture(t *testing.T) fixture {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "images")
	disk := store.NewDisk(dir)
	_, err := disk.Get(t.Context(), hash+"-320.webp")
	require.ErrorIs(t, err, fs.ErrNotExist, "before anything was stored")
	require.NoError(t, disk.Each(t.Context(), func(string, time.Time) error { return errors.New("nothing is there") }))
	// Files are as old as the system says, so the day is today's.
	clk := clock.NewFake(time.Now())
	return fixture{&image.Service{DB: pgtest.New(t), Clock: clk, Store: disk, Encoder: fakeEncoder{}}, t, clk, disk, dir}
}

func (f fixture) upload(body string) image.Image {
	f.t.Helper()
	i, err := f.Upload(f.t.Context(), mei, []byte(body))
	require.NoError(f.t, err)
	return i
}

func (f fixture) files() []string {
	f.t.Helper()
	var out []string
	require.NoError(f.t, f.disk.Each(f.t.Context(), func(name string, _ time.Time) error { out = append(out, name); return nil }))
	return out
}

// requireFiles requires that all files of an image are there.
func (f fixture) requireFiles(n image.Name) {
	f.t.Helper()
	for _, file := range n.Files() {
		_, err := f.disk.Get(f.t.Context(), file)
		require.NoError(f.t, err, file)
	}
}

// log is what the audit log says of images.
func (f fixture) log() []string {
	f.t.Helper()
	list, err := pg.List[string](f.DB.Conn(f.t.Context()), "read the log", `select action from audit_log where entity = 'image' order by id`)
	require.NoError(f.t, err)
	return list
}

func nobody(pg.Conn, string) ([]string, error) { return nil, nil }

func TestAnImageIsUploadedDescribedAndDeleted(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	first := f.upload("one")
	require.Equal(t, int64(len("one")+len("webp one")), first.Bytes)
	require.Equal(t, "Mei", first.Author)
	require.False(t, first.Described())
	body, err := f.Store.Get(ctx, first.Name.Fallback())
	require.NoError(t, err)
	require.Equal(t, "one", string(body))
	require.ElementsMatch(t, first.Name.Files(), f.files())

	again, err := f.Upload(ctx, audit.By{Actor: "staff:ben@shop.example", Author: "Ben"}, []byte("one"))
	require.NoError(t, err)
	require.Equal(t, first, again, "the same bytes are the same image")
	_, err = f.Upload(ctx, mei, nil)
	require.Equal(t, "image_not_supported", fault.Code(err))

	hash := first.Name.Hash
	for _, c := range []struct {
		words image.Words
		wrong map[string]string
	}{
		{image.Words{}, map[string]string{"altEn": "image_alt_required", "altZh": "image_alt_required"}},
		{image.Words{AltEn: "A map", AltZh: " "}, map[string]string{"altZh": "image_alt_required"}},
		{image.Words{AltEn: strings.Repeat("a", 301), AltZh: "地图"}, map[string]string{"altEn": "image_alt_long"}},
	} {
		_, err := f.Describe(ctx, mei, hash, 0, c.words)
		var refused *fault.Error
		require.ErrorAs(t, err, &refused)
		require.Equal(t, c.wrong, refused.Fields)
	}
	described, err := f.Describe(ctx, mei, hash, 0, image.Words{AltEn: " A map\n", AltZh: "地图"})
	require.NoError(t, err)
	require.Equal(t, []any{"A map", "地图", int64(1)}, []any{described.AltEn, described.AltZh, described.Revision})
	require.True(t, described.Described())
	_, err = f.Describe(ctx, mei, hash, 1, image.Words{AltEn: "A map", AltZh: "地图"})
	require.Equal(t, "details_same", fault.Code(err))
	_, err = f.Describe(ctx, audit.By{Actor: "staff:ben@shop.example", Author: "Ben"}, hash, 0, image.Words{AltEn: "Another", AltZh: "地图"})
	var overtaken *fault.Error
	require.ErrorAs(t, err, &overtaken)
	require.Equal(t, []any{"image_overtaken", "mei@shop.example"}, []any{overtaken.Code, overtaken.Params["author"]})
	decorative, err := f.Describe(ctx, mei, hash, 1, image.Words{AltEn: "left out", Decorative: true})
	require.NoError(t, err)
	require.True(t, decorative.Described() && decorative.AltEn == "")
	now, err := f.One(ctx, hash)
	require.NoError(t, err)
	require.Equal(t, []any{decorative, int64(2)}, []any{now, now.Revision})
	errs := make([]error, 2)
	var both sync.WaitGroup
	for i, alt := range []string{"Mei's", "Ben's"} {
		both.Go(func() { _, errs[i] = f.Describe(ctx, mei, hash, 2, image.Words{AltEn: alt, AltZh: "地图"}) })
	}
	both.Wait()
	require.ElementsMatch(t, []string{"", "image_overtaken"}, []string{fault.Code(errs[0]), fault.Code(errs[1])})
	_, err = f.Describe(ctx, mei, strings.Repeat("0", 32), 0, image.Words{Decorative: true})
	require.Equal(t, "not_found", fault.Code(err))

	err = f.Delete(ctx, mei, hash, func(_ pg.Conn, name string) ([]string, error) {
		require.Equal(t, first.Name.String(), name)
		return []string{"Refunds", "Delivery"}, nil
	})
	var refused *fault.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, []any{"image_in_use", "Refunds, Delivery"}, []any{refused.Code, refused.Params["texts"]})
	require.NoError(t, f.Delete(ctx, mei, hash, nobody))
	require.Equal(t, "not_found", fault.Code(f.Delete(ctx, mei, hash, nobody)))
	require.Equal(t, []string{"upload", "describe", "describe", "describe", "delete"}, f.log())
}

func TestImagesAreListedAndFound(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	var names []string
	for _, word := range []string{"harbour", "mountain", "market"} {
		f.clock.Advance(time.Second)
		i := f.upload(word)
		_, err := f.Describe(ctx, mei, i.Name.Hash, 0, image.Words{AltEn: "A " + word, AltZh: "图 100% " + word})
		require.NoError(t, err)
		names = append([]string{i.Name.String()}, names...)
	}
	list := func(q image.Query) (out []string) {
		found, err := f.List(ctx, q)
		require.NoError(t, err)
		for _, i := range found {
			out = append(out, i.Name.String())
		}
		return out
	}
	require.Equal(t, names, list(image.Query{Limit: 10}))
	require.Equal(t, names[:2], list(image.Query{Limit: 2}))
	before, _ := image.ParseName(names[1])
	require.Equal(t, names[2:], list(image.Query{Before: before.Hash, Limit: 2}))
	require.Equal(t, names[:1], list(image.Query{Search: "MARKET a", Limit: 10}))
	require.Equal(t, names, list(image.Query{Search: "图 mei 100%", Limit: 10}))
	require.Empty(t, list(image.Query{Search: "50%", Limit: 10}))
	require.Empty(t, list(image.Query{Search: "' or true --", Limit: 10}))
	there, err := image.Named(f.DB.Conn(ctx), []string{names[0], "none"})
	require.NoError(t, err)
	require.Len(t, there, 1)
	require.Equal(t, "A market", there[names[0]].AltEn)
}

// What no row names is deleted when it is a day old, and nothing else.
func TestFilesThatNoRowNamesAreDeletedAfterADay(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	kept, gone := f.upload("kept"), f.upload("gone")
	require.NoError(t, f.Delete(ctx, mei, gone.Name.Hash, nobody))
	require.NoError(t, os.WriteFile(filepath.Join(f.dir, "incoming", "half"), []byte("ha"), 0o600)) // a program was killed
	require.NoError(t, f.Sweep(ctx))
	require.Len(t, f.files(), 5)
	f.clock.Advance(25 * time.Hour)
	require.NoError(t, f.Sweep(ctx))
	require.ElementsMatch(t, kept.Name.Files(), f.files())
	back := f.upload("gone")
	require.Equal(t, gone.Name, back.Name)
	require.Len(t, f.files(), 4)
}

// An upload whose files a sweep deletes before the row is there stores them again.
func TestASweepAndAnUploadOfTheSameImage(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	lost := f.upload("same")
	require.NoError(t, f.Delete(ctx, mei, lost.Name.Hash, nobody))
	f.clock.Advance(25 * time.Hour)
	reached, on := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() { close(reached); <-on })
	sweeper := *f.Service
	sweeper.Store = hookedStore{Store: f.disk, before: func(_ context.Context, call string) {
		if call == "delete" {
			once()
		}
	}}
	var both sync.WaitGroup
	var swept, uploaded error
	both.Go(func() { swept = sweeper.Sweep(ctx) })
	<-reached
	both.Go(func() { _, uploaded = f.Upload(ctx, mei, []byte("same")) })
	close(on)
	both.Wait()
	require.NoError(t, errors.Join(swept, uploaded))
	f.requireFiles(lost.Name)
}

// A sweep that has found files old, before an upload stores them anew, deletes them before the row is there, or none.
func TestASweepThatHasLookedBeforeAnUpload(t *testing.T) {
	t.Parallel()
	// The last file was stored, and the row is not there; the first file is looked for, and the row is there.
	for _, c := range []struct{ calls, deletes int }{{2, 2}, {3, 0}} {
		f, ctx := newFixture(t), t.Context()
		lost := f.upload("same")
		require.NoError(t, f.Delete(ctx, mei, lost.Name.Hash, nobody))
		f.clock.Advance(25 * time.Hour)
		deleted := 0
		sweeper, uploader := *f.Service, *f.Service
		calls := 0
		uploader.Store = hookedStore{Store: f.disk, after: func(context.Context, string) {
			if calls++; calls != c.calls {
				return
			}
			// Of the files that the upload has just stored, the sweep knows the age that they had before.
			sweeper.Store = hookedStore{Store: oldFiles{f.disk}, after: func(_ context.Context, call string) {
				if call == "delete" {
					deleted++
				}
			}}
			require.NoError(t, sweeper.Sweep(ctx))
		}}
		_, err := uploader.Upload(ctx, mei, []byte("same"))
		require.NoError(t, err)
		require.Equal(t, c.deletes, deleted, "after %d calls", c.calls)
		f.requireFiles(lost.Name)
	}
}

// No call of the storage holds a connection to the database, but for one: a file is deleted while nobody can upload it, and soon
// given up.
func TestTheStorageIsCalledOutsideOfTransactions(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	calls := map[string]int{}
	f.Store = hookedStore{Store: f.disk, before: func(ctx context.Context, call string) {
		calls[call]++
		held := f.DB.SQL.Stats().InUse
		if end, ok := ctx.Deadline(); call == "delete" && ok && time.Until(end) < 2*time.Second {
			held--
		}
		require.Zero(t, held, "a connection is held during %s", call)
	}}
	i := f.upload("one")
	f.upload("one")
	require.NoError(t, f.Delete(ctx, mei, i.Name.Hash, nobody))
	f.clock.Advance(25 * time.Hour)
	require.NoError(t, f.Sweep(ctx))
	require.Empty(t, f.files())
	require.Equal(t, map[string]int{"put": 4, "modified": 6, "delete": 2, "each": 1}, calls)
}

// hookedStore calls functions, which may be nil, before and after its calls.
type hookedStore struct {
	image.Store
	before, after func(ctx context.Context, call string)
}

func (h hookedStore) around(ctx context.Context, call string) (done func()) {
	if h.before != nil {
		h.before(ctx, call)
	}
	return func() {
		if h.after != nil {
			h.after(ctx, call)
		}
	}
}

func (h hookedStore) Put(ctx context.Context, name string, body []byte) error {
	defer h.around(ctx, "put")()
	return h.Store.Put(ctx, name, body)
}

func (h hookedStore) Modified(ctx context.Context, name string) (time.Time, error) {
	defer h.around(ctx, "modified")()
	return h.Store.Modified(ctx, name)
}

func (h hookedStore) Delete(ctx context.Context, name string) error {
	defer h.around(ctx, "delete")()
	return h.Store.Delete(ctx, name)
}

func (h hookedStore) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	defer h.around(ctx, "each")()
	return h.Store.Each(ctx, see)
}

// oldFiles is a store that says of each file that it was stored long ago.
type oldFiles struct{ image.Store }

func (o oldFiles) Modified(ctx context.Context, name string) (time.Time, error) {
	_, err := o.Store.Modified(ctx, name)
	return time.Time{}, err
}

func (o oldFiles) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	return o.Store.Each(ctx, func(name string, _ time.Time) error { return see(name, time.Time{}) })
}

// While a text is about to show an image, nobody deletes it.
func TestAnImageThatIsAboutToBeUsedIsNotDeleted(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	i := f.upload("used")
	began := make(chan struct{})
	deleted := make(chan error, 1)
	used := false
	require.NoError(t, f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		there, err := image.LockNamed(tx, []string{i.Name.String()})
		require.Len(t, there, 1)
		go func() {
			close(began)
			deleted <- f.Delete(context.WithoutCancel(t.Context()), mei, i.Name.Hash, func(pg.Conn, string) ([]string, error) {
				if used {
					return []string{"Refunds"}, nil
				}
				return nil, nil
			})
		}()
		<-began
		select {
		case err := <-deleted:
			t.Errorf("it was deleted before: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
		used = true
		return err
	}))
	require.Equal(t, "image_in_use", fault.Code(<-deleted))
}

// The folder holds nothing but its own files, whatever a name says.
func TestNamesCannotEscapeTheFolder(t *testing.T) {
	t.Parallel()
	f, ctx := newFixture(t), t.Context()
	secret := filepath.Join(filepath.Dir(f.dir), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(f.dir, "ab"), 0o700))
	require.NoError(t, os.Symlink(secret, filepath.Join(f.dir, "ab", "abc")))
	for _, name := range []string{"../secret", "..", ".", "", "/etc/passwd", "a/../../secret", "abc", "..\\secret", "se\x00cret"} {
		_, err := f.disk.Get(ctx, name)
		require.Error(t, err, "%q", name)
	}
	for _, name := range []string{"../secret", "..", "", "/etc/passwd"} {
		_, err := f.disk.Get(ctx, name)
		require.ErrorIs(t, err, fs.ErrNotExist, "%q", name)
		require.Error(t, f.disk.Put(ctx, name, []byte("x")), "%q", name)
		require.NoError(t, f.disk.Delete(ctx, name))
	}
	left, err := os.ReadFile(secret)
	require.NoError(t, err)
	require.True(t, bytes.Equal(left, []byte("secret")))
}
