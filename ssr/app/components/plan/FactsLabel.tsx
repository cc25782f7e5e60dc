import { useTranslation } from '../../i18n/react';
import type { GoodsFacts } from '../../gw/types';
import { useLang } from '../../router/page';
import { factsOf } from './planText';

type Props = {
  facts: GoodsFacts;
  /** What a registration needs and how it goes on. */
  registration?: string;
};

/** The facts of a plan, with the same lines in the same order for every plan. */
export function FactsLabel({ facts, registration }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="facts" className="card border-2 border-ink">
      <h2 id="facts" className="border-b-4 border-ink pb-2 text-24 font-semibold">
        {t('plan:facts')}
      </h2>
      <dl>
        {factsOf(facts, t, lang).map(({ key, label, value }) => (
          <div
            key={key}
            className="grid gap-x-4 border-b border-line py-2.5 last:border-0 last:pb-0 sm:grid-cols-[200px_1fr]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">
              {value}
              {key === 'realName' && <p className="text-14 font-normal">{registration}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
