import { Form } from 'react-router';
import type { RealNameRegime, SimDetail } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { AccountSection, FoldedForm } from '../account/AccountSection';
import { Field, Select } from '../form/Field';
import { FormErrors } from '../form/FormErrors';
import { NameFields } from '../form/NameFields';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { Alert } from '../page/Alert';

/** The real-name registration of a SIM: its state, why it was rejected, and the form for each place that asks. */
export function SimRealName({ sim, zone }: { sim: SimDetail; zone: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { stateText, state, reason, documentLast4, expiresAt, canSubmit, regimes } =
    sim.realNameDesk;
  if (regimes.length === 0) return null;
  return (
    <AccountSection
      id="real-name"
      title={t('sims:realName.title')}
      saved={state === 'under_review' ? ['realname'] : undefined}
    >
      <div className="grid gap-3">
        <p className="font-medium">{stateText}</p>
        {state === 'rejected' && reason && (
          <Alert kind="danger" title={t('sims:realName.why')}>
            {reason}
          </Alert>
        )}
        {documentLast4 && <p>{t('sims:realName.document', { last4: documentLast4 })}</p>}
        {expiresAt && (
          <p>{t('sims:realName.expires', { time: zonedTime(expiresAt, lang, zone) })}</p>
        )}
        {canSubmit &&
          regimes.map((regime) => (
            <RegimeForm
              key={regime.regime}
              regime={regime}
              simId={sim.simId}
              open={regimes.length === 1 || state === 'rejected'}
            />
          ))}
      </div>
    </AccountSection>
  );
}

type FormProps = { regime: RealNameRegime; simId: string; open: boolean };

// The document number is sent to the operator and never stored: after an error it is not filled in again.
function RegimeForm({ regime, simId, open }: FormProps) {
  const { t } = useTranslation();
  const errors = useFormErrors(`realname-${regime.regime}`);
  const field = (name: string) => ({
    ...errors.input(name),
    label: t(`sims:realName.${name}`),
    maxLength: 60,
  });
  return (
    <FoldedForm
      label={t('sims:realName.open', { place: regime.name })}
      open={open || errors.failed}
    >
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="form" value={`realname-${regime.regime}`} />
        <input type="hidden" name="simId" value={simId} />
        <input type="hidden" name="regime" value={regime.regime} />
        <p>{regime.text}</p>
        <div className="text-14 text-muted">
          <p>{t('sims:realName.kept')}</p>
          {regime.quota !== undefined && <p>{t('sims:realName.quota', { count: regime.quota })}</p>}
          {regime.minAge > 0 && <p>{t('sims:realName.minAge', { count: regime.minAge })}</p>}
        </div>
        <FormErrors errors={errors} />
        <Select {...errors.input('documentType')} label={t('sims:realName.documentType')}>
          {regime.documents.map(({ type, name }) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </Select>
        <Field {...field('documentNumber')} defaultValue="" autoComplete="off" required />
        <Field {...field('documentExpiry')} type="date" />
        <NameFields field={field} both />
        {regime.needsLocalName && <Field {...field('localName')} autoComplete="off" />}
        <Field {...field('birthDate')} type="date" autoComplete="bday" required />
        <Submit label={t('sims:realName.submit')} />
      </Form>
    </FoldedForm>
  );
}
