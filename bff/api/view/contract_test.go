package view

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Pages decide by the contract what they say of an order that was cancelled.
func TestTheContractKnowsWhyOrdersAreCancelled(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../order/order.go")
	require.NoError(t, err)
	var want []string
	for _, m := range regexp.MustCompile(`(?m)^\tReason\w+ += "(\w+)"$`).FindAllStringSubmatch(string(source), -1) {
		want = append(want, m[1])
	}
	require.NotEmpty(t, want)
	contract, err := os.ReadFile("../../../shared/openapi.yaml")
	require.NoError(t, err)
	list := regexp.MustCompile(`cancelReason:\n +type: string\n +enum: \[([^\]]+)\]`).FindSubmatch(contract)
	require.NotNil(t, list)
	require.ElementsMatch(t, want, regexp.MustCompile(`\w+`).FindAllString(string(list[1]), -1))
}
