import { useState } from 'react';
import { dollars, formatUnits } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import { openPayment, verifyPayment } from '../../server/payments/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { leaveFor } from '../browser/navigation';
import type { SteadyRow } from '../live/steady-list';
import { useChangeMark } from '../live/steady-mark';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { day } from '../ui/dates';
import { Disclosure } from '../ui/disclosure';
import type { IconName } from '../ui/icon';
import { Stepper } from '../ui/stepper';
import { Thumb } from '../ui/thumb';
import { Timeline } from '../ui/timeline';
import { type OrderItem, reasonOf } from './order-rows';
import { printOne } from './print-one';
import { byOf, nextOf, stepsOf } from './progress';

interface Props {
  row: SteadyRow<OrderItem>;
  side: 'buyer' | 'seller';
}

const ICONS: Record<'yellow' | 'green' | 'red' | 'gray', IconName> = {
  yellow: 'clock',
  green: 'check',
  red: 'close',
  gray: 'box',
};

export function OrderCard({ row, side }: Props) {
  const { hasLeft } = row;
  const { order, lines } = row.item;
  // The buttons of an order that left stay visible but disabled.
  const { can_pay, can_verify } = (row.before ?? row.item).order;
  const isMarked = useChangeMark(row.changedAt);
  const [busy, setBusy] = useState(false);
  const tone = orderTone(order.status, side);

  /** Opens the provider's page. The button stays busy until the browser leaves; Back re-enables it. */
  async function leave(ask: () => Promise<{ url: string }>) {
    setBusy(true);
    window.addEventListener('pageshow', () => setBusy(false), { once: true });
    try {
      const { url } = await ask();
      leaveFor(url);
    } catch (error) {
      setBusy(false);
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
  }

  return (
    <article
      data-row={row.key}
      className={classes(
        'order-card',
        (order.can_pay || order.can_verify) && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
      aria-label={order.po_number}
    >
      <header className="order-card-head">
        <div>
          <h3 tabIndex={-1}>{order.po_number}</h3>
          <p className="muted small">
            {day(order.created_at)} · {order.buyer_name} from {order.seller_name}
          </p>
        </div>
        <dl className="totals">
          <div className="grand">
            <dt>Total</dt>
            <dd>{dollars(order.total_cents)}</dd>
          </div>
          {side === 'seller' && order.total_net_to_seller !== null && (
            <div>
              <dt>After fees</dt>
              <dd>{dollars(order.total_net_to_seller)}</dd>
            </div>
          )}
        </dl>
        <Badge tone={tone} icon={ICONS[tone]}>
          {orderStatusLabels[order.status]}
        </Badge>
      </header>
      <div className="order-card-body stack">
        <Stepper label={`Progress of ${order.po_number}`} steps={stepsOf(order)} />
        <p className="order-next">{nextOf(order, side)}</p>
        {order.tracking_number && (
          <p className="small">
            {order.carrier ? `${order.carrier}: ` : 'Tracking: '}
            <strong className="tabular">{order.tracking_number}</strong>
          </p>
        )}
        <ul className="order-lines">
          {lines.map(({ id, attributes: { product, images, quantity, unit_cents, total_cents } }) => (
            <li key={id}>
              <Thumb src={images[0] ?? null} alt="" size={48} />
              <div>
                <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
                <p className="muted small">
                  {formatUnits(quantity)} × {dollars(unit_cents)}
                </p>
              </div>
              <strong className="tabular">{dollars(total_cents)}</strong>
            </li>
          ))}
        </ul>
        <Disclosure title="History" count={order.history.length}>
          <Timeline
            label={`History of ${order.po_number}`}
            entries={order.history.map((entry, index) => ({
              id: index,
              at: entry.at,
              title: orderStatusLabels[entry.status],
              body: (
                <p className="muted small">
                  {byOf(entry)}
                  {entry.reason && `: ${entry.reason}`}
                </p>
              ),
            }))}
          />
        </Disclosure>
      </div>
      <footer className="order-card-foot">
        <Button
          tone="quiet"
          icon="print"
          aria-label={`Print ${order.po_number}`}
          onClick={(event) => printOne(event.currentTarget.closest('.order-card'))}
        >
          Print
        </Button>
        {hasLeft && <p className="left-reason">{reasonOf(order)}</p>}
        {(can_pay || can_verify) && (
          <div className="button-row">
            {can_pay && (
              <Button
                tone="primary"
                busy={busy}
                disabled={hasLeft}
                onClick={() => leave(() => call(openPayment, { id: order.id }, {}))}
              >
                Check out
              </Button>
            )}
            {can_verify && (
              <Button
                tone="primary"
                busy={busy}
                disabled={hasLeft}
                onClick={() => leave(() => call(verifyPayment, { id: order.id }))}
              >
                Verify Payment
              </Button>
            )}
          </div>
        )}
      </footer>
    </article>
  );
}
