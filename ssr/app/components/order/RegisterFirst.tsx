import type { ToRegister } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Alert } from '../page/Alert';

/** Notice that a SIM of an order must be registered before it can be used, with a link to the form. */
export function RegisterFirst({ orderNo, state, simId }: ToRegister & { orderNo: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Alert kind="warning" title={t(`order:register.${state}.title`)}>
      <p>{t(`order:register.${state}.text`)}</p>
      <LocalizedLink
        to={`${paths.orderSims(lang, orderNo, { simId })}#real-name`}
        className="btn btn-primary no-print mt-3"
      >
        {t('order:register.action')}
      </LocalizedLink>
    </Alert>
  );
}
