import { useTranslation } from '../i18n/react';
import { faqCategories, type FaqCategory } from '../components/help/faqCategories';
import { FaqList } from '../components/help/FaqList';
import { FaqSearch } from '../components/help/FaqSearch';
import { HelpBox } from '../components/help/HelpBox';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { Empty } from '../components/page/Empty';
import { LocalizedLink, TextLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['content'] };

/** Questions by category, or those that a search found. */
export function Component({ page }: PageProps<'faq'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { items, keyword } = page.data;
  const categories = faqCategories(items);
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: t('content:faq.title') }]} />
      <h1 className="page-title">{t('content:faq.title')}</h1>
      <p className="mb-4 mt-1 text-muted">{t('content:faq.intro')}</p>
      <FaqSearch key={keyword} keyword={keyword} />
      {keyword && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4">
          <output aria-live="polite" className="font-medium">
            {t('content:faq.found', { count: items.length, keyword })}
          </output>
          {items.length > 0 && <TextLink to={paths.faq(lang)}>{t('content:faq.clear')}</TextLink>}
        </p>
      )}
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_280px] lg:items-start lg:gap-10">
        <div className="grid gap-8">
          {!keyword && categories.length > 1 && <CategoryLinks categories={categories} />}
          {categories.map(({ id, name, items: questions }, at) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className={at === 0 ? undefined : 'defer-400'}
            >
              <h2 id={`${id}-title`} className="mb-3 text-20 font-semibold">
                {name}
              </h2>
              <FaqList items={questions} />
            </section>
          ))}
          {items.length === 0 && (
            <Empty
              icon="question"
              title={t('content:faq.empty.title')}
              text={t('content:faq.empty.text', { keyword: keyword ?? '' })}
            >
              <LocalizedLink to={paths.faq(lang)} className="btn btn-secondary">
                {t('content:faq.clear')}
              </LocalizedLink>
            </Empty>
          )}
        </div>
        <div className="lg:sticky lg:top-[106px]">
          <HelpBox faq={false} />
        </div>
      </div>
    </div>
  );
}

function CategoryLinks({ categories }: { categories: readonly FaqCategory[] }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('content:faq.categories')}>
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className="pill bg-paper px-4 hover:text-primary">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
