import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import type { Todo } from '../api/types';
import { AREAS } from '../areas';
import { Page } from '../components/Page';
import { useMember } from '../useMember';

/** Reads the open tasks of the member's areas. */
export function loader({ request }: { request: Request }) {
  return load<{ todo: Todo[] }>(request, '/todo');
}

/** The overview: the member's role, open tasks and areas. */
export function Component() {
  const { t } = useTranslation();
  const { name, role, acts } = useMember();
  const { todo } = useLoaderData<{ todo: Todo[] }>();
  return (
    <Page title={t('home.title')} intro={t('home.hello', { name, role: t(`roles.${role}`) })}>
      {todo.length > 0 && (
        <>
          <h2 className="mt-8 text-20 font-semibold">{t('home.todo')}</h2>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {todo.map((item) => (
              <li key={`${item.site.id} ${item.area} ${item.state}`}>
                <Waiting item={item} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="mt-8 text-20 font-semibold">{t('home.open')}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {AREAS.filter(({ act }) => !act || acts.includes(act)).map((area) => (
          <li key={area.path}>
            <Link to={`/${area.path}`} className="card block font-medium hover:border-primary">
              {t(area.name)}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Waiting({ item: { area, state, site, count } }: { item: Todo }) {
  const { t } = useTranslation();
  const what = t(`studio-${area}:list.filters.${state}`, { count });
  return (
    <Link
      to={`/${area}?state=${state}&site=${site.id}`}
      className="card block hover:border-primary"
    >
      <span className="block font-medium">
        {t('home.waits', { area: t(`studio-${area}:nav`), what })}
      </span>
      <span className="text-14 text-muted">{site.name}</span>
    </Link>
  );
}
