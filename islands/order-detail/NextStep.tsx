import type { ReactNode } from 'react';
import { isUndecided } from '../../server/contract/undecided-claims';
import { CancelOrder } from '../my-orders/CancelOrder';
import { CONFIRMING, nextText } from '../my-orders/next-text';
import { PaymentButtons } from '../my-orders/PaymentButtons';
import { useIsConfirming } from '../my-orders/payment-return';
import { type Clock, untilText } from '../my-orders/time-left';
import { ShipActions } from '../shipping/ShipActions';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { ChangeShipTo } from './ChangeShipTo';
import { NEXT_STEP } from './focus-next-step';
import type { SectionProps } from './order-page';
import { ReceiptActions } from './ReceiptActions';
import type { LoadedClaims } from './use-claims';

interface Props extends SectionProps {
  clock: Clock;
  claims: LoadedClaims;
  children: ReactNode;
}

/** What happens next, when, and the viewer's buttons for it. */
export function NextStep({ order, lines, side, refetch, clock, claims, children }: Props) {
  const isConfirming = useIsConfirming(order);
  const facts = { order, lines, clock, claims: claims.loaded?.claims };
  return (
    <section id={NEXT_STEP} tabIndex={-1} className="card stack order-next-step" aria-label="Next step">
      {side !== 'staff' && <p className="lead">{isConfirming ? CONFIRMING : whole(nextText(facts, side))}</p>}
      <Dates order={order} side={side} clock={clock} claims={claims} />
      {side === 'buyer' && order.shipping.needs_ship_to && (
        <Notice
          tone="yellow"
          title="Choose a ship-to address"
          action={<ChangeShipTo order={order} refetch={refetch} isPrimary />}
        >
          {`${order.seller_name} can ship once you have.`}
        </Notice>
      )}
      {!isConfirming && (
        <div className="button-row">
          <PaymentButtons order={order} disabled={false} />
          {side === 'buyer' && <CancelOrder order={order} refetch={refetch} />}
        </div>
      )}
      {side === 'staff' && <Decide claims={claims} />}
      {children}
      {side === 'staff' && order.status === 'awaiting_shipment' && (
        <p className="muted small order-in-parts">To ship in parts, add each shipment by itself.</p>
      )}
      {side !== 'buyer' && <ShipActions order={order} lines={lines} side={side} refetch={refetch} />}
      {side === 'buyer' && <ReceiptActions order={order} refetch={refetch} claims={claims} />}
    </section>
  );
}

/** A number never breaks at its hyphen. */
const whole = (text: string) =>
  text.split(/((?:CL|PO)-\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );

/** Staff's way to the claim that holds up the payment. */
const Decide = ({ claims: { loaded } }: Pick<Props, 'claims'>) => {
  const claim = loaded?.claims.find(isUndecided);
  if (!claim) return null;
  return (
    <>
      <p className="lead">
        {whole(`Open claim ${claim.claim_number}. Decide it before the payment moves on.`)}
      </p>
      {claim.can.decide && (
        <div className="button-row">
          <Button tone="primary" size="small" href={`/admin/claims?claim=${claim.id}`}>
            Decide This Claim
          </Button>
        </div>
      )}
    </>
  );
};

function Dates({ order, side, clock, claims }: Pick<Props, 'order' | 'side' | 'clock' | 'claims'>) {
  const isClaimed = side === 'seller' && claims.loaded?.claims.some(isUndecided);
  const text = isClaimed ? CLAIMED : datesText(order, side, clock);
  return text && <p className="muted small">{text}</p>;
}

const CLAIMED = 'The order moves on once its claim is decided.';

function datesText({ status, receipt_due_at, can }: Props['order'], side: Props['side'], clock: Clock) {
  if (status === 'shipped' && receipt_due_at) {
    const due = untilText(receipt_due_at, clock);
    if (side !== 'buyer') return `Counts as received on ${due}, unless the buyer reports a problem.`;
    const more = can.extend ? ' Not here yet? Add 10 days, once.' : '';
    return can.receive
      ? `Confirm once everything has arrived. Without an answer, the order counts as received on ${due}.${more}`
      : null;
  }
  return null;
}
