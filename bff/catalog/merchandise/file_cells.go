package merchandise

import "strings"

// byteOrderMark marks a file as UTF-8 for spreadsheets.
const byteOrderMark = "\ufeff"

// formulas begin what spreadsheets would compute instead of show.
const formulas = "=+-@\t\r＝＋－＠"

// escapeCell returns a cell that no spreadsheet evaluates as a formula.
func escapeCell(cell string) string {
	if cell != "" && strings.ContainsRune(formulas, []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}

// unescapeCell undoes escapeCell.
func unescapeCell(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && rest != "" && strings.ContainsRune(formulas, []rune(rest)[0]) {
		return rest
	}
	return cell
}

// separator is what stands between the cells of a file: spreadsheets write what is usual where they are.
func separator(file string) rune {
	head, _, _ := strings.Cut(file, "\n")
	best := ','
	for _, one := range []rune{';', '\t'} {
		if strings.Count(head, string(one)) > strings.Count(head, string(best)) {
			best = one
		}
	}
	return best
}
