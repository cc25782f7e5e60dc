import type { Sim } from '../gw/types';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import { useLang } from '../router/page';
import { paths } from '../router/paths';
import { Alert } from './Alert';

/** The one step that helps now, if there is one. */
export function SimHint({ sim: { simId, hint } }: { sim: Sim }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!hint) return null;
  return (
    <Alert kind="warning" title={hint.title}>
      <p>{hint.text}</p>
      {hint.topUp && (
        <LocalizedLink
          to={`${paths.accountSims(lang, { simId })}#top-up`}
          className="inline-flex min-h-11 items-center font-medium text-primary underline"
        >
          {t('sims:topUp.title')}
        </LocalizedLink>
      )}
    </Alert>
  );
}
