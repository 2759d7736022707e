import { useEffect, useRef, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import type { OwnProduct, Product } from '../../server/products/contract';
import { curatedProducts, type curatedSellerProducts } from '../../server/products/tags/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { ListToolbar } from '../lists/list-toolbar';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ListCount } from '../ui/lists/list-count';
import { Table } from '../ui/table';
import { productColumns } from './columns';
import { ProductForm } from './ProductForm';

export default function CuratedSellerProducts(props: PropsOf<typeof curatedSellerProducts>) {
  const id = props.seller?.id ?? givenId('curated-seller-products', 'sellerId', -2);
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
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
    setAdding(false);
    notify(
      'success',
      `${name} ${status === 'live' || status === 'sold_out' ? 'listed' : 'saved as provisional'}.`,
    );
    void refetch();
  }

  return (
    <>
      <div>
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
          <Button href={`/seller/${id}`}>Storefront</Button>
          <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
            New Product
          </Button>
        </ListToolbar>
        {failed && <Failed onRetry={refetch}>The products could not be loaded.</Failed>}
        {!list && !failed && <Skeleton shape="rows" />}
        {list && <ProductTable products={list.products} filtered={query !== ''} />}
      </div>
      {isAdding && <ProductForm sellerId={id} onCreated={onCreated} onClose={() => setAdding(false)} />}
    </>
  );
}

const ProductTable = ({ products, filtered }: { products: OwnProduct[]; filtered: boolean }) => (
  <Table
    caption="Products"
    rows={products}
    rowKey={(product) => product.id}
    dense
    lines="wide"
    empty={
      <Empty icon="box" title={filtered ? 'No matches' : 'No products yet'}>
        {filtered ? 'Try different words.' : 'Choose New Product to add the first one.'}
      </Empty>
    }
    columns={productColumns}
  />
);
