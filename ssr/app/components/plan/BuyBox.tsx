import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import type { Goods } from '../../gw/types';
import type { PageDataByKind } from '../../gw/page';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useActionErrors, useLang } from '../../router/page';
import { ErrorSummary } from '../form/ErrorSummary';
import { FieldError } from '../form/FieldError';
import { useDomValue } from '../form/useDomValue';
import { Alert } from '../page/Alert';
import { BuyBar } from './BuyBar';
import { Compatibility } from './Compatibility';
import { DueToday, useDue } from './DueToday';
import { NumberPicker } from './NumberPicker';
import { NumberSearch } from './NumberSearch';
import { QuantityField } from './QuantityField';
import { SimTypeChoice } from './SimTypeChoice';
import { StartDate } from './StartDate';

type Props = { goods: Goods } & Pick<
  PageDataByKind['detail'],
  'options' | 'facts' | 'numbers' | 'numberKeyword' | 'numberPage' | 'nextNumbers' | 'startDates'
>;

/** SIM type, quantity, compatibility check, price, and the buttons to add to the cart and to buy now. */
export function BuyBox(props: Props) {
  const { t } = useTranslation();
  if (props.options.some(({ available }) => available)) return <BuyForm {...props} />;
  return (
    <Alert kind="warning" title={t('detail:soldOut.title')}>
      {t('detail:soldOut.text')}
    </Alert>
  );
}

function BuyForm({
  goods,
  options,
  facts,
  numbers,
  numberKeyword = '',
  startDates,
  ...props
}: Props) {
  const lang = useLang();
  const errors = useActionErrors();
  const form = useRef<HTMLFormElement>(null);
  const types = useRef<HTMLFieldSetElement>(null);
  useFocusOnRefused(errors.outcome);
  const offered = (simType: string | undefined) =>
    options.find((option) => option.simType === simType) ?? options.find((one) => one.available)!;
  const atFirst = offered(errors.value('simType')).simType;
  const chosen = offered(
    useDomValue(
      types,
      (inputs) => inputs.querySelector<HTMLInputElement>('input:checked')?.value,
      errors.value('simType', atFirst),
    ),
  );
  const quantity = Number(errors.value('quantity', '1')) || 1;
  const picked = numbers?.find(({ numberId }) => numberId === errors.value('numberId'));
  const due = useDue(form, { price: goods.price, deposit: facts.deposit }, quantity, picked?.fee);
  // A search that finds nothing comes without a list.
  const pool = numbers ?? (numberKeyword ? [] : undefined);
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
        <SimTypeChoice ref={types} options={options} chosen={atFirst} />
        {(pool || goods.transferNumber) && (
          <NumberPicker
            numbers={pool}
            keyword={numberKeyword}
            page={props.numberPage ?? 1}
            next={props.nextNumbers}
            transfer={goods.transferNumber ?? false}
          />
        )}
        {startDates && <StartDate days={startDates} />}
        <div className="mt-3">
          <QuantityField name="quantity" max={chosen.maxQuantity} initial={quantity} />
          <FieldError name="quantity" message={errors.field('quantity')} />
        </div>
        {options.some(({ simType }) => simType === 'esim') && (
          <Compatibility goodsId={goods.goodsId} shown={chosen.simType === 'esim'} />
        )}
        <BuyBar goods={goods} dueToday={due.total} />
      </Form>
    </>
  );
}

// On a phone what was refused may be screens away from the buttons.
function useFocusOnRefused(outcome: object | undefined) {
  useEffect(() => {
    if (outcome) document.querySelector<HTMLElement>('#buy [aria-invalid="true"]')?.focus();
  }, [outcome]);
}
