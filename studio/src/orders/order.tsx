import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { usePermission } from '../useMember';
import { Corrections } from './Corrections';
import { Facts } from './Facts';
import { History } from './History';
import { Lines } from './Lines';
import { Money } from './Money';
import { ParcelForm } from './ParcelForm';
import { Steps } from './Steps';
import type { Order } from './types';
import { useOrderActions } from './useOrderActions';

type Args = { request: Request; params: { site?: string; no?: string } };

/** An order with its lines, payment, refunds and history. */
export function loader({ request, params: { site = '', no = '' } }: Args) {
  return load<Order>(request, `/orders/${encodeURIComponent(site)}/${encodeURIComponent(no)}`);
}

/** Everything about an order, and what may be done to it now. */
export function Component() {
  const { t } = useTranslation(['studio-orders', 'order']);
  const order = useLoaderData<Order>();
  const outcome = useRef<HTMLDivElement>(null);
  const acts = useOrderActions(order, () => outcome.current?.focus());
  const mayHandle = usePermission('orders.handle');
  return (
    <Page
      title={t('order:title', { orderNo: order.orderNo })}
      intro={`${order.site.name} · ${t(`order:status.${order.status}`)}`}
    >
      <p className="mt-2">
        <Link className="link-alone" to={`/orders?site=${order.site.id}`}>
          {t('back')}
        </Link>
      </p>
      <div ref={outcome} tabIndex={-1} className="mt-4">
        <Outcome error={acts.error} done={acts.done && t(`done.${acts.done}`)} />
      </div>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Facts order={order} />
          {mayHandle && order.can.includes('ship') && <ParcelForm order={order} acts={acts} />}
          {mayHandle && <Steps order={order} acts={acts} />}
          {mayHandle && <Corrections order={order} acts={acts} />}
        </div>
        <div className="grid gap-6">
          <Lines order={order} />
          <Money order={order} acts={acts} />
        </div>
      </div>
      <History entries={order.history} zone={order.zone} />
    </Page>
  );
}
