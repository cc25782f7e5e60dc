import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Link,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { Icon } from '../../../ssr/app/components/page/Icon';
import { call } from '../api/client';
import { AREAS } from '../areas';
import { Button } from '../components/Button';
import { currentLang, setLanguage, type Lang } from '../i18n';
import { useStale } from '../rereading';
import { useMember } from '../useMember';
import { useMutation } from '../useMutation';
import { LanguageSwitch } from './LanguageSwitch';

/** The layout of all pages for members: the navigation of the areas their role allows, the language switch and the logout. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  // The menu of small screens closes when a page was chosen.
  const [openAt, setOpenAt] = useState('');
  const open = openAt === pathname;
  return (
    <>
      <a
        href="#content"
        className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-2 focus:z-10"
      >
        {t('skip')}
      </a>
      <header className="border-b border-line bg-paper">
        <div className="mx-auto flex min-h-14 max-w-[1440px] flex-wrap items-center gap-x-2 px-4 sm:px-6">
          <Link to="/" className="mr-auto inline-flex min-h-11 items-center font-semibold">
            {t('app')}
          </Link>
          <LanguageSwitch onChange={useLanguage()} />
          <button
            type="button"
            className="btn btn-secondary px-3 lg:hidden"
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpenAt(open ? '' : pathname)}
          >
            <Icon name={open ? 'close' : 'menu'} />
            {t('menu')}
          </button>
        </div>
      </header>
      <div className="mx-auto max-w-[1440px] lg:grid lg:grid-cols-[240px_minmax(0,1fr)]">
        <nav
          id="navigation"
          aria-label={t('mainNavigation')}
          className={`border-b border-line bg-paper px-4 py-4 sm:px-6 lg:border-b-0 lg:bg-transparent lg:py-6 lg:pr-0 ${open ? '' : 'max-lg:hidden'}`}
        >
          <Links />
        </nav>
        <main
          id="content"
          tabIndex={-1}
          aria-busy={navigation.state === 'loading'}
          className="min-w-0 px-4 py-6 outline-none sm:px-6"
        >
          <Stale />
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** Says that the page could not be read again after a change. */
function Stale() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <div aria-live="polite" className="sticky top-2 z-10 empty:absolute">
      {useStale() && (
        <Alert kind="warning" title={t('stale.title')}>
          <Button
            type="button"
            look="link"
            busy={state === 'loading'}
            onClick={() => void revalidate()}
          >
            {t('stale.again')}
          </Button>
        </Alert>
      )}
    </div>
  );
}

function Links() {
  const { t } = useTranslation();
  const { acts } = useMember();
  const navigate = useNavigate();
  const out = useMutation(async () => {
    await call('POST', '/logout');
    await navigate('/login', { state: { ended: true } });
  });
  const areas = AREAS.filter(({ act }) => !act || acts.includes(act));
  return (
    <ul className="grid gap-1">
      {[{ path: '', name: 'nav.home' }, ...areas].map(({ path, name }) => (
        <li key={path}>
          <NavLink
            to={`/${path}`}
            end={path === ''}
            className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-primary-soft aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-strong"
          >
            {t(name)}
          </NavLink>
        </li>
      ))}
      <li className="px-3">
        <Button type="button" look="link" busy={out.busy} onClick={() => void out.run()}>
          {t('nav.logout')}
        </Button>
      </li>
    </ul>
  );
}

/** Returns a function that switches the language and stores it in the member's account. */
function useLanguage() {
  const { name } = useMember();
  const { run } = useMutation(async (locale: Lang) => {
    await call('PATCH', '/account', { name, locale });
  });
  return async (next: Lang) => {
    const before = currentLang();
    await setLanguage(next);
    if (!(await run(next))) await setLanguage(before);
  };
}
