import { useTranslation } from 'react-i18next';
import { Icon, isIconName } from '../../../ssr/app/components/page/Icon';
import { Section } from '../components/Section';
import { LOCALES, type BlockDetail, type Body } from './types';

/** Previews the edited menu, home page or banner in both languages. */
export function Preview({ block, body }: { block: BlockDetail; body: Body }) {
  const { t } = useTranslation('studio-blocks');
  const { kind, words } = block;
  return (
    <Section title={t('preview')} className="grid content-start gap-4">
      {LOCALES.map((locale) => {
        const said = (key: string) =>
          body.words?.[key]?.[locale] ?? words.find((one) => one.key === key)?.files[locale] ?? '';
        return (
          <figure key={locale} className="card grid gap-2">
            <figcaption className="text-14 text-muted">{t(`languages.${locale}`)}</figcaption>
            <div lang={locale === 'zh' ? 'zh-CN' : 'en'} className="wrap-anywhere">
              {kind === 'menu' && (
                <ul className="flex flex-wrap gap-x-4 gap-y-2">
                  {body.menu?.map(({ name, icon }, i) => (
                    // oxlint-disable-next-line no-array-index-key
                    <li key={i} className="flex flex-col items-center text-14 font-medium">
                      {isIconName(icon) && <Icon name={icon} />}
                      {name[locale] || '…'}
                    </li>
                  ))}
                </ul>
              )}
              {kind === 'banner' &&
                (body.banner?.text[locale] ? (
                  <p className="bg-primary-soft px-4 py-3 text-center font-medium">
                    {body.banner.text[locale]}
                  </p>
                ) : (
                  <p className="text-muted">{t('banner.none')}</p>
                ))}
              {kind === 'home' && (
                <div className="grid gap-3">
                  <div className="gradient-brand p-4 text-white">
                    <p className="text-24 font-semibold">{said('hero.title')}</p>
                    <p className="mt-2">{said('hero.benefit')}</p>
                  </div>
                  <p className="text-20 font-semibold">{said('reasons.title')}</p>
                  {['facts', 'fast', 'refund'].map((reason) => (
                    <div key={reason} className="rounded-card bg-primary-soft p-3">
                      <p className="font-semibold">{said(`reasons.${reason}.title`)}</p>
                      <p>{said(`reasons.${reason}.text`)}</p>
                    </div>
                  ))}
                  {['destinations', 'featured', 'regions', 'faq', 'links'].map((part) => (
                    <p key={part} className="font-semibold">
                      {said(`${part}.title`)}
                    </p>
                  ))}
                  <p className="font-semibold">{said('how')}</p>
                  <p>{said('howLink')}</p>
                </div>
              )}
            </div>
          </figure>
        );
      })}
    </Section>
  );
}
