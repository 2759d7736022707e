import type { OwnStatus } from '../../server/products/contract';
import { EVERYTHING } from '../../server/products/manage/contract';
import type { ManageProductsProps } from '../../server/products/manage/dashboard-contract';
import { isOwnSort, ownSorts } from '../../server/products/manage/sorts-contract';
import { SearchField } from '../forms/search-field';
import { SelectField } from '../forms/text-field';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Grid } from '../ui/grid';
import { countText } from './blockers';
import { OwnProductCard } from './OwnProductCard';
import { ProductTable } from './ProductTable';
import { useOwnProducts } from './use-own-products';

const STATUSES: readonly { status: OwnStatus | null; label: string }[] = [
  { status: null, label: 'All' },
  { status: 'live', label: 'Live' },
  { status: 'provisional', label: 'Provisional' },
  { status: 'sold_out', label: 'Sold out' },
];

const VIEWS = [
  { view: 'cards', label: 'Cards' },
  { view: 'table', label: 'Table' },
] as const;

const SORTS = Object.entries(ownSorts).map(([value, label]) => ({ value, label }));

interface Props {
  sellerId: number;
  first: Pick<ManageProductsProps, 'products' | 'count' | 'status_counts'>;
  state: ManageProductsProps['state'];
}

/** The seller's products: search, filter and sort, as cards or as a table. */
export function Products({ sellerId, first, state }: Props) {
  const list = useOwnProducts(sellerId, first, state);
  const { wanted, change, products } = list;
  const narrowed = wanted.name !== '' || wanted.status !== null;
  return (
    <>
      <div className="table-tools manage-tools">
        <form onSubmit={(event) => event.preventDefault()}>
          <SearchField
            label="Search products"
            placeholder="Search products ..."
            name="name"
            value={wanted.name}
            onSearch={(name) => change({ name: name.trim() })}
          />
        </form>
        <SelectField
          label="Sort"
          labelHidden
          name="sort"
          value={wanted.sort}
          options={SORTS}
          onChange={(sort) => isOwnSort(sort) && change({ sort })}
        />
        <fieldset className="pills view-switch">
          <legend className="visually-hidden">View</legend>
          {VIEWS.map(({ view, label }) => (
            <button
              key={view}
              type="button"
              aria-pressed={wanted.view === view}
              onClick={() => change({ view, pages: wanted.pages })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
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
      <section className="results" aria-label="Products found" aria-busy={list.busy}>
        <div className="results-head">
          <h2 aria-live="polite">{countText(list.count, narrowed)}</h2>
        </div>
        {list.failed && (
          <Failed onRetry={() => void list.reload()}>Your products could not be loaded.</Failed>
        )}
        {!list.failed && products.length > 0 && wanted.view === 'cards' && (
          <Grid>
            {products.map((product) => (
              <li key={product.id}>
                <OwnProductCard product={product} />
              </li>
            ))}
          </Grid>
        )}
        {!list.failed && wanted.view === 'table' && <ProductTable list={list} />}
        {!list.failed && products.length === 0 && !list.busy && (
          <Empty
            icon="search"
            title="Nothing here is like that."
            action={
              <Button onClick={() => change({ ...EVERYTHING, view: wanted.view })}>Show everything</Button>
            }
          />
        )}
        {products.length < list.count && !list.failed && (
          <div className="load-more">
            <Button busy={list.busy} onClick={() => void list.more()}>
              Show more
            </Button>
          </div>
        )}
      </section>
    </>
  );
}
