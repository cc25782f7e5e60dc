import type { ReactElement } from 'react';
import { useTranslation } from '../../i18n/react';
import { Fold } from './Fold';

type Props = {
  /** The `li` of the list, each with its key. */
  items: readonly ReactElement[];
  className: string;
};

/** The length from which on a list is folded, and how many of its items stay visible. */
const MIN_LENGTH = 8;
const VISIBLE = 5;

/** A list of which only the beginning is shown when it is long; the rest opens, also without scripts. */
export function LongList({ items, className }: Props) {
  const { t } = useTranslation();
  if (items.length < MIN_LENGTH) return <ul className={className}>{items}</ul>;
  const rest = items.slice(VISIBLE);
  return (
    <>
      <ul className={className}>{items.slice(0, VISIBLE)}</ul>
      <Fold title={t('common:more', { count: rest.length })} className="mt-4 rounded-control">
        <ul className={`${className} pb-4`}>{rest}</ul>
      </Fold>
    </>
  );
}
