import { member } from '../../accounts/policy';
import { object, units } from '../../contract/fields';
import type { Units } from '../../contract/money';
import { estimateShipping } from '../../contract/shipping-estimate';
import { NotFound } from '../../http/errors';
import { type Routes, route } from '../../http/route';
import { visibleProduct } from '../policy';
import { type ProductShipping, productShipping } from './contract';
import { type ShippingRow, shippingOf } from './queries';

const ONE = 1n as Units;

function shippingDocument(row: ShippingRow, quantity: Units): ProductShipping {
  const { city, region, country } = row;
  const estimate = estimateShipping([{ ...row, quantity }]);
  return {
    terms: row.shipping_terms,
    handling_days: row.handling_days,
    ships_from: city === null || region === null || country === null ? null : { city, region, country },
    ...estimate,
  };
}

export default (): Routes => [
  route(productShipping, {
    query: object({ quantity: units(ONE) }),
    may: member,
    needs: null,
    find: visibleProduct,
    reply: async ({ db, subject, query }) => {
      const row = await shippingOf(db, subject.id);
      if (!row) throw NotFound();
      return shippingDocument(row, (query.quantity ?? row.min_order_units ?? ONE) as Units);
    },
  }),
];
