import { diffArrays, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lang } from '../i18n';

type Props = { before: string; after: string; lang: Lang };

/** Shows the differences between two texts word by word; unchanged lines far from a change are left out. */
export function TextDiff({ before, after, lang }: Props) {
  const { t } = useTranslation('studio-texts');
  const parts = useMemo(() => diffTexts(before, after, lang), [before, after, lang]);
  if (before === after) return <p className="text-14 text-muted">{t('changes.none')}</p>;
  return (
    <div
      className="rounded-control border border-line bg-paper p-3 text-14 whitespace-pre-wrap wrap-anywhere"
      lang={lang}
      role="group"
      aria-label={t('changes.label')}
    >
      {parts.map(({ value, kind }, i) =>
        kind === 'added' ? (
          <ins key={i} className="bg-success-soft">
            {value}
          </ins>
        ) : kind === 'removed' ? (
          <del key={i} className="bg-danger-soft">
            {value}
          </del>
        ) : (
          <span key={i}>{value}</span>
        ),
      )}
    </div>
  );
}

type Part = { value: string; kind: 'same' | 'added' | 'removed' };

/** Compares two texts by lines, and replaced lines by words, which is fast for long texts, too. */
export function diffTexts(before: string, after: string, lang: Lang): Part[] {
  const out: Part[] = [];
  const lines = diffArrays(before.split('\n'), after.split('\n'));
  for (let i = 0; i < lines.length; i += 1) {
    const one = lines[i]!;
    const next = lines[i + 1];
    const text = `${one.value.join('\n')}\n`;
    if (one.removed && next?.added) {
      const words = diffWordsWithSpace(text, `${next.value.join('\n')}\n`, {
        intlSegmenter: new Intl.Segmenter(lang, { granularity: 'word' }),
      });
      for (const { value, added, removed } of words)
        out.push({ value, kind: added ? 'added' : removed ? 'removed' : 'same' });
      i += 1;
    } else if (one.added || one.removed)
      out.push({ value: text, kind: one.added ? 'added' : 'removed' });
    else out.push({ value: shortened(one.value, i === 0, i === lines.length - 1), kind: 'same' });
  }
  return out;
}

const CONTEXT_LINES = 3;

function shortened(lines: string[], first: boolean, last: boolean): string {
  if (lines.length <= 2 * CONTEXT_LINES + 1) return `${lines.join('\n')}\n`;
  const head = first ? [] : lines.slice(0, CONTEXT_LINES);
  const tail = last ? [] : lines.slice(-CONTEXT_LINES);
  return `${[...head, '…', ...tail].join('\n')}\n`;
}
