import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Conflict } from '../components/Conflict';
import { Field, TextArea } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { SearchResult } from '../texts/SearchResult';
import type { Basis } from '../useBasis';
import { useForm } from '../useMutation';
import type { Details, PlanAtSite, Plan } from './types';

const LOCALES = ['en', 'zh'] as const;
const NAMES = { en: 'nameEn', zh: 'nameZh' } as const;
const DESCRIPTIONS = { en: 'descriptionEn', zh: 'descriptionZh' } as const;

/** Edits a plan's name and description at a site in both languages, its destinations and its place in lists. */
export function DetailsForm({ plan, basis }: { plan: Plan; basis: Basis<PlanAtSite> }) {
  const { t } = useTranslation('studio-catalogue');
  const { details, site } = basis.values;
  const { found } = basis.now;
  const [names, setNames] = useState({ en: details.nameEn, zh: details.nameZh });
  const inWords = (of: Details): string =>
    [
      ...LOCALES.flatMap((locale) => [of[NAMES[locale]], of[DESCRIPTIONS[locale]]]),
      `${t('details.destinations')}: ${of.destinations.join(' ')}`,
      `${t('details.order')}: ${of.popularity}`,
      t(of.visible ? 'details.visible' : 'list.hidden'),
    ].join('\n');
  const form = useForm((typed) => {
    const mine: Details = {
      nameEn: typed.nameEn!,
      nameZh: typed.nameZh!,
      descriptionEn: typed.descriptionEn!,
      descriptionZh: typed.descriptionZh!,
      visible: typed.visible === 'on',
      popularity: Number(typed.popularity),
      destinations: typed.destinations!.split(/[\s,，、]+/).filter(Boolean),
    };
    return basis.save(
      inWords(mine),
      (read) => inWords(read.details),
      (revision) =>
        call('PUT', `/catalogue/${encodeURIComponent(plan.id)}/details`, {
          ...mine,
          site: site.id,
          revision,
        }),
    );
  });
  const fields = form.error?.fields ?? {};
  return (
    <Section title={t('details.title', { site: site.name })} className="card mt-6">
      <form className="mt-4 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
        <div className="grid gap-6 lg:grid-cols-2">
          {LOCALES.map((locale) => {
            const language = t(`details.languages.${locale}`);
            const page = found[locale];
            const saved = basis.now.details[NAMES[locale]];
            return (
              <div key={locale} className="grid min-w-0 content-start gap-4">
                <Field
                  name={NAMES[locale]}
                  label={t('details.name', { language })}
                  defaultValue={details[NAMES[locale]]}
                  maxLength={80}
                  lang={locale}
                  error={fields[NAMES[locale]]}
                  onChange={(event) => setNames({ ...names, [locale]: event.target.value })}
                />
                <TextArea
                  name={DESCRIPTIONS[locale]}
                  label={t('details.description', { language })}
                  defaultValue={details[DESCRIPTIONS[locale]]}
                  rows={5}
                  maxLength={600}
                  lang={locale}
                  error={fields[DESCRIPTIONS[locale]]}
                />
                {page && (
                  <SearchResult
                    title={page.title.replaceAll(saved, names[locale])}
                    description={page.description.replaceAll(saved, names[locale])}
                    address={page.address}
                    lang={locale}
                  />
                )}
              </div>
            );
          })}
        </div>
        <p>
          <Link className="link-alone" to={`/titles/product/${plan.id}?site=${site.id}`}>
            {t('details.search')}
          </Link>
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="destinations"
            label={t('details.destinations')}
            hint={t('details.destinationsHint')}
            defaultValue={details.destinations.join(' ')}
            error={fields.destinations}
          />
          <Field
            name="popularity"
            label={t('details.order')}
            hint={t('details.orderHint')}
            type="number"
            min={0}
            max={1_000_000}
            step={1}
            required
            defaultValue={details.popularity}
            error={fields.popularity}
          />
        </div>
        <Checkbox name="visible" defaultChecked={details.visible}>
          {t('details.visible')}
        </Checkbox>
        <p className="text-14 text-muted">{t('details.hiddenHint')}</p>
        <Outcome error={form.error} done={form.done && t('details.saved')} />
        <Conflict of={basis} />
        <Button className="justify-self-start" busy={form.busy}>
          {t('details.save')}
        </Button>
      </form>
    </Section>
  );
}
