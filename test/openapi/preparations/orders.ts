import { jobs } from '../../../server/job-registry';
import { claimsHarness } from '../../claims/claims-harness';
import { PAID } from '../../ledger/books';
import { buttons } from '../../payments/payment-harness';
import { paidOrder, ship } from '../../shipping/orders-to-ship';
import { renderDocuments } from '../../support/documents';
import type { Factory } from '../../support/factories';
import { runDueJobs } from '../../support/jobs';
import type { Prepare } from '../preparations';

type Side = 'buyer' | 'seller';
type Order = Awaited<ReturnType<typeof paidOrder>>;

async function ofOrder(factory: Factory, order: Pick<Order, 'id' | Side>, side: Side) {
  const { version } = (await factory.db('purchase_orders').where({ id: order.id }).first('version')) ?? {};
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first('id');
  return {
    as: order[side],
    params: { id: order.id },
    ids: { 3: version ?? 0, 3051: line?.id ?? 0 },
  };
}

const paid =
  (side: Side): Prepare =>
  async (factory) =>
    ofOrder(factory, await paidOrder(factory), side);

/** With a shipment of all its units. */
const withShipment =
  (side: Side, isShipped: boolean): Prepare =>
  async (factory) => {
    const order = await paidOrder(factory);
    const lines = order.lines.map(({ id, quantity }) => ({ purchase_order_product_id: id, quantity }));
    const answer = await ship(order.sellerClient, order.id, { lines, ship: isShipped });
    if (answer.status !== 201) throw new Error(answer.text);
    return ofOrder(factory, order, side);
  };

const ofShipment =
  (isShipped = false): Prepare =>
  async (factory) => {
    const prepared = await withShipment('seller', isShipped)(factory);
    return { ...prepared, params: { ...prepared.params, number: '1' } };
  };

/** Half of its units have left. */
const halfShipped: Prepare = async (factory) => {
  const order = await paidOrder(factory);
  const lines = order.lines.map(({ id }) => ({ purchase_order_product_id: id, quantity: 5 }));
  await ship(order.sellerClient, order.id, { lines, ship: true });
  return ofOrder(factory, order, 'seller');
};

const unpaid: Prepare = async (factory) => ofOrder(factory, await factory.anOrder(), 'buyer');

async function anAddress({ db }: Factory, buyer_id: number) {
  const [address] = await db('addresses')
    .insert({
      buyer_id,
      company: 'Ridgeline',
      line1: '400 Linden Ave',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45403',
      country: 'US',
      phone: '+19372245678',
    })
    .returning('id');
  return address?.id ?? 0;
}

/** Paid by bank, which waits for the deposits. */
const toVerify: Prepare = async (factory) => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  const { body } = await client.request('POST', `/purchase_orders/${order.id}/payment`);
  await buttons.payByBank((body as { url: string }).url);
  await runDueJobs(factory.services, jobs, new Date(Date.now() + 10_000));
  return { as: order.buyer, params: { id: order.id } };
};

const aClaim =
  (side: Side): Prepare =>
  async (factory) => {
    const { order, claim } = await claimsHarness(factory).anOpenClaim();
    return { as: order[side], params: { id: claim.id }, ids: { 1: claim.version } };
  };

const received: Prepare = async (factory) =>
  ofOrder(factory, await claimsHarness(factory).anOrderIn('received'), 'buyer');

const withDocuments =
  (prepare: Prepare, more: Readonly<Record<string, string>>): Prepare =>
  async (factory) => {
    const prepared = await prepare(factory);
    await renderDocuments(factory);
    return { ...prepared, params: { ...prepared.params, ...more } };
  };

const inLedger: Prepare = async (factory) => {
  const { order } = await claimsHarness(factory).anOpenClaim();
  return { as: order.seller, params: { file: '2026-11.csv' } };
};

const aPayout: Prepare = async (factory) => {
  const as = await factory.aSeller();
  const [batch] = await factory.db('payout_batches').insert({}).returning('id');
  const [payout] = await factory
    .db('payouts')
    .insert({
      seller_id: as.seller_id,
      batch_id: batch?.id ?? 0,
      amount_cents: 7200 as never,
      status: 'paid',
      ...PAID,
    } as never)
    .returning('id');
  return { as, params: { id: payout?.id ?? 0 } };
};

/** Events are written from the first key on. */
const events: Prepare = async (factory) => {
  const as = await factory.aBuyer();
  const { client } = await factory.aKey(as);
  await factory.anOrder({ buyer: as });
  return { as, client };
};

export const orders: Readonly<Record<string, Prepare>> = {
  'GET /events': events,
  'GET /marketplace/purchase_orders': withShipment('seller', true),
  'GET /marketplace/purchase_orders.csv': paid('seller'),
  'GET /marketplace/purchase_orders/:id': withShipment('buyer', true),
  'POST /marketplace/purchase_orders/:id/shipments': paid('seller'),
  'PUT /marketplace/purchase_orders/:id/shipments/:number': ofShipment(),
  'POST /marketplace/purchase_orders/:id/shipments/:number/ship': ofShipment(),
  'DELETE /marketplace/purchase_orders/:id/shipments/:number': ofShipment(),
  'POST /marketplace/purchase_orders/:id/cancel_remaining': halfShipped,
  'POST /marketplace/purchase_orders/:id/cancel': unpaid,
  'PUT /marketplace/purchase_orders/:id/ship_to': async (factory) => {
    const order = await paidOrder(factory);
    const prepared = await ofOrder(factory, order, 'buyer');
    return { ...prepared, ids: { ...prepared.ids, 77: await anAddress(factory, order.buyer.buyer_id) } };
  },
  'PUT /marketplace/purchase_orders/:id/buyer_po_number': paid('buyer'),
  'POST /marketplace/purchase_orders/:id/receive': withShipment('buyer', true),
  'POST /marketplace/purchase_orders/:id/extend_receipt': withShipment('buyer', true),
  'POST /purchase_orders/:id/payment': unpaid,
  'GET /purchase_orders/:id/verify_payment': toVerify,
  'PUT /marketplace/purchase_orders/:id': unpaid,
  'GET /purchase_orders/:id/documents/:file': withDocuments(paid('buyer'), { file: 'purchase_order.pdf' }),
  'GET /purchase_orders/:id/shipments/:number/packing_slip.pdf': withDocuments(ofShipment(true), {
    number: '1',
  }),
  'GET /marketplace/claims': aClaim('buyer'),
  'GET /marketplace/claims/:id': aClaim('seller'),
  'GET /marketplace/purchase_orders/:id/claims': async (factory) => {
    const { order } = await claimsHarness(factory).anOpenClaim();
    return { as: order.buyer, params: { id: order.id } };
  },
  'POST /marketplace/purchase_orders/:id/claims': received,
  'POST /marketplace/claims/:id/messages': aClaim('buyer'),
  'POST /marketplace/claims/:id/withdraw': aClaim('buyer'),
  'POST /marketplace/claims/:id/agree': aClaim('seller'),
  'POST /marketplace/claims/:id/dispute': aClaim('seller'),
  'GET /marketplace/balance': inLedger,
  'GET /marketplace/ledger': inLedger,
  'GET /marketplace/payouts': aPayout,
  'GET /marketplace/payouts/:id': aPayout,
  'GET /marketplace/statements/:file': inLedger,
};
