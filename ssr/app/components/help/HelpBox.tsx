import { useTranslation } from '../../i18n/react';
import { LocalizedLink, TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';

/**
 * Links for readers whose question a text did not answer. `faq`: with a link to the FAQ. Needs the
 * namespace `content`.
 */
export function HelpBox({ faq = true }: { faq?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <aside aria-labelledby="help" className="rounded-card bg-primary-soft p-4">
      <h2 id="help" className="font-semibold">
        {t('content:help.title')}
      </h2>
      <p className="mt-1">{t('content:help.text')}</p>
      <LocalizedLink to={paths.contact(lang)} className="btn btn-primary mt-3 w-full">
        <Icon name="mail" />
        {t('content:help.contact')}
      </LocalizedLink>
      {faq && (
        <TextLink to={paths.faq(lang)} className="mt-1 flex justify-center text-primary-strong">
          {t('content:help.faq')}
        </TextLink>
      )}
    </aside>
  );
}
