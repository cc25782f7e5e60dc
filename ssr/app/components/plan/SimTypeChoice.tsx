import type { Ref } from 'react';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { useActionErrors } from '../../router/page';
import { FieldError } from '../form/FieldError';
import { RadioCard } from '../form/RadioCard';

type Props = {
  ref: Ref<HTMLFieldSetElement>;
  options: PageDataByKind['detail']['options'];
  /** The type that is chosen to begin with. */
  chosen: string | undefined;
};

/** eSIM or SIM card; what is sold out cannot be chosen. */
export function SimTypeChoice({ ref, options, chosen }: Props) {
  const { t } = useTranslation();
  const errors = useActionErrors();
  return (
    <fieldset ref={ref} className="mt-3">
      <legend className="mb-2 font-medium">{t('detail:simType')}</legend>
      <div className="grid gap-2">
        {options.map(({ simType, available }) => (
          <RadioCard
            key={simType}
            name="simType"
            value={simType}
            defaultChecked={simType === chosen}
            disabled={!available}
            label={t(`plan:simType.${simType}`)}
            note={t(available ? `detail:simTypeHint.${simType}` : 'plan:soldOut')}
          />
        ))}
      </div>
      <FieldError name="simType" message={errors.field('simType')} />
    </fieldset>
  );
}
