import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import type { Budget, Discount, ShippingMethod } from '../../gw/types';
import { fullName, money } from '../../i18n/format';
import { useLang } from '../../router/page';
import type { FormState } from '../form/AddressFields';
import { Field } from '../form/Field';
import { FieldError, fieldId } from '../form/FieldError';
import { RadioCard } from '../form/RadioCard';
import { Fold } from '../page/Fold';
import { Icon } from '../page/Icon';

type Page = PageDataByKind['order'];

/** One part of the checkout, with its title. */
export function Section({
  title,
  id,
  className = '',
  children,
}: {
  title: string;
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset id={id} className={`card ${className}`}>
      <legend className="float-left mb-4 w-full text-20 font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

/** Who orders, and where the mails go. */
export function ContactSection({ form, contact }: { form: FormState; contact: Page['contact'] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const field = (name: 'email' | 'fullName' | 'phone', known: string | undefined) => ({
    name,
    label: t(`checkout:contact.${name}`),
    defaultValue: form.value(name, known),
    error: form.error(name),
  });
  return (
    <Section title={t('checkout:contact.title')}>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Field
          {...field('email', contact?.email)}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={t('checkout:contact.emailHint')}
          className="sm:col-span-2"
          required
        />
        <Field
          {...field('fullName', contact && fullName(contact, lang))}
          autoComplete="name"
          maxLength={120}
          required
        />
        <Field
          {...field('phone', contact?.phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={t('checkout:contact.phoneHint')}
        />
      </div>
    </Section>
  );
}

type ShippingProps = {
  form: FormState;
  methods: readonly ShippingMethod[];
  chosen: string;
  /** No country is chosen, on which the prices depend. */
  estimated?: boolean;
  onChoice: () => void;
};

/** The ways to send a parcel to the chosen country. */
export function ShippingSection({ form, methods, chosen, estimated, onChoice }: ShippingProps) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Section title={t('checkout:shipping.title')} id={fieldId('shippingMethod')}>
      <div className="grid gap-2">
        {methods.map(({ code, name, eta, amount, currency }) => (
          <RadioCard
            key={`${code} ${code === chosen}`}
            name="shippingMethod"
            value={code}
            defaultChecked={code === chosen}
            onChange={onChoice}
            label={name}
            note={eta}
            end={amount === 0 ? t('plan:amount.free') : money(amount, currency, lang)}
          />
        ))}
      </div>
      {estimated && <p className="mt-3 text-14 text-muted">{t('checkout:shipping.estimate')}</p>}
      <FieldError name="shippingMethod" message={form.error('shippingMethod')} />
    </Section>
  );
}

type PaymentProps = {
  form: FormState;
  methods: Page['paymentMethods'];
  onChoice: (method: string) => void;
  /** The card's fields, where there are any. */
  children: ReactNode;
};

/** How the order is paid; it cannot be changed once the order is placed. */
export function PaymentSection({ form, methods, onChoice, children }: PaymentProps) {
  const { t } = useTranslation();
  const chosen = form.value('paymentMethod', methods[0]);
  return (
    <Section
      title={t('checkout:payment.title')}
      id={fieldId('paymentMethod')}
      className="group/method"
    >
      <div className="grid gap-2">
        {methods.map((method) => (
          <RadioCard
            key={`${method} ${method === chosen}`}
            name="paymentMethod"
            value={method}
            defaultChecked={method === chosen}
            onChange={() => onChoice(method)}
            label={t(`checkout:payment.${method}`)}
            note={t(`checkout:payment.hint.${method}`)}
          />
        ))}
      </div>
      {children}
      <p className="mt-3 text-14 text-muted">{t('checkout:payment.fixed')}</p>
      <FieldError name="paymentMethod" message={form.error('paymentMethod')} />
    </Section>
  );
}

type DiscountProps = { form: FormState; budget: Budget; rewards: Page['rewards'] };

/** One code of each kind, folded for those who have none; whether it counts stands beside it. A friend's code and points are a customer's. */
export function DiscountSection({ form, budget, rewards }: DiscountProps) {
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
      open={used || kinds.length > 1 || kinds.some(({ name }) => form.error(name))}
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
                error={form.error(name) ?? (found && !found.applied ? found.message : undefined)}
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
