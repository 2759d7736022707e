import { useEffect, useState } from 'react';
import { dollars } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import { BuyAgain } from '../buy-again/BuyAgain';
import { showsAmounts } from '../my-orders/amounts';
import { stepsOf } from '../my-orders/progress';
import { type Clock, useNow } from '../my-orders/time-left';
import { MessagesBar } from '../offers/MessagesBar';
import { isLate, shipDay } from '../shipping/ship-by';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Icon } from '../ui/icon';
import { Stepper } from '../ui/stepper';
import { Activity } from './Activity';
import { BuyerPoNumber } from './BuyerPoNumber';
import { ClaimSection } from './ClaimSection';
import { Documents } from './Documents';
import { Lines } from './Lines';
import { Money } from './Money';
import { NextStep } from './NextStep';
import type { OrderPageProps, SectionProps } from './order-page';
import { Shipments } from './Shipments';
import { ShipTo } from './ShipTo';
import { useClaims } from './use-claims';

/** Of buyer, seller and staff: the same order, each with their own acts. */
export function OrderPage(props: OrderPageProps) {
  const { document, side, openable, refetch, acts, moneyActs, shipToAct, aside } = props;
  const { attributes: order } = document.data;
  const clock = { ...useDates(), now: useNow() };
  const claims = useClaims(order);
  const section = { order, lines: document.included, side, refetch };
  const claimed = showsAmounts(order) && <ClaimSection {...section} claims={claims} />;
  return (
    <article className="page order-page" aria-label={order.po_number}>
      <Head {...section} clock={clock} />
      <div className="order-page-body">
        <div className="stack loose">
          <NextStep {...section} clock={clock} claims={claims}>
            {acts?.(claims)}
          </NextStep>
          {side !== 'staff' && claimed}
          <Lines {...section} openable={openable} />
        </div>
        <div className="stack loose order-page-aside">
          {showsAmounts(order) && (
            <Money {...section} clock={clock} claims={claims}>
              {moneyActs?.(claims)}
            </Money>
          )}
          <ShipTo {...section}>{shipToAct}</ShipTo>
          <Documents {...section} />
          {aside}
        </div>
        <div className="stack loose">
          <Shipments {...section} />
          {side === 'staff' && claimed}
          {showsAmounts(order) && <OrderMessages {...section} />}
        </div>
        <Activity {...section} activity={document.activity} />
      </div>
    </article>
  );
}

const MESSAGES_ID = 'order-messages';

function OrderMessages({ order, side }: SectionProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isLinked, setLinked] = useState(false);
  useEffect(() => setLinked(location.hash === `#${MESSAGES_ID}`), []);
  return (
    <section id={MESSAGES_ID} tabIndex={-1} className="order-messages" aria-label="Messages">
      <MessagesBar
        load={() => import('../messages/MessageThread')}
        {...order}
        offerId={order.offer_id}
        side={side}
        slot={slot}
        isLinked={isLinked}
      />
      <div ref={setSlot} className="thread-slot" />
    </section>
  );
}

/** My Orders links to #print. */
function PrintButton({ number }: { number: string }) {
  useEffect(() => {
    if (location.hash !== '#print') return;
    history.replaceState(history.state, '', location.pathname);
    window.print();
  }, []);
  return (
    <Button
      tone="quiet"
      size="small"
      icon="print"
      className="order-page-print"
      aria-label={`Print ${number}`}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}

/** By when the buyer pays or the seller ships. */
function dueText(order: SectionProps['order'], { deadline }: Clock) {
  if (order.pay_by) return ` · pay by ${deadline(order.pay_by)}`;
  return order.status === 'awaiting_shipment' && order.ship_by ? ` · ship by ${shipDay(order)}` : null;
}

function Head({ order, side, refetch, clock }: SectionProps & { clock: Clock }) {
  const party = side === 'buyer' ? order.seller_name : order.buyer_name;
  const [href, list] =
    side === 'staff' ? ['/admin/purchase_orders', 'Purchase Orders'] : ['/my_orders', 'My Orders'];
  return (
    <header className="stack">
      <div className="row between small">
        <a className="page-back" href={href}>
          <Icon name="chevron-left" />
          {list}
        </a>
        <div className="row">
          {showsAmounts(order) && (
            <a className="order-page-jump" href={`#${MESSAGES_ID}`}>
              {order.message_count > 0 ? `Messages (${order.message_count})` : 'Messages'}
            </a>
          )}
          <PrintButton number={order.po_number} />
          {side === 'buyer' && <BuyAgain source={{ kind: 'order', id: order.id, number: order.po_number }} />}
        </div>
      </div>
      <div className="stack tight">
        <div className="row">
          <h1 className="nowrap">{order.po_number}</h1>
          <Badge tone={orderTone(order.status, side)}>{orderStatusLabels[order.status]}</Badge>
          {isLate(order, clock.now) && <Badge tone="red">Late</Badge>}
        </div>
        <p className="muted">
          {side === 'staff' && (
            <>
              <b className="order-page-total">{dollars(order.total_cents)}</b> · {order.buyer_name} from{' '}
            </>
          )}
          {side === 'staff' ? order.seller_name : party} · ordered {clock.day(order.created_at)}
          {side === 'staff' && dueText(order, clock)}
        </p>
        <BuyerPoNumber order={order} side={side} refetch={refetch} />
      </div>
      <Stepper label={`Progress of ${order.po_number}`} steps={stepsOf(order, clock)} />
    </header>
  );
}
