import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useParams } from 'react-router';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Conflict } from '../components/Conflict';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { VersionHistory } from '../components/VersionHistory';
import { formatTime } from '../components/formatTime';
import { PreviewLinks } from '../texts/PreviewLinks';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import { BannerForm, HomeForm, MenuForm } from './forms';
import { Preview } from './Preview';
import type { BlockDetail, Body, Finding, Version } from './types';
import { useBlockDraft } from './useBlockDraft';

type Args = { request: Request; params: { site?: string; kind?: string } };
type Data = { block: BlockDetail; versions: Version[] };

const pathOf = (site: string | undefined, kind: string | undefined) =>
  `/blocks/${encodeURIComponent(site ?? '')}/${encodeURIComponent(kind ?? '')}`;

/** Reads a part of a site with its published versions. */
export async function loader({ request, params }: Args): Promise<Data> {
  const path = pathOf(params.site, params.kind);
  const [block, { versions }] = await Promise.all([
    load<BlockDetail>(request, path),
    load<{ versions: Version[] }>(request, `${path}/history`),
  ]);
  return { block, versions };
}

/** The editor of a site's menu, home page or banner. */
export function Component() {
  const { site, kind } = useParams();
  return <BlockEditor key={`${site}/${kind}`} />;
}

function BlockEditor() {
  const { t } = useTranslation('studio-blocks');
  const { block, versions } = useLoaderData<Data>();
  const { kind, draft } = block;
  const path = pathOf(block.site, kind);
  const mayEdit = usePermission('texts.edit');
  const mayPublish = usePermission('texts.publish');
  const mayShare = usePermission('previews.share');
  const { body, setBody, findings, savedAt, error, conflict, ...typed } = useBlockDraft(
    path,
    block,
    mayEdit,
  );
  const [done, setDone] = useState('');
  const send = useMutation(
    async (what: 'save' | 'publish' | 'discard' | 'restore', version = '0') => {
      setDone('');
      if (what === 'save' || what === 'publish') await typed.saveNow();
      if (what === 'publish')
        await typed.act((revision) => call('POST', `${path}/publish`, { revision }));
      else if (what === 'discard')
        await typed.act((revision) => call('DELETE', `${path}/draft`, { revision }));
      else if (what === 'restore')
        await typed.act((revision) => call('POST', `${path}/restore`, { revision, version }));
      setDone(t(`done.${what}`));
    },
  );
  const onChange = (next: Body) => {
    setDone('');
    setBody(next);
  };
  const form = { body, onChange, readOnly: !mayEdit, block };
  return (
    <Page title={`${t(`kinds.${kind}`)} · ${block.name}`} intro={t(`intros.${kind}`)}>
      <PageLink to="/blocks">{t('back')}</PageLink>
      <p className="mt-2 text-14 text-muted">
        {t(block.own ? 'own' : `files.${kind}`)}
        {draft && ` · ${t('draft', { author: draft.author, at: formatTime(draft.at) })}`}
      </p>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <form
          className="card grid content-start gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void send.run('save');
          }}
        >
          {kind === 'menu' && <MenuForm {...form} />}
          {kind === 'home' && <HomeForm {...form} />}
          {kind === 'banner' && <BannerForm {...form} />}
          <Findings list={findings} />
          <Outcome error={send.error ?? error} done={done} />
          {conflict && (
            <Conflict
              of={{
                ...typed,
                conflict: {
                  mine: inWords(conflict.mine),
                  theirs: inWords(conflict.theirs.body),
                  open: conflict.open,
                },
              }}
            />
          )}
          <p role="status" className="text-14 text-muted empty:hidden">
            {savedAt && t('saved', { at: formatTime(savedAt) })}
          </p>
          <div className="flex flex-wrap gap-3">
            {mayEdit && (
              <Button look="secondary" busy={send.busy}>
                {t('save')}
              </Button>
            )}
            {mayPublish && (
              <Button type="button" busy={send.busy} onClick={() => void send.run('publish')}>
                {t('publish')}
              </Button>
            )}
            {mayEdit && draft && (
              <Confirm
                label={t('discard')}
                question={t('discardQuestion')}
                busy={send.busy}
                onConfirm={() => void send.run('discard')}
              />
            )}
          </div>
          {!mayPublish && <p className="text-14 text-muted">{t('notYours')}</p>}
        </form>
        <div className="grid content-start gap-6">
          <Preview block={block} body={body} />
          {mayShare && <PreviewLinks path={`${path}/links`} saveDrafts={typed.flush} />}
        </div>
      </div>
      <VersionHistory
        t={t}
        versions={versions.map(({ body: published, ...version }) => ({
          ...version,
          author: version.author || t('history.files'),
          text: inWords(published).replaceAll('\n', ' · ') || '–',
        }))}
        mayRestore={mayPublish}
        busy={send.busy}
        onRestore={(id) => void send.run('restore', id)}
      />
    </Page>
  );
}

/** The errors that prevent publishing. */
function Findings({ list }: { list: Finding[] }) {
  const { t } = useTranslation('studio-blocks');
  if (list.length === 0) return null;
  return (
    <Alert kind="warning" title={t('findings.title')}>
      <ul className="grid gap-1">
        {list.map(({ code, field, locale, found, max }) => (
          <li key={`${code} ${field} ${locale}`} className="wrap-anywhere">
            {t('findings.at', {
              place: locale
                ? t('labelIn', { label: place(field), language: t(`languages.${locale}`) })
                : place(field),
              what: t(`findings.${code}`, { found, max }),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );

  function place(field: string): string {
    const [of, which = '', part = ''] = field.split('.');
    if (of === 'menu')
      return part
        ? `${t('menu.entry', { n: Number(which) + 1 })}, ${t(`menu.${part}`)}`
        : t('kinds.menu');
    if (of === 'banner') return t(`banner.${which}`);
    return t(`words.${field.slice('words.'.length).replaceAll('.', '_')}`);
  }
}

/** Writes a body in words, a line for each text. */
function inWords({ menu, words, banner }: Body): string {
  const texts =
    menu?.map(({ name, link }) => [name.en, name.zh, link]) ??
    [...Object.values(words ?? {}), ...(banner ? [banner.text] : [])].map(({ en, zh }) => [en, zh]);
  const times = [banner?.from, banner?.until].some(Boolean)
    ? `${local(banner?.from)} – ${local(banner?.until)}`
    : '';
  return texts
    .concat([[banner?.link ?? ''], [times]])
    .map((line) => line.filter(Boolean).join(' / '))
    .filter(Boolean)
    .join('\n');
}

/** Formats a local date and time with digits only, for both languages. */
const local = (moment = ''): string => moment.replace('T', ' ') || '…';
