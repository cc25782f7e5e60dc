import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { deleteDraft } from '../../drafts/drafts';
import { Icon } from '../page/Icon';

/** Confirmation with the ticket number of the message. It replaces the form and takes the focus. */
export function ContactSent({ ticket }: { ticket: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    deleteDraft('contact');
  }, []);
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-success">
        <Icon name="check" className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold no-outline">
        {t('contact:sent.title')}
      </h2>
      <p className="max-w-[440px]">{t('contact:sent.text')}</p>
      <p className="rounded-control border border-line bg-mist px-6 py-3">
        <span className="block text-14 text-muted">{t('contact:sent.ticket')}</span>
        <strong className="text-20 tracking-wide">{ticket}</strong>
      </p>
      <TextLink to={paths.contact(lang)}>{t('contact:sent.again')}</TextLink>
    </div>
  );
}
