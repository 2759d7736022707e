import type { OwnStatus } from '../../server/products/contract';
import type { ManageProductsProps } from '../../server/products/dashboard-contract';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../kit/button';
import { Empty, Failed } from '../kit/empty';
import { Grid } from '../kit/grid';
import { SearchField } from '../kit/inputs';
import { countText } from './blockers';
import { OwnProductCard } from './OwnProductCard';
import { EVERYTHING, useOwnProducts } from './use-own-products';

const STATUSES: readonly { status: OwnStatus | null; label: string }[] = [
  { status: null, label: 'All' },
  { status: 'live', label: 'Live' },
  { status: 'provisional', label: 'Provisional' },
  { status: 'sold_out', label: 'Sold out' },
];

const ADD = '/dashboard/new_product';
const IMPORT = '/dashboard/import_products';

export default function ManageProducts(props: Partial<ManageProductsProps>) {
  const { frame, seller_id, products, count, status_counts } = props;
  // Without its props the element says nothing of whose products they are.
  if (!frame || !seller_id || !products || count === undefined || !status_counts)
    return <Failed>Your products could not be loaded.</Failed>;
  return (
    <Dashboard
      frame={frame}
      tab="products"
      title="Manage Products"
      actions={
        frame.has_products && (
          <>
            <Button href="/dashboard/export/products.csv" icon="download" target="_blank">
              Export
            </Button>
            <Button href={ADD} tone="primary" icon="plus">
              Add Product
            </Button>
          </>
        )
      }
    >
      {frame.has_products ? (
        <Products sellerId={seller_id} first={{ products, count, status_counts }} />
      ) : (
        <Empty
          icon="box"
          title="You haven't added any products yet"
          action={
            <>
              <Button href={ADD} tone="primary">
                Add Product
              </Button>
              <Button href={IMPORT}>Bulk Add Products</Button>
            </>
          }
        >
          One at a time, or thousands from a CSV file.
        </Empty>
      )}
    </Dashboard>
  );
}

interface ProductsProps {
  sellerId: number;
  first: Pick<ManageProductsProps, 'products' | 'count' | 'status_counts'>;
}

function Products({ sellerId, first }: ProductsProps) {
  const list = useOwnProducts(sellerId, first);
  const { wanted, change } = list;
  const narrowed = wanted.name !== '' || wanted.status !== null;
  return (
    <>
      <form className="listing-head" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Search products"
          placeholder="Search products ..."
          name="name"
          value={wanted.name}
          onSearch={(name) => change({ name: name.trim() })}
        />
      </form>
      <fieldset className="pills">
        <legend className="visually-hidden">Status</legend>
        {STATUSES.map(({ status, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={wanted.status === status}
            onClick={() => change({ status })}
          >
            {label}
            {status && <span className="count">{list.status_counts[status]}</span>}
          </button>
        ))}
      </fieldset>
      <section className="results" aria-label="Your products" aria-busy={list.busy}>
        <div className="results-head">
          <h2 aria-live="polite">{countText(list.count, narrowed)}</h2>
        </div>
        {list.failed && <Failed onRetry={list.retry}>Your products could not be loaded.</Failed>}
        {!list.failed && list.products.length > 0 && (
          <Grid>
            {list.products.map((product) => (
              <li key={product.id}>
                <OwnProductCard product={product} />
              </li>
            ))}
          </Grid>
        )}
        {!list.failed && list.products.length === 0 && !list.busy && (
          <Empty
            icon="search"
            title="Nothing here is like that."
            action={<Button onClick={() => change(EVERYTHING)}>Show everything</Button>}
          />
        )}
        {list.products.length < list.count && !list.failed && (
          <div className="load-more">
            <Button busy={list.busy} onClick={list.more}>
              Show more
            </Button>
          </div>
        )}
      </section>
    </>
  );
}
