import { useEffect, useRef, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { formatUnits } from '../../server/contract/money';
import type { OwnProduct, Product } from '../../server/products/contract';
import { curatedProducts, type curatedSellerProducts } from '../../server/products/tags/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { SearchField } from '../forms/search-field';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
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
        <div className="table-tools">
          <SearchField
            label="Search products"
            value={query}
            onSearch={setQuery}
            placeholder="Name, UPC or SKU"
          />
          {list && <span className="muted tabular">{formatUnits(list.count)} products</span>}
          <a className="button small only-stacked" href="#new-product">
            New Product
          </a>
        </div>
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
