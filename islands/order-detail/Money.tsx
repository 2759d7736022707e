import type { ReactNode } from 'react';
import type { Cents, SignedCents } from '../../server/contract/money';
import { isUndecided } from '../../server/contract/undecided-claims';
import { Amount } from '../my-orders/Amount';
import type { Clock } from '../my-orders/time-left';
import { calendarDay } from '../shipping/ship-by';
import type { Order, SectionProps, Side } from './order-page';
import type { LoadedClaims } from './use-claims';

type Props = SectionProps & { clock: Clock; claims: LoadedClaims; children?: ReactNode };

export const Money = ({ order, side, clock, claims, children }: Props) => (
  <section className="card stack tight" aria-label="Payment">
    <h2>Payment</h2>
    <dl className="totals">
      <Amount label="Subtotal" cents={order.goods_cents} />
      {order.freight_cents > 0 && <Amount label="Freight" cents={order.freight_cents} />}
      <Amount label="Total" cents={order.total_cents} isGrand />
      {refundedOf(order) > 0 && <Amount label="Refunded" cents={-refundedOf(order)} />}
    </dl>
    {order.total_net_to_seller !== null && order.status !== 'canceled' && (
      <Earnings order={order} side={side} net={order.total_net_to_seller} clock={clock} claims={claims} />
    )}
    {children}
  </section>
);

/** A canceled order is refunded as a whole. */
const refundedOf = ({ refunded_cents, status, refund_status, total_cents }: Order): Cents =>
  status === 'canceled' && refund_status === 'succeeded' ? total_cents : refunded_cents;

interface EarningsProps extends Pick<Props, 'order' | 'clock' | 'claims'> {
  side: Side;
  net: Cents;
}

/** What is left after the fee, and how far it has come. */
function Earnings({ order, side, net: agreed, clock, claims }: EarningsProps) {
  const { earnings } = order;
  const net: Cents | SignedCents = earnings?.net_cents ?? agreed;
  const fee = order.total_cents - order.refunded_cents - net;
  return (
    <>
      <dl className="totals order-earnings">
        <Amount label="Fee" cents={-fee} />
        <Amount label={side === 'seller' ? 'You receive' : 'Seller receives'} cents={net} isGrand />
      </dl>
      {earnings && <p className="muted small">{standing(order, clock, claims)}</p>}
      {side === 'seller' && earnings && (
        <p className="small">
          <a href="/dashboard/earnings">View Earnings</a>
        </p>
      )}
    </>
  );
}

function standing({ earnings, claim_until }: Order, clock: Clock, { loaded }: LoadedClaims): string {
  const { status, payout_number = null, paid_on = null, available_by } = earnings ?? {};
  if (status === 'paid') return `Paid${paid_on ? ` ${calendarDay(paid_on)}` : ''} (${payout_number})`;
  if (status === 'in_payout') return `In payout ${payout_number}`;
  if (status === 'available') return 'Available for your next payout';
  if (loaded?.claims.some(isUndecided)) return 'Pending until the claim is decided';
  if (claim_until) return `Pending until ${clock.day(claim_until)}`;
  return available_by
    ? `Pending. Expected by ${clock.day(available_by)}, once the order is received and claims have closed`
    : 'Pending until the order is received';
}
