import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AREAS } from '../areas';
import { Page } from '../components/Page';
import { useMember } from '../useMember';

/** The overview: who one is here, and what there is. */
export function Component() {
  const { t } = useTranslation();
  const { name, role, acts } = useMember();
  return (
    <Page title={t('home.title')} intro={t('home.hello', { name, role: t(`roles.${role}`) })}>
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
