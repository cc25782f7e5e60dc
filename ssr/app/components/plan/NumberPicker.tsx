import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import { money } from '../../i18n/format';
import { useActionErrors, useLang, useShell } from '../../router/page';
import { Field } from '../form/Field';
import { FieldError, fieldId } from '../form/FieldError';
import { Icon } from '../page/Icon';
import { OWN_NUMBER } from './buyItem';
import { MoreNumbers, NumberSearchField } from './NumberSearch';

type Numbers = NonNullable<PageDataByKind['detail']['numbers']>;
type Props = {
  numbers: Numbers | undefined;
  keyword: string;
  /** Which page of the pool this is, and the next one, if there is one. */
  page: number;
  next: number | undefined;
  transfer: boolean;
};

/** The plan's number: one we choose, one picked from the pool (special ones name their fee), or the shopper's own. */
export function NumberPicker({ numbers, keyword, page, next, transfer }: Props) {
  const { t } = useTranslation();
  const { phoneExample } = useShell().tenant;
  const lang = useLang();
  const errors = useActionErrors();
  const selected = errors.value('numberId');
  const own = selected === OWN_NUMBER;
  const refused = errors.field('numberId') !== undefined;
  const whole = keyword === '' && page === 1;
  // The list without a search has numbers without a fee first: without one, there is none that the shop could choose.
  const gone = whole && !numbers?.some(({ fee }) => fee === 0);
  const firstSpecial = numbers?.find(({ fee }) => fee > 0);
  return (
    <fieldset id={fieldId('numberId')} className="mt-3">
      <legend className="mb-1 font-medium">{t('detail:number.title')}</legend>
      <div className="grid gap-2">
        {gone ? (
          <p className="text-14 text-muted">{t('detail:number.gone')}</p>
        ) : (
          <Choice value="" selected={selected} label={t('detail:number.any')} />
        )}
        {transfer && (
          <>
            <Choice value={OWN_NUMBER} selected={selected} label={t('detail:number.own')} />
            <div className="hidden gap-3 rounded-control bg-mist p-3 [main:has([value=own]:checked)_&]:grid">
              <Field
                {...errors.input('transferPhone')}
                type="tel"
                autoComplete="tel"
                label={t('detail:number.ownPhone')}
                hint={t('detail:number.ownHint', { example: phoneExample })}
                required={own}
              />
              <Field
                {...errors.input('transferNote')}
                label={t('detail:number.ownNote')}
                maxLength={200}
              />
            </div>
          </>
        )}
      </div>
      {numbers && (
        <details
          open={!whole || refused || numbers.some(({ numberId }) => numberId === selected)}
          className="mt-2 rounded-control border border-line px-3"
        >
          <summary className="flex min-h-11 items-center justify-between font-semibold">
            {t('detail:number.pick')}
            <Icon name="down" className="size-5" />
          </summary>
          <p className="mb-2 text-14 text-muted">{t('detail:number.hint')}</p>
          <NumberSearchField keyword={keyword} />
          <div className="my-2 grid gap-2">
            {numbers.map((one) => (
              <Fragment key={one.numberId}>
                {one === firstSpecial && (
                  <p className="mt-2 font-semibold">{t('detail:number.special')}</p>
                )}
                <Choice value={one.numberId} selected={selected} label={one.number} fee={one.fee}>
                  {one.fee > 0
                    ? t('detail:number.fee', { fee: money(one.fee, one.currency, lang) })
                    : t('detail:number.free')}
                </Choice>
              </Fragment>
            ))}
          </div>
          {next && <MoreNumbers page={next} />}
          {numbers.length === 0 && (
            <p role="status" className="pb-3">
              {t('detail:number.none')}
            </p>
          )}
        </details>
      )}
      <FieldError name="numberId" message={errors.field('numberId')} />
    </fieldset>
  );
}

type ChoiceProps = {
  value: string;
  selected: string;
  label: string;
  /** In minor units; the sum that is due counts it. */
  fee?: number;
  children?: ReactNode;
};

function Choice({ value, selected, label, fee, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 max-[20rem]:gap-2 max-[20rem]:px-2 has-checked:border-primary has-checked:bg-primary-soft">
      <input
        type="radio"
        name="numberId"
        value={value}
        defaultChecked={value === selected}
        data-fee={fee}
        className="size-5 shrink-0 accent-primary"
      />
      <span className="flex flex-1 flex-wrap items-center justify-between gap-x-3 font-semibold tabular-nums">
        {label}
        <span className="text-14 font-normal text-muted">{children}</span>
      </span>
    </label>
  );
}
