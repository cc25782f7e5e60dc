package editors

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/editor"
)

// pulledName is the file in an editor's folder that says which version each text was pulled as.
const pulledName = ".pulled.json"

func (d *CLI) pull(f *flag.FlagSet) ops.Action {
	shown := f.Bool("shown", false, "what visitors see, not the drafts")
	over := f.Bool("over", false, "replace files that were changed here")
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if len(c.Args) == 0 {
			return nil, ops.UsageErrorf("name the folder to write to")
		}
		versions, err := d.versions(ctx, c, *shown)
		if err != nil {
			return nil, err
		}
		folder := c.Args[0]
		if !*over {
			if err := d.unsaved(ctx, folder, versions); err != nil {
				return nil, err
			}
		}
		pulled, err := readPulled(folder)
		if err != nil {
			return nil, err
		}
		var out files
		for _, v := range versions {
			path := filepath.Join(folder, filepath.FromSlash(v.File.String()))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, fmt.Errorf("pull: %w", err)
			}
			if err := os.WriteFile(path, []byte(v.Source), 0o644); err != nil {
				return nil, fmt.Errorf("pull: %w", err)
			}
			pulled[v.File.String()] = v.ID
			out = append(out, path)
		}
		return out, pulled.write(folder)
	}
}

// versions are what a call to pull is about, in the order of the files.
func (d *CLI) versions(ctx context.Context, c ops.Call, shown bool) ([]*editor.Version, error) {
	all, err := d.Texts.List(ctx, c.Tenant)
	if err != nil {
		return nil, err
	}
	wanted := slices.Collect(maps.Keys(all))
	if len(c.Args) > 1 {
		if wanted, err = texts(c, c.Args[1:]); err != nil {
			return nil, err
		}
	}
	var out []*editor.Version
	for _, t := range wanted {
		states := all[t]
		if states == nil {
			if states, err = d.Texts.One(ctx, t); err != nil {
				return nil, err
			}
		}
		for _, state := range states {
			v := state.Newest()
			if shown {
				v = state.Shown
			}
			if v != nil {
				out = append(out, v)
			}
		}
	}
	slices.SortFunc(out, func(a, b *editor.Version) int { return strings.Compare(a.File.String(), b.File.String()) })
	return out, nil
}

// unsaved refuses to write over what was never handed in.
func (d *CLI) unsaved(ctx context.Context, folder string, versions []*editor.Version) error {
	var wrong []error
	for _, v := range versions {
		here, err := editor.ReadFile(os.DirFS(folder), v.File)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		known, err := d.Texts.HasVersion(ctx, here)
		if err != nil {
			return err
		}
		if !known {
			wrong = append(wrong, fmt.Errorf("%s was changed and not saved: save it, or say --over to lose that", v.File))
		}
	}
	return errors.Join(wrong...)
}

func (d *CLI) save(f *flag.FlagSet) ops.Action {
	over := f.Bool("over", false, "replace what others have saved since you pulled")
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if len(c.Args) != 1 {
			return nil, ops.UsageErrorf("name the folder with en and zh in it")
		}
		folder := c.Args[0]
		if found, err := os.Stat(folder); err != nil || !found.IsDir() {
			return nil, ops.UsageErrorf("there is no folder %s", folder)
		}
		read, err := editor.ReadFolder(os.DirFS(folder), ".", c.Tenant)
		if err != nil {
			return nil, errors.Join(err, editor.Check(read))
		}
		if len(read) == 0 {
			return nil, ops.UsageErrorf("%s has no texts: they are in en/KIND/NAME.md and zh/KIND/NAME.md", folder)
		}
		news, err := d.Texts.UnknownFiles(ctx, read)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(editor.Check(news), d.CheckLinks(ctx, news, read)); err != nil {
			return nil, err
		}
		pulled, err := readPulled(folder)
		if err != nil {
			return nil, err
		}
		versions, err := d.Texts.Save(ctx, read, editor.SaveOptions{Author: name(c), Pulled: pulled, Over: *over})
		if err != nil {
			return nil, err
		}
		var out saved
		links := map[editor.Text]string{}
		for _, v := range versions {
			pulled[v.File.String()] = v.ID
			if links[v.Text] == "" {
				if links[v.Text], err = d.Link(ctx, v.Text, editor.PreviewFor); err != nil {
					return nil, err
				}
			}
			out = append(out, draft{Text: v.Text.String(), Locale: v.Locale, Version: v.ID, Preview: links[v.Text]})
		}
		return out, pulled.write(folder)
	}
}

// pulled says which version each file of a folder was made from, by its place there.
type pulled map[string]int64

// readPulled reads what is known of a folder: nothing when it was not pulled.
func readPulled(folder string) (pulled, error) {
	out := pulled{}
	raw, err := os.ReadFile(filepath.Join(folder, pulledName))
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(folder, pulledName), err)
	}
	return out, nil
}

func (p pulled) write(folder string) error {
	raw, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", pulledName, err)
	}
	if err := os.WriteFile(filepath.Join(folder, pulledName), append(raw, '\n'), 0o644); err != nil {
		return fmt.Errorf("note what was pulled: %w", err)
	}
	return nil
}
