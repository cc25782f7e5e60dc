import type { PageDataByKind } from '../../gw/page';
import { LANG_CODES } from '../../i18n/lang';
import { svgData } from '../page/svgData';

type Kit = PageDataByKind['install']['kits'][number];
type Sheet = Kit['sheets'][number];

/**
 * One eSIM on one sheet of A4, in both languages: for whoever installs it on somebody else's phone. It is
 * shown only in print.
 */
export function InstallSheet({ kit: { install, sheets } }: { kit: Kit }) {
  const { smdp, matchingId, qrSvg } = install;
  return (
    <article
      aria-hidden="true"
      className="hidden text-[11px] leading-snug print:block print:break-after-page print:last:break-after-auto"
    >
      <div className="grid grid-cols-[240px_minmax(0,1fr)] gap-4">
        <img src={svgData(qrSvg)} alt="" width="240" height="240" className="size-60 bg-white" />
        <div className="grid content-start gap-3">
          {sheets.map((sheet) => (
            <Head key={sheet.lang} sheet={sheet} />
          ))}
        </div>
      </div>
      <dl className="my-3 grid gap-1 border-y border-line py-2">
        <Value name="smdp" sheets={sheets} value={smdp} />
        <Value name="code" sheets={sheets} value={matchingId} />
      </dl>
      {sheets.map((sheet) => (
        <Steps key={sheet.lang} sheet={sheet} />
      ))}
    </article>
  );
}

function Head({ sheet }: { sheet: Sheet }) {
  return (
    <section lang={LANG_CODES[sheet.lang].html}>
      <h2 className="text-16 font-semibold">{sheet.title}</h2>
      <p className="font-semibold">
        {sheet.name} · {sheet.card}
      </p>
      {[...sheet.facts, sheet.apn, sheet.scan].map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {sheet.warnings.map((warning) => (
        <p key={warning} className="font-semibold">
          {warning}
        </p>
      ))}
    </section>
  );
}

type ValueProps = { name: 'smdp' | 'code'; sheets: readonly Sheet[]; value: string };

function Value({ name, sheets, value }: ValueProps) {
  return (
    <div className="flex gap-3">
      <dt className="w-40 shrink-0">
        {sheets.map((sheet) => (
          <span key={sheet.lang} lang={LANG_CODES[sheet.lang].html} className="block">
            {sheet[name]}
          </span>
        ))}
      </dt>
      <dd className="break-all font-mono font-semibold">{value}</dd>
    </div>
  );
}

const PLATFORMS = ['ios', 'android'] as const;

function Steps({ sheet }: { sheet: Sheet }) {
  return (
    <section lang={LANG_CODES[sheet.lang].html} className="mb-3">
      <div className="grid grid-cols-2 gap-4">
        {PLATFORMS.map((platform) => (
          <div key={platform}>
            <h3 className="font-semibold">{sheet[platform]}</h3>
            <ol className="list-decimal pl-4">
              {sheet.steps[platform].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p className="mt-1">{sheet.help}</p>
    </section>
  );
}
