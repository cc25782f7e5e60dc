import type { Sim } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { Alert } from '../page/Alert';
import { TextLink } from '../../router/LocalizedLink';

/** The hint of a SIM, if it has one, with a link to the part of the SIM's page where the step is taken, below `list`. */
export function SimHint({ sim: { simId, hint }, list }: { sim: Sim; list: string }) {
  const { t } = useTranslation();
  if (!hint) return null;
  const part = partOf(hint);
  const { link } = hint;
  return (
    <Alert kind="warning" title={hint.title}>
      <p>{hint.text}</p>
      {(link ?? part) && (
        <TextLink to={link?.path ?? `${list}?simId=${simId}#${part!.id}`} className="font-medium">
          {link?.text ?? t(part!.label)}
        </TextLink>
      )}
    </Alert>
  );
}

// The part of the SIM's own page where the step is taken.
function partOf({ code, topUp }: NonNullable<Sim['hint']>) {
  if (topUp) return { id: 'top-up', label: 'sims:topUp.title' };
  if (code === 'real_name') return { id: 'real-name', label: 'sims:realName.title' };
  return undefined;
}
