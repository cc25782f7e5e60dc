package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// vendureLike answers with an order in the next of several states, and notes the tokens that it was called with.
type vendureLike struct {
	mu     sync.Mutex
	states []string
	tokens []string
}

func (v *vendureLike) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var call struct {
		Query     string
		Variables map[string]any
	}
	if json.NewDecoder(r.Body).Decode(&call) != nil || !strings.HasPrefix(call.Query, "mutation") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if len(v.tokens) == 0 {
		w.Header().Set("vendure-auth-token", "session")
	}
	v.tokens = append(v.tokens, r.Header.Get("Authorization"))
	_, _ = w.Write([]byte(`{"data": {"order": {"state": "` + v.states[len(v.tokens)-1] + `"}}}`))
}

func TestBuyingAtVendure(t *testing.T) {
	t.Parallel()
	like := &vendureLike{states: []string{"AddingItems", "AddingItems", "ArrangingPayment", "PaymentSettled"}}
	server := httptest.NewServer(like)
	defer server.Close()
	require.NoError(t, (&Vendure{api: server.URL}).Buy(t.Context(), 3, "ada@example.com"))
	require.Equal(t, []string{"", "Bearer session", "Bearer session", "Bearer session"}, like.tokens)

	declined := httptest.NewServer(&vendureLike{states: slices.Concat(like.states[:3], []string{"ArrangingPayment"})})
	defer declined.Close()
	err := (&Vendure{api: declined.URL}).Buy(t.Context(), 3, "ada@example.com")
	require.ErrorContains(t, err, "not with an order in state PaymentSettled")
}

func TestTheFirstTurnOfASideDoesNotCount(t *testing.T) {
	t.Parallel()
	s := comparedShop{turns: []turnResult{{1000, 1000, 0, 1000}, {3, 2, 30, 7}, {1, 0.5, 10, 9}, {2, 1, 20, 8}}}
	require.Equal(t, turnResult{2, 1, 20, 8}, s.medians())
}
