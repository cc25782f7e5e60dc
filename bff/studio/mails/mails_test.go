package mails_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/notify/wording"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/seed/seeded"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio/mails"
	"github.com/roamcart/roamcart/bff/studio/studiotest"
)

type object = map[string]any

func TestMailTextsAreChangedByWhoMay(t *testing.T) {
	t.Parallel()
	db, clk := seeded.New(t), clock.NewFake(seeded.Day)
	var sent []notify.Message
	broken := false
	served := studiotest.Serve(t, db, clk, &mails.Area{Mails: wording.New(db, clk), Send: func(_ context.Context, m notify.Message) error {
		if broken {
			return errors.New("554 no")
		}
		sent = append(sent, m)
		return nil
	}})
	const mail = "/mails/esim_delivered"
	for _, role := range staff.Roles() {
		token := served.Member(string(role), role)
		for _, r := range []struct {
			method, path string
			act          staff.Act
		}{
			{http.MethodGet, mail, staff.ReadTexts}, {http.MethodPost, mail + "/preview", staff.ReadTexts},
			{http.MethodPost, mail + "/test", staff.EditTexts}, {http.MethodPut, mail, staff.PublishTexts},
			{http.MethodPost, mail + "/restore", staff.PublishTexts},
		} {
			status, _ := served.Call(r.method, r.path, token, object{"nothing": 1})
			require.Equal(t, !role.May(r.act), status == http.StatusForbidden, "%s %s %s: %d", role, r.method, r.path, status)
		}
	}
	token := served.Member("mei", staff.Publisher)
	mailTitles := func(en, zh string) object { return object{"esim_delivered.title": object{"en": en, "zh": zh}} }
	draft := func(locale, en, zh string) object { return object{"locale": locale, "body": mailTitles(en, zh)} }

	status, out := served.Call(http.MethodPost, mail+"/preview", token, draft("zh", "Here it is", "请查收 eSIM"))
	require.Equal(t, http.StatusOK, status, out)
	require.Contains(t, out["html"], "请查收 eSIM")
	require.Contains(t, out["text"], "请查收 eSIM")
	require.Contains(t, out["html"], "data:image/png;base64,", "browsers show no file of a mail")
	require.Empty(t, out["findings"])
	_, out = served.Call(http.MethodPost, mail+"/preview", token, draft("en", "<script>alert(1)</script>", "请查收"))
	require.NotContains(t, out["html"], "<script>alert")
	require.Equal(t, "markup", out["findings"].([]any)[0].(object)["code"])

	status, out = served.Call(http.MethodPost, mail+"/test", token, draft("en", "{{nobody}}", "请查收"))
	require.Equal(t, []any{http.StatusUnprocessableEntity, "mails_faulty"}, []any{status, out["code"]})
	status, _ = served.Call(http.MethodPost, mail+"/test", token, draft("en", "Here it is", "请查收"))
	require.Equal(t, http.StatusNoContent, status)
	require.Len(t, sent, 1)
	require.Equal(t, "mei@example.com", sent[0].To)
	require.Contains(t, sent[0].Subject, "[Test] ")
	require.Contains(t, sent[0].Text, "Here it is")
	broken = true
	served.Lang = "zh"
	status, out = served.Call(http.MethodPost, mail+"/test", token, draft("en", "Here it is", "请查收"))
	require.Equal(t, []any{http.StatusBadGateway, "邮件服务器未接收这封邮件，请重试。"}, []any{status, out["message"]})
	served.Lang = "en"

	status, out = served.Call(http.MethodPut, mail, token, object{"revision": "0", "body": mailTitles("Here it is", "请查收")})
	require.Equal(t, http.StatusNoContent, status, out)
	status, out = served.Call(http.MethodPut, mail, token, object{"revision": "0", "body": mailTitles("Bo's", "请查收")})
	require.Equal(t, []any{http.StatusConflict, "mails_overtaken"}, []any{status, out["code"]})
	_, out = served.Call(http.MethodGet, mail, token, nil)
	require.Equal(t, []any{"1", "mei@example.com", 1}, []any{out["revision"], out["to"], len(out["versions"].([]any))})
	require.Equal(t, "Here it is", out["own"].(object)["esim_delivered.title"].(object)["en"])
	_, list := served.Call(http.MethodGet, "/mails", token, nil)
	require.Len(t, list["mails"], len(notify.Groups()))
	_, out = served.Call(http.MethodGet, mail, token, nil)
	for _, text := range out["texts"].([]any) {
		require.NotNil(t, text.(object)["placeholders"], text)
	}
	status, _ = served.Call(http.MethodPost, mail+"/restore", token, object{"revision": "1", "version": "0"})
	require.Equal(t, http.StatusNoContent, status)
	_, out = served.Call(http.MethodGet, mail, token, nil)
	require.Empty(t, out["own"])
	status, _ = served.Call(http.MethodGet, "/mails/nothing", token, nil)
	require.Equal(t, http.StatusNotFound, status)
}
