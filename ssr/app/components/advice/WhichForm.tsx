import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import type { DestinationName } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { ErrorSummary } from '../form/ErrorSummary';
import { Field } from '../form/Field';
import { FieldError, errorId, fieldId } from '../form/FieldError';
import { Flag } from '../page/Flags';
import { Fold } from '../page/Fold';
import { tenthsText } from './whichText';

type Props = { data: PageDataByKind['which'] };

/** Asks for destinations, days and habits. It is a GET form, so that the result has a URL to share. */
export function WhichForm({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { popular, regions, habits, mostPlaces, mostDays, answers, errors } = data;
  const most: Record<string, number> = { countries: mostPlaces, days: mostDays };
  const messages = Object.fromEntries(
    Object.entries(errors).map(([name, code]) => [
      name,
      t(`which:error.${name}.${code}`, { count: most[name] }),
    ]),
  );
  const chosen = ({ code }: DestinationName) => answers.countries.includes(code);
  const tick = (place: DestinationName) => ({
    name: 'countries',
    value: place.code,
    defaultChecked: chosen(place),
  });
  // Selected destinations are listed with the popular ones, because the regions are folded.
  const listed = [...popular, ...regions.flatMap((region) => region.destinations.filter(chosen))];
  const folded = regions
    .map((region) => ({
      ...region,
      destinations: region.destinations.filter((place) => !chosen(place)),
    }))
    .filter(({ destinations }) => destinations.length > 0);
  return (
    // The key resets the form when the address has other answers.
    <Form
      key={JSON.stringify(answers)}
      method="get"
      action={paths.which(lang)}
      noValidate
      className="card grid gap-6"
    >
      <ErrorSummary fields={messages} />
      <Question
        name="countries"
        legend={t('which:places')}
        hint={t('which:placesHint', { count: mostPlaces })}
        error={messages['countries']}
      >
        <ul className="flex flex-wrap gap-2">
          {listed.map((place) => (
            <li key={place.code}>
              <label className="pill gap-2 px-3.5 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
                <input type="checkbox" {...tick(place)} className="sr-only" />
                <Flag code={place.code} />
                {place.name}
              </label>
            </li>
          ))}
        </ul>
        {folded.length > 0 && <p className="mb-2 mt-4 font-medium">{t('which:more')}</p>}
        {folded.map(({ code, name, destinations }) => (
          <Fold
            key={code}
            title={t('which:region', {
              name: name || t('which:other'),
              count: destinations.length,
            })}
            className="-mt-px first-of-type:rounded-t-control last-of-type:rounded-b-control has-checked:bg-primary-soft"
          >
            <ul className="checkbox-list pb-3 sm:columns-2">
              {destinations.map((place) => (
                <li key={place.code} className="break-inside-avoid">
                  <label>
                    <input type="checkbox" {...tick(place)} />
                    <Flag code={place.code} />
                    {place.name}
                  </label>
                </li>
              ))}
            </ul>
          </Fold>
        ))}
      </Question>
      <Field
        name="days"
        label={t('which:days')}
        hint={t('which:daysHint')}
        error={messages['days']}
        defaultValue={answers.days}
        inputMode="numeric"
        autoComplete="off"
        required
        className="max-w-[360px] [&_label]:text-16 [&_label]:font-semibold"
      />
      <Question name="habits" legend={t('which:habits')} error={messages['habits']}>
        <ul className="grid gap-2 sm:grid-cols-2">
          {habits.map(({ id, tenths }) => (
            <li key={id}>
              <Habit
                id={id}
                label={t(`which:habit.${id}`)}
                note={t(`which:habitNote.${id}`, { volume: tenthsText(tenths, lang) })}
                checked={answers.habits.includes(id)}
              />
            </li>
          ))}
        </ul>
      </Question>
      <p>
        <button type="submit" className="btn btn-primary w-full sm:w-auto">
          {t('which:submit')}
        </button>
      </p>
    </Form>
  );
}

type HabitProps = { id: string; label: string; note: string; checked: boolean };

function Habit({ id, label, note, checked }: HabitProps) {
  return (
    <label className="flex h-full min-h-14 items-center gap-3 rounded-control border border-line px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft">
      <input
        type="checkbox"
        name="habits"
        value={id}
        defaultChecked={checked}
        className="size-5 shrink-0 accent-primary"
      />
      <span className="min-w-0 flex-1 font-semibold">
        {label}
        <span className="block text-14 font-normal text-muted">{note}</span>
      </span>
    </label>
  );
}

type QuestionProps = {
  name: string;
  legend: string;
  hint?: string;
  error?: string;
  children: ReactNode;
};

/** A question that is answered by ticking boxes; the summary of what is wrong leads to it. */
function Question({ name, legend, hint, error, children }: QuestionProps) {
  return (
    <fieldset id={fieldId(name)} tabIndex={-1} aria-describedby={error ? errorId(name) : undefined}>
      <legend className="font-semibold">{legend}</legend>
      {hint && <p className="text-14 text-muted">{hint}</p>}
      <FieldError name={name} message={error} />
      <div className="mt-3">{children}</div>
    </fieldset>
  );
}
