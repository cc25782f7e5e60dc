package images_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	stdimage "image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/editor/check"
	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/encode"
	"github.com/roamcart/roamcart/bff/image/store"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/images"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
)

const origin = studiotest.Origin

// fixture is the Studio with the area of images, and the shop's texts behind it.
type fixture struct {
	studiotest.Served
	t     *testing.T
	db    *pg.DB
	texts *editor.Service
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	signer, err := secret.NewSigner(studiotest.Key)
	require.NoError(t, err)
	f := fixture{t: t, db: db, texts: editor.New(db, clk, signer, data.FS, queue)}
	area := &images.Area{Texts: f.texts, Images: &image.Service{
		DB: db, Clock: clk, Store: store.NewDisk(t.TempDir()), Encoder: encode.New(time.Minute),
	}}
	f.Served = studiotest.Serve(t, db, clk, area)
	return f
}

// call asks as the Studio's application does, and returns the status and what the answer says.
func (f fixture) call(method, path, token, kind, body string) (int, map[string]any) {
	f.t.Helper()
	req := httptest.NewRequest(method, origin+"/studio/api"+path, strings.NewReader(body))
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("Cookie", "studio="+token)
	req.Header.Set("lang", "en")
	rec := httptest.NewRecorder()
	f.Handler.ServeHTTP(rec, req)
	out := map[string]any{}
	if strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") {
		require.NoError(f.t, json.Unmarshal(rec.Body.Bytes(), &out), rec.Body.String())
	} else {
		out["body"], out["policy"], out["type"] = rec.Body.String(), rec.Header().Get("Content-Security-Policy"), rec.Header().Get("Content-Type")
	}
	return rec.Code, out
}

// mustCall is call with a body of JSON; it fails the test unless the call succeeds.
func (f fixture) mustCall(method, path, token string, body any) map[string]any {
	f.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(f.t, err)
	status, out := f.call(method, path, token, "application/json", string(raw))
	require.Less(f.t, status, 300, "%s %s: %v", method, path, out)
	return out
}

func picture(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, stdimage.NewGray(stdimage.Rect(0, 0, w, h))))
	return out.String()
}

// Each call is refused to strangers and to roles that may not do its act.
func TestEachCallAsksForItsAct(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	refused := 0
	for _, role := range staff.Roles() {
		token := f.Member(string(role), role)
		for _, r := range f.Routes {
			if !strings.HasPrefix(r.Path, "/images") {
				continue
			}
			path := strings.NewReplacer(":hash", strings.Repeat("0", 32), ":file", "x").Replace(r.Path)
			status, _ := f.call(r.Method, path, token+"x", "application/json", `{}`)
			require.Equal(t, http.StatusUnauthorized, status, path)
			status, out := f.call(r.Method, path, token, "application/json", `{}`)
			require.Equal(t, !role.May(r.Act), status == http.StatusForbidden, "%s %s of %s: %v", r.Method, path, role, out)
			if status == http.StatusForbidden {
				refused++
			}
		}
	}
	require.Equal(t, 3, refused, "support uploads, describes and deletes nothing")
	status, out := f.call(http.MethodPost, "/images", f.lastToken(staff.Support), "image/png", picture(t, 4, 4))
	require.Equal(t, []any{http.StatusForbidden, "forbidden"}, []any{status, out["code"]})
}

// lastToken logs a member in anew.
func (f fixture) lastToken(role staff.Role) string {
	f.t.Helper()
	return f.Member("other", role)
}

// What is not an image is refused by its content, whatever it calls itself, and each refusal is said in words.
func TestWhatIsUploadedIsAnImage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := f.Member("editor", staff.Editor)
	bomb := []byte(picture(t, 1, 1))
	binary.BigEndian.PutUint32(bomb[16:], 60_000) // the sum of the header is wrong then, too: see the tests of encode
	whole := picture(t, 300, 300)
	for name, c := range map[string]struct {
		kind, body string
		status     int
		code       string
	}{
		"an SVG":                    {"image/svg+xml", "<svg/>", 415, "unsupported_media_type"},
		"an SVG as a PNG":           {"image/png", `<svg onload="alert(1)"/>`, 415, "image_not_supported"},
		"HTML as a JPEG":            {"image/jpeg", "<script>alert(1)</script>", 415, "image_not_supported"},
		"a form":                    {"multipart/form-data; boundary=x", "--x--", 415, "unsupported_media_type"},
		"cut":                       {"image/png", whole[:len(whole)/2], 422, "image_broken"},
		"a header that was changed": {"image/png", string(bomb), 422, "image_broken"},
		"too many pixels":           {"image/gif", "GIF89a\xff\xff\xff\xff\x00\x00\x00", 413, "image_too_large"},
		"too many bytes":            {"image/png", strings.Repeat("x", encode.MaxBytes+1), 413, "body_too_large"},
		"nothing":                   {"image/png", "", 415, "image_not_supported"},
	} {
		status, out := f.call(http.MethodPost, "/images", token, c.kind, c.body)
		require.Equal(t, []any{c.status, c.code}, []any{status, out["code"]}, name)
		require.NotEmpty(t, out["message"], name)
		require.NotContains(t, out["message"], "{{", name)
	}
	require.Empty(t, f.mustCall(http.MethodGet, "/images", token, nil)["images"])
}

// An image is uploaded, described, used by a text, and can be deleted only when no text uses it.
func TestAnImageInATextIsKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token := f.Member("editor", staff.Editor)
	status, up := f.call(http.MethodPost, "/images", token, "application/octet-stream", picture(t, 800, 400))
	require.Equal(t, http.StatusOK, status, up)
	hash, name := up["hash"].(string), up["name"].(string)
	require.Equal(t, []any{hash + "-800x400.jpg", false, "editor"}, []any{name, up["described"], up["author"]})
	status, file := f.call(http.MethodGet, strings.TrimPrefix(up["thumbnail"].(string), "/studio/api"), token, "", "")
	require.Equal(t, []any{http.StatusOK, "image/webp", "default-src 'none'; sandbox; frame-ancestors 'none'"}, []any{status, file["type"], file["policy"]})

	ctx, mei := t.Context(), editor.Actor{ID: "staff:mei@example.com", Name: "Mei"}
	refunds := editor.Text{Kind: "service", Name: "refund"}
	source := func(title, alt string) string {
		return "---\ntitle: " + title + "\nupdated: 2026-11-20\nseoTitle: S\nseoDescription: D\n---\n\n![" + alt + "](image:" + name + ")\n"
	}
	codes := func(source string) []string {
		there, err := f.texts.Images(ctx, source)
		require.NoError(t, err)
		var out []string
		for _, finding := range check.Text(check.Input{Kind: "service", Name: "refund", Locale: "en", Source: source, Other: source,
			Images: there}) {
			if finding.Severity == check.Error {
				out = append(out, finding.Code)
			}
		}
		return out
	}
	submitText := func(locale, source, revision string) error {
		saved, err := f.texts.SaveWorking(ctx, mei, editor.File{Text: refunds, Locale: locale, Source: source}, editor.Basis{})
		require.NoError(t, err)
		_, err = f.texts.HandIn(ctx, mei, refunds, map[string]int64{locale: saved.Revision})
		return err
	}
	require.Equal(t, []string{"image_undescribed"}, codes(source("Refunds", "A map")))
	require.Equal(t, []string{"image_unknown"}, codes(strings.Replace(source("Refunds", "A map"), hash, strings.Repeat("0", 32), 1)))
	require.ErrorContains(t, submitText("en", source("Refunds", "A map"), "0"), "alternative text in both languages")

	status, out := f.call(http.MethodPut, "/images/"+hash, token, "application/json", `{"altEn":"A map","altZh":""}`)
	require.Equal(t, []any{422, "validation_failed"}, []any{status, out["code"]})
	require.NotEmpty(t, out["fields"].(map[string]any)["altZh"])
	const script = `<script>alert("1")</script>`
	described := f.mustCall(http.MethodPut, "/images/"+hash, token, map[string]any{"altEn": script, "altZh": "地图"})
	require.Equal(t, []any{script, true}, []any{described["altEn"], described["described"]}, "it is data")
	require.Equal(t, []string{"image_alt"}, codes(source("Refunds", "")))
	require.Empty(t, codes(source("Refunds", "A map")))

	// What is being written keeps it, and what was handed in.
	remove := func() (int, map[string]any) {
		return f.call(http.MethodDelete, "/images/"+hash, token, "application/json", "")
	}
	status, out = remove()
	require.Equal(t, []any{http.StatusConflict, "image_in_use"}, []any{status, out["code"]})
	require.Contains(t, out["message"], "Refunds (service/refund)")
	saved, err := f.texts.Working(ctx, refunds)
	require.NoError(t, err)
	_, err = f.texts.HandIn(ctx, mei, refunds, map[string]int64{"en": saved["en"].Revision})
	require.NoError(t, err)
	_, err = f.texts.Publish(ctx, refunds, mei, editor.Order{Mode: editor.Correction})
	require.NoError(t, err)
	listed := f.mustCall(http.MethodGet, "/images?q=%E5%9C%B0%E5%9B%BE", token, nil)["images"].([]any)[0].(map[string]any)
	require.Equal(t, []any{map[string]any{"site": "0", "kind": "service", "name": "refund", "title": "Refunds"}}, listed["uses"])

	// Restored and written anew, the text is without it, and it goes. Then nothing brings the version back that has it.
	_, err = f.texts.Restore(ctx, refunds, mei)
	require.NoError(t, err)
	saved, err = f.texts.Working(ctx, refunds)
	require.NoError(t, err)
	without, err := f.texts.SaveWorking(ctx, mei, editor.File{Text: refunds, Locale: "en",
		Source: strings.Replace(source("Refunds", "x"), "![x](image:"+name+")", "plain", 1)}, editor.Basis{Revision: saved["en"].Revision, Version: saved["en"].Newest})
	require.NoError(t, err)
	_, err = f.texts.HandIn(ctx, mei, refunds, map[string]int64{"en": without.Revision})
	require.NoError(t, err)
	status, out = remove()
	require.Equal(t, http.StatusNoContent, status, out)
	_, err = f.texts.Restore(ctx, refunds, mei)
	require.ErrorContains(t, err, "an image that there is not")

	entries, err := f.Staff.Log(ctx, 0, 10)
	require.NoError(t, err)
	var acts []string
	for _, e := range entries {
		if e.Entity == "image" {
			acts = append([]string{e.Actor + " " + e.Action}, acts...)
		}
	}
	const who = "staff:editor@example.com "
	require.Equal(t, []string{who + "upload", who + "describe", who + "delete"}, acts)
}

// A member has few uploads on their way at once, because each is in memory until it is there; others are not held up.
func TestUploadsAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	token, other := f.Member("editor", staff.Editor), f.Member("publisher", staff.Publisher)
	var all sync.WaitGroup
	var arriving []*io.PipeWriter
	for range 4 {
		body, in := io.Pipe()
		arriving = append(arriving, in)
		all.Go(func() {
			req := httptest.NewRequest(http.MethodPost, origin+"/studio/api/images", body)
			req.Header.Set("Content-Type", "image/png")
			req.Header.Set("Sec-Fetch-Site", "same-origin")
			req.Header.Set("Cookie", "studio="+token)
			rec := httptest.NewRecorder()
			f.Handler.ServeHTTP(rec, req)
			if rec.Code != http.StatusOK {
				t.Errorf("%d %s", rec.Code, rec.Body)
			}
		})
		_, err := io.WriteString(in, picture(t, 4, 4)) // it comes back when it was read
		require.NoError(t, err)
	}
	status, out := f.call(http.MethodPost, "/images", token, "image/png", picture(t, 4, 4))
	require.Equal(t, []any{http.StatusTooManyRequests, "rate_limited"}, []any{status, out["code"]})
	status, out = f.call(http.MethodPost, "/images", other, "image/png", picture(t, 4, 4))
	require.Equal(t, http.StatusOK, status, out)
	for _, in := range arriving {
		require.NoError(t, in.Close())
	}
	all.Wait()
	status, out = f.call(http.MethodPost, "/images", token, "image/png", picture(t, 4, 4))
	require.Equal(t, http.StatusOK, status, out)
}
