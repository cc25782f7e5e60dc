import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { useForm } from '../useMutation';
import { ValueFields, KindChoice, ConfirmCheckbox, RuleFields, rulesOf } from './Fields';
import type { List, Site } from './types';

/** The sites and groups that a code can be for. */
export function loader({ request }: { request: Request }) {
  return load<List>(request, '/promos');
}

/** A new promo code, for one site or for several. */
export function Component() {
  const { t } = useTranslation('studio-promos');
  const { sites, groups } = useLoaderData<List>();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const only = query.get('site');
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const [chosen, setChosen] = useState<string[]>(only ? [only] : []);
  const form = useForm(async (typed) => {
    const { code } = await call<{ code: string }>('POST', '/promos', {
      ...rulesOf(typed),
      code: typed.code,
      sites: chosen.map((site) => ({
        site,
        value: typed[`value.${site}`],
        minSubtotal: typed[`minSubtotal.${site}`],
      })),
    });
    await navigate(`/promos/${code}?site=${chosen[0]}`);
  });
  const errors = form.error?.fields ?? {};
  const choose = ({ id }: Site, on: boolean) =>
    setChosen(sites.map((one) => one.id).filter((one) => (one === id ? on : chosen.includes(one))));
  return (
    <Page title={t('new.title')} intro={t('new.intro')}>
      <PageLink to="/promos">{t('code.back')}</PageLink>
      <form className="card mt-6 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="code"
            label={t('form.code')}
            hint={t('form.codeHint')}
            defaultValue={query.get('code') ?? ''}
            required
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.code}
          />
          <KindChoice kind={kind} onChange={setKind} error={errors.kind} />
        </div>
        <fieldset className="grid gap-4">
          <legend className="font-medium">{t('form.sites')}</legend>
          {sites.map((site) => (
            <div key={site.id} className="grid gap-2">
              <Checkbox
                checked={chosen.includes(site.id)}
                onChange={(event) => choose(site, event.target.checked)}
              >
                {site.name}
              </Checkbox>
              {chosen.includes(site.id) && (
                <fieldset aria-label={site.name} className="pl-6">
                  <ValueFields
                    currency={site.currency}
                    kind={kind}
                    errors={errors}
                    suffix={`.${site.id}`}
                  />
                </fieldset>
              )}
            </div>
          ))}
          {errors.sites && <p className="text-14 text-danger">{errors.sites}</p>}
        </fieldset>
        <RuleFields groups={groups} errors={errors} clocks={t('form.clocks')} />
        <Outcome error={form.error} />
        <ConfirmCheckbox ask={form.error?.code === 'promo_confirm'} />
        <Button className="justify-self-start" busy={form.busy}>
          {t('new.save')}
        </Button>
      </form>
    </Page>
  );
}
