import type { ShippingTerms } from '../../server/contract/shipping-terms';
import type { OfferDocument } from '../../server/offers/contract';
import type { PurchaseOrderDocument } from '../../server/orders/contract';
import { type OrderEvent, orderEventNames } from '../../server/orders/rules';
import { applyEvent } from '../../server/orders/transitions';
import { type ContactStage, contactReaders, entryReaders } from '../../server/orders/visibility/rules';
import { ADDRESS, act, paidOrder, ship } from '../shipping/orders-to-ship';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
const SECRET = 'Buyer is a serial disputer';

const ALL = 'staff seller buyer';
const NOT_THE_BUYER = 'staff seller';

/** Per kind of entry: who reads it, and who reads a reason that staff gave for it. */
const ENTRIES: Record<string, readonly [entry: string, staffReason: string]> = {
  create: [ALL, 'staff'],
  submit_payment: [ALL, 'staff'],
  require_payment_action: [ALL, 'staff'],
  confirm_payment: [ALL, 'staff'],
  fail_payment: [ALL, 'staff'],
  ship: [ALL, 'staff'],
  receive: [ALL, 'staff'],
  pay_in_full: [NOT_THE_BUYER, 'staff'],
  complete: [ALL, 'staff'],
  cancel: [ALL, ALL],
  shipment_packed: [ALL, 'staff'],
  shipment_updated: [ALL, 'staff'],
  shipment_shipped: [ALL, 'staff'],
  shipment_canceled: [ALL, 'staff'],
  remaining_canceled: [ALL, ALL],
  ship_to_asked: [ALL, 'staff'],
  ship_to_changed: [ALL, 'staff'],
  buyer_po_number_changed: [ALL, 'staff'],
  late_to_ship: [ALL, 'staff'],
  receipt_reminder: [ALL, 'staff'],
  receipt_extended: [ALL, 'staff'],
  money_returned: [ALL, 'staff'],
  claim_opened: [ALL, 'staff'],
  claim_message: [ALL, 'staff'],
  claim_disputed: [ALL, 'staff'],
  claim_in_review: [ALL, 'staff'],
  claim_approved: [ALL, 'staff'],
  claim_denied: [ALL, 'staff'],
  claim_withdrawn: [ALL, 'staff'],
  earnings_released: [NOT_THE_BUYER, 'staff'],
};

const READERS = ['staff', 'seller', 'buyer'] as const;
const isStep = (event: string): event is OrderEvent | 'create' =>
  event === 'create' || orderEventNames.includes(event as OrderEvent);

/** An order whose history and activity hold every kind of entry, each by staff with a reason of its own. */
async function orderOfAllEntries() {
  const order = await factory.anOrder();
  const statuses: Partial<Record<string, string>> = { pay_in_full: 'paid_in_full', complete: 'completed' };
  await factory.db('order_history').where({ purchase_order_id: order.id }).delete();
  for (const event of [...Object.keys(ENTRIES), 'something_new']) {
    const entry = { purchase_order_id: order.id, actor: 'staff' as const, event };
    if (isStep(event))
      await factory.db('order_history').insert({
        ...entry,
        to_status: (statuses[event] ?? 'awaiting_shipment') as never,
        reason: `${SECRET}: ${event}`,
      });
    else
      await factory.db('order_activity').insert({
        ...entry,
        detail: JSON.stringify({ shipment: 1, reason: `${SECRET}: ${event}` }) as never,
      });
  }
  const clients = {
    staff: await factory.as(await factory.staff()),
    seller: await factory.as(order.seller),
    buyer: await factory.as(order.buyer),
  };
  return { order, clients };
}

const shown = async (client: Client, id: number) =>
  (await client.request('GET', `/marketplace/purchase_orders/${id}`)).body as PurchaseOrderDocument;

describe('each kind of entry is read by', () => {
  const read = new Map<string, { event: string; reason: unknown }[]>();
  const pages = new Map<string, string>();

  beforeAll(async () => {
    const { order, clients } = await orderOfAllEntries();
    for (const reader of READERS) {
      const { data, activity } = await shown(clients[reader], order.id);
      read.set(reader, [
        ...data.attributes.history.map(({ event, reason }) => ({ event, reason })),
        ...activity.map(({ event, detail }) => ({ event, reason: detail.reason ?? null })),
      ]);
      const path = reader === 'staff' ? `/admin/purchase_orders/${order.id}` : `/my_orders/${order.id}`;
      pages.set(
        reader,
        (await clients[reader].request('GET', path, { headers: { Accept: 'text/html' } })).text,
      );
    }
  });

  const rows = Object.entries(ENTRIES).map(([event, [entry, reason]]) => [event, entry, reason] as const);
  test.each(rows)('%s: %s; its reason by %s', (event, entry, staffReason) => {
    const cells = READERS.map((reader) => {
      const found = read.get(reader)?.find((one) => one.event === event);
      return [reader, found !== undefined, found?.reason ?? null];
    });
    expect(cells).toEqual(
      READERS.map((reader) => [
        reader,
        entry.includes(reader),
        staffReason.includes(reader) ? `${SECRET}: ${event}` : null,
      ]),
    );
  });

  test('the table of the product and this one name the same kinds', () => {
    expect(Object.keys(entryReaders).sort()).toEqual(Object.keys(ENTRIES).sort());
    expect(Object.keys(entryReaders)).toEqual(expect.arrayContaining([...orderEventNames, 'create']));
  });

  test('an entry that the table does not know is for staff alone', () => {
    const readers = READERS.filter((reader) =>
      read.get(reader)?.some(({ event }) => event === 'something_new'),
    );
    expect(readers).toEqual(['staff']);
  });

  test('the page of a buyer says nothing of earnings, payouts or reasons of staff', () => {
    const buyers = pages.get('buyer') ?? '';
    expect(buyers).toContain('Order completed');
    expect(buyers.match(/earnings_released|Earnings released|Seller paid out/g)).toBeNull();
    expect(buyers.match(new RegExp(`${SECRET}: (?!cancel|remaining_canceled)\\w+`, 'g'))).toBeNull();
    expect(pages.get('staff')).toContain(`${SECRET}: earnings_released`);
  });
});

test('what staff write when they confirm a payment is no reason for the parties; of a cancellation it is', async () => {
  const order = await factory.anOrder();
  const staff = await factory.staff();
  const reasons = async () => {
    const found = [];
    for (const person of [order.buyer, order.seller, staff])
      found.push((await shown(await factory.as(person), order.id)).data.attributes.reason);
    return found;
  };
  const by = { actor: 'staff', userId: staff.id } as const;
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { ...by, reason: SECRET }));
  expect(await reasons()).toEqual([null, null, SECRET]);
  await factory.transaction((tx) => applyEvent(tx, order.id, 'cancel', { ...by, reason: 'Sold twice' }));
  expect(await reasons()).toEqual(['Sold twice', 'Sold twice', 'Sold twice']);
  const mails = await factory
    .db('mails')
    .whereLike('event_key', `order:${order.id}:%`)
    .select('html', 'subject');
  const told = mails.filter(({ html }) => html?.includes('Sold twice')).map(({ subject }) => subject);
  expect(told).toEqual([`${order.po_number} was canceled`, `${order.po_number} was canceled`]);
  expect(mails.filter(({ html }) => html?.includes(SECRET))).toEqual([]);
});

test('the reason of a seller who cancels the rest is read by all', async () => {
  const order = await paidOrder(factory);
  const [line] = order.lines;
  await ship(order.sellerClient, order.id, { lines: [{ purchase_order_product_id: line?.id, quantity: 3 }] });
  await act(order.sellerClient, order.id, 'cancel_remaining', { reason: 'Water damage' });
  const { activity } = await shown(order.buyerClient, order.id);
  expect(activity.filter(({ detail }) => detail.reason === 'Water damage').map(({ event }) => event)).toEqual(
    ['remaining_canceled', 'money_returned'],
  );
});

const CARRIER = 'Estes, account 774-1120, call Dana';

/** Per field and stage: what staff, buyer, seller, mails and documents show. */
const CONTACTS = {
  ship_to: {
    unpaid: ['whole', 'whole', 'place', 'place', 'place'],
    paid: ['whole', 'whole', 'whole', 'whole', 'whole'],
    paid_to_collect: ['whole', 'whole', 'whole', 'whole', 'whole'],
  },
  ship_from: {
    unpaid: ['whole', 'place', 'whole', 'place', 'place'],
    paid: ['whole', 'place', 'whole', 'place', 'place'],
    paid_to_collect: ['whole', 'whole', 'whole', 'whole', 'whole'],
  },
  carrier_instructions: {
    unpaid: ['whole', 'whole', 'label', 'nothing', 'label'],
    paid: ['whole', 'whole', 'whole', 'nothing', 'whole'],
    paid_to_collect: ['whole', 'whole', 'whole', 'nothing', 'whole'],
  },
} as const;

const LABELS = {
  buyer_carrier: "Buyer's own carrier (details after payment)",
  pickup: 'Pickup contact (details after payment)',
};

test('the table of contact fields, cell by cell', () => {
  const cells = Object.entries(contactReaders).map(([field, { staff, buyer, seller, mail, document }]) => [
    field,
    Object.fromEntries(
      (['unpaid', 'paid', 'paid_to_collect'] as const).map((stage: ContactStage) => [
        stage,
        [staff, buyer, seller, mail, document].map((stages) => stages[stage]),
      ]),
    ),
  ]);
  expect(Object.fromEntries(cells)).toEqual(CONTACTS);
});

/** An order on the terms, with an address and words about the carrier from its draft on. */
async function orderOn(terms: ShippingTerms) {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ shipping_terms: [terms] });
  for (const owner of [{ buyer_id: buyer.buyer_id }, { seller_id: seller.seller_id }])
    await factory.db('addresses').insert({ ...ADDRESS, ...owner, is_default: true });
  const offer = await factory.anOffer({ buyer, seller, state: 'draft' });
  const asBuyer = await factory.as(buyer);
  const path = `/offers/${offer.id}`;
  const wish = { terms, carrier_instructions: CARRIER };
  await asBuyer.request('PUT', `${path}/shipping`, { body: { shipping: wish } });
  await asBuyer.request('PUT', `${path}/submit`);
  return {
    id: offer.id,
    clients: {
      buyer: asBuyer,
      seller: await factory.as(seller),
      staff: await factory.as(await factory.staff()),
    },
  };
}

const documentsOf = async (orderId: number) =>
  (await factory.db('documents').where({ purchase_order_id: orderId }).orderBy('id')).map(
    ({ kind, content }) =>
      [kind, (content as { carrier_instructions?: string }).carrier_instructions] as const,
  );

const streetIn = (address: object | null) => address !== null && 'line1' in address;

test.each(['buyer_carrier', 'pickup', 'seller_pays'] as const)(
  'contacts of an offer and an order on %s',
  async (terms) => {
    const { id, clients } = await orderOn(terms);
    const label = terms === 'seller_pays' ? null : LABELS[terms];
    const ofOffer = async (client: Client) =>
      ((await client.request('GET', `/offers/${id}`)).body as OfferDocument).data.attributes.shipping;
    for (const [reader, carrier] of [
      ['staff', CARRIER],
      ['buyer', CARRIER],
      ['seller', label],
    ] as const) {
      const { carrier_instructions, ship_to } = await ofOffer(clients[reader]);
      expect([reader, carrier_instructions]).toEqual([reader, carrier]);
      if (ship_to) expect([reader, streetIn(ship_to)]).toEqual([reader, reader !== 'seller']);
    }
    await clients.seller.request('PUT', `/offers/${id}/accept`);
    const order = await factory.db('purchase_orders').where({ offer_id: id }).first();
    const orderId = order?.id ?? 0;
    const ofOrder = async (client: Client) => {
      const { shipping } = (await shown(client, orderId)).data.attributes;
      const { carrier_instructions, ship_to, ship_from } = shipping;
      return [carrier_instructions, ship_to && streetIn(ship_to), streetIn(ship_from)];
    };
    const sent = terms === 'seller_pays';
    expect(await ofOrder(clients.staff)).toEqual([CARRIER, sent || null, true]);
    expect(await ofOrder(clients.buyer)).toEqual([CARRIER, sent || null, false]);
    expect(await ofOrder(clients.seller)).toEqual([label, sent ? false : null, true]);
    expect(await documentsOf(orderId)).toEqual([['purchase_order', label]]);
    for (const page of ['/my_orders', `/my_orders/${orderId}`])
      expect(
        (await clients.seller.request('GET', page, { headers: { Accept: 'text/html' } })).text,
      ).not.toContain('774-1120');
    await factory.transaction((tx) => applyEvent(tx, orderId, 'confirm_payment', { actor: 'provider' }));
    expect(await ofOrder(clients.buyer)).toEqual([CARRIER, sent || null, !sent]);
    expect(await ofOrder(clients.seller)).toEqual([CARRIER, sent || null, true]);
    await ship(clients.seller, orderId, { ship: false });
    expect(await documentsOf(orderId)).toEqual([
      ['purchase_order', label],
      ['invoice', CARRIER],
      ['packing_slip', CARRIER],
    ]);
    const mails = await factory.db('mails').select('html', 'text', 'subject');
    expect(mails.filter((mail) => JSON.stringify(mail).includes('774-1120'))).toEqual([]);
  },
);
