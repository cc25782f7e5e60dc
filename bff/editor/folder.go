package editor

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/content"
)

// ReadFolder reads folder/{en,zh}/kind/name.md, whichever are there. The error names every file that is no text; the others
// come with it.
func ReadFolder(files fs.FS, folder string, tenant int64) ([]File, error) {
	var out []File
	var wrong []error
	err := fs.WalkDir(files, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		rest := strings.TrimSuffix(strings.TrimPrefix(name, folder+"/"), ".md")
		locale, text, _ := strings.Cut(rest, "/")
		if !slices.Contains(content.Languages, locale) {
			wrong = append(wrong, fmt.Errorf("%s: its folder is no language: %s", name, strings.Join(content.Languages, ", ")))
			return nil
		}
		t, err := ParseText(tenant, text)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			return nil
		}
		f := File{Text: t, Locale: locale}
		f.Source, err = source(files, name)
		out = append(out, f)
		return err
	})
	return out, errors.Join(append(wrong, err)...)
}

// ReadFile reads again what a folder has as a file of the same text and language. The error is fs.ErrNotExist where it has
// none.
func ReadFile(files fs.FS, f File) (File, error) {
	var err error
	f.Source, err = source(files, f.String())
	return f, err
}

// byteOrderMark is what some editors for Windows write before a text.
const byteOrderMark = "\ufeff"

func source(files fs.FS, name string) (string, error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(raw), byteOrderMark), "\r\n", "\n"), nil
}
