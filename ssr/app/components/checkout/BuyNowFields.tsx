import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import type { FormState } from '../form/AddressFields';
import { Check } from '../form/Check';
import { StartDate } from '../plan/StartDate';

type Page = PageDataByKind['order'];
type Props = {
  item: NonNullable<Page['source']['item']>;
  days: Page['startDates'];
  form: FormState;
};

/**
 * The single plan that is being bought, as hidden fields. The compatibility check is asked for again when
 * the address does not say that it was made; a SIM that gets more data is in its device already. A day that cannot be had
 * any more is asked for again here, where nothing else that was typed is lost.
 */
export function BuyNowFields({ item, days, form }: Props) {
  const { t } = useTranslation();
  const name = 'compatibilityConfirmed';
  const ask = item.simType === 'esim' && !item.compatibilityConfirmed && !item.simId;
  return (
    <>
      <input type="hidden" name="goodsId" value={item.goodsId} />
      <input type="hidden" name="simType" value={item.simType} />
      <input type="hidden" name="quantity" value={item.quantity} />
      {item.numberId && <input type="hidden" name="numberId" value={item.numberId} />}
      {item.startDate && <input type="hidden" name="startDate" value={item.startDate} />}
      {days && <StartDate days={days} />}
      {item.simId && <input type="hidden" name="simId" value={item.simId} />}
      {!ask && <input type="hidden" name={name} value={item.compatibilityConfirmed ? '1' : '0'} />}
      {ask && (
        <div className="mt-4">
          <Check name={name} checked={form.value(name) === '1'} error={form.field(name)}>
            {t('checkout:compatibility')}
          </Check>
        </div>
      )}
    </>
  );
}
