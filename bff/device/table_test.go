package device_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/device"
)

func testTable(t *testing.T, s *device.Service) {
	t.Helper()
	devices, err := s.Models(ctx, "zh")
	require.NoError(t, err)
	require.Greater(t, len(devices), 100)
	byModel := map[string]device.Model{}
	for _, d := range devices {
		byModel[d.Name] = d
		require.NotNil(t, d.Exceptions)
	}
	require.False(t, byModel["Galaxy S20 FE"].ESIM)
	require.Equal(t, 2, byModel["iPhone 13"].ActiveESIMs)
	require.Equal(t, "可同时使用两个 eSIM。", byModel["iPhone 13"].Note)
	cn := func(model string) (device.Exception, bool) {
		for _, e := range byModel[model].Exceptions {
			if slices.Contains(e.SoldIn, "CN") {
				return e, true
			}
		}
		return device.Exception{}, false
	}
	for _, model := range []string{"iPhone 12", "iPhone 15 Pro", "iPhone 17"} {
		e, ok := cn(model)
		require.True(t, ok, model)
		require.False(t, e.ESIM, model)
	}
	air, ok := cn("iPhone Air")
	require.True(t, ok)
	require.True(t, air.ESIM)
	require.Contains(t, air.Note, "旅行 eSIM")
}
