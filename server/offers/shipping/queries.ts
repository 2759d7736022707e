import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { FrozenAddress, OfferRow } from '../../../db/tables';
import { FROZEN_ADDRESS } from '../../addresses/queries';
import { isServed } from '../../addresses/ship-to';
import type { Cents } from '../../contract/money';
import { type ShippingTerms, shippingTerms } from '../../contract/shipping-terms';
import { inCart } from '../state-contract';

export interface ShippingContext {
  offer_id: number;
  offered_terms: ShippingTerms[];
  ships_to_canada: boolean;
  seller_name: string;
  min_order_cents: Cents | null;
  /** The buyer's address that the offer names, else the default one. */
  address_id: number | null;
  address: FrozenAddress | null;
  /** The location that all lines share, else the seller's default one. */
  location: FrozenAddress | null;
}

const contexts = statement<ShippingContext>(
  'shipping of offers',
  `select offers.id as offer_id, sellers.shipping_terms as offered_terms, sellers.ships_to_canada,
          sellers.name as seller_name, sellers.min_order_cents,
          address.id as address_id, address.copy as address, location.copy as location
     from offers
     join sellers on sellers.id = offers.seller_id
     left join lateral (
       select id, ${FROZEN_ADDRESS} as copy
         from addresses
        where buyer_id = offers.buyer_id and deleted_at is null and (id = offers.ship_to_address_id or is_default)
        order by id = offers.ship_to_address_id desc nulls last limit 1
     ) address on true
     left join lateral (
       select case when count(distinct coalesce(products.location_id, 0)) = 1 then min(products.location_id) end as id
         from offer_products join products on products.id = offer_products.product_id
        where offer_products.offer_id = offers.id
     ) shared on true
     left join lateral (
       select id, ${FROZEN_ADDRESS} as copy
         from addresses
        where seller_id = offers.seller_id and deleted_at is null and (id = shared.id or is_default)
        order by id = shared.id desc nulls last limit 1
     ) location on true
    where offers.id = any($1)`,
);

export const shippingContextsOf = (db: Knex, offerIds: readonly number[]) => contexts(db, [offerIds]);

/** Fixed at submit. A cart offer starts with the first that the seller offers. */
export const termsOf = (
  { state, shipping_terms }: Pick<OfferRow, 'state' | 'shipping_terms'>,
  { offered_terms }: Pick<ShippingContext, 'offered_terms'>,
): ShippingTerms =>
  shipping_terms ??
  (inCart(state) ? shippingTerms.find((terms) => offered_terms.includes(terms)) : undefined) ??
  'seller_pays';

/** The named or default address, unless the seller does not ship there. */
export const servedAddress = (context: ShippingContext) =>
  context.address && isServed(context.address, context)
    ? { ship_to_address_id: context.address_id, ship_to: context.address }
    : { ship_to_address_id: null, ship_to: null };
