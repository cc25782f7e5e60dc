import { useTranslation } from '../../i18n/react';
import type { Order } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useLang, useShell } from '../../router/page';
import type { OrderContent } from './orderState';

type Step = Order['stepper'][number];

type Props = { steps: readonly Step[]; bought: OrderContent };

/** The steps of an order (submitted, paid, reviewed, shipped, completed) with their times, named for its content. */
export function OrderStepper({ steps, bought }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const current = currentStep(steps);
  return (
    <ol aria-label={t('order:stepper')} className="timeline five">
      {steps.map(({ step, at }, i) => (
        <li
          key={step}
          aria-current={i === current ? 'step' : undefined}
          className={at ? 'done' : 'later'}
        >
          <b>{t(stepKey(step, bought))}</b>
          <small>
            {at ? <time dateTime={at}>{zonedTime(at, lang, timeZone)}</time> : t('order:notYet')}
          </small>
        </li>
      ))}
    </ol>
  );
}

// An eSIM is issued and a top-up added; a card is shipped.
function stepKey(step: Step['step'], bought: OrderContent): string {
  const own = step === 'shipped' || step === 'completed';
  return own && bought !== 'card' ? `order:stepOf.${bought}.${step}` : `order:step.${step}`;
}

/** Index of the last step that has happened; -1 before the first. Steps in between may have been skipped. */
export function currentStep(steps: readonly Step[]): number {
  return steps.reduce((last, step, i) => (step.at ? i : last), -1);
}
