import type { OfferRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type Cents, fee, lineTotal, net, shareNet, sum, type Units } from '../contract/money';
import { type FiredBy, record } from './transition';

/** A line as it was agreed, with its product as it is at this moment. */
export interface AgreedLine {
  product_id: number;
  quantity: Units;
  unit_price: Cents;
  name: string;
  upc: string;
  sku: string | null;
  image: string | null;
}

/** Writes the order of an accepted offer: the price agreed is the price charged, the fee is fixed (contract 6.12). */
export async function createOrder(
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'buyer_id' | 'seller_id'>,
  lines: readonly AgreedLine[],
  feeBps: number,
  by: FiredBy,
): Promise<PurchaseOrderRow> {
  const totals = lines.map((line) => lineTotal(line.unit_price, line.quantity));
  const total = sum(totals);
  const netTotal = net(total, feeBps);
  const nets = shareNet(totals, netTotal);
  const [order] = await tx('purchase_orders')
    .insert({
      offer_id: offer.id,
      buyer_id: offer.buyer_id,
      seller_id: offer.seller_id,
      total_cents: total,
      fee_bps: feeBps,
      fee_cents: fee(total, feeBps),
      total_net_to_seller: netTotal,
      total_units: lines.reduce((units, { quantity }) => units + quantity, 0n),
      sku_count: lines.length,
    })
    .returning('*');
  if (!order) throw new Error('The order was not written');
  await tx('purchase_order_products').insert(
    lines.map(({ product_id, quantity, unit_price, name, upc, sku, image }, index) => ({
      purchase_order_id: order.id,
      product_id,
      quantity,
      unit_cents: unit_price,
      ...(totals[index] !== undefined && { total_cents: totals[index] }),
      ...(nets[index] !== undefined && { net_to_seller: nets[index] }),
      name,
      upc,
      sku,
      image,
    })),
  );
  await record(tx, order, 'create', null, by);
  return order;
}
