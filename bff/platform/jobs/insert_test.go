package jobs_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// A job is the row that the queue's own client writes, now or for later.
func TestJobsAreWrittenAsByTheClient(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	queue, err := jobs.NewQueue(db, jobs.Queues{{Name: "bells", Kinds: []string{"ring"}}})
	require.NoError(t, err)
	client, err := river.NewClient(riverdatabasesql.New(db.SQL), &river.Config{})
	require.NoError(t, err)
	rows := func(insert func(ctx context.Context, tx *pg.Tx) error) []json.RawMessage {
		t.Helper()
		require.NoError(t, db.Gorm.Exec(`delete from river_job`).Error)
		require.NoError(t, db.InTx(t.Context(), insert))
		list, err := pg.List[json.RawMessage](db.Gorm, "read jobs", `
			select to_jsonb(j) - 'id' - 'created_at' - case when state = 'available' then 'scheduled_at' else '' end from river_job j order by id`)
		require.NoError(t, err)
		return list
	}
	later := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	ours := rows(func(ctx context.Context, tx *pg.Tx) error {
		return queue.Enqueue(ctx, tx, jobs.Job{Args: ringArgs{1}}, jobs.Job{Args: ringArgs{2}, At: later, MaxAttempts: 3}, jobs.Job{Args: roundArgs{}})
	})
	theirs := rows(func(ctx context.Context, tx *pg.Tx) error {
		_, err := client.InsertManyFastTx(ctx, tx.SQL(), []river.InsertManyParams{
			{Args: ringArgs{1}, InsertOpts: &river.InsertOpts{Queue: "bells"}},
			{Args: ringArgs{2}, InsertOpts: &river.InsertOpts{Queue: "bells", ScheduledAt: later, MaxAttempts: 3}},
			{Args: roundArgs{}},
		})
		return err
	})
	require.Len(t, ours, 3)
	for i := range ours {
		require.JSONEq(t, string(theirs[i]), string(ours[i]))
	}
}

// Jobs that are inserted with something else are inserted if a condition on it holds.
func TestJobsWithSomethingElse(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	const cte = `mark as (insert into secret_in_use (name, print, first_used, last_used)
		values (@name, '', now(), now()) on conflict do nothing returning name), `
	for i, want := range []bool{true, false} {
		done, err := queue.EnqueueWith(t.Context(), db.Conn(t.Context()), pg.Fragment{SQL: cte, Args: map[string]any{"name": "bell"}},
			`exists (select from mark)`, jobs.Job{Args: ringArgs{1}})
		require.NoError(t, err)
		require.Equal(t, want, done, "call %d", i)
	}
	var n sql.NullInt64
	require.NoError(t, db.Gorm.Raw(`select count(*) from river_job`).Scan(&n).Error)
	require.EqualValues(t, 1, n.Int64)
}
