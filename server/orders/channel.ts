import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { member, type Person } from '../accounts/policy';
import { broadcastOnCommit } from '../cable/cable';
import type { Channel } from '../cable/channel';
import { isCapable } from '../contract/capabilities';
import type { OrderChange } from './events';
import { readsEntry } from './visibility/rules';

const buyerStream = (id: number) => `purchase_orders:buyer:${id}`;
const sellerStream = (id: number) => `purchase_orders:seller:${id}`;
const STAFF_STREAM = 'purchase_orders:staff';

export const purchaseOrdersChannel: Channel<Person> = {
  name: 'PurchaseOrdersChannel',
  may: (viewer) => member(viewer) && isCapable(viewer, 'orders:read'),
  streams: ({ kind, buyer_id, seller_id }) => {
    if (kind === 'staff') return [STAFF_STREAM];
    if (buyer_id !== null) return [buyerStream(buyer_id)];
    return seller_id === null ? null : [sellerStream(seller_id)];
  },
};

export function broadcastOrder(tx: Tx, order: PurchaseOrderRow, { event }: OrderChange) {
  const { id, status, version, updated_at } = order;
  const message = { id, status, version, updated_at };
  const streams = {
    buyer: buyerStream(order.buyer_id),
    seller: sellerStream(order.seller_id),
    staff: STAFF_STREAM,
  } as const;
  for (const reader of ['buyer', 'seller', 'staff'] as const)
    broadcastOnCommit(tx, streams[reader], {
      event: readsEntry(reader, event) ? event : 'update',
      ...message,
    });
}
