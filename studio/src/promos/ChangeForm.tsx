import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Conflict } from '../components/Conflict';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { useBasis, type Basis } from '../useBasis';
import { useForm } from '../useMutation';
import { ValueFields, KindChoice, ConfirmCheckbox, RuleFields, rulesOf } from './Fields';
import type { Code, PromoAtSite, Promo, Site } from './types';

/** Changes a code at one site. */
export function ChangeForm({ promo, at }: { promo: Promo; at: PromoAtSite }) {
  const basis = useBasis(at.is);
  return <RulesForm key={basis.edition} promo={promo} site={at.site} basis={basis} />;
}

type Props = { promo: Promo; site: Site; basis: Basis<Code> };

function RulesForm({ promo, site, basis }: Props) {
  const { t } = useTranslation('studio-promos');
  const is = basis.values;
  const [kind, setKind] = useState(is.kind);
  const inWords = (of: Record<string, string>): string =>
    [
      `${t('form.kind')}: ${of.value} ${of.kind === 'percent' ? '%' : is.currency}`,
      `${t('form.min', { currency: is.currency })}: ${of.minSubtotal}`,
      `${t('form.group')}: ${promo.groups.find(({ code }) => code === of.group)?.name ?? t('form.allGroups')}`,
      `${t('form.grant')}: ${t(`grant.${of.grantOn || 'everybody'}`)}`,
      `${t('form.starts')}: ${local(of.starts)}`,
      `${t('form.ends')}: ${local(of.ends)}`,
      `${t('form.maxUses')}: ${of.maxUses}`,
      `${t('form.maxPerCustomer')}: ${of.maxPerCustomer}`,
    ].join('\n');
  const form = useForm((typed) => {
    const mine = { ...rulesOf(typed), value: typed.value, minSubtotal: typed.minSubtotal };
    return basis.save(
      inWords(typed),
      (read) => inWords(typedOf(read)),
      (revision) =>
        call('PUT', `/promos/${encodeURIComponent(promo.code)}`, {
          ...mine,
          site: site.id,
          revision,
        }),
    );
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
        <Conflict of={basis} />
        <ConfirmCheckbox ask={form.error?.code === 'promo_confirm'} />
        <Button className="justify-self-start" busy={form.busy}>
          {t('change.save')}
        </Button>
      </form>
    </Section>
  );
}

/** The values of a code as the form submits them. */
const typedOf = ({ kind, group, grantOn, maxUses, maxPerCustomer, typed }: Code) => ({
  ...typed,
  kind,
  group,
  grantOn,
  maxUses: String(maxUses ?? ''),
  maxPerCustomer: String(maxPerCustomer ?? ''),
});

const local = (moment = '') => moment.replace('T', ' ');
