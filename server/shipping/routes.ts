import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import { buyer, buyerOrStaff, type Person, sellerOrStaff, trader } from '../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { type PurchaseOrder, type Shipment, showPurchaseOrder } from '../orders/contract';
import type { LoadDocument } from '../orders/document';
import type { EventInput } from '../orders/order';
import { visibleOrder } from '../orders/policy';
import type { OrderWithNames } from '../orders/queries';
import { cancelOrder, cancelRemaining } from './cancellation';
import * as calls from './contract';
import { findShipment } from './policy';
import { extendReceipt, receiveOrder } from './receipt';
import {
  cancelBody,
  createShipmentBody,
  reasonBody,
  shipShipmentBody,
  updateShipmentBody,
  versionBody,
} from './schema';
import { changeShipTo } from './ship-to';
import { shipToBody } from './ship-to-body';
import { cancelShipment, createShipment, shipShipment, updateShipment } from './shipment';

const actorOf = (viewer: Person, more: Partial<EventInput> = {}): EventInput => ({
  actor: viewer.kind,
  userId: viewer.id,
  ...more,
});

/** Acts of staff are audited. */
async function auditStaff(tx: Tx, viewer: Person, event: string, orderId: number, after: object = {}) {
  if (viewer.kind === 'staff')
    await audit(tx, viewer, `order.${event}`, 'purchase_order', orderId, { after });
}

export default ({ services }: RouteDependencies, documentOf: LoadDocument): Routes => {
  const { transaction, db } = services;
  const orderFor = async (viewer: Person, id: number): Promise<PurchaseOrder> => {
    const order = (await visibleOrder(viewer, { id }, { db })) as OrderWithNames;
    return (await documentOf(db as Knex, [order], viewer)).data[0] as PurchaseOrder;
  };
  const shipmentFor = async (viewer: Person, id: number, number: number) => {
    const data = await orderFor(viewer, id);
    return { shipment: data.attributes.shipments.find((one) => one.number === number) as Shipment, data };
  };

  return [
    route(calls.createShipment, {
      body: createShipmentBody,
      may: sellerOrStaff,
      needs: 'orders:ship',
      retry: showPurchaseOrder,
      find: visibleOrder,
      status: 201,
      reply: async ({ viewer, subject: { id }, body: { shipment, version } }) => {
        const { number } = await transaction(async (tx) => {
          const made = await createShipment(tx, id, shipment, actorOf(viewer, { version }));
          await auditStaff(tx, viewer, 'create_shipment', id, { shipment: made.number, status: made.status });
          return made;
        });
        return shipmentFor(viewer, id, number);
      },
    }),
    route(calls.updateShipment, {
      body: updateShipmentBody,
      may: sellerOrStaff,
      needs: 'orders:ship',
      retry: showPurchaseOrder,
      find: findShipment,
      reply: async ({ viewer, subject, body: { shipment, version } }) => {
        await transaction(async (tx) => {
          await updateShipment(tx, subject, shipment, actorOf(viewer, { version }));
          await auditStaff(tx, viewer, 'update_shipment', subject.purchase_order_id, {
            shipment: subject.number,
          });
        });
        return shipmentFor(viewer, subject.purchase_order_id, subject.number);
      },
    }),
    route(calls.shipShipment, {
      body: shipShipmentBody,
      may: sellerOrStaff,
      needs: 'orders:ship',
      retry: showPurchaseOrder,
      find: findShipment,
      reply: async ({ viewer, subject, body: { shipment, version } }) => {
        await transaction(async (tx) => {
          await shipShipment(tx, subject, shipment, actorOf(viewer, { version }));
          await auditStaff(tx, viewer, 'ship_shipment', subject.purchase_order_id, {
            shipment: subject.number,
          });
        });
        return shipmentFor(viewer, subject.purchase_order_id, subject.number);
      },
    }),
    route(calls.cancelShipment, {
      may: sellerOrStaff,
      needs: 'orders:ship',
      retry: 'done',
      find: findShipment,
      reply: ({ viewer, subject }) =>
        transaction(async (tx) => {
          await cancelShipment(tx, subject, actorOf(viewer));
          await auditStaff(tx, viewer, 'cancel_shipment', subject.purchase_order_id, {
            shipment: subject.number,
          });
          return undefined;
        }),
    }),
    route(calls.cancelRemaining, {
      body: reasonBody,
      may: sellerOrStaff,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ viewer, subject: { id }, body: { reason, version } }) => {
        await transaction(async (tx) => {
          await cancelRemaining(tx, id, { ...actorOf(viewer), reason, version });
          await auditStaff(tx, viewer, 'cancel_remaining', id, { reason });
        });
        return { data: await orderFor(viewer, id) };
      },
    }),
    route(calls.cancelOrder, {
      body: cancelBody,
      may: trader,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ viewer, subject, body }) => {
        if (viewer.kind === 'seller') await reasonBody.validate(body);
        await cancelOrder(services, subject, actorOf(viewer, body));
        return { data: await orderFor(viewer, subject.id) };
      },
    }),
    route(calls.changeShipTo, {
      body: shipToBody,
      may: buyerOrStaff,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ viewer, subject: { id }, body }) => {
        await transaction(async (tx) => {
          const { ship_to } = await changeShipTo(tx, id, viewer, body);
          await auditStaff(tx, viewer, 'change_ship_to', id, { ship_to });
        });
        return { data: await orderFor(viewer, id) };
      },
    }),
    route(calls.receiveOrder, {
      body: versionBody,
      may: buyerOrStaff,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ viewer, subject: { id }, body }) => {
        await transaction(async (tx) => {
          await receiveOrder(tx, id, actorOf(viewer, body));
          await auditStaff(tx, viewer, 'receive', id);
        });
        return { data: await orderFor(viewer, id) };
      },
    }),
    route(calls.extendReceipt, {
      may: buyer,
      needs: 'orders:write',
      retry: showPurchaseOrder,
      find: visibleOrder,
      reply: async ({ viewer, subject: { id } }) => {
        await transaction((tx) => extendReceipt(tx, id, actorOf(viewer)));
        return { data: await orderFor(viewer, id) };
      },
    }),
  ];
};
