package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// rehash files the code of a target that was kept under a former secret under the current one: a code that was on its way when
// the secret was exchanged is still good, and the pause behind it still counts.
func (s *Codes) rehash(ctx context.Context, a CodeRequest, target string) error {
	names := s.hashesOfTarget(a, target)
	for _, former := range names[1:] {
		err := s.db.Conn(ctx).Exec(`
			update verification_code c set target = @current
			where tenant_id = @tenant and channel = @channel and target = @former and purpose = @purpose and not exists (
			    select 1 from verification_code n where n.tenant_id = c.tenant_id and n.channel = c.channel and n.target = @current
			        and n.purpose = c.purpose)`,
			map[string]any{"tenant": a.TenantID, "channel": a.Channel, "purpose": a.Purpose, "current": names[0], "former": former}).Error
		if err != nil && !pg.IsUnique(err) { // then somebody was faster
			return fmt.Errorf("adopt code: %w", err)
		}
	}
	return nil
}

// hash is what is kept of a code.
func (s *Codes) hash(a CodeRequest, target, code string) []byte {
	return mac(s.secrets[0], a, coded(a, target, code)...)
}

// matches reports whether a hash is that of a code, under any of the secrets.
func (s *Codes) matches(hash []byte, a CodeRequest, target, code string) bool {
	same := false
	for _, secret := range s.secrets {
		same = hmac.Equal(hash, mac(secret, a, coded(a, target, code)...)) || same
	}
	return same
}

func coded(a CodeRequest, target, code string) []string {
	parts := []string{target, a.Purpose, code}
	if a.Session != "" {
		parts = append(parts, a.Session)
	}
	return parts
}

// hashTarget is what the table calls a target by: it need not know who asked for codes.
func (s *Codes) hashTarget(a CodeRequest, target string) string {
	return s.hashesOfTarget(a, target)[0]
}

// hashesOfTarget are hidden under every secret, the current one first.
func (s *Codes) hashesOfTarget(a CodeRequest, target string) []string {
	out := make([]string, len(s.secrets))
	for i, secret := range s.secrets {
		out[i] = hex.EncodeToString(mac(secret, a, target))
	}
	return out
}

func mac(secret []byte, a CodeRequest, parts ...string) []byte {
	m := hmac.New(sha256.New, secret)
	for _, part := range append([]string{strconv.FormatInt(a.TenantID, 10), a.Channel}, parts...) {
		fmt.Fprintf(m, "%d:%s", len(part), part)
	}
	return m.Sum(nil)
}

// subjects are what login_failure calls an address or number by, under every secret, the current one first.
func (s *Service) subjects(tenantID int64, target string) []string {
	return s.Prints.All("login", tenantID, target)
}

// rehashFailures files the failures that were counted under a former secret under the current one: an exchange of the secret
// unlocks nobody.
func (s *Service) rehashFailures(ctx context.Context, tenantID int64, target string) error {
	subjects := s.subjects(tenantID, target)
	for _, former := range subjects[1:] {
		err := s.DB.Conn(ctx).Exec(`
			update login_failure f set subject = @current where tenant_id = @tenant and subject = @former and not exists (
			    select 1 from login_failure n where n.tenant_id = f.tenant_id and n.subject = @current)`,
			map[string]any{"tenant": tenantID, "current": subjects[0], "former": former}).Error
		if err != nil && !pg.IsUnique(err) { // then somebody was faster
			return fmt.Errorf("adopt failures: %w", err)
		}
	}
	return nil
}
