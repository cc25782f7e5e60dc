package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/platform/esim"
)

// Install is what somebody needs to put one eSIM on a phone. It holds a secret: whoever has it can install the profile. Of one
// that was erased, or is being issued again, there is nothing but how it stands.
type Install struct {
	LineID int64
	Unit   int
	// NameEn and NameZh are what the plan was sold as.
	NameEn, NameZh string
	// Ref is the SIM's own name in calls and addresses.
	Ref        string
	ICCIDLast4 string
	LPA        string
	SMDP       string
	MatchingID string
	IOSURL     string
	AndroidURL string
	APN        string
	// State is the profile's, in the words of SGP.22 from released on.
	State string
	// Reissuing says that a new profile takes the place of this one, whose code is withheld: it is about to become useless.
	Reissuing bool
	// AtInstall says that its days begin when it is installed, and have not.
	AtInstall bool
	// ErasedAt is when all that installs it was erased, because its plans had ended; nil before that.
	ErasedAt *time.Time
}

// Installs returns the install kits of an order's delivered eSIMs, in the order of lines and units. The caller must have
// made sure that the viewer may see the order.
func (s *Service) Installs(ctx context.Context, orderID int64) ([]Install, error) {
	var rows []struct {
		LineID       int64
		Unit         int
		Ref          string
		NameEn       string
		NameZh       string
		ICCID        string `gorm:"column:iccid"`
		Activation   []byte
		APN          string `gorm:"column:apn"`
		ProfileState string
		ErasedAt     *time.Time
		Reissuing    bool
		StartRule    validity.Activation
		Started      bool
	}
	err := s.db.Conn(ctx).Raw(`
		select s.order_line_id as line_id, s.unit, s.ref, l.name_en, l.name_zh, s.iccid, s.activation, s.apn, s.profile_state, s.erased_at,
		    exists (select 1 from sim_reissue r where r.line_id = s.id and r.state in ('intended', 'sent', 'pending', 'unknown')) as reissuing,
		    coalesce(p.activation, '') as start_rule, exists (select 1 from plan_instance i where i.line_id = s.id and i.started_at is not null) as started
		from sim_line s join order_line l on l.id = s.order_line_id left join product p on p.tenant_id = s.tenant_id and p.goods_id = s.goods_id
		where l.order_id = ? and s.sim_type = 'esim' and s.revoked_at is null and l.state <> 'preparing' order by l.line_no, s.unit`, orderID).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read install kits: %w", err)
	}
	list := make([]Install, 0, len(rows))
	for _, r := range rows {
		kit := Install{
			LineID: r.LineID, Unit: r.Unit, Ref: r.Ref, NameEn: r.NameEn, NameZh: r.NameZh, ICCIDLast4: esim.Last4(r.ICCID), APN: r.APN, State: installable(r.ProfileState),
			ErasedAt: r.ErasedAt, Reissuing: r.Reissuing,
		}
		kit.AtInstall = kit.State == string(carrier.ProfileReleased) && r.StartRule.StartsAtInstall(r.Started)
		if kit.ErasedAt != nil || kit.Reissuing {
			list = append(list, kit)
			continue
		}
		code, err := s.sealer.Open(SealPurpose, r.Activation)
		if err != nil {
			return nil, fmt.Errorf("open activation code of line %d: %w", r.LineID, err)
		}
		lpa, err := esim.ParseLPA(string(code))
		if err != nil {
			return nil, fmt.Errorf("activation code of line %d: %w", r.LineID, err)
		}
		kit.LPA, kit.SMDP, kit.MatchingID = lpa.String(), lpa.SMDP, lpa.MatchingID
		kit.IOSURL, kit.AndroidURL = esim.InstallLinks(lpa)
		list = append(list, kit)
	}
	return list, nil
}

// installable is the state of a profile whose code is in the shopper's hands: what the carrier still does before it releases
// the profile is over when somebody scans.
func installable(state string) string {
	switch carrier.Profile(state) {
	case carrier.ProfileAvailable, carrier.ProfileAllocated, carrier.ProfileLinked, carrier.ProfileConfirmed:
		return string(carrier.ProfileReleased)
	}
	return state
}
