import { useEffect, useState } from 'react';
import { toJson } from '../../server/contract/json';
import { formatUnits, shortDollars } from '../../server/contract/money';
import { type InsightsProduct, insightsRows } from '../../server/insights/contract';
import type { OfferDetail } from '../../server/insights/detail-contract';
import { call } from '../browser/api';
import { Failed } from '../ui/empty';
import { Table } from '../ui/table';
import { Timeline } from '../ui/timeline';
import { Fields } from './Fields';
import { type Open, Party } from './Party';
import { Replay } from './Replay';
import { plain, priceOrDash, unitsOrTbd } from './words';

const SHOWN = ['buyer_user_email', 'seller_user_email', 'buyer_user_id', 'seller_user_id'];

function useProducts(ids: readonly number[]) {
  const [products, setProducts] = useState<ReadonlyMap<number, InsightsProduct> | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const idList = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry fetches again
  useEffect(() => {
    let here = true;
    setFailed(false);
    const scope = JSON.stringify({ ids: idList.split(',').filter(Boolean).map(Number) });
    call(insightsRows, { resource: 'product' }, undefined, { scope, page: 1, per: 1_000 }).then(
      ({ rows }) => here && setProducts(new Map((rows as InsightsProduct[]).map((one) => [one.id, one]))),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [idList, tries]);
  return { products, failed, retry: () => setTries(tries + 1) };
}

export function OfferPanel({ offer, onOpen }: { offer: OfferDetail; onOpen: Open }) {
  const { products, failed, retry } = useProducts(offer.offer_products.map(({ product_id }) => product_id));
  const [raw, setRaw] = useState(false);
  const { purchase_order_id } = offer;
  return (
    <div className="stack loose">
      <dl className="facts columns">
        <Party label="Buyer" email={offer.buyer_user_email} id={offer.buyer_user_id} onOpen={onOpen} />
        <Party label="Seller" email={offer.seller_user_email} id={offer.seller_user_id} onOpen={onOpen} />
      </dl>
      <Fields record={offer} except={SHOWN} />
      {purchase_order_id !== null && (
        <div>
          <button
            type="button"
            className="button small"
            onClick={() => onOpen('purchase_order', purchase_order_id)}
          >
            Its purchase order
          </button>
        </div>
      )}
      <div className="stack">
        <h3>Offer Products</h3>
        {failed && <Failed onRetry={retry}>The products could not be loaded.</Failed>}
        <Table
          caption="Offer Products"
          dense
          cards
          rows={offer.offer_products}
          rowKey={({ id }) => id}
          columns={[
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
            {
              key: 'offered',
              head: 'Offered Price',
              num: true,
              cell: ({ unit_price }) => shortDollars(unit_price),
            },
            {
              key: 'available',
              head: 'Available Q',
              num: true,
              cell: ({ product_id }) =>
                products ? unitsOrTbd(products.get(product_id)?.units ?? null) : '…',
            },
          ]}
        />
      </div>
      {offer.history.length > 0 && <Replay steps={offer.history} />}
      <section className="stack" aria-label="History">
        <div className="row between">
          <h3>History</h3>
          <button type="button" className="button small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            Raw data
          </button>
        </div>
        {offer.history.length === 0 && (
          <p className="muted">Nothing has happened since it was put together.</p>
        )}
        <Timeline
          entries={offer.history.map((entry, index) => ({
            id: index,
            at: entry.at,
            title: `${plain(entry.event)}: ${plain(entry.to_state)}`,
            body: raw ? (
              <pre className="raw">{toJson(entry)}</pre>
            ) : (
              <>
                <p className="muted small">{entry.actor_email ?? entry.actor}</p>
                {entry.note && <p className="small">{entry.note}</p>}
              </>
            ),
          }))}
        />
      </section>
    </div>
  );
}
