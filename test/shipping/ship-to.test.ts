import * as addresses from '../../server/addresses/contract';
import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import type { PurchaseOrderDocument } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45402',
  country: 'US',
  phone: '937-224-5678',
};
const NEXT_DOOR = { ...DAYTON, line1: '500 Linden Ave' };
const RENO = { ...DAYTON, city: 'Reno', region: 'NV', postal_code: '89501' };
const OTTAWA = { ...DAYTON, city: 'Ottawa', region: 'ON', postal_code: 'K1A 0B1', country: 'CA' };

const add = async (client: Client, address: object) =>
  (await client.call(addresses.createAddress, {}, { address })).body.id;
const errorOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors } = body as { error?: string; errors?: string[] };
  return [status, error ?? errors?.[0]];
};
const put = (client: Client, id: number, body: object) =>
  client.request('PUT', `/marketplace/purchase_orders/${id}/ship_to`, { body });
const show = async (client: Client, id: number) =>
  (await client.request('GET', `/marketplace/purchase_orders/${id}`)).body as PurchaseOrderDocument;
const apply = (id: number, event: 'confirm_payment' | 'ship') =>
  factory.services.transaction((tx) => applyEvent(tx, id, event, { actor: 'staff' }));

async function order() {
  const offer = await factory.anOffer({ state: 'accepted' });
  const made = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
  const [asBuyer, asSeller] = [await factory.as(offer.buyer), await factory.as(offer.seller)];
  return { id: Number(made?.id), buyer: offer.buyer, asBuyer, asSeller };
}

test('a buyer without an address chooses it on the paid order, and the seller sees it then', async () => {
  const { id, asBuyer, asSeller } = await order();
  await apply(id, 'confirm_payment');
  expect((await show(asBuyer, id)).data.attributes.shipping.needs_ship_to).toBe(true);
  const address_id = await add(asBuyer, DAYTON);
  const before = (await show(asBuyer, id)).data.attributes.version;
  expect((await put(asBuyer, id, { address_id })).status).toBe(200);
  const { data, activity } = await show(asSeller, id);
  expect(data.attributes.shipping).toMatchObject({
    needs_ship_to: false,
    ship_to: { line1: '400 Linden Ave', company: 'Ridgeline Outfitters' },
  });
  expect(data.attributes.version).toBe(before + 1);
  expect(activity.at(-1)).toMatchObject({
    actor: 'buyer',
    event: 'ship_to_changed',
    detail: { city: 'Dayton', region: 'OH', postal_code: '45402' },
  });
});

test('foreign, missing and unserved addresses are refused, and after shipping any', async () => {
  const { id, asBuyer } = await order();
  const foreign = await add(await factory.as(await factory.aBuyer()), DAYTON);
  const [mine, canadian] = [await add(asBuyer, DAYTON), await add(asBuyer, OTTAWA)];
  for (const address_id of [foreign, 999_999, undefined])
    expect(errorOf(await put(asBuyer, id, { address_id }))).toEqual([422, 'Choose one of your addresses']);
  expect(errorOf(await put(asBuyer, id, { address_id: canadian }))).toEqual([
    422,
    'This seller ships within the United States only.',
  ]);
  // An address that is typed in is for staff alone.
  expect((await put(asBuyer, id, { address: RENO })).status).toBe(422);
  await apply(id, 'confirm_payment');
  await apply(id, 'ship');
  expect(errorOf(await put(asBuyer, id, { address_id: mine }))).toEqual([
    409,
    'This order has already shipped.',
  ]);
});

test('paid freight holds for its postal code; staff may go beyond it, with an address of their own', async () => {
  const { id, asBuyer } = await order();
  const [dayton, nextDoor, reno] = [
    await add(asBuyer, DAYTON),
    await add(asBuyer, NEXT_DOOR),
    await add(asBuyer, RENO),
  ];
  await put(asBuyer, id, { address_id: dayton });
  await factory.db.raw(
    `update purchase_orders set freight_cents = 2500, total_cents = total_cents + 2500,
            total_net_to_seller = total_net_to_seller + 2500 where id = ?`,
    [id],
  );
  expect((await put(asBuyer, id, { address_id: nextDoor })).status).toBe(200);
  expect(errorOf(await put(asBuyer, id, { address_id: reno }))[0]).toBe(409);
  const staff = await factory.as(await factory.staff());
  const mistyped = await put(staff, id, { address: { ...RENO, postal_code: '45402' } });
  expect(mistyped.status).toBe(422);
  expect((await put(staff, id, { address: RENO })).status).toBe(200);
  expect((await show(asBuyer, id)).data.attributes.shipping.ship_to).toMatchObject({ city: 'Reno' });
  expect(await factory.db('audit_log').where({ action: 'order.change_ship_to' })).toHaveLength(1);
});

test('a change and the departure of everything at once: one of the two orders, and the answers say which', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, asBuyer } = await order();
    await apply(id, 'confirm_payment');
    const address_id = await add(asBuyer, DAYTON);
    const [changed] = await Promise.all([put(asBuyer, id, { address_id }), apply(id, 'ship')]);
    const { ship_to } = (await show(asBuyer, id)).data.attributes.shipping;
    expect([changed.status, ship_to === null]).toEqual(changed.status === 200 ? [200, false] : [409, true]);
  }
});

test('the buyer is asked for an address at payment, then daily, three times at most', async () => {
  const { id, buyer } = await order();
  await apply(id, 'confirm_payment');
  const ask = jobs.find(({ name }) => name === 'ask-for-ship-to');
  const asked = async () => {
    await factory.services.transaction((tx) => enqueue(tx, ask as never, {} as never));
    await runDueJobs(factory.services, jobs);
    const mails = await factory.db('mails').where({ recipient: buyer.email });
    return mails.filter(({ subject }) => subject.startsWith('Add a ship-to address for PO-')).length;
  };
  expect(await asked()).toBe(1);
  expect(await asked()).toBe(1);
  for (const mails of [2, 3, 3]) {
    await factory.db.raw('alter table order_activity disable trigger all');
    await factory.db.raw(`update order_activity set at = at - interval '1 day' where purchase_order_id = ?`, [
      id,
    ]);
    await factory.db.raw('alter table order_activity enable trigger all');
    expect(await asked()).toBe(mails);
  }
});
