import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useActionErrors, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Check } from '../form/Check';
import { OtherDevice } from './OtherDevice';

/** Asks whether the device takes an eSIM, and shows where that can be looked up. */
export function Compatibility({ goodsId, shown }: { goodsId: string; shown: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const errors = useActionErrors();
  const other = errors.value('forOtherDevice') === '1';
  const error = errors.field('forOtherDevice');
  return (
    // Without scripts nothing can hide it when a SIM card is chosen.
    <div className={`mt-1 ${shown ? '' : 'js:hidden'}`}>
      <Check
        name="compatibilityConfirmed"
        checked={errors.value('compatibilityConfirmed') === '1'}
        error={errors.field('compatibilityConfirmed')}
        focused
      >
        {t('detail:compatibility.label')}
      </Check>
      <OtherDevice shown={error !== undefined || other} checked={other} error={error} />
      <p className="text-14">
        <TextLink to={`${paths.esim(lang, { goodsId })}#check`} className="gap-1 lg:min-h-8">
          {t('detail:compatibility.link')}
        </TextLink>
      </p>
    </div>
  );
}
