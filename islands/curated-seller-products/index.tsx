import { useState } from 'react';
import { formatUnits, shortDollars } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { stepAddress } from '../../server/products/manage/dashboard-contract';
import { curatedProducts } from '../../server/products/tags/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { SearchField } from '../forms/search-field';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { ProductForm } from './ProductForm';

interface Props {
  seller: { id: number; name: string };
  list: { products: OwnProduct[]; count: number };
}

export default function CuratedSellerProducts(props: Partial<Props>) {
  const id = props.seller?.id ?? Number(globalThis.location?.pathname.split('/').at(-2));
  const [query, setQuery] = useState('');
  const [list, refetch, { failed }] = usePreloaded(props.list, () =>
    call(curatedProducts, { id }, undefined, { ...(query && { query }) }),
  );
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
            onSearch={(words) => {
              setQuery(words);
              queueMicrotask(() => void refetch());
            }}
            placeholder="Name, UPC or SKU"
          />
          {list && <span className="muted tabular">{formatUnits(list.count)} products</span>}
          <a className="button small only-stacked" href="#new-product">
            New product
          </a>
        </div>
        {failed && <Failed onRetry={refetch}>The products could not be loaded.</Failed>}
        {!list && !failed && <Skeleton shape="rows" />}
        {list && (
          <Table
            caption="Products"
            rows={list.products}
            rowKey={(product) => product.id}
            cards
            dense
            empty={
              <Empty icon="box" title={query ? 'No matches' : 'No products yet.'}>
                {query ? 'Try other words.' : 'The first one is made beside.'}
              </Empty>
            }
            columns={[
              {
                key: 'name',
                head: 'Product',
                rowHead: true,
                cell: (product) => (
                  <span className="product-cell">
                    <Thumb src={product.main_image_url} alt="" size={48} />
                    <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
                  </span>
                ),
              },
              { key: 'upc', head: 'UPC', cell: ({ upc }) => <span className="tabular">{upc}</span> },
              {
                key: 'status',
                head: 'Status',
                cell: ({ provisional }) => (
                  <Badge tone={provisional ? 'yellow' : 'green'}>
                    {provisional ? 'Provisional' : 'Live'}
                  </Badge>
                ),
              },
              {
                key: 'price',
                head: 'Asking',
                num: true,
                cell: ({ seller_price_cents }) =>
                  seller_price_cents === null ? '—' : shortDollars(seller_price_cents),
              },
              {
                key: 'units',
                head: 'Units',
                num: true,
                cell: ({ units }) => (units === null ? 'TBD' : formatUnits(units)),
              },
              {
                key: 'actions',
                head: 'Actions',
                cell: ({ id, name }) => (
                  <Button size="small" icon="edit" href={stepAddress(id, 'identifiers')}>
                    Edit<span className="visually-hidden"> {name}</span>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </div>
      <aside className="aside">
        <h2 id="new-product">New product</h2>
        <ProductForm
          sellerId={id}
          onCreated={(product) => {
            notify(
              'success',
              `${product.name} is ${product.provisional ? 'kept as provisional' : 'listed'}.`,
            );
            void refetch();
          }}
        />
      </aside>
    </div>
  );
}
