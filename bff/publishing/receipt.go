package publishing

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/editor"
)

// Receipt is what a publication did to the pages.
type Receipt struct {
	Pages []Seen
	// Err is why nobody could look at the pages, nil when somebody did.
	Err error
}

// keepFor is how long keeping a receipt may take, also when whoever waited for it has gone.
const keepFor = 5 * time.Second

// Publish looks at the pages of a text, publishes it, waits until they are fresh and keeps the receipt. publish may return a
// publication without a number: nothing was published then. The error is that of publish, or says that the texts could not be
// read before it.
func (s *Service) Publish(
	ctx context.Context, t editor.Text, publish func(ctx context.Context) (editor.Publication, error),
) (editor.Publication, Receipt, error) {
	watch, err := s.Watch(ctx, t)
	if err != nil {
		return editor.Publication{}, Receipt{}, err
	}
	p, err := publish(ctx)
	if err != nil || p.ID == 0 {
		return p, Receipt{}, err
	}
	var out Receipt
	out.Pages, out.Err = watch.Fresh(ctx)
	kept := editor.Receipt{Unknown: out.Err != nil}
	for _, one := range out.Pages {
		kept.Pages = append(kept.Pages, editor.FreshPage{Address: one.Address, Milliseconds: one.Milliseconds})
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepFor)
	defer cancel()
	if err := s.Texts.KeepReceipt(ctx, p.ID, kept); err != nil {
		s.log().ErrorContext(ctx, "the receipt of a publication is not kept", "text", t.String(), "publication", p.ID, "error", err)
	}
	return p, out, nil
}

// PublishScheduled makes a scheduled publication whose time has come, and keeps its receipt.
func (s *Service) PublishScheduled(ctx context.Context, id int64) error {
	return s.onTime(ctx, id, s.Texts.PublishScheduled)
}

// ExpireScheduled takes a scheduled publication back whose time is over, and keeps the receipt of that.
func (s *Service) ExpireScheduled(ctx context.Context, id int64) error {
	return s.onTime(ctx, id, s.Texts.ExpireScheduled)
}

func (s *Service) onTime(ctx context.Context, id int64, move func(ctx context.Context, id int64) error) error {
	t, due, err := s.Texts.Scheduled(ctx, id)
	if err != nil {
		return err
	}
	if !due { // it is too early, and says for how long, or it was made
		return move(ctx, id)
	}
	before, err := s.Texts.Last(ctx, t)
	if err != nil {
		return err
	}
	_, _, err = s.Publish(ctx, t, func(ctx context.Context) (editor.Publication, error) {
		if err := move(ctx, id); err != nil {
			return editor.Publication{}, err
		}
		last, err := s.Texts.Last(ctx, t)
		if err != nil || last == before {
			return editor.Publication{}, err
		}
		return editor.Publication{ID: last, Text: t}, nil
	})
	return err
}
