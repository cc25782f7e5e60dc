import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import { date } from '../../i18n/format';
import { LocalizedLink, TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { FaqList } from '../help/FaqList';
import { SectionHeading } from '../page/SectionHeading';
import { DeviceCheck } from './DeviceCheck';
import { DeviceFinder } from './DeviceFinder';
import { EsimFacts } from './EsimFacts';
import { EsimSteps } from './EsimSteps';

const SECTION_LINK = 'pill bg-paper px-4 hover:text-primary';

/** All about eSIMs: what one is, devices, installation, questions, terms. */
export function EsimGuide({ guide }: { guide: PageDataByKind['esim'] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { title, html, updatedAt, devices, faq } = guide;
  return (
    <>
      <h1 className="page-title leading-tight">{title}</h1>
      <p className="mb-4 mt-1 text-14 text-muted">
        {t('content:updated', { date: date(updatedAt, lang, timeZone) })}
      </p>
      <nav aria-label={t('esim:jump')} className="mb-6 flex flex-wrap gap-2">
        <a href="#check" className={SECTION_LINK}>
          {t('esim:check.title')}
        </a>
        <a href="#devices" className={SECTION_LINK}>
          {t('esim:devices.title')}
        </a>
        <a href="#steps" className={SECTION_LINK}>
          {t('esim:steps.title')}
        </a>
        {faq.length > 0 && (
          <a href="#faq" className={SECTION_LINK}>
            {t('esim:faq.title')}
          </a>
        )}
      </nav>
      <div className="grid gap-10">
        <EsimFacts />
        <DeviceCheck guide={guide} />
        <div className="card">
          {/* The gateway has cleaned it against an allow-list. */}
          <div
            className="prose-page hidden-table-until-complete gap-12 lg:columns-2 [&>:last-child]:mb-0 [&_h2]:break-after-avoid [&_li]:break-inside-avoid"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
        <DeviceFinder devices={devices} />
        <EsimSteps />
        {faq.length > 0 && (
          <section aria-labelledby="faq">
            <SectionHeading
              id="faq"
              title={t('esim:faq.title')}
              more={{ label: t('esim:faq.all'), to: paths.faq(lang) }}
            />
            <FaqList items={faq} />
          </section>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-primary-soft p-4 sm:p-6">
          <p className="flex flex-wrap items-center gap-x-2">
            <span>{t('esim:end.text')}</span>
            <TextLink
              to={paths.terms(lang, 'terms-and-conditions')}
              className="text-primary-strong"
            >
              {t('esim:end.terms')}
            </TextLink>
            <TextLink to={paths.esimModule(lang)} className="text-primary-strong">
              {t('esim:end.alone')}
            </TextLink>
          </p>
          <LocalizedLink to={paths.listing(lang, { simType: 'esim' })} className="btn btn-primary">
            {t('esim:end.plans')}
          </LocalizedLink>
        </div>
      </div>
    </>
  );
}
