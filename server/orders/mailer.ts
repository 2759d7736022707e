import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type TradeContact, tradeContacts } from '../accounts/trade-contacts';
import { placeOf } from '../addresses/queries';
import { dollars } from '../contract/money';
import type { NotificationKind } from '../contract/notification-kinds';
import { isCollected, type ShippingTerms } from '../contract/shipping-terms';
import { linesForMail, type MailLine, mailDay, mailTime, subjectWith } from '../mail/lines';
import { deliver, deliverAll } from '../mail/mailer';
import { invoicePath, purchaseOrderPath } from './document-paths';
import type { OrderAddress } from './fulfilment-contract';
import { type CanceledUnits, canceledNote } from './lines/canceled-units-contract';
import { LINE_PROGRESS } from './lines/progress';
import { payBy } from './policy';
import { termsOf } from './progress';
import type { OrderEvent } from './state-contract';
import { contactStage, shipToFor } from './visibility/contacts';
import { readsOrderReason } from './visibility/contract';

/** More than a mail shows would be read for nothing. */
const selectFirstLines = statement<MailLine & CanceledUnits>(
  'first lines of an order',
  `select name, quantity, unit_cents as unit_price,
          case when orders.canceled_units > 0 then canceled_quantity else 0 end as canceled_quantity
     from purchase_order_products lines join purchase_orders orders on orders.id = purchase_order_id
     cross join ${LINE_PROGRESS}
    where purchase_order_id = $1 order by lines.id limit 10`,
);

export const firstLines = async (tx: Tx, { id }: Pick<PurchaseOrderRow, 'id'>): Promise<MailLine[]> =>
  (await selectFirstLines(tx, [id])).map((line) => ({ ...line, note: canceledNote(line) }));

interface Text {
  readonly kind: NotificationKind;
  readonly subject: string;
  readonly view: string;
  readonly preview: string;
  readonly document?: { readonly label: string; readonly path: string };
  readonly shipping?: ReturnType<typeof shippingOf>;
}

const purchaseOrderLink = ({ id, po_number }: PurchaseOrderRow) => ({
  label: `Purchase order ${po_number}`,
  path: purchaseOrderPath(id),
});

const placed = (order: PurchaseOrderRow, person: TradeContact, deadline: string): Text =>
  person.side === 'buyer'
    ? {
        kind: 'payments',
        subject: `${order.po_number}: pay ${dollars(order.total_cents)} by ${deadline}`,
        view: 'order_placed',
        preview: 'Unpaid orders are canceled.',
        document: purchaseOrderLink(order),
      }
    : {
        kind: 'orders',
        subject: subjectWith(person.buyer_name, (name) => `New order ${order.po_number} from ${name}`),
        view: 'order_placed',
        preview: 'Wait for payment before you ship.',
        document: purchaseOrderLink(order),
      };

const eventTexts: Partial<Record<OrderEvent | 'create', typeof placed>> = {
  create: placed,
  confirm_payment: (order, { side }) => ({
    kind: 'payments',
    subject: `Payment received for ${order.po_number}`,
    view: 'order_confirmed',
    preview: side === 'seller' ? 'Get the order ready to ship.' : "We'll email you when it ships.",
    document: { label: `Invoice for ${order.po_number}`, path: invoicePath(order.id) },
    ...(side === 'seller' && { shipping: shippingOf(order) }),
  }),
  cancel: ({ po_number, paid_at }, { side }) => ({
    kind: 'payments',
    subject: `${po_number} was canceled`,
    view: 'order_canceled',
    preview: side === 'seller' ? 'Its units are back in your stock.' : refundPreview(paid_at),
  }),
};

const refundPreview = (paidAt: Date | null) =>
  paidAt ? 'Your payment will be refunded.' : 'Any payment will be refunded.';

const NO_ADDRESS: Record<ShippingTerms, string> = {
  seller_pays: "The buyer hasn't chosen a ship-to address yet. We've asked them to.",
  buyer_pays: "The buyer hasn't chosen a ship-to address yet. We've asked them to.",
  buyer_carrier: "The buyer's carrier collects it.",
  pickup: 'The buyer collects it.',
};

/** For the seller of a paid order, who may see the street. */
function shippingOf(order: PurchaseOrderRow) {
  const terms = termsOf(order);
  const address = isCollected(terms) ? null : shipToFor(order.ship_to, 'mail', contactStage(order));
  return {
    by: order.ship_by && mailDay(new Date(order.ship_by)),
    to: address ? envelopeLines(address) : [NO_ADDRESS[terms]],
  };
}

const envelopeLines = (address: OrderAddress) =>
  [
    address.company,
    address.attention && `Attn: ${address.attention}`,
    address.line1,
    address.line2,
    placeOf(address),
    address.phone_display,
  ].filter((line): line is string => Boolean(line));

/** Writes the event's mail to the people of both sides, once per event, order version and person. */
export async function sendOrderMail(tx: Tx, order: PurchaseOrderRow, event: string) {
  const write = eventTexts[event as OrderEvent];
  if (!write) return;
  const [people, lines] = await Promise.all([tradeContacts(tx, order), firstLines(tx, order)]);
  const deadline = deadlineOf(tx, order);
  await deliverAll(
    tx,
    people.map((person) => {
      const { preview, document = null, shipping = null, ...mail } = write(order, person, deadline);
      return {
        to: person.email,
        userId: person.id,
        ...mail,
        eventKey: `order:${order.id}:${event}:${order.version}:${person.id}`,
        locals: { ...orderLocals(order, person, lines, deadline), preview, document, shipping },
      };
    }),
  );
}

export const deadlineOf = (tx: Tx, order: PurchaseOrderRow) => {
  const at = payBy(order, tx.mailConfig);
  return at ? mailTime(at) : '';
};

export const orderLocals = (
  order: PurchaseOrderRow,
  person: TradeContact,
  lines: readonly MailLine[],
  deadline = '',
) => ({
  side: person.side,
  name: person.full_name,
  company: person.side === 'buyer' ? person.seller_name : person.buyer_name,
  poNumber: order.po_number,
  lines: linesForMail(lines, order.sku_count),
  freight: order.freight_cents > 0 ? dollars(order.freight_cents) : null,
  total: dollars(order.total_cents),
  net: person.side === 'seller' && order.status !== 'canceled' ? dollars(order.total_net_to_seller) : null,
  wasPaid: order.paid_at !== null,
  reason: readsOrderReason(person.side, order) ? order.reason : null,
  deadline,
  path: `/my_orders?order=${order.id}`,
  why: `${person[`${person.side}_name`]} is the ${person.side} in ${order.po_number}`,
});
