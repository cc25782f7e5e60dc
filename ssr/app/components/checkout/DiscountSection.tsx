import type { PageDataByKind } from '../../gw/page';
import type { Budget, Discount } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import type { FormState } from '../form/AddressFields';
import { Field } from '../form/Field';
import { Fold } from '../page/Fold';
import { Icon } from '../page/Icon';

type Props = { form: FormState; budget: Budget; rewards: PageDataByKind['order']['rewards'] };

/** The discounts, folded while none is used: one code of each kind with its status. Referral codes and points are for customers only. */
export function DiscountSection({ form, budget, rewards }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const friend = budget.discounts.find(({ kind }) => kind === 'referral');
  const kinds = [
    { kind: 'promo', name: 'coupon' },
    ...(rewards?.referralAllowed || friend ? [{ kind: 'referral', name: 'referral' }] : []),
    ...(rewards?.points || form.value('points') ? [{ kind: 'points', name: 'points' }] : []),
  ];
  const hints: Record<string, string | undefined> = {
    referral:
      friend && friend.code === rewards?.referralCode
        ? t('checkout:discount.fromSignup')
        : undefined,
    points:
      rewards &&
      t('checkout:discount.balance', {
        count: rewards.points,
        worth: money(rewards.worth, budget.currency, lang),
      }),
  };
  const used = kinds.some(({ name }) => form.value(name)) || budget.discounts.length > 0;
  return (
    <Fold
      title={t(kinds.length > 1 ? 'checkout:discount.title' : 'checkout:discount.ask')}
      className="rounded-card bg-paper sm:px-6"
      open={used || kinds.length > 1 || kinds.some(({ name }) => form.field(name))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {kinds.map(({ kind, name }) => {
          const found = budget.discounts.find((discount) => discount.kind === kind);
          const typed = found?.kind === 'points' ? String(found.points ?? '') : found?.code;
          return (
            <div key={kind}>
              <Field
                name={name}
                label={t(`checkout:discount.${kind}`)}
                defaultValue={form.value(name, typed)}
                error={form.field(name) ?? (found && !found.applied ? found.message : undefined)}
                hint={hints[kind]}
                autoComplete="off"
                inputMode={kind === 'points' ? 'numeric' : 'text'}
                maxLength={40}
              />
              <Applied discount={found} currency={budget.currency} />
            </div>
          );
        })}
      </div>
      <button type="submit" name="intent" value="budget" className="btn btn-secondary my-4">
        {t('checkout:discount.apply')}
      </button>
    </Fold>
  );
}

function Applied({ discount, currency }: { discount?: Discount; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!discount?.applied) return null;
  return (
    <p className="mt-1 flex items-center gap-1.5 text-14 font-medium text-success">
      <Icon name="check" className="size-4" />
      {t('checkout:discount.applied', { amount: money(discount.amount, currency, lang) })}
      {discount.message && <span className="block text-muted">{discount.message}</span>}
    </p>
  );
}
