import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf } from '../../../ssr/app/components/plan/planText';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Conflict } from '../components/Conflict';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { currentLang, type Lang } from '../i18n';
import type { Basis } from '../useBasis';
import { useForm } from '../useMutation';
import type { PlanAtSite, Facts, Plan } from './types';

const LOCALES = ['en', 'zh'] as const;

/** Why a fact is read-only, by the fact. Facts that are not listed here can be changed in the form. */
const FIXED: Record<string, string> = {
  fullSpeed: 'carrier',
  validity: 'sold',
  dayRule: 'sold',
  activation: 'sold',
  useWithin: 'sold',
  voice: 'carrier',
  number: 'numbers',
  realName: 'law',
  contract: 'contract',
  deposit: 'contract',
  transfer: 'carrier',
};

type Props = { plan: Plan; basis: Basis<PlanAtSite>; mayEdit: boolean };

/** Edits the facts of a plan at a site, and previews all of them in both languages as shoppers read them. */
export function FactsForm({ plan, basis, mayEdit }: Props) {
  const { t } = useTranslation('studio-catalogue');
  const { site } = basis.values;
  const [facts, setFacts] = useState(basis.values.facts);
  const [days, setDays] = useState(basis.values.refundDays);
  const gb = Number(facts.hotspot);
  const change = (part: Partial<Facts>) => setFacts((before) => ({ ...before, ...part }));
  const inWords = ({ facts: of, refundDays }: Pick<PlanAtSite, 'facts' | 'refundDays'>): string =>
    [
      `${t('facts.network')}: ${of.networkType}`,
      `${t('facts.speed')}: ${of.speedAfterKbps}`,
      `${t('facts.hotspot')}: ${Number(of.hotspot) > 0 ? `${of.hotspot} GB` : t(`facts.hotspots.${of.hotspot}`)}`,
      `${t('facts.refund')}: ${refundDays}`,
      ...(of.unlimited ? [t('facts.unlimited')] : []),
    ].join('\n');
  const form = useForm(() =>
    basis.save(inWords({ facts, refundDays: days }), inWords, (revision) =>
      call('PUT', `/catalogue/${encodeURIComponent(plan.id)}/facts`, {
        site: site.id,
        revision,
        unlimited: facts.unlimited,
        speedAfterKbps: facts.speedAfterKbps,
        networkType: facts.networkType,
        hotspot: facts.hotspot,
        refundDays: days,
      }),
    ),
  );
  const fields = form.error?.fields ?? {};
  const refundPolicy = days > 0 ? `unused_${days}_days` : 'none';
  return (
    <Section title={t('facts.title', { site: site.name })} className="card mt-6">
      {mayEdit && (
        <form className="mt-4 grid gap-4" onSubmit={(event) => void form.onSubmit(event)}>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <Select
              name="networkType"
              label={t('facts.network')}
              value={facts.networkType}
              error={fields.networkType}
              onChange={(event) =>
                change({ networkType: event.target.value as Facts['networkType'] })
              }
            >
              {['4G', '5G'].map((type) => (
                <option key={type}>{type}</option>
              ))}
            </Select>
            <Field
              name="speedAfterKbps"
              label={t('facts.speed')}
              hint={t('facts.speedHint')}
              type="number"
              min={0}
              max={1_000_000}
              step={1}
              required
              value={facts.speedAfterKbps}
              error={fields.speedAfterKbps}
              onChange={(event) => change({ speedAfterKbps: Number(event.target.value) })}
            />
            <div className="grid content-start gap-2">
              <Select
                name="hotspot"
                label={t('facts.hotspot')}
                value={gb > 0 ? 'cap' : facts.hotspot}
                error={fields.hotspot}
                onChange={({ target: { value } }) =>
                  change({ hotspot: value === 'cap' ? '1' : value })
                }
              >
                {['yes', 'no', 'cap'].map((name) => (
                  <option key={name} value={name}>
                    {t(`facts.hotspots.${name}`)}
                  </option>
                ))}
              </Select>
              {gb > 0 && (
                <Field
                  name="hotspotGb"
                  label={t('facts.hotspotGb')}
                  type="number"
                  min={1}
                  max={999}
                  step={1}
                  required
                  value={gb}
                  onChange={(event) => change({ hotspot: event.target.value || '1' })}
                />
              )}
            </div>
            <Field
              name="refundDays"
              label={t('facts.refund')}
              hint={t('facts.refundHint')}
              type="number"
              min={0}
              max={365}
              step={1}
              required
              value={days}
              error={fields.refundDays}
              onChange={(event) => setDays(Number(event.target.value))}
            />
          </div>
          <Checkbox
            name="unlimited"
            checked={facts.unlimited}
            onChange={(event) => change({ unlimited: event.target.checked })}
          >
            {t('facts.unlimited')}
          </Checkbox>
          <Outcome error={form.error} done={form.done && t('facts.saved')} />
          <Conflict of={basis} />
          <Button className="justify-self-start" busy={form.busy}>
            {t('facts.save')}
          </Button>
        </form>
      )}
      <h3 className="mt-6 font-medium">{t('facts.shown')}</h3>
      <div className="mt-2 grid gap-6 lg:grid-cols-2">
        {LOCALES.map((locale) => (
          <FactList key={locale} locale={locale} facts={{ ...facts, refundPolicy }} />
        ))}
      </div>
    </Section>
  );
}

/** The facts as shoppers read them in a language, and in the language of the Studio why some are not changed here. */
function FactList({ locale, facts }: { locale: Lang; facts: Facts }) {
  const { t, i18n } = useTranslation('studio-catalogue');
  const list = factsOf(facts, i18n.getFixedT(locale, 'plan'), locale);
  return (
    <dl className="min-w-0 divide-y divide-line text-14">
      {list.map(({ key, label, value }) => (
        <div key={key} className="grid gap-x-4 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted" lang={locale}>
            {label}
          </dt>
          <dd className="wrap-anywhere">
            <span lang={locale}>{value}</span>
            {FIXED[key] && locale === currentLang() && (
              <span className="block text-muted">{t(`facts.fixed.${FIXED[key]}`)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
