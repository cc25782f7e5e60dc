import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Fold } from '../page/Fold';
import { LongList } from '../page/LongList';
import { Timeline } from '../sim/Timeline';
import type { Next } from './NextStep';

type Props = {
  data: PageDataByKind['order_detail'];
  next: Next;
  /** State of the order, which is not repeated. */
  state: string;
};

/** The states of the eSIMs of an order, each with its steps. */
export function OrderEsims({ data: { order, install, installAdvice }, next, state }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (install.length === 0) return null;
  const ready = next === 'install';
  // Of several eSIMs the next one to install is open.
  const first = install.find((kit) => kit.state === 'released') ?? install[0];
  return (
    <section aria-labelledby="install" className="card grid gap-4">
      <div>
        <h2 id="install" className="text-20 font-semibold">
          {t(ready ? 'order:next.install.title' : 'order:esims', { count: install.length })}
        </h2>
        {ready && <p className="wrap-anywhere">{installAdvice}</p>}
      </div>
      <LongList
        className="grid gap-4"
        items={install.map((kit, place) => {
          const { name, iccidLast4, stateText, timeline } = kit;
          const head = [
            name,
            stateText !== state && stateText,
            iccidLast4 && t('order:install.iccid', { last4: iccidLast4 }),
          ]
            .filter(Boolean)
            .join(' · ');
          return (
            <li key={place}>
              {timeline && install.length > 1 ? (
                <Fold title={head} className="rounded-control" open={kit === first}>
                  <div className="pb-4 pt-2">
                    <Timeline steps={timeline} />
                  </div>
                </Fold>
              ) : (
                <>
                  <p className="mb-4 text-muted last:mb-0">{head}</p>
                  <Timeline steps={timeline} />
                </>
              )}
            </li>
          );
        })}
      />
      <p className="no-print flex flex-wrap gap-3">
        <LocalizedLink to={paths.orderSims(lang, order.orderNo)} className="btn btn-secondary">
          {t('order:sims')}
        </LocalizedLink>
        {!ready && !install.every(({ refunding }) => refunding) && (
          <LocalizedLink to={paths.install(lang, order.orderNo)} className="btn btn-secondary">
            {t('order:install.open')}
          </LocalizedLink>
        )}
      </p>
    </section>
  );
}
