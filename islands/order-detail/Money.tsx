import { type Cents, dollars } from '../../server/contract/money';
import type { Clock } from '../my-orders/time-left';
import { classes } from '../ui/classes';
import type { SectionProps } from './order-page';

export const Money = ({ order, clock }: SectionProps & { clock: Clock }) => (
  <section className="card stack tight" aria-label="Payment">
    <h2>Payment</h2>
    <dl className="totals">
      <Amount label="Goods" amount={order.goods_cents} />
      {order.freight_cents > 0 && <Amount label="Freight" amount={order.freight_cents} />}
      <Amount label="Total" amount={order.total_cents} isGrand />
      {order.refunded_cents > 0 && <Amount label="Refunded" amount={order.refunded_cents} />}
      {order.total_net_to_seller !== null && (
        <Amount label="You receive after fees" amount={order.total_net_to_seller} />
      )}
    </dl>
    {order.total_net_to_seller !== null && order.claim_until && order.status === 'received' && (
      <p className="muted small">{`Pending until ${clock.day(order.claim_until)}`}</p>
    )}
  </section>
);

const Amount = ({ label, amount, isGrand = false }: { label: string; amount: Cents; isGrand?: boolean }) => (
  <div className={classes(isGrand && 'grand')}>
    <dt>{label}</dt>
    <dd>{dollars(amount)}</dd>
  </div>
);
