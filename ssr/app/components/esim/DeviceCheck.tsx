import { Form, useLocation } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useActionErrors, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Field, Select } from '../form/Field';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { Alert, type AlertKind } from '../page/Alert';
import type { DeviceVerdict } from './checkDevice';
import { deviceBrands } from './deviceBrands';

type Guide = PageDataByKind['esim'];

const PLATFORMS = ['ios', 'android'] as const;

/** Whether the shopper's own device supports eSIM: model, where it was bought and, if it was looked up, its EID. */
export function DeviceCheck({ guide }: { guide: Guide }) {
  const { t } = useTranslation();
  const errors = useActionErrors<{ verdict: DeviceVerdict }>();
  const { verdict } = errors.extra;
  const { pathname, search } = useLocation();
  const { devices, places, goods } = guide;
  return (
    <section id="check" aria-labelledby="check-title" className="card scroll-mt-4">
      <h2 id="check-title" className="text-24 font-semibold leading-tight">
        {t('esim:check.title')}
      </h2>
      <p className="mb-4 mt-1 max-w-[720px] text-muted">{t('esim:check.intro')}</p>
      {verdict && <Verdict verdict={verdict} goods={goods} />}
      <FormErrors errors={errors} />
      <Form method="post" action={`${pathname}${search}#check`} preventScrollReset noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          {/* The key selects the model of each new response. */}
          <Select
            key={errors.value('model')}
            {...errors.input('model')}
            label={t('esim:check.model')}
          >
            <option value="">{t('esim:check.chooseModel')}</option>
            {PLATFORMS.flatMap((platform) => deviceBrands(devices, platform)).map(
              ({ brand, name, devices: models }) => (
                <optgroup key={brand} label={name}>
                  {models.map(({ model }) => (
                    <option key={model} value={`${brand} ${model}`}>
                      {model}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
            <option value="-">{t('esim:check.other')}</option>
          </Select>
          <Select
            key={errors.value('soldIn')}
            {...errors.input('soldIn')}
            label={t('esim:check.soldIn')}
          >
            <option value="">{t('esim:check.unknown')}</option>
            {places.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            <option value={OTHER_COUNTRY}>{t('esim:check.anywhere')}</option>
          </Select>
          <Field
            {...errors.input('eid')}
            label={t('esim:check.eid')}
            hint={t('esim:check.eidHint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={48}
            className="sm:col-span-2"
          />
        </div>
        <Submit label={t('esim:check.submit')} className="mt-4" />
      </Form>
    </section>
  );
}

// A country code without exceptions in the table, so that the rule of the model applies.
const OTHER_COUNTRY = 'ZZ';

const LOOK: Record<DeviceVerdict['verdict'], AlertKind> = {
  yes: 'success',
  no: 'danger',
  unsure: 'warning',
};

function Verdict({ verdict, goods }: { verdict: DeviceVerdict; goods: Guide['goods'] }) {
  const { t } = useTranslation();
  const lang = useLang();
  // A shopper who came from a plan gets a link back to it; without eSIM support also one to the SIM cards.
  const no = verdict.verdict === 'no';
  const links = [
    ...(no || !goods
      ? [
          {
            to: paths.listing(lang, { simType: no ? 'physical' : 'esim' }),
            label: t(no ? 'esim:check.cards' : 'esim:check.plans'),
          },
        ]
      : []),
    ...(goods
      ? [
          {
            to: paths.detail(lang, goods.group, goods.goodsId),
            label: t('esim:check.back', { name: goods.name }),
          },
        ]
      : []),
  ];
  return (
    <div className="mb-6">
      <Alert kind={LOOK[verdict.verdict]} title={t(`esim:check.${verdict.verdict}`)} live>
        <p>{verdict.message}</p>
        {verdict.note && <p>{verdict.note}</p>}
        {verdict.eidLast4 && <p>{t('esim:check.eidSeen', { last4: verdict.eidLast4 })}</p>}
        {verdict.verdict !== 'no' && <p>{t('esim:check.unlocked')}</p>}
        <p className="flex flex-wrap gap-x-6">
          {links.map(({ to, label }) => (
            <TextLink key={to} to={to} className="font-medium text-primary-strong">
              {label}
            </TextLink>
          ))}
        </p>
      </Alert>
    </div>
  );
}
