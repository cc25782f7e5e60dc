import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from '../../i18n/react';
import type { DestinationChoice, Facets, ListingQuery } from '../../gw/types';
import { FieldError, invalidProps } from '../form/FieldError';
import { Flag } from '../page/Flags';
import { Icon } from '../page/Icon';
import { useFragment } from '../../router/fragment';
import { ALL, CHOICES, filterCount, type Choice } from './listingQuery';

type Props = {
  query: ListingQuery;
  facets: Facets;
  destinations: readonly DestinationChoice[];
  /** All destinations were deselected, and the shop has selected the previous ones again. */
  destinationRequired: boolean;
};

/**
 * The filter fields of the listing's GET form. On phones and tablets they are a sheet at the bottom: what is beside it
 * belongs to the summary, so that a press there closes it, also without scripts.
 */
export function ListingFilters({ query, facets, destinations, destinationRequired }: Props) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (sheet.current) sheet.current.open = false;
  };
  const count = filterCount(query);
  return (
    <div className="lg:row-span-2">
      <details ref={sheet} data-sheet className="peer group lg:hidden">
        <summary className="btn btn-secondary w-full group-open:before:fixed group-open:before:inset-0 group-open:before:z-40 group-open:before:bg-ink/50 sm:w-auto">
          <Icon name="filter" />
          {count > 0 ? t('listing:filtersOn', { count }) : t('listing:filters')}
        </summary>
      </details>
      <div className="hidden rounded-t-card bg-paper p-4 peer-open:block max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-50 max-lg:max-h-[85dvh] max-lg:overflow-y-auto max-lg:overscroll-contain lg:block lg:rounded-card lg:border lg:border-line">
        <h2 className="mb-3 text-20 font-semibold lg:text-16">{t('listing:filters')}</h2>
        {query.keyword && <input type="hidden" name="keyword" value={query.keyword} />}
        <Destinations
          key={query.countries.join()}
          choices={destinations}
          selected={query.countries}
          required={destinationRequired}
        />
        {CHOICES.map((name) => (
          <Choices key={name} name={name} counts={facets[name]} selected={query[name]} />
        ))}
        <p className="mt-4 max-lg:sticky max-lg:-bottom-4 max-lg:-mx-4 max-lg:-mb-4 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:p-4">
          <button type="submit" onClick={close} className="btn btn-primary w-full">
            {t('listing:apply')}
          </button>
        </p>
      </div>
    </div>
  );
}

// At least one destination is selected, or all of them, which is a box of its own: deselecting the last one is refused here.
// Where React does not run, the form says which were selected, and the shop selects them again.
function Destinations({
  choices,
  selected,
  required,
}: {
  choices: readonly DestinationChoice[];
  selected: string[];
  required: boolean;
}) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(required);
  if (choices.length < 2) return null;
  const error = refused ? t('listing:destinationRequired') : undefined;
  const keepOne = (event: MouseEvent<HTMLInputElement>) => {
    const boxes = event.currentTarget.form?.querySelectorAll('input[name="countries"]:checked');
    const none = boxes?.length === 0;
    if (none) event.preventDefault();
    setRefused(none);
  };
  return (
    <fieldset className="border-b border-line pb-4">
      <legend className="mb-2 font-semibold">{t('listing:filter.destination')}</legend>
      <input type="hidden" name="kept" value={selected.join() || ALL} />
      <div role="alert">
        <FieldError name="countries" message={error} />
      </div>
      <DestinationBoxes {...{ choices, selected, error }} onClick={keepOne} />
    </fieldset>
  );
}

type BoxesProps = {
  choices: readonly DestinationChoice[];
  selected: string[];
  error: string | undefined;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
};

function DestinationBoxes(boxes: BoxesProps) {
  const { choices, selected, error } = boxes;
  const inside = useFragment(['boxes', choices, selected, error], <Boxes {...boxes} />);
  return <ul className="checkbox-list max-h-72 overflow-y-auto" {...inside} />;
}

function Boxes({ choices, selected, error, onClick }: BoxesProps) {
  const { t } = useTranslation();
  const all = { code: ALL, name: t('listing:allDestinations'), count: '' };
  return [all, ...choices].map(({ code, name, count }) => (
    <li key={code}>
      <label>
        <input
          type="checkbox"
          name="countries"
          value={code}
          defaultChecked={code === ALL ? !selected.length : selected.includes(code)}
          onClick={onClick}
          {...invalidProps('countries', error)}
        />
        {code === ALL ? <Icon name="globe" /> : <Flag code={code} />}
        {name} <span>{count}</span>
      </label>
    </li>
  ));
}

type ChoicesProps = { name: Choice; counts: Facets[Choice]; selected?: string };

function Choices({ name, counts, selected = '' }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="border-b border-line py-4 last-of-type:border-0 last-of-type:pb-0">
      <legend className="float-left mb-2 w-full font-semibold">
        {t(`listing:filter.${name}`)}
      </legend>
      <div className="clear-both flex flex-wrap gap-2">
        <Chip name={name} value="" checked={selected === ''} label={t('listing:any')} />
        {counts.map(({ value, count }) => (
          <Chip
            key={value}
            name={name}
            value={value}
            checked={selected === value}
            label={t(`listing:value.${name}.${value}`)}
            count={count}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChipProps = { name: string; value: string; checked: boolean; label: string; count?: number };

function Chip({ name, value, checked, label, count }: ChipProps) {
  return (
    <label className="hidden-until-next pill gap-1.5 px-3.5 text-14 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary lg:min-h-9">
      <input type="radio" name={name} value={value} defaultChecked={checked} className="sr-only" />
      {label}
      {count !== undefined && <span className="font-normal text-muted">{count}</span>}
    </label>
  );
}
