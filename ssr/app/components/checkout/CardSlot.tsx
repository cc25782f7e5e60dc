import { useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import type { Budget } from '../../gw/types';
import type CardEntry from './CardEntry';

type Props = {
  entry: NonNullable<PageDataByKind['order']['cardEntry']>;
  budget: Budget;
  onComplete: (complete: boolean) => void;
};

/** Where the card's fields appear under the payment methods, while the card is chosen. They are loaded after the page. */
export function CardSlot({ entry, budget, onComplete }: Props) {
  const { t } = useTranslation();
  const [Fields, setFields] = useState<ComponentType<Parameters<typeof CardEntry>[0]>>();
  useEffect(() => {
    let unmounted = false;
    import('./CardEntry').then(
      ({ default: loaded }) => {
        if (!unmounted) setFields(() => loaded);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, []);
  return (
    Fields && (
      <div className="mt-4 hidden [main:has([value=card]:checked)_&]:block">
        <p className="text-14 text-muted">{t('checkout:payment.cardNow')}</p>
        <Fields
          {...entry}
          amount={budget.orderTotal}
          currency={budget.currency}
          onComplete={onComplete}
        />
      </div>
    )
  );
}
