import type { FrozenAddress } from '../../db/tables';
import { applyEvent } from '../../server/orders/transitions';
import { shippingJobs } from '../../server/shipping/jobs';
import type { Client } from '../support/client';
import type { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';

export const ADDRESS: FrozenAddress = {
  company: 'Ridgeline',
  attention: null,
  line1: '400 Linden Ave',
  line2: null,
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '+19372245678',
  dock: 'no_dock',
  appointment: false,
  hours: null,
  instructions: null,
};

/** A paid order with an address, and both of its people signed in. */
export async function paidOrder(
  factory: Factory,
  overrides: Parameters<Factory['anOrder']>[0] = {},
  columns: object = {},
) {
  const order = await factory.anOrder(overrides);
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ ship_to: ADDRESS, ship_from: ADDRESS, ...columns });
  const lines = await factory
    .db('purchase_order_products')
    .where({ purchase_order_id: order.id })
    .orderBy('id');
  return {
    ...order,
    lines,
    buyerClient: await factory.as(order.buyer),
    sellerClient: await factory.as(order.seller),
  };
}

const PARCEL = { mode: 'parcel', carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] };

export const shipmentsOf = (id: number) => `/marketplace/purchase_orders/${id}/shipments`;

export const ship = (client: Client, id: number, shipment: object = {}, more: object = {}) =>
  client.request('POST', shipmentsOf(id), { body: { shipment: { ...PARCEL, ...shipment }, ...more } });

export const act = (client: Client, id: number, name: string, body: object = {}) =>
  client.request('POST', `/marketplace/purchase_orders/${id}/${name}`, { body });

export const storedOrder = async (factory: Factory, id: number) => {
  const order = await factory.db('purchase_orders').where({ id }).first();
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
};

export const runJobs = (factory: Factory) => runDueJobs(factory.services, shippingJobs);
