package carrier

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"
)

type kyc struct {
	Ref       string    `json:"ref"`
	Regime    string    `json:"regime"`
	State     string    `json:"state"`
	Reason    string    `json:"reason,omitempty"`
	DocType   string    `json:"docType"`
	DocLast4  string    `json:"docLast4"`
	Used      int       `json:"used"`
	Max       int       `json:"max"`
	UpdatedAt time.Time `json:"updatedAt"`
	digest    []byte
}

// quotas are how many lines one document may register, by regime; a regime that is missing has no limit.
var quotas = map[string]int{"HK": 10, "CN": 5}

// refusedTails are the ends of the document numbers that are refused, and why: the picture cannot be read, or the document has
// expired. Any other is accepted.
var refusedTails = map[string]string{"0000": "document_unreadable", "9999": "document_expired"}

func (c *Carrier) routeKyc() {
	c.api("POST", "/lines/{ref}/kyc", submitKyc)
	c.api("GET", "/lines/{ref}/kyc", func(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
		k, err := u.kyc(ctx, `line = $1 AND regime = $2`, r.PathValue("ref"), r.URL.Query().Get("regime"))
		return http.StatusOK, k, err
	})
}

// submitKyc takes a registration in. The same reference again gives the same case; another one replaces a case that was refused.
func submitKyc(ctx context.Context, u *unit, r *http.Request) (int, any, error) {
	var in struct {
		Regime, ClientRef, DocType string
		Fields, Pictures           map[string]string
	}
	if err := body(r, &in); err != nil {
		return 0, nil, err
	}
	number := strings.ToUpper(strings.TrimSpace(in.Fields["documentNumber"]))
	if in.Regime == "" || in.ClientRef == "" || len(number) < 5 {
		return 0, nil, refuse(http.StatusBadRequest, "bad_request")
	}
	l, err := u.line(ctx, r.PathValue("ref"), " FOR UPDATE")
	if err != nil {
		return 0, nil, err
	}
	var ref string
	err = u.QueryRowContext(ctx, `SELECT ref FROM sandbox.carrier_kyc WHERE client_ref = $1 AND line = $2`, in.ClientRef, l.Ref).Scan(&ref)
	if err == nil {
		k, err := u.kyc(ctx, `ref = $1`, ref)
		return http.StatusOK, k, err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, nil, err
	}
	digest := sha256.Sum256([]byte(in.DocType + ":" + number))
	verdict, reason := judge(l, number)
	if err := u.withinQuota(ctx, in.Regime, digest[:], l.Ref); err != nil {
		return 0, nil, err
	}
	err = u.QueryRowContext(ctx, `INSERT INTO sandbox.carrier_kyc AS k (ref, line, regime, client_ref, state, verdict, reason, doc_type, doc_last4,
			doc_digest, due_at, updated_at)
		VALUES ($1, $2, $3, $4, 'IN_REVIEW', $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (line, regime) DO UPDATE SET ref = excluded.ref, client_ref = excluded.client_ref, state = excluded.state,
			verdict = excluded.verdict, reason = excluded.reason, doc_type = excluded.doc_type, doc_last4 = excluded.doc_last4,
			doc_digest = excluded.doc_digest, due_at = excluded.due_at, updated_at = excluded.updated_at
		WHERE k.state = 'REJECTED' RETURNING ref`, name("kyc_"), l.Ref, in.Regime, in.ClientRef, verdict, reason, in.DocType,
		number[len(number)-4:], digest[:], u.now.Add(4*u.c.o.Pace), u.now).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, refuse(http.StatusConflict, "kyc_duplicate")
	}
	if err != nil {
		return 0, nil, err
	}
	k, err := u.kyc(ctx, `ref = $1`, ref)
	return http.StatusAccepted, k, err
}

// withinQuota refuses a document with which as many other lines are registered as the regime allows.
func (u *unit) withinQuota(ctx context.Context, regime string, document []byte, line string) error {
	limit := quotas[regime]
	if limit == 0 {
		return nil
	}
	var used int
	err := u.QueryRowContext(ctx, `SELECT count(*) FROM sandbox.carrier_kyc WHERE regime = $1 AND doc_digest = $2 AND line <> $3
		AND state IN ('IN_REVIEW', 'APPROVED')`, regime, document, line).Scan(&used)
	if err == nil && used >= limit {
		return refuse(http.StatusConflict, "kyc_quota")
	}
	return err
}

// judge returns the verdict on a document of at least four characters: APPROVED, or REJECTED with the reason.
func judge(l line, number string) (verdict, reason string) {
	for _, p := range l.Plans {
		if tests[p.Plan].rejects {
			return "REJECTED", "face_mismatch"
		}
	}
	if why, bad := refusedTails[number[len(number)-4:]]; bad {
		return "REJECTED", why
	}
	return "APPROVED", ""
}

func (u *unit) kyc(ctx context.Context, where string, args ...any) (kyc, error) {
	var k kyc
	err := u.QueryRowContext(ctx, `SELECT ref, regime, state, CASE state WHEN 'REJECTED' THEN reason ELSE '' END, doc_type, doc_last4, doc_digest, updated_at
		FROM sandbox.carrier_kyc WHERE `+where, args...).Scan(&k.Ref, &k.Regime, &k.State, &k.Reason, &k.DocType, &k.DocLast4, &k.digest, &k.UpdatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return k, refuse(http.StatusNotFound, "not_found")
	}
	if err != nil {
		return k, err
	}
	k.Max = quotas[k.Regime]
	err = u.QueryRowContext(ctx, `SELECT count(*) FROM sandbox.carrier_kyc WHERE regime = $1 AND doc_digest = $2 AND state = 'APPROVED'`,
		k.Regime, k.digest).Scan(&k.Used)
	return k, err
}

// judgeDue gives one verdict that is due and reports whether there was one.
func (c *Carrier) judgeDue(ctx context.Context) (bool, error) {
	did := false
	err := c.atomically(ctx, func(ctx context.Context, u *unit) error {
		var ref, line string
		err := u.QueryRowContext(ctx, `UPDATE sandbox.carrier_kyc SET state = verdict, due_at = NULL, updated_at = $1
			WHERE ref = (SELECT ref FROM sandbox.carrier_kyc WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
			RETURNING ref, line`, u.now).Scan(&ref, &line)
		if err != nil {
			return idleIfNoRows(err)
		}
		did = true
		return u.emit(ctx, "kyc.state", message{Kyc: ref, Line: line})
	})
	return did, idle(err)
}
