import type { ReactNode } from 'react';
import { type Cents, cents, counted, dollars, formatUnits } from '../../server/contract/money';
import type { OrderHistoryEntry, PurchaseOrderProduct } from '../../server/orders/contract';
import { canceledNote, orderStatusLabels, orderTone } from '../../server/orders/rules';
import type { StaffOrder } from '../../server/orders/staff/contract';
import { sentenceCase } from '../admin-insights/words';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Timeline } from '../ui/timeline';
import { historySentence } from './history-sentence';

interface Props {
  opened: StaffOrder;
  actions: ReactNode;
}

export function OrderFacts({ opened, actions }: Props) {
  const { order, document } = opened;
  const attributes = document.data[0]?.attributes;
  return (
    <div className="stack loose">
      <div className="row between">
        <Badge tone={orderTone(order.status, 'seller')}>{orderStatusLabels[order.status]}</Badge>
        <b className="tabular">{dollars(order.total_cents)}</b>
      </div>
      {order.allowed_state_transitions.length > 0 && actions}
      <Parties {...opened} />
      <Lines lines={document.included} opened={opened} />
      <Progress opened={opened} payBy={attributes?.pay_by ?? null} />
      <section className="stack" aria-label="Order history">
        <h3>History</h3>
        <History entries={attributes?.history ?? []} />
      </section>
      <Links {...opened} offerId={attributes?.offer_id ?? 0} />
    </div>
  );
}

const Parties = ({ order, buyer, seller }: StaffOrder) => (
  <dl className="facts">
    <Party label="Buyer" company={order.buyer_name} person={buyer} />
    <Party label="Seller" company={order.seller_name} person={seller} />
  </dl>
);

interface PartyProps {
  label: string;
  company: string;
  person: StaffOrder['buyer'];
}

const Party = ({ label, company, person }: PartyProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {company}
      <div className="small">
        {person ? (
          <>
            {person.full_name && <span className="muted">{person.full_name} · </span>}
            <a href={`/admin/people/${person.id}`}>{person.email}</a>
          </>
        ) : (
          <span className="muted">No account yet</span>
        )}
      </div>
    </dd>
  </div>
);

const Lines = ({ lines, opened }: { lines: readonly PurchaseOrderProduct[]; opened: StaffOrder }) => (
  <section className="stack tight" aria-label="Order lines">
    <h3>{lines.length === 1 ? '1 product' : `${formatUnits(lines.length)} products`}</h3>
    <ul className="panel-lines">
      {lines.map(({ id, attributes }) => (
        <Line key={id} {...attributes} />
      ))}
    </ul>
    <Totals {...opened} />
  </section>
);

function Totals({ order, document }: StaffOrder) {
  const freight = document.data[0]?.attributes.freight_cents ?? cents(0);
  return (
    <dl className="totals">
      {freight > 0 && (
        <>
          <Total label="Subtotal" amount={cents(order.total_cents - freight)} />
          <Total label="Freight" amount={freight} />
        </>
      )}
      <Total label="Total" amount={order.total_cents} />
      {order.refunded_cents > 0 && <Total label="Refunded" amount={order.refunded_cents} />}
      {order.status !== 'canceled' && (
        <>
          <Total label="Our fee" amount={order.fee_after_refunds_cents} />
          <Total label="Net to seller" amount={order.net_after_refunds_cents} />
        </>
      )}
    </dl>
  );
}

const Line = ({ product, unit_cents, total_cents, ...units }: PurchaseOrderProduct['attributes']) => (
  <li>
    <div>
      <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
      <div className="muted tiny">
        {product.sku && `${product.sku} · `}
        {[`${counted(units.quantity, 'unit')} at ${dollars(unit_cents)}`, canceledNote(units)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
    <span className="tabular">{dollars(total_cents)}</span>
  </li>
);

const Total = ({ label, amount }: { label: string; amount: Cents }) => (
  <div>
    <dt>{label}</dt>
    <dd>{dollars(amount)}</dd>
  </div>
);

function Progress({ opened, payBy }: { opened: StaffOrder; payBy: string | null }) {
  const { moment, deadline } = useDates();
  const { order, paid_at } = opened;
  const facts = [
    ['Ordered', moment(order.created_at)],
    ['Pay by', payBy && deadline(payBy)],
    ['Paid', paid_at && moment(paid_at)],
    ['Shipment', [order.carrier, order.tracking_number].filter(Boolean).join(' ')],
    ['Payment problem', order.payment_flag && sentenceCase(order.payment_flag)],
    ['Reason', order.reason],
  ].filter(([, value]) => value);
  return (
    <dl className="facts columns">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const History = ({ entries }: { entries: readonly OrderHistoryEntry[] }) => (
  <Timeline
    label="Order history"
    entries={entries
      .map((entry, index) => ({
        id: index,
        at: entry.at,
        title: historySentence(entry),
        body: entry.reason && <p className="muted">{entry.reason}</p>,
      }))
      .toReversed()}
  />
);

const Links = ({ order, offer_number, offerId }: StaffOrder & { offerId: number }) => (
  <p className="row small">
    <a href={`/admin/purchase_orders/${order.id}`}>Open Order Page</a>
    <a href={`/admin/insights?detail=offer-${offerId}`}>Offer {offer_number}</a>
    <a href={`/admin/audit?query=purchase_order+${order.id}`}>Audit Log</a>
  </p>
);
