import { Form } from 'react-router';
import { Field } from '../components/form/Field';
import { FieldError, fieldId, invalidProps } from '../components/form/FieldError';
import { FormErrors } from '../components/form/FormErrors';
import { trimmed } from '../components/form/formText';
import { Submit } from '../components/form/Submit';
import { Alert } from '../components/page/Alert';
import { Stars } from '../components/review/Stars';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import {
  failed,
  seeOther,
  type PageAction,
  type PageHandle,
  type PageProps,
} from '../router/module';
import { useActionErrors, useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['review', 'plan'] };

export const action: PageAction = async ({ form, gw, params, url: { pathname: here } }) => {
  const sent = await gw.post('/mall/review/write', {
    orderNo: params.orderNo ?? '',
    lineId: trimmed(form, 'lineId'),
    stars: Number(trimmed(form, 'stars')) || 0,
    text: trimmed(form, 'text'),
    name: trimmed(form, 'name'),
  });
  return sent.ok ? seeOther(here) : failed(form, sent);
};

type Line = PageProps<'review'>['page']['data']['lines'][number];

/** Reviews of the plans of an order: a form for the first plan without a review, and the state of the others. */
export function Component({ page }: PageProps<'review'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { orderNo, lines } = page.data;
  // One form at a time: their fields have the same names.
  const next = lines.find(({ state }) => state === 'open');
  return (
    <div className="container-page grid max-w-[720px] gap-6 py-6">
      <header>
        <h1 className="page-title">{t('review:title')}</h1>
        <p className="text-muted">{t('review:order', { orderNo })}</p>
      </header>
      {lines.length === 0 && (
        <Alert kind="info" title={t('review:none.title')}>
          <p>{t('review:none.text')}</p>
        </Alert>
      )}
      {lines.map((line) =>
        line === next ? (
          <ReviewForm key={line.lineId} line={line} />
        ) : (
          <section key={line.lineId} aria-label={line.name} className="card">
            <h2 className="text-20 font-semibold">{line.name}</h2>
            {line.state !== 'open' && <Stars value={line.stars} />}
            {line.text && <p className="mt-1 whitespace-pre-line wrap-anywhere">{line.text}</p>}
            <p className="mt-2 text-14 text-muted">{t(`review:state.${line.state}`)}</p>
          </section>
        ),
      )}
      <p>
        <LocalizedLink to={paths.orderDetail(lang, orderNo)} className="btn btn-secondary">
          {t('review:back')}
        </LocalizedLink>
      </p>
    </div>
  );
}

// Shows errors only in the form that was submitted.
function ReviewForm({ line }: { line: Line }) {
  const { t } = useTranslation();
  const errors = useActionErrors();
  const mine = errors.value('lineId') === line.lineId;
  const value = (name: string) => (mine ? errors.value(name) : undefined);
  const error = (name: string) => (mine ? errors.field(name) : undefined);
  return (
    <Form method="post" noValidate className="card grid gap-4">
      <h2 className="text-20 font-semibold">{line.name}</h2>
      {mine && <FormErrors errors={errors} />}
      <input type="hidden" name="lineId" value={line.lineId} />
      <fieldset {...invalidProps('stars', error('stars'))}>
        <legend className="mb-1 text-14 font-medium">{t('review:stars')}</legend>
        <div className="flex flex-wrap gap-x-4">
          {[5, 4, 3, 2, 1].map((stars) => (
            <label key={stars} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="stars"
                id={stars === 5 ? fieldId('stars') : undefined}
                value={stars}
                defaultChecked={value('stars') === String(stars)}
                className="size-5 accent-primary"
              />
              {t(`review:rate.${stars}`)}
            </label>
          ))}
        </div>
        <FieldError name="stars" message={error('stars')} />
      </fieldset>
      <Field
        multiline
        name="text"
        label={t('review:text')}
        hint={t('review:textHint')}
        rows={5}
        maxLength={1000}
        defaultValue={value('text')}
        error={error('text')}
      />
      <Field
        name="name"
        label={t('review:name')}
        hint={t('review:nameHint')}
        maxLength={40}
        autoComplete="nickname"
        defaultValue={value('name')}
        error={error('name')}
      />
      <p className="text-14 text-muted">{t('review:rule')}</p>
      <Submit label={t('review:submit')} className="max-sm:w-full" />
    </Form>
  );
}
