import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import { useFragment } from '../../router/fragment';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';
import { MailAddress } from '../page/MailAddress';
import { footerClass, type FooterProps } from './footerFrame';
import { RegionSelector } from './RegionSelector';
import { WechatDialog } from './WechatDialog';

const LEGAL = ['terms-and-conditions', 'privacy-policy', 'disclaimer', 'cookie-policy'] as const;
const SERVICES = ['delivery', 'refund', 'activation', 'real-name'] as const;
const LINK = 'inline-flex min-h-11 items-center gap-2 text-muted hover:text-primary lg:min-h-9';

/**
 * Columns on desktop, an accordion on phones and tablets; then the legal line. Only the server renders it; in the browser
 * its HTML stays as it is (`StaticFooter`), so nothing in it may depend on the page or the shopper.
 */
export function Footer({ hidden }: FooterProps) {
  const Element = hidden ? 'template' : 'footer';
  const inside = useFragment(['footer'], <Content />);
  return <Element data-footer className={footerClass} {...inside} />;
}

function Content() {
  const { t } = useTranslation();
  const lang = useLang();
  const { tenant } = useShell();
  return (
    <>
      <div className="container-page grid gap-x-12 py-4 lg:grid-cols-4 lg:py-12">
        <Column title={t('footer:products')}>
          <Item to={paths.listing(lang)}>{t('footer:travelCard')}</Item>
          <Item to={paths.group(lang, 'monthly')}>{t('footer:monthly')}</Item>
          <Item to={paths.esim(lang)}>{t('footer:esim')}</Item>
          <Item to={paths.whyUs(lang)}>{t('footer:whyUs')}</Item>
        </Column>
        <Column title={t('footer:service')}>
          {SERVICES.map((name) => (
            <Item key={name} to={paths.service(lang, name)}>
              {t(`footer:services.${name}`)}
            </Item>
          ))}
        </Column>
        <Column title={t('footer:help')}>
          <li>
            <a className={LINK} href={`tel:${tenant.hotline.replaceAll(' ', '')}`}>
              <Icon name="phone" />
              {tenant.hotline}
            </a>
            <p className="text-14 text-muted">{tenant.hours}</p>
          </li>
          <li>
            <a className={LINK} href={`mailto:${tenant.supportEmail}`}>
              <Icon name="mail" />
              <MailAddress address={tenant.supportEmail} />
            </a>
          </li>
          <Item to={paths.faq(lang)}>{t('footer:faq')}</Item>
          <Item to={paths.contact(lang)}>{t('footer:contact')}</Item>
          <Item to={paths.track(lang)}>{t('common:track')}</Item>
          <WechatDialog className={LINK} />
        </Column>
        <Column title={t('footer:region')}>
          <RegionSelector className={LINK} />
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="container-page flex flex-wrap items-center gap-x-6 py-4 text-14 text-muted">
          <ul className="flex flex-wrap gap-x-6">
            {LEGAL.map((name) => (
              <Item key={name} to={paths.terms(lang, name)}>
                {t(`footer:legal.${name}`)}
              </Item>
            ))}
            {tenant.corporateUrl && (
              <li>
                <a className={LINK} href={tenant.corporateUrl} target="_blank" rel="noopener">
                  {t('footer:corporate')}
                  <span className="sr-only">{t('common:newTab')}</span>
                </a>
              </li>
            )}
          </ul>
          <p className="lg:ml-auto">{t('footer:copyright', { brand: tenant.name })}</p>
          <p className="w-full">{tenant.legal}</p>
          <ul className="payment-methods" aria-label={t('footer:marks')}>
            {tenant.marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <LocalizedLink to={to} className={LINK}>
        {children}
      </LocalizedLink>
    </li>
  );
}

// The list is outside of the <details>: in the mobile layout it follows its state, on wider screens it is always shown.
function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line last:border-0 lg:border-0">
      <h2 className="mb-2 hidden text-16 font-semibold lg:block">{title}</h2>
      <details className="peer lg:hidden">
        <summary className="flex min-h-12 items-center justify-between font-semibold">
          {title}
          <Icon name="down" />
        </summary>
      </details>
      <ul className="hidden pb-3 peer-open:block lg:block">{children}</ul>
    </section>
  );
}
