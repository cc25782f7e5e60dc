import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/react';
import { Form } from 'react-router';
import { BuyNowFields } from '../components/checkout/BuyNowFields';
import { CardSlot } from '../components/checkout/CardSlot';
import { CheckoutAddress } from '../components/checkout/CheckoutAddress';
import type { CheckoutExtra } from '../components/checkout/checkoutForm';
import { ContactSection } from '../components/checkout/ContactSection';
import { DiscountSection } from '../components/checkout/DiscountSection';
import { OrderSummary, isOrderable } from '../components/checkout/OrderSummary';
import { PaymentSection } from '../components/checkout/PaymentSection';
import { ShippingSection } from '../components/checkout/ShippingSection';
import { UnpaidOrders } from '../components/checkout/UnpaidOrders';
import { AttemptKey } from '../components/form/AttemptKey';
import { ErrorSummary } from '../components/form/ErrorSummary';
import { SwitchLanguageButton } from '../components/form/SwitchLanguageButton';
import { Alert } from '../components/page/Alert';
import { OtherDevice } from '../components/plan/OtherDevice';
import { TermsAgreement } from '../components/form/TermsAgreement';
import { useDraft } from '../components/form/useDraft';
import { money } from '../i18n/format';
import { failed, type PageAction, type PageHandle, type PageProps } from '../router/module';
import { useActionErrors, useBusy, useLang, type ActionErrors } from '../router/page';
import { ariaDisabled } from '../components/form/ariaDisabled';

export const handle: PageHandle = { i18n: ['checkout', 'plan'] };

// Its code comes with the first form that is sent, as the code that seals it does.
export const action: PageAction = (args) =>
  import('../components/checkout/checkoutAction').then(
    ({ checkout }) => checkout(args),
    () => failed(args.form, { status: 503, code: 'unavailable', message: '', fields: {} }),
  );

// With up to so many lines the summary fits into a window of 45rem.
const MAX_STICKY_LINES = 2;

export function Component({ page }: PageProps<'order'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const { data } = page;
  const errors = useActionErrors<CheckoutExtra>();
  const recalculate = useRef<HTMLButtonElement>(null);
  const budget = useLastBudget(errors) ?? data.budget;
  const methods = budget.shippingMethods ?? data.shippingMethods;
  const ask = () => recalculate.current?.form?.requestSubmit(recalculate.current);
  const draft = useDraft({
    draft: 'order',
    owner: data.contact?.email,
    touched: (names) => {
      if (names.some(decidesPrice)) ask();
    },
  });
  const [cardComplete, setCardComplete] = useState(false);
  const [method, setMethod] = useState('card');
  const paysNow = cardComplete && method === 'card';
  const total = money(budget.orderTotal, budget.currency, lang);
  return (
    <div className="container-page py-6">
      <h1 className="page-title mb-4">
        {t(data.isPlansOrder ? 'checkout:titlePlans' : 'checkout:title')}
      </h1>
      <Form
        {...draft}
        method="post"
        noValidate
        preventScrollReset
        className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start"
      >
        <div className="order-first grid gap-6 lg:col-span-2 empty:hidden">
          <ErrorSummary
            message={errors.failed ? errors.message : undefined}
            fields={errors.fields}
            outcome={errors.outcome}
          />
          <UnpaidOrders orderNos={errors.extra.unpaid ?? []} />
        </div>
        {/* Enter in a field presses the first submit button: that recalculates, it never orders. */}
        <button
          ref={recalculate}
          type="submit"
          name="intent"
          value="budget"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          {t('checkout:update')}
        </button>
        <AttemptKey />
        <input type="hidden" name="expectedTotal" value={budget.orderTotal} />
        <input type="hidden" name="source" value={data.source.kind} />
        {data.contact && <input type="hidden" name="customer" value="1" />}
        {/* On a phone the summary, which follows in the HTML, is shown above it. */}
        <div className="hidden-until-page-end grid gap-6 lg:visible">
          <ContactSection
            form={errors}
            contact={data.contact ?? data.former?.contact}
            esim={budget.lines.some(({ simType, simId }) => simType === 'esim' && !simId)}
          />
          {budget.needsAddress && <CheckoutAddress form={errors} page={data} onChange={ask} />}
          {budget.needsAddress && methods.length > 0 && (
            <ShippingSection
              form={errors}
              methods={methods}
              estimated={budget.freightEstimated}
              chosen={budget.shippingMethod ?? methods[0]?.code ?? ''}
              onChoice={ask}
            />
          )}
          <DiscountSection form={errors} budget={budget} rewards={data.rewards} />
          <PaymentSection form={errors} methods={data.paymentMethods} onChoice={setMethod}>
            {data.cardEntry && (
              <CardSlot entry={data.cardEntry} budget={budget} onComplete={setCardComplete} />
            )}
          </PaymentSection>
        </div>
        {/* On a phone the summary is above the form, and the button below it. */}
        <div
          className={`contents sticky-end ${budget.lines.length > MAX_STICKY_LINES ? '' : 'sticky-top-if-45rem'} lg:block lg:card`}
        >
          <section
            aria-labelledby="summary"
            className="card order-first lg:mb-4 lg:border-0 lg:p-0"
          >
            <h2 id="summary" className="mb-4 text-20 font-semibold">
              {t('checkout:summary')}
            </h2>
            <OrderSummary budget={budget} source={data.source} />
          </section>
          <div className="card lg:contents">
            {data.source.item && (
              <BuyNowFields item={data.source.item} days={data.startDates} form={errors} />
            )}
            {data.device && (
              <div className="mb-4">
                <Alert kind="warning">
                  <p>{data.device.message}</p>
                </Alert>
                <OtherDevice
                  shown
                  checked={
                    errors.value('forOtherDevice') === '1' ||
                    (!errors.outcome && data.device.forOther)
                  }
                  error={errors.field('forOtherDevice')}
                />
              </div>
            )}
            <TermsAgreement checked={errors.value('agree') === '1'} error={errors.field('agree')} />
            <button
              type="submit"
              name="intent"
              value="submit"
              className="btn btn-primary mt-4 w-full"
              disabled={!isOrderable(budget)}
              {...ariaDisabled(busy)}
            >
              {busy
                ? t('common:loading')
                : t(
                    `checkout:${paysNow ? 'payNow' : budget.freightEstimated ? 'submitEstimate' : 'submit'}`,
                    { total },
                  )}
            </button>
            <p className="mt-3 text-14 text-muted">{t('checkout:payWithin')}</p>
            <SwitchLanguageButton />
          </div>
        </div>
      </Form>
    </div>
  );
}

// The last response with a price: a form that could not be sent changes neither the price nor the choices.
function useLastBudget({ outcome, extra }: ActionErrors<CheckoutExtra>) {
  const [known, setKnown] = useState<CheckoutExtra['budget']>();
  const budget = outcome && (extra.budget ?? known);
  if (budget !== known) setKnown(budget);
  return budget;
}

// Whether the price depends on this field.
function decidesPrice(name: string): boolean {
  return /^(address|shippingMethod|coupon|referral|points)/.test(name);
}
