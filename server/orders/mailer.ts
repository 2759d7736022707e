import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { keyNameOf } from '../accounts/author';
import { orderContacts, readsAmounts, type TradeContact } from '../accounts/trade-contacts';
import { placeOf } from '../addresses/queries';
import { dollars } from '../contract/money';
import type { NotificationKind } from '../contract/notification-kinds';
import { isCollected, type ShippingTerms } from '../contract/shipping-terms';
import { zoneName, zoneOf } from '../contract/time/zones';
import { linesForMail, type MailLine, mailDay, mailTime, subjectWith, withoutAmounts } from '../mail/lines';
import { deliverAll, deliverWithCommit } from '../mail/mailer';
import type { OrderAddress } from './contract';
import { payBy } from './deadlines';
import { invoicePath, purchaseOrderPath } from './document-paths';
import type { OrderMove } from './events';
import { LINE_PROGRESS } from './lines/progress';
import type { Placed } from './order';
import { termsOf } from './progress';
import { type CanceledUnits, canceledNote } from './rules';
import { contactStage, shipToFor } from './visibility/contacts';
import { readsOrderReason } from './visibility/rules';

/** More than a mail shows would be read for nothing. */
const selectFirstLines = statement<MailLine & CanceledUnits>(
  'first lines of an order',
  `select name, quantity, unit_cents as unit_price_cents,
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

const orderPlaced = (order: PurchaseOrderRow, person: TradeContact, deadline: string): Text =>
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

export type MailedMove = Extract<OrderMove, 'create' | 'confirm_payment' | 'cancel'>;

const eventTexts: Record<MailedMove, typeof orderPlaced> = {
  create: orderPlaced,
  confirm_payment: (order, person) => ({
    kind: 'payments',
    subject: `Payment received for ${order.po_number}`,
    view: 'order_confirmed',
    preview: nextAfterPayment[person.side][termsOf(order)],
    ...(readsAmounts(person) && {
      document: { label: `Invoice for ${order.po_number}`, path: invoicePath(order.id) },
    }),
    ...(person.side === 'seller' && { shipping: shippingOf(order, person) }),
  }),
  cancel: ({ po_number, paid_at }, { side }) => ({
    kind: 'payments',
    subject: `${po_number} was canceled`,
    view: 'order_canceled',
    preview: side === 'seller' ? 'Its units are back in your stock.' : refundPreview(paid_at),
  }),
};

const nextAfterPayment: Record<TradeContact['side'], Record<ShippingTerms, string>> = {
  seller: {
    seller_pays: 'Get the order ready to ship.',
    buyer_pays: 'Get the order ready to ship.',
    pickup: 'Get the order ready for pickup.',
    buyer_carrier: "Get the order ready for the buyer's carrier.",
  },
  buyer: {
    seller_pays: "We'll email you when it ships.",
    buyer_pays: "We'll email you when it ships.",
    pickup: "We'll email you when it's ready for pickup.",
    buyer_carrier: "We'll email you when it's ready for your carrier.",
  },
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
function shippingOf(order: PurchaseOrderRow, person: TradeContact) {
  const terms = termsOf(order);
  const address = isCollected(terms) ? null : shipToFor(order.ship_to, 'mail', contactStage(order));
  return {
    by: shipByText(order, person),
    to: address ? envelopeLines(address) : [NO_ADDRESS[terms]],
  };
}

/** 'Nov 24 (EST)': the day ends where the seller ships from, else at the seller's own address. */
export function shipByText({ ship_by, ship_from }: PurchaseOrderRow, { side, zone }: TradeContact): string {
  if (ship_by === null) return '';
  const day = new Date(ship_by);
  const there = ship_from === null && side === 'seller' ? zone : zoneOf(ship_from);
  return `${mailDay(day)} (${zoneName(there, day)})`;
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
export async function sendOrderMail(tx: Tx, order: PurchaseOrderRow, event: MailedMove, placed?: Placed) {
  const write = eventTexts[event];
  const [people, lines, via] = await Promise.all([
    placed?.people ?? orderContacts(tx, order),
    placed?.lines.map((line) => ({ ...line, unit_price_cents: line.unit_cents })) ?? firstLines(tx, order),
    event === 'create' ? keyNameOf(tx, order.committed_by) : null,
  ]);
  // Others wait for the stock of a new order; of other moves, one act may make any number.
  await (event === 'create' ? deliverWithCommit : deliverAll)(
    tx,
    people.map((person) => {
      const deadline = deadlineOf(tx, order, person);
      const { preview, document = null, shipping = null, ...mail } = write(order, person, deadline);
      return {
        to: person.email,
        userId: person.id,
        ...mail,
        eventKey: `order:${order.id}:${event}:${order.version}:${person.id}`,
        locals: readableBy(person, {
          ...orderLocals(order, person, lines, deadline),
          ...{ preview, document, shipping, via },
        }),
      };
    }),
  );
}

/** A warehouse reads units in place of amounts. */
export const readableBy = <Locals extends Parameters<typeof withoutAmounts>[0]>(
  person: TradeContact,
  locals: Locals,
) => (readsAmounts(person) ? locals : withoutAmounts(locals));

export const deadlineOf = (tx: Tx, order: PurchaseOrderRow, { zone }: TradeContact) => {
  const at = payBy(order, tx.config);
  return at ? mailTime(at, zone) : '';
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
  buyerPoNumber: order.buyer_po_number,
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
