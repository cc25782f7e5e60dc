import type { ToRegister } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Alert } from '../page/Alert';

/** That a SIM of an order has to be registered before it can be used, and the way to where that is done. */
export function RegisterFirst({ state, simId }: ToRegister) {
  const { t } = useTranslation();
  const lang = useLang();
  const part = simId ? '#real-name' : '';
  return (
    <Alert kind="warning" title={t(`order:register.${state}.title`)}>
      <p>{t(`order:register.${state}.text`)}</p>
      {!simId && <p>{t('order:register.guest')}</p>}
      <LocalizedLink
        to={`${paths.accountSims(lang, { simId })}${part}`}
        className="btn btn-primary no-print mt-3"
      >
        {t('order:register.action')}
      </LocalizedLink>
    </Alert>
  );
}
