import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Person } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { LISTED } from '../products/visibility';

interface GuidedProduct {
  id: number;
  seller_id: number;
  category: string;
  condition: string | null;
}

const products = statement<GuidedProduct & { listed: boolean; ordered: boolean }>(
  'product of a price guide',
  `select products.id, products.seller_id, products.category, products.condition, (${LISTED}) as listed,
          exists (select from offer_products join offers on offers.id = offer_products.offer_id
                   where offer_products.product_id = products.id and offers.buyer_id = $2) as ordered
     from products join sellers on sellers.id = products.seller_id
    where products.id = $1`,
);

/** Listed or once offered on for buyers, their own for sellers, any for staff. Throws 404. */
export async function guidedProduct(db: Knex, viewer: Person, id: number): Promise<GuidedProduct> {
  const [product] = await products(db, [id, viewer.buyer_id]);
  const maySee = {
    staff: () => true,
    seller: () => product?.seller_id === viewer.seller_id,
    buyer: () => product?.listed || product?.ordered,
  };
  if (!product || !maySee[viewer.kind]()) throw NotFound();
  return product;
}
