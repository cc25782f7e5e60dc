import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import type { Goods } from '../../gw/types';
import type { PageDataByKind } from '../../gw/page';
import { money } from '../../i18n/format';
import { TextLink } from '../../router/LocalizedLink';
import { useActionErrors, useBusy, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { ErrorSummary } from '../form/ErrorSummary';
import { FieldError, fieldId, invalidProps } from '../form/FieldError';
import { RadioCard } from '../form/RadioCard';
import { Alert } from '../page/Alert';
import { Icon } from '../page/Icon';
import { DueToday, useDue } from './DueToday';
import { NumberPicker } from './NumberPicker';
import { NumberSearch } from './NumberSearch';
import { OtherDevice } from './OtherDevice';
import { QuantityField } from './QuantityField';
import { StartDate } from './StartDate';
import { unpressable } from '../form/unpressable';
import { useFromDom } from '../form/useFromDom';

type Props = { goods: Goods } & Pick<
  PageDataByKind['detail'],
  'options' | 'facts' | 'numbers' | 'numberKeyword' | 'startDates'
>;

/** SIM type, quantity, compatibility check, price, and the two ways on: into the cart, or straight to checkout. */
export function BuyBox({ goods, options, facts, numbers, numberKeyword = '', startDates }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const errors = useActionErrors();
  // On a phone what was refused may be screens away from the buttons.
  const { outcome } = errors;
  useEffect(() => {
    if (outcome) document.querySelector<HTMLElement>('#buy [aria-invalid="true"]')?.focus();
  }, [outcome]);
  const first = options.find((option) => option.available) ?? options[0];
  const types = useRef<HTMLFieldSetElement>(null);
  const simType = useFromDom(
    types,
    (inputs) => inputs.querySelector<HTMLInputElement>('input:checked')?.value,
    errors.value('simType', first?.simType ?? 'esim'),
  );
  const chosen = options.find((option) => option.simType === simType) ?? first;
  const form = useRef<HTMLFormElement>(null);
  const quantity = Number(errors.value('quantity', '1')) || 1;
  const picked = numbers?.find(({ numberId }) => numberId === errors.value('numberId'));
  const due = useDue(form, { price: goods.price, deposit: facts.deposit }, quantity, picked?.fee);
  const sent = errors.value('simType');
  const offered = options.find((option) => option.simType === sent) ?? first;
  if (!chosen?.available && !options.some((option) => option.available)) {
    return (
      <Alert kind="warning" title={t('detail:soldOut.title')}>
        {t('detail:soldOut.text')}
      </Alert>
    );
  }
  // A search that finds nothing comes without a list.
  const pool = numbers ?? (numberKeyword ? [] : undefined);
  // Without scripts nothing can hide the check when a SIM card is chosen, so it is there whenever there is an eSIM.
  const other = errors.value('forOtherDevice') === '1';
  const hasEsim = options.some((option) => option.simType === 'esim');
  const general = Object.keys(errors.fields).length === 0 ? errors.message : undefined;
  return (
    <>
      {pool && <NumberSearch />}
      <Form ref={form} method="post" id="buy" noValidate>
        <ErrorSummary message={general} outcome={errors.outcome} />
        {goods.contractPeriod ? (
          <DueToday goods={goods} due={due} />
        ) : (
          <p className="text-32 font-semibold leading-tight">
            {money(goods.price, goods.currency, lang)}
          </p>
        )}
        <fieldset ref={types} className="mt-3">
          <legend className="mb-2 font-medium">{t('detail:simType')}</legend>
          <div className="grid gap-2">
            {options.map((option) => (
              <RadioCard
                key={option.simType}
                name="simType"
                value={option.simType}
                defaultChecked={option.simType === offered?.simType}
                disabled={!option.available}
                label={t(`plan:simType.${option.simType}`)}
                note={t(option.available ? `detail:simTypeHint.${option.simType}` : 'plan:soldOut')}
              />
            ))}
          </div>
          <FieldError name="simType" message={errors.field('simType')} />
        </fieldset>
        {(pool || goods.transferNumber) && (
          <NumberPicker
            numbers={pool}
            keyword={numberKeyword}
            transfer={goods.transferNumber ?? false}
          />
        )}
        {startDates && <StartDate days={startDates} />}
        <div className="mt-3">
          <QuantityField name="quantity" max={chosen?.maxQuantity ?? 1} initial={quantity} />
          <FieldError name="quantity" message={errors.field('quantity')} />
        </div>
        {hasEsim && (
          <div className={`mt-1 ${simType === 'esim' ? '' : 'js:hidden'}`}>
            <label className="flex items-start gap-3 py-2">
              <input
                type="checkbox"
                id={fieldId('compatibilityConfirmed')}
                name="compatibilityConfirmed"
                value="1"
                defaultChecked={errors.value('compatibilityConfirmed') === '1'}
                className="mt-0.5 size-5 shrink-0 accent-primary"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- where no scripts run, too
                autoFocus={errors.field('compatibilityConfirmed') !== undefined}
                {...invalidProps('compatibilityConfirmed', errors.field('compatibilityConfirmed'))}
              />
              <span>{t('detail:compatibility.label')}</span>
            </label>
            <FieldError
              name="compatibilityConfirmed"
              message={errors.field('compatibilityConfirmed')}
            />
            <OtherDevice
              shown={errors.field('forOtherDevice') !== undefined || other}
              checked={other}
              error={errors.field('forOtherDevice')}
            />
            <p className="text-14">
              <TextLink
                to={`${paths.esim(lang, { goodsId: goods.goodsId })}#check`}
                className="gap-1 lg:min-h-8"
              >
                {t('detail:compatibility.link')}
              </TextLink>
            </p>
          </div>
        )}
        <div className="mt-2 flex flex-wrap gap-2 bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-2">
          {/* A phone that lies on its side is low: there name, price and buttons stand in one row. */}
          <p className="flex min-w-0 basis-full items-baseline justify-between gap-4 text-14 lg:hidden landscape:basis-48 landscape:flex-1 landscape:flex-col landscape:items-start landscape:justify-center landscape:gap-0">
            <span className="min-w-0 wrap-anywhere">{goods.name}</span>
            <span className="shrink-0">
              {goods.contractPeriod && <>{t('detail:due.today')} </>}
              <strong className="text-16">
                {money(goods.contractPeriod ? due.total : goods.price, goods.currency, lang)}
              </strong>
            </span>
          </p>
          <button
            type="submit"
            name="intent"
            value="cart"
            className="btn btn-secondary flex-1 px-3"
            {...unpressable(busy)}
          >
            <Icon name="cart" className="size-5 max-sm:hidden" />
            {t('detail:addToCart')}
          </button>
          <button
            type="submit"
            name="intent"
            value="buyNow"
            className="btn btn-primary flex-1 px-3"
            {...unpressable(busy)}
          >
            {t('detail:buyNow')}
          </button>
        </div>
      </Form>
    </>
  );
}
