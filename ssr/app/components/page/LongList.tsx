import type { ReactElement } from 'react';
import { useTranslation } from '../../i18n/react';
import { Icon } from './Icon';

type Props = {
  /** The `li` of the list, each with its key. */
  items: readonly ReactElement[];
  className: string;
};

const LONG = 8;
const SHOWN = 5;

/** A list of which only the beginning is shown when it is long; the rest opens, also without scripts. */
export function LongList({ items, className }: Props) {
  const { t } = useTranslation();
  if (items.length < LONG) return <ul className={className}>{items}</ul>;
  const rest = items.slice(SHOWN);
  return (
    <>
      <ul className={className}>{items.slice(0, SHOWN)}</ul>
      <details className="group">
        <summary className="flex min-h-11 w-fit items-center gap-1 font-medium text-primary">
          {t('common:more', { count: rest.length })}
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </summary>
        <ul className={className}>{rest}</ul>
      </details>
    </>
  );
}
