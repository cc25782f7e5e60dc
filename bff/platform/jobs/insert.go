package jobs

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// insertJobs writes jobs and notifies the workers that wait for them, as the queue's own client does in two statements, which can be no
// part of another one.
//
//go:embed insert.sql
var insertJobs string

type jobRow struct {
	Args  Args       `json:"args"`
	Kind  string     `json:"kind"`
	Most  int        `json:"most"`
	Queue string     `json:"queue"`
	At    *time.Time `json:"at"`
}

// EnqueueWith inserts jobs if a condition holds, in one statement with the common table expression cte, "name as (...), ", which the
// condition may read. It reports whether the jobs were inserted. None of them may ask for Once.
func (q *Queue) EnqueueWith(ctx context.Context, c pg.Conn, cte pg.Fragment, condition string, jobs ...Job) (bool, error) {
	metadata := tracing.Metadata(ctx)
	if metadata == nil {
		metadata = []byte("{}")
	}
	rows := make([]jobRow, len(jobs))
	for i, j := range jobs {
		rows[i] = jobRow{Args: j.Args, Kind: j.Args.Kind(), Most: j.MaxAttempts, Queue: q.queues.of(j.Args.Kind()).Name}
		if j.MaxAttempts == 0 {
			rows[i].Most = river.MaxAttemptsDefault
		}
		if !j.At.IsZero() {
			rows[i].At = &j.At
		}
	}
	args := map[string]any{"jobs": pg.AsJSON(rows), "job_metadata": pg.AsJSON(json.RawMessage(metadata)), "job_now": time.Now()}
	maps.Copy(args, cte.Args)
	statement := `with ` + cte.SQL + strings.Replace(insertJobs, "%s", condition, 1)
	done, err := pg.List[struct{ Added, Notified int }](c, "enqueue "+rows[0].Kind, statement, args)
	if err != nil {
		return false, err
	}
	return done[0].Added > 0, nil
}
