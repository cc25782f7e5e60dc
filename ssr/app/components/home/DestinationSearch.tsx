import { useTranslation } from '../../i18n/react';
import { Form, useLocation } from 'react-router';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';

/** Search of destinations: a GET form to the catalogue. `id` tells two of them on one page apart; `large`: on dark ground. */
export function DestinationSearch({ id, large }: { id: string; large?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname, search } = useLocation();
  // Questions and orders have searches of their own.
  const asked = pathname.startsWith(paths.group(lang, '')) ? search : '';
  const keyword = new URLSearchParams(asked).get('keyword') ?? '';
  return (
    <Form method="get" action={paths.listing(lang)} role="search" className="relative w-full">
      <label htmlFor={id} className="sr-only">
        {t('common:search.label')}
      </label>
      <input
        key={keyword}
        id={id}
        name="keyword"
        type="search"
        defaultValue={keyword}
        placeholder={t('common:search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={60}
        required
        className={`field pr-12 ${large ? 'min-h-14! pl-4! focus-visible:outline-white' : ''}`}
      />
      <button
        type="submit"
        className={`absolute inset-y-0 right-0 grid place-items-center rounded-control text-primary focus-visible:-outline-offset-4 ${large ? 'w-14' : 'w-11'}`}
      >
        <Icon name="search" />
        <span className="sr-only">{t('common:search.submit')}</span>
      </button>
    </Form>
  );
}
