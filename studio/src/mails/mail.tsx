import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Conflict } from '../components/Conflict';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { VersionHistory } from '../components/VersionHistory';
import { currentLang as studioLang, type Lang } from '../i18n';
import { useBasis, type Basis } from '../useBasis';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import { Preview } from './Preview';
import { SentenceFields } from './SentenceFields';
import type { Body, Finding, Mail } from './types';

type Args = { request: Request; params: { kind?: string } };

/** What a kind of mail says. */
export function loader({ request, params }: Args) {
  return load<Mail>(request, `/mails/${encodeURIComponent(params.kind ?? '')}`);
}

/** The editor of a mail's texts in both languages, beside a preview. */
export function Component() {
  const mail = useLoaderData<Mail>();
  return <MailOfKind key={mail.kind} mail={mail} />;
}

const inWords = (body: Body): string =>
  Object.keys(body)
    .sort()
    .flatMap((key) => [body[key]!.en, body[key]!.zh])
    .join('\n');
const ownInWords = ({ own }: Mail): string => inWords(own);

function MailOfKind({ mail }: { mail: Mail }) {
  const basis = useBasis(mail);
  return <MailEditor key={basis.edition} basis={basis} />;
}

function MailEditor({ basis }: { basis: Basis<Mail> }) {
  const { t } = useTranslation('studio-mails');
  const mail = basis.now;
  const [body, setBody] = useState(basis.values.own);
  const [findings, setFindings] = useState<Finding[]>(mail.findings);
  const [lang, setLang] = useState<Lang>(studioLang());
  const [done, setDone] = useState('');
  const mayEdit = usePermission('texts.edit');
  const mayPublish = usePermission('texts.publish');
  const path = `/mails/${mail.kind}`;

  const send = useMutation(async (what: 'save' | 'test' | 'restore', version = '0') => {
    setDone('');
    if (what === 'test') {
      await call('POST', `${path}/test`, { body, locale: lang });
    } else if (what === 'save') {
      await basis.save(inWords(body), ownInWords, (revision) =>
        call('PUT', path, { revision, body }),
      );
    } else {
      const wanted = mail.versions.find(({ id }) => id === version)?.body ?? {};
      setBody(wanted);
      await basis.save(inWords(wanted), ownInWords, (revision) =>
        call('POST', `${path}/restore`, { revision, version }),
      );
      setBody((await call<Mail>('GET', path)).own);
    }
    setDone(t(`done.${what}`, { to: mail.to }));
  });

  function change(key: string, locale: Lang, value: string) {
    const built = mail.texts.find((one) => one.key === key)!.built;
    setBody((before) => ({ ...before, [key]: { ...(before[key] ?? built), [locale]: value } }));
  }
  function takeBack(key: string) {
    setBody((before) => Object.fromEntries(Object.entries(before).filter(([of]) => of !== key)));
  }

  return (
    <Page title={t(`kinds.${mail.kind}`)} intro={t('mailIntro')}>
      <PageLink to="/mails">{t('back')}</PageLink>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <form
          className="card grid min-w-0 content-start gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            void send.run('save');
          }}
        >
          {mail.texts.map((sentence, i) => (
            <SentenceFields
              key={sentence.key}
              sentence={sentence}
              n={i + 1}
              own={body[sentence.key]}
              findings={findings.filter(({ key }) => key === sentence.key)}
              readOnly={!mayPublish && !mayEdit}
              onChange={(locale, value) => change(sentence.key, locale, value)}
              onTakeBack={() => takeBack(sentence.key)}
            />
          ))}
          <Outcome error={send.error} done={done} />
          <Conflict of={basis} />
          <div className="flex flex-wrap gap-3">
            {mayPublish && <Button busy={send.busy}>{t('save')}</Button>}
            {mayEdit && mail.to && (
              <Button
                type="button"
                look="secondary"
                busy={send.busy}
                onClick={() => void send.run('test')}
              >
                {t('test.send', { to: mail.to })}
              </Button>
            )}
            {mayPublish && Object.keys(mail.own).length > 0 && (
              <Confirm
                label={t('builtIn')}
                question={t('builtInQuestion')}
                busy={send.busy}
                onConfirm={() => void send.run('restore', '0')}
              />
            )}
          </div>
          {!mayPublish && <p className="text-14 text-muted">{t('notYours')}</p>}
        </form>
        <Preview path={path} body={body} lang={lang} onLang={setLang} onFindings={setFindings} />
      </div>
      <VersionHistory
        t={t}
        versions={mail.versions.map(({ body: texts, ...version }) => ({
          ...version,
          text:
            Object.values(texts)
              .map((one) => one[studioLang()])
              .join(' · ') || t('files'),
        }))}
        mayRestore={mayPublish}
        busy={send.busy}
        onRestore={(id) => void send.run('restore', id)}
      />
    </Page>
  );
}
