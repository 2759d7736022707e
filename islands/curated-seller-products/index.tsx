import { useEffect, useRef, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import type { OwnProduct, Product } from '../../server/products/contract';
import { curatedProducts, type curatedSellerProducts } from '../../server/products/tags/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { ListToolbar } from '../lists/list-toolbar';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ListCount } from '../ui/lists/list-count';
import { Table } from '../ui/table';
import { productColumns } from './columns';
import { ProductForm } from './ProductForm';

export default function CuratedSellerProducts(props: PropsOf<typeof curatedSellerProducts>) {
  const id = props.seller?.id ?? givenId('curated-seller-products', 'sellerId', -2);
  const [query, setQuery] = useState('');
  const [list, refetch, { failed }] = usePreloaded(props.list, () =>
    call(curatedProducts, { id }, undefined, { ...(query && { query }) }),
  );

  const loadedQuery = useRef(query);
  useEffect(() => {
    if (loadedQuery.current === query) return;
    loadedQuery.current = query;
    void refetch();
  }, [query, refetch]);

  function onCreated({ name, status }: Product) {
    notify(
      'success',
      `${name} ${status === 'live' || status === 'sold_out' ? 'listed' : 'saved as provisional'}.`,
    );
    void refetch();
  }

  return (
    <div className="split with-form">
      <div className="stack">
        <p className="muted">
          <a href="/admin/sellers">Sellers</a> · <a href={`/seller/${id}`}>Storefront</a>
        </p>
        <ListToolbar
          search={{
            label: 'Search products',
            value: query,
            onSearch: setQuery,
            placeholder: 'Name, UPC or SKU',
          }}
          onReset={() => setQuery('')}
          total={list?.count ?? null}
        >
          {list && <ListCount total={list.count} one="product" many="products" />}
          <a className="button small only-stacked" href="#new-product">
            New Product
          </a>
        </ListToolbar>
        {failed && <Failed onRetry={refetch}>The products could not be loaded.</Failed>}
        {!list && !failed && <Skeleton shape="rows" />}
        {list && <ProductTable products={list.products} filtered={query !== ''} />}
      </div>
      <aside className="aside">
        <h2 id="new-product">New product</h2>
        <ProductForm sellerId={id} onCreated={onCreated} />
      </aside>
    </div>
  );
}

const ProductTable = ({ products, filtered }: { products: OwnProduct[]; filtered: boolean }) => (
  <Table
    caption="Products"
    rows={products}
    rowKey={(product) => product.id}
    cards
    dense
    empty={
      <Empty icon="box" title={filtered ? 'No matches' : 'No products yet'}>
        {filtered ? 'Try different words.' : 'Add the first one here.'}
      </Empty>
    }
    columns={productColumns}
  />
);
