import { useLocation } from 'react-router';
import { AccountFrame } from '../components/account/AccountFrame';
import { Alert } from '../components/page/Alert';
import { Empty } from '../components/page/Empty';
import { SimCard } from '../components/sim/SimCard';
import { SimDetail } from '../components/sim/SimDetail';
import { SimLinkForm } from '../components/sim/SimLinkForm';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageAction, PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

// Registrations are sealed in the browser, on any connection.
export const handle: PageHandle = { i18n: ['account', 'auth', 'plan', 'sims'], js: 'always' };

// The code of the action is loaded with the first post: most visits end without one.
export const action: PageAction = async (args) => {
  const { postSims } = await import('../components/sim/simForms');
  return postSims(args);
};

export function Component({ page }: PageProps<'account_sims'>) {
  const { t } = useTranslation();
  const list = paths.accountSims(useLang());
  const { items, selected, topUps } = page.data;
  return (
    <AccountFrame section="sims" title={t('sims:title')}>
      {selected ? (
        <SimDetail sim={selected} topUps={topUps} list={list} />
      ) : (
        <>
          <Saved />
          {items.length === 0 && <NoSims />}
          {items.map((sim) => (
            <SimCard key={sim.simId} sim={sim} list={list} />
          ))}
          <SimLinkForm open={items.length === 0} />
        </>
      )}
    </AccountFrame>
  );
}

function NoSims() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Empty icon="sim" title={t('sims:empty.title')} text={t('sims:empty.text')}>
      <LocalizedLink to={paths.listing(lang)} className="btn btn-primary">
        {t('sims:empty.action')}
      </LocalizedLink>
    </Empty>
  );
}

const SAVED = ['linked', 'unlinked'];

function Saved() {
  const { t } = useTranslation();
  const done = new URLSearchParams(useLocation().search).get('saved') ?? '';
  if (!SAVED.includes(done)) return null;
  return (
    <Alert kind="success" live>
      {t(`sims:saved.${done}`)}
    </Alert>
  );
}
