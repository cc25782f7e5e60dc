import { useTranslation } from '../../i18n/react';

type StepOptions = {
  /** The first step: choose a plan, or buy the one that was chosen. */
  first?: 'choose' | 'buy';
  /** The plan is sold as a card only. */
  card?: boolean;
  /** What starts the plan that was chosen: one that starts when it is installed is not installed at home. */
  activation?: string;
};

const CARD = ['buyCard', 'insertCard', 'connectCard'];

/** The steps, by their names in the texts. */
export function stepsOf({ first = 'choose', card, activation }: StepOptions): string[] {
  return card ? CARD : [first, activation === 'install' ? 'installThere' : 'install', 'connect'];
}

/** An eSIM in three steps, or a card. */
export function HowItWorks({ title, ...options }: StepOptions & { title: string }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="mb-3 text-24 font-semibold">
        {title}
      </h2>
      <ol className="grid gap-4 sm:grid-cols-3">
        {stepsOf(options).map((step, i) => (
          <li key={step} className="card-flush p-4">
            <span aria-hidden="true" className="step-number">
              {i + 1}
            </span>
            <h3 className="mt-3 font-semibold">{t(`plan:how.${step}.title`)}</h3>
            <p className="mt-1 text-muted">{t(`plan:how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
