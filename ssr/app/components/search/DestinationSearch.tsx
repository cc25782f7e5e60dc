import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { useLang, usePage } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';
import type { SuggestionsProps } from './Suggestions';

/** Search of destinations: a GET form to the catalogue. `id` tells two of them on one page apart; `large`: on a dark background. */
export function DestinationSearch({ id, large }: { id: string; large?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  // Of the catalogue: orders have a search of their own. The word is not taken from the address: a page
  // whose destinations were chosen since is not about it any more.
  const page = usePage();
  const listing = page.kind === 'listing' || page.kind === 'group';
  const keyword = (listing && page.data.query.keyword) || '';
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  // Without its code the form is what it is without scripts.
  const suggest = useCallback(
    () =>
      void import('./Suggestions').then(
        (module) => setSuggestions(() => module.Suggestions),
        () => {},
      ),
    [],
  );
  useEffect(() => {
    if (document.activeElement?.id === id) suggest();
  }, [id, suggest]);
  return (
    <Form
      discover="none"
      method="get"
      action={paths.listing(lang)}
      // The one in the header is the landmark: there is another one on some pages only.
      role={id === 'search' ? 'search' : undefined}
      className="relative w-full"
    >
      <label htmlFor={id} className="sr-only">
        {t('common:search.label')}
      </label>
      <input
        key={keyword}
        onFocus={suggest}
        id={id}
        name="keyword"
        type="search"
        defaultValue={keyword}
        placeholder={t('common:search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={60}
        required
        pattern=".*\S.*"
        title={t('common:search.label')}
        className={`field pr-12 ${large ? 'min-h-14! pl-4! focus-visible:outline-white' : ''}`}
      />
      <button
        type="submit"
        className={`absolute inset-y-0 right-0 grid place-items-center rounded-control text-primary focus-visible:-outline-offset-4 ${large ? 'w-14' : 'w-11'}`}
      >
        <Icon name="search" />
        <span className="sr-only">{t('common:search.submit')}</span>
      </button>
      {Suggestions && <Suggestions key={keyword} fieldId={id} />}
    </Form>
  );
}
