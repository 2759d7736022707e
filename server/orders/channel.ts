import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { member, type Person } from '../accounts/policy';
import { broadcastOnCommit } from '../cable/cable';
import type { Channel } from '../cable/channel';

const buyerStream = (id: number) => `purchase_orders:buyer:${id}`;
const sellerStream = (id: number) => `purchase_orders:seller:${id}`;
const STAFF_STREAM = 'purchase_orders:staff';

export const purchaseOrdersChannel: Channel<Person> = {
  name: 'PurchaseOrdersChannel',
  may: member,
  streams: ({ kind, buyer_id, seller_id }) => {
    if (kind === 'staff') return [STAFF_STREAM];
    if (buyer_id !== null) return [buyerStream(buyer_id)];
    return seller_id === null ? null : [sellerStream(seller_id)];
  },
};

export function broadcastOrder(tx: Tx, order: PurchaseOrderRow, event: string) {
  const { id, status, version, updated_at } = order;
  const message = { event, id, status, version, updated_at };
  for (const stream of [buyerStream(order.buyer_id), sellerStream(order.seller_id), STAFF_STREAM]) {
    broadcastOnCommit(tx, stream, message);
  }
}
