import { useRef } from 'react';
import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { LANG_CODES } from '../../i18n/lang';
import { useTranslation } from '../../i18n/react';
import { useActionErrors } from '../../router/page';
import { Submit } from '../form/Submit';
import { Alert } from '../page/Alert';
import { CopyButton } from '../page/CopyField';

/** What helps when an installation does not work: the mails once more, and what support asks for. */
export function InstallHelp({ data: { mailTo, support } }: { data: PageDataByKind['install'] }) {
  const { t } = useTranslation();
  const summary = useRef<HTMLDivElement>(null);
  const errors = useActionErrors();
  return (
    <section aria-labelledby="install-help" className="card grid gap-4">
      <h2 id="install-help" className="text-20 font-semibold">
        {t('offline:support.title')}
      </h2>
      {mailTo && (
        <Form method="post" className="grid justify-items-start gap-3">
          {errors.failed && <Alert kind="danger" title={errors.message} live />}
          {errors.outcome?.ok && (
            <Alert kind="success" title={t('offline:support.mailed', { email: mailTo })} live />
          )}
          <p className="wrap-anywhere">{t('offline:support.mail', { email: mailTo })}</p>
          <Submit label={t('offline:support.mailAction')} look="secondary" />
        </Form>
      )}
      <div>
        <h3 className="font-medium">{t('offline:support.summary')}</h3>
        <p className="mb-2 text-14 text-muted">{t('offline:support.hint')}</p>
        <div
          ref={summary}
          className="mb-2 grid gap-3 rounded-control border border-line p-3 text-14 whitespace-pre-line wrap-anywhere select-all"
        >
          {support.map(({ lang, text }) => (
            <p key={lang} lang={LANG_CODES[lang].html}>
              {text}
            </p>
          ))}
        </div>
        <CopyButton
          label={t('offline:support.summary')}
          value={support.map(({ text }) => text).join('\n\n')}
          select={() => getSelection()!.selectAllChildren(summary.current!)}
        />
      </div>
    </section>
  );
}
