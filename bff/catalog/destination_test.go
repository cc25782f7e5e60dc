package catalog_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestADestinationsPlansByReach(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	plans := func(code string) string {
		o, err := f.service.Overview(ctx, global, "en", code)
		require.NoError(t, err, code)
		var out []string
		for _, s := range o.Sections {
			var ids []string
			for _, g := range s.Goods {
				require.True(t, g.Covers(code), g.ID)
				ids = append(ids, g.ID)
			}
			out = append(out, string(s.Reach)+": "+strings.Join(ids, " "))
		}
		return strings.Join(out, "; ")
	}
	require.Equal(t, "only: jp-3g-7 jp-10g-15 jp-u2-8; region: as13-1d-8 m-as-10g as13-20g-30; "+
		"global: gl-5g-30 gl-1d-10 m-gl-20g gl-10g-365 gl-20g-90", plans("JP"))
	require.Equal(t, "region: lat-5g-15", plans("BO"), "a destination that no plan has for itself")
	require.Equal(t, "only: hk-8g-8v hk-30g-30v; region: hkmo-6g-4 chm-5g-8 m-chm-15g as13-1d-8 m-hk-30g hkcn-2n-12g m-as-10g chm-20g-30 as13-20g-30 m-hk-100g; "+
		"global: gl-5g-30 gl-1d-10 m-gl-20g gl-10g-365 gl-20g-90", plans("HK"), "plans of two neighbouring regions are regional")

	o, err := f.service.Overview(ctx, hongKong, "zh", "JP")
	require.NoError(t, err)
	require.Equal(t, "日本", o.Destination.Name)
	require.Equal(t, "亚洲", o.Region.Name)
	require.Equal(t, "jp-u2-8", o.BestValue)

	f.exec(t, `update stock set on_hand = allocated where tenant_id = 20 and sku like 'jp-3g-7:%'`)
	f.exec(t, `update stock set on_hand = allocated where tenant_id = 20 and sku like 'jp-u2-8:%'`)
	f.service.Invalidate(global)
	require.True(t, strings.HasPrefix(plans("JP"), "only: jp-10g-15 jp-3g-7 jp-u2-8; "), "what is sold out comes last")
	o, err = f.service.Overview(ctx, global, "en", "JP")
	require.NoError(t, err)
	require.Equal(t, "jp-10g-15", o.BestValue, "what is sold out is no best value")

	f.exec(t, `update product set visible = false where tenant_id = 20 and goods_id = 'lat-5g-15'`)
	f.service.Invalidate(global)
	for _, code := range []string{"BO", "KZ", "", "jp"} {
		_, err = f.service.Overview(ctx, global, "en", code)
		require.Equal(t, "not_found", fault.Code(err), code)
	}
}

func TestADestinationIsFoundByItsOtherNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, want := range map[string]string{
		"japan": "JP", "日本": "JP", "tokyo": "JP", "jp": "JP", "south-korea": "KR", "uk": "GB", "hong-kong": "HK", "United Kingdom": "GB",
		"asia": "", "jap": "", "": "", "kazakhstan": "", "esim": "",
	} {
		code, ok, err := f.service.Alias(context.Background(), global, name)
		require.NoError(t, err, name)
		require.Equal(t, want != "", ok, name)
		if ok {
			require.Equal(t, want, code, name)
		}
	}
	_, ok, err := f.service.Alias(context.Background(), 99, "japan")
	require.NoError(t, err)
	require.False(t, ok, "a site that sells nothing there")
}
