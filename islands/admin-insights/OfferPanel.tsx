import { formatUnits, shortDollars } from '../../server/contract/money';
import { type InsightsProduct, insightsRows, type OfferDetail } from '../../server/insights/contract';
import { call } from '../browser/api';
import { StaffThread } from '../messages/StaffThread';
import { Failed, usePreloaded } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { Fields } from './Fields';
import { type Open, PARTY_FIELDS, Parties } from './Party';
import { Replay } from './Replay';
import { priceOrDash, unitsOrTbd } from './words';

async function loadProducts(ids: readonly number[]): Promise<ReadonlyMap<number, InsightsProduct>> {
  const query = { scope: JSON.stringify({ ids }), page: 1, per: 1_000 };
  const { rows } = await call(insightsRows, { resource: 'product' }, undefined, query);
  return new Map((rows as InsightsProduct[]).map((product) => [product.id, product]));
}

export function OfferPanel({ offer, onOpen }: { offer: OfferDetail; onOpen: Open }) {
  const { purchase_order_id } = offer;
  return (
    <div className="stack loose">
      <Parties record={offer} onOpen={onOpen} />
      <Fields record={offer} except={PARTY_FIELDS} />
      {purchase_order_id !== null && (
        <div>
          <button
            type="button"
            className="button small"
            onClick={() => onOpen('purchase_order', purchase_order_id)}
          >
            View Purchase Order
          </button>
        </div>
      )}
      <OfferProducts lines={offer.offer_products} />
      {offer.history.length > 0 ? (
        <>
          <StaffThread offerId={offer.id} />
          <Replay steps={offer.history} parties={offer} />
        </>
      ) : (
        <p className="muted">This offer is still in the buyer's cart. Its history begins when it's sent.</p>
      )}
    </div>
  );
}

function OfferProducts({ lines }: { lines: OfferDetail['offer_products'] }) {
  const [products = null, refetch, { failed }] = usePreloaded(undefined, () =>
    loadProducts(lines.map(({ product_id }) => product_id)),
  );
  return (
    <div className="stack">
      <h3>Offer Products</h3>
      {failed && <Failed onRetry={refetch}>The products could not be loaded.</Failed>}
      <Table
        caption="Offer Products"
        dense
        cards
        rows={lines}
        rowKey={({ id }) => id}
        columns={lineColumns(products)}
      />
    </div>
  );
}

type Line = OfferDetail['offer_products'][number];

/** Products are null until they are loaded. */
const lineColumns = (products: ReadonlyMap<number, InsightsProduct> | null): readonly Column<Line>[] => [
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ product_id }) => products?.get(product_id)?.name ?? `Product ${product_id}`,
  },
  {
    key: 'asking',
    head: 'Asking Price',
    num: true,
    cell: ({ product_id }) => priceOrDash(products?.get(product_id)?.seller_price_cents ?? null),
  },
  { key: 'quantity', head: 'Quantity', num: true, cell: ({ quantity }) => formatUnits(quantity) },
  {
    key: 'seller',
    head: 'Seller Price',
    num: true,
    cell: ({ seller_offer_price }) => priceOrDash(seller_offer_price),
  },
  { key: 'offered', head: 'Offered Price', num: true, cell: ({ unit_price }) => shortDollars(unit_price) },
  {
    key: 'available',
    head: 'Available Q',
    num: true,
    cell: ({ product_id }) => (products ? unitsOrTbd(products.get(product_id)?.units ?? null) : '…'),
  },
];
