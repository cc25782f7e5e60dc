import { useTranslation } from '../i18n/react';
import { ContactChannels } from '../components/help/ContactChannels';
import { ContactForm } from '../components/help/ContactForm';
import { ContactSent } from '../components/help/ContactSent';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { switchesLanguage } from '../drafts/otherLanguage';
import { done, failed, doneWithValues, type PageAction, type PageHandle } from '../router/module';
import { useActionErrors } from '../router/page';

export const handle: PageHandle = { i18n: ['contact'] };

export const action: PageAction = async ({ form, gw }) => {
  if (switchesLanguage(form)) return doneWithValues(form);
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const result = await gw.post('/mall/contact/submit', {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    orderNo: text('orderNo'),
    message: text('message'),
  });
  return result.ok ? done({ ticket: result.data.ticket }) : failed(form, result);
};

export function Component() {
  const { t } = useTranslation();
  const { ticket } = useActionErrors<{ ticket: string }>().extra;
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: t('contact:title') }]} />
      <h1 className="page-title">{t('contact:title')}</h1>
      <p className="mb-6 mt-1 text-muted">{t('contact:intro')}</p>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-10">
        <div data-nosnippet className="card-flush p-4 sm:p-8">
          {ticket ? <ContactSent ticket={ticket} /> : <ContactForm />}
        </div>
        <ContactChannels />
      </div>
    </div>
  );
}
