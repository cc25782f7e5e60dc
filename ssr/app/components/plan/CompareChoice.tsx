import { Form } from 'react-router';
import type { Goods } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';

const FORM = 'compare';

/** Check box that selects a plan for the comparison; it belongs to the form of the CompareBar. */
export function CompareChoice({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  return (
    <label className="relative inline-flex min-h-11 items-center gap-2 self-start text-14">
      <input
        type="checkbox"
        name="plans"
        value={goods.goodsId}
        form={FORM}
        aria-label={t('plan:compare.chooseNamed', { name: goods.name })}
        className="size-5 accent-primary"
      />
      {t('plan:compare.choose')}
    </label>
  );
}

/** Button that opens the comparison. It sticks to the screen once a plan is selected. */
export function CompareBar() {
  const { t } = useTranslation();
  return (
    <Form
      discover="none"
      id={FORM}
      method="get"
      action={paths.compare(useLang())}
      className="card-flush sticky bottom-2 z-10 mt-4 hidden flex-wrap items-center justify-between gap-3 border-primary p-3 [html:has([form=compare]:checked)_&]:flex"
    >
      <p className="text-14">{t('plan:compare.hint')}</p>
      <button type="submit" className="btn btn-primary">
        {t('plan:compare.submit')}
      </button>
    </Form>
  );
}
