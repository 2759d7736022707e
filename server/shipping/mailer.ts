import type { PurchaseOrderRow, ShipmentRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { orderContacts, readsAmounts, type TradeContact } from '../accounts/trade-contacts';
import { isCollected } from '../contract/shipping-terms';
import { linesForMail, mailTime } from '../mail/lines';
import { deliverAll } from '../mail/mailer';
import { packingSlipPath } from '../orders/document-paths';
import { firstLines, orderLocals, readableBy, shipByText } from '../orders/mailer';
import { termsOf } from '../orders/progress';
import { contactStage, shipFromFor } from '../orders/visibility/contacts';
import { detailsOf, orderLines } from './queries';
import { carrierName } from './rules';
import { trackingPage } from './tracking';

interface Text {
  readonly subject: string;
  readonly view: string;
  readonly preview: string;
  readonly more?: object;
}

type Side = 'buyer' | 'seller';

interface Notice {
  readonly to: readonly Side[];
  /** Of no use to people who may not read amounts. */
  readonly ofAmounts?: boolean;
  /** Names the cause; the person follows. */
  readonly key: string;
  readonly text: Text | ((person: TradeContact) => Text);
}

const pagePath = ({ id }: Pick<PurchaseOrderRow, 'id'>) => `/my_orders/${id}`;

export async function sendNotice(
  tx: Tx,
  order: PurchaseOrderRow,
  { to, key, ofAmounts = false, text: written }: Notice,
) {
  const [people, lines] = await Promise.all([orderContacts(tx, order), firstLines(tx, order)]);
  await deliverAll(
    tx,
    people
      .filter((person) => to.includes(person.side) && (!ofAmounts || readsAmounts(person)))
      .map((person) => {
        const { more, preview, ...text } = typeof written === 'function' ? written(person) : written;
        return {
          kind: 'orders',
          userId: person.id,
          to: person.email,
          ...text,
          eventKey: `${key}:${person.id}`,
          locals: readableBy(person, {
            ...orderLocals(order, person, lines),
            ...{ path: pagePath(order), preview },
            ...more,
          }),
        };
      }),
  );
}

/** To both sides when something left, to the buyer when something can be collected. */
export async function sendShipmentMail(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow) {
  const key = `order:${order.id}:shipment-${shipment.number}`;
  if (shipment.status === 'shipped' && isFresh(shipment))
    await sendNotice(tx, order, {
      to: ['buyer', 'seller'],
      key,
      text: await shippedText(tx, order, shipment),
    });
  if (shipment.status === 'packed' && isCollected(termsOf(order)))
    await sendNotice(tx, order, {
      to: ['buyer'],
      key: `${key}-packed`,
      text: await readyText(tx, order, shipment),
    });
}

/** Only the departure is mailed; a later change of its tracking is not. The event key would keep it once as well. */
const isFresh = ({ shipped_at, updated_at }: ShipmentRow) => shipped_at?.getTime() === updated_at.getTime();

async function shippedText(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow): Promise<Text> {
  const { lines, numbers } = (await detailsOf(tx, [shipment]))(shipment.id);
  const carrier = carrierName(shipment as never);
  const isPart = order.status !== 'shipped' || shipment.number > 1;
  return {
    subject:
      order.status === 'shipped'
        ? `${order.po_number} has shipped`
        : `Part of ${order.po_number} has shipped`,
    view: 'order_shipped',
    preview: [carrier, numbers[0]].filter(Boolean).join(' ') || "It's on its way.",
    more: {
      isPart: order.status !== 'shipped',
      carrier,
      document: {
        label: `Packing slip ${order.po_number}-S${shipment.number}`,
        path: packingSlipPath(order.id, shipment.number),
      },
      tracking: numbers.map((number) => ({ number, url: trackingPage(shipment.carrier as never, number) })),
      ...(isPart && { lines: await shipmentLines(tx, lines), total: null, net: null }),
    },
  };
}

async function shipmentLines(
  tx: Tx,
  lines: readonly { purchase_order_product_id: number; quantity: bigint }[],
) {
  const quantities = new Map(lines.map((line) => [line.purchase_order_product_id, line.quantity]));
  const products = await tx('purchase_order_products')
    .whereIn('id', [...quantities.keys()])
    .orderBy('id');
  return linesForMail(
    products.map(({ id, name, unit_cents }) => ({
      name,
      quantity: quantities.get(id) ?? 0n,
      unit_price_cents: unit_cents,
    })),
  );
}

const placeOf = ({ ship_from }: PurchaseOrderRow) => ship_from && `${ship_from.city}, ${ship_from.region}`;

/** By the buyer or by their carrier, whose name and account no mail says. */
async function readyText(tx: Tx, order: PurchaseOrderRow, shipment: ShipmentRow): Promise<Text> {
  const place = placeOf(order);
  const at = place ? ` in ${place}` : '';
  const isPickup = termsOf(order) === 'pickup';
  const isPart = (await orderLines(tx, order.id)).some(({ quantity, assigned }) => quantity > assigned);
  const what = isPart ? `Part of ${order.po_number}` : order.po_number;
  const { lines } = (await detailsOf(tx, [shipment]))(shipment.id);
  return {
    subject: `${what} is ready for ${isPickup ? 'pickup' : 'your carrier'}${at}`,
    view: 'order_ready',
    preview: isPickup ? `Pick it up${at || ' from the seller'}.` : `Have your carrier pick it up${at}.`,
    more: {
      isPart,
      isPickup,
      ...(isPart && { lines: await shipmentLines(tx, lines), total: null, net: null }),
      place,
      origin: shipFromFor(order.ship_from, 'mail', contactStage(order)),
    },
  };
}

export const sendLateMail = (tx: Tx, order: PurchaseOrderRow) =>
  sendNotice(tx, order, {
    to: ['seller'],
    key: `late:${order.id}`,
    text: (person) => ({
      subject: `${order.po_number} is late to ship`,
      view: 'order_late',
      preview: `It was due to ship by ${shipByText(order, person)}.`,
      more: { shipBy: shipByText(order, person) },
    }),
  });

/** Once per due date: a later one is asked about again. */
export const sendReceiptReminder = (tx: Tx, order: PurchaseOrderRow, due: Date) =>
  sendNotice(tx, order, {
    to: ['buyer'],
    key: `arrived:${order.id}:${due.getTime()}`,
    text: ({ zone }) => ({
      subject: `Did ${order.po_number} arrive?`,
      view: 'order_arrived',
      preview: `Without an answer we mark it as received on ${mailTime(due, zone)}.`,
      more: { due: mailTime(due, zone) },
    }),
  });

/** `ask` is 1, 2, …: each request is a mail of its own. */
export const sendShipToMail = (tx: Tx, order: PurchaseOrderRow, ask: number) =>
  sendNotice(tx, order, {
    to: ['buyer'],
    key: `ship-to:${order.id}:${ask}`,
    text: {
      subject: `Add a ship-to address for ${order.po_number}`,
      view: 'order_needs_address',
      preview: 'The seller ships once you have chosen an address.',
    },
  });
