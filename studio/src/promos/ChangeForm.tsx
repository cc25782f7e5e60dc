import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { call, ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { useForm } from '../useMutation';
import { ValueFields, KindChoice, ConfirmCheckbox, RuleFields, rulesOf } from './Fields';
import type { PromoAtSite, Promo } from './types';

/** Changes a code at one site. After an edit conflict the page reloads the current state; the typed values stay. */
export function ChangeForm({ promo, at }: { promo: Promo; at: PromoAtSite }) {
  const { t } = useTranslation('studio-promos');
  const { revalidate } = useRevalidator();
  const { is, site } = at;
  const [kind, setKind] = useState(is.kind);
  const form = useForm(async (typed) => {
    try {
      await call('PUT', `/promos/${encodeURIComponent(promo.code)}`, {
        ...rulesOf(typed),
        site: site.id,
        revision: is.revision,
        value: typed.value,
        minSubtotal: typed.minSubtotal,
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'promo_overtaken') await revalidate();
      throw error;
    }
  });
  const errors = form.error?.fields ?? {};
  return (
    <Section title={t('change.title', { site: site.name })} className="card mt-6">
      <form className="mt-4 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
        <KindChoice kind={kind} onChange={setKind} error={errors.kind} />
        <ValueFields code={is} currency={is.currency} kind={kind} errors={errors} />
        <RuleFields
          code={is}
          groups={promo.groups}
          errors={errors}
          clocks={t('form.clocksOf', { site: site.name, zone: is.zone })}
        />
        <Outcome error={form.error} done={form.done && t('change.saved')} />
        <ConfirmCheckbox ask={form.error?.code === 'promo_confirm'} />
        <Button className="justify-self-start" busy={form.busy}>
          {t('change.save')}
        </Button>
      </form>
    </Section>
  );
}
