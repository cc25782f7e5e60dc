import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { call, toApiError, type ApiError } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { Section } from '../components/Section';
import { usePermission } from '../useMember';
import { useMutation } from '../useMutation';
import type { FileResult, FileRow, List } from './types';
import { formatAmount, formatPercent } from './format';

/** Reads the sites whose prices can be downloaded. */
export function loader({ request }: { request: Request }) {
  return load<List>(request, '/catalogue');
}

/** Exports prices as a file for a spreadsheet, and imports it after a preview of each row. */
export function Component() {
  const { t } = useTranslation('studio-catalogue');
  const { sites } = useLoaderData<List>();
  const may = usePermission('prices.edit');
  return (
    <Page title={t('file.title')} intro={t('file.intro')}>
      <PageLink to="/catalogue">{t('plan.back')}</PageLink>
      <Section title={t('file.out')} className="card mt-6 grid gap-3">
        <p className="text-14 text-muted">{t('file.columns')}</p>
        <ul className="flex flex-wrap gap-3">
          {sites.map(({ id, name }) => (
            <li key={id}>
              <a className="btn btn-secondary" href={`/studio/api/prices/file?site=${id}`} download>
                {t('file.download', { site: name })}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      {may && <Import />}
    </Page>
  );
}

function Import() {
  const { t } = useTranslation('studio-catalogue');
  const [csv, setCsv] = useState('');
  const [result, setResult] = useState<FileResult>();
  const [confirmed, setConfirmed] = useState(false);
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<ApiError>();
  const latest = useRef(0);
  // When several files are chosen in a row, only the answer for the last one is shown.
  async function check(text: string, meant: boolean) {
    const turn = (latest.current += 1);
    setCount(undefined);
    setResult(undefined);
    setError(undefined);
    try {
      const body = { csv: text, confirmed: meant };
      const found = await call<FileResult>('POST', '/prices/file/check', body);
      if (turn === latest.current) setResult(found);
    } catch (failure) {
      if (turn === latest.current) setError(toApiError(failure));
    }
  }
  const save = useMutation(async () => {
    const done = await call<FileResult>('POST', '/prices/file', { csv, confirmed });
    setResult(undefined);
    setCount(done.rows.length);
  });
  async function choose(file: File | undefined) {
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    await check(text, confirmed);
  }
  const big = result?.rows.some(({ code }) => code === 'price_confirm') || confirmed;
  return (
    <Section title={t('file.in')} className="card mt-6 grid gap-3">
      <Field
        label={t('file.choose')}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => void choose(event.target.files?.[0])}
        onClick={(event) => {
          event.currentTarget.value = ''; // the same file, corrected, is chosen anew
        }}
      />
      <Outcome
        error={error ?? save.error}
        done={count !== undefined && t('file.done', { count })}
      />
      {result && (
        <>
          <p role="status">
            {t(result.faulty ? 'file.faulty' : 'file.fine', {
              count: result.rows.length,
              unchanged: result.unchanged,
            })}
          </p>
          {big && (
            <Checkbox
              checked={confirmed}
              onChange={(event) => {
                setConfirmed(event.target.checked);
                void check(csv, event.target.checked);
              }}
            >
              {t('file.confirm')}
            </Checkbox>
          )}
          <ol className="divide-y divide-line">
            {result.rows.map((row) => (
              <Row key={row.line} row={row} />
            ))}
          </ol>
          {!result.faulty && result.rows.length > 0 && (
            <Button
              type="button"
              className="justify-self-start"
              busy={save.busy}
              onClick={() => void save.run()}
            >
              {t('file.save', { count: result.rows.length })}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

function Row({ row }: { row: FileRow }) {
  const { t } = useTranslation('studio-catalogue');
  const { line, column, site, plan, does, names, why } = row;
  const changes = names.map(({ from, to }) => `${from} → ${to}`);
  if (does)
    changes.push(
      `${formatAmount(does.from, does.currency)} → ${formatAmount(does.to, does.currency)} (${formatPercent(does.permille)})`,
    );
  return (
    <li className="grid gap-x-6 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <span className="text-muted">
        {t(column ? 'file.cell' : 'file.line', { line, column: columnLetter(column) })}
      </span>
      <span className="wrap-anywhere">
        {site} {plan}: {why ? <span className="text-danger">{why}</span> : changes.join(' · ')}
      </span>
    </li>
  );
}

/** The letter of a spreadsheet column: 1 is A. */
export const columnLetter = (column: number): string => String.fromCharCode(64 + column);
