import { FROZEN_ADDRESS } from '../../server/addresses/queries';
import type { Tx } from '../transaction';

/** Where the demo's open offers go, what freight is quoted, and an order that its buyer collects. */
export async function writeTerms(tx: Tx): Promise<void> {
  await addressOffers(tx);
  await quoteOffers(tx);
  await quoteOrder(tx);
  await makeOneCollected(tx);
}

/** The buyers' default addresses, copied when the offers were sent. */
const addressOffers = (tx: Tx) =>
  tx.raw(
    `update offers set ship_to_address_id = address.id, ship_to = address.copy
       from (select id, buyer_id, ${FROZEN_ADDRESS} as copy from addresses where is_default) address
      where address.buyer_id = offers.buyer_id and state in ('seller_review', 'buyer_review')`,
  );

const partiesOf = (table: string, buyer: string, seller: string) =>
  `${table}.buyer_id = (select buyer_id from users where email = '${buyer}@example.com')
   and ${table}.seller_id = (select seller_id from users where email = '${seller}@example.com')`;

/** One waits for the seller's quote, one for the buyer's answer to it. */
const quoteOffers = (tx: Tx) =>
  tx.raw(
    `update offers set shipping_terms = 'buyer_pays', freight_cents = case when state = 'buyer_review' then 18500 end
      where state in ('seller_review', 'buyer_review') and ${partiesOf('offers', 'buyer2', 'seller2')}`,
  );

/** Freight to the buyer's second address, which the buyer paid with the order. */
const quoteOrder = (tx: Tx) =>
  tx.raw(
    `update purchase_orders
        set shipping_terms = 'buyer_pays', freight_cents = 24500, total_cents = total_cents + 24500,
            total_net_to_seller = total_net_to_seller + 24500,
            ship_to = (select ${FROZEN_ADDRESS} from addresses
                        where addresses.buyer_id = purchase_orders.buyer_id and not is_default order by id limit 1)
      where id = (select id from purchase_orders
                   where status = 'awaiting_shipment' and ${partiesOf('purchase_orders', 'buyer', 'seller2')}
                   order by paid_at desc limit 1)`,
  );

const makeOneCollected = (tx: Tx) =>
  tx.raw(
    `update purchase_orders set shipping_terms = 'pickup', ship_to = null,
            carrier_instructions = 'Lou Bennett, (207) 555-0152. White box truck, mornings.'
      where id = (select id from purchase_orders
                   where status = 'awaiting_shipment' and ${partiesOf('purchase_orders', 'buyer2', 'seller2')}
                   order by paid_at desc limit 1)`,
  );
