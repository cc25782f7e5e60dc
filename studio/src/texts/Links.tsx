import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, Refusal } from '../api/client';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { when } from '../components/time';
import { i18n } from '../i18n';
import { useSend } from '../useSend';
import type { SharedLink } from './types';

type Props = {
  path: string;
  ask?: string;
  /** Saves what was typed, and returns what the server needs to know of it; undefined where that failed. */
  settle: () => Promise<object | undefined>;
};

const HOURS = [1, 24, 72, 168, 720];

/** Links to previews for colleagues who have no login: with a code for the phone, an end, and a way to take them back. */
export function Links({ path, ask = '', settle }: Props) {
  const { t } = useTranslation('studio-texts');
  const [list, setList] = useState<SharedLink[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    call<{ links: SharedLink[] }>('GET', path + ask, undefined, controller.signal).then(
      ({ links }) => setList(links),
      () => undefined, // What is made here shows the list again.
    );
    return () => controller.abort();
  }, [path, ask]);
  const [hours, setHours] = useState(24);
  const share = useSend(async () => {
    const typed = await settle();
    if (!typed) throw new Refusal(i18n.t('publish.unsaved', { ns: 'studio-texts' }), 'unsaved', 0);
    const { links } = await call<{ links: SharedLink[] }>('POST', path + ask, { ...typed, hours });
    setList(links);
  });
  const revoke = useSend(async (id: string) => {
    const { links } = await call<{ links: SharedLink[] }>('DELETE', `${path}/${id}${ask}`);
    setList(links);
  });
  return (
    <Section title={t('links.title')} className="card grid content-start gap-4">
      <p className="text-14 text-muted">{t('links.intro')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('links.for')}
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {HOURS.map((n) => (
            <option key={n} value={n}>
              {n < 24 ? t('links.hours', { count: n }) : t('links.days', { count: n / 24 })}
            </option>
          ))}
        </Select>
        <Button type="button" look="secondary" busy={share.busy} onClick={() => void share.run()}>
          {t('links.make')}
        </Button>
      </div>
      <Outcome
        refusal={share.refusal ?? revoke.refusal}
        done={share.done && !revoke.done && t('links.made')}
      />
      <ul className="divide-y divide-line">
        {list.map(({ id, author, until, revokedAt, revokedBy, address, qr }) => (
          <li key={id} className="grid gap-2 py-3">
            <p className="text-14 text-muted">
              {t('links.by', { author, until: when(until) })}
              {revokedAt && ` · ${t('links.revoked', { author: revokedBy, at: when(revokedAt) })}`}
            </p>
            {!revokedAt && (
              <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <img
                  className="size-32"
                  alt={t('links.qr', { until: when(until) })}
                  src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
                />
                <div className="grid content-start gap-2">
                  <input
                    className="field text-14"
                    readOnly
                    value={address}
                    aria-label={t('links.address', { until: when(until) })}
                    onFocus={(event) => event.target.select()}
                  />
                  <a className="link-alone" href={address} target="_blank" rel="noreferrer">
                    {t('links.open')}
                  </a>
                  <Confirm
                    label={t('links.revoke')}
                    question={t('links.revokeQuestion')}
                    busy={revoke.busy}
                    onConfirm={() => void revoke.run(id)}
                  />
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
