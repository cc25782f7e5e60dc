package app_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Whoever reads the log may go or stop reading, and the disk that it is written to may be full: the shop stays open.
func TestTheShopRunsWhenNobodyReadsItsLog(t *testing.T) {
	t.Parallel()
	reader, gone, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	logs := map[string]*os.File{"nobody reads": gone, "the reader hangs": fullPipe(t)}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // Linux has it
		logs["full"] = full
	}
	binary := apptest.Build(t)
	for name, log := range logs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() { _ = log.Close() })
			shop := apptest.NewProgram(t, binary, "LOG_LEVEL=debug")
			shop.Log = log
			shop.Start()
			p := shop.Shopper(t)
			placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
			secret, _ := p.Create(placed.OrderNo)
			if status := p.Confirm(secret, "pm_card_visa"); status != 200 {
				t.Fatalf("confirm: %d", status)
			}
			waittest.Eventually(t, "the order is completed", func() bool {
				return count(t, shop.Shop, `select count(*) from orders where order_no = ? and status = 'completed'`, placed.OrderNo) == 1
			})
		})
	}
}

// fullPipe returns a pipe that takes nothing more, because whoever holds its other end does not read.
func fullPipe(t *testing.T) *os.File {
	t.Helper()
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = reader.Close() })
	require.NoError(t, writer.SetWriteDeadline(time.Now().Add(100*time.Millisecond)))
	if _, err := writer.Write(make([]byte, 4<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the pipe takes everything: %v", err)
	}
	return writer
}
