import { formatUnits } from '../../server/contract/money';
import { type OwnStatus, ownStatuses } from '../../server/products/contract';
import { EVERYTHING, isOwnSort, ownSorts } from '../../server/products/manage/rules';
import { SelectField } from '../forms/field';
import { SearchField } from '../forms/search-field';
import { ownStatusLabels } from '../products/own-status';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed } from '../ui/feedback';
import { Grid } from '../ui/grid';
import { countText } from './blockers';
import { OwnProductCard } from './OwnProductCard';
import { ProductTable } from './ProductTable';
import { rememberView } from './remembered-view';
import type { OwnProducts } from './use-own-products';

const STATUSES: readonly { status: OwnStatus | null; label: string }[] = [
  { status: null, label: 'All' },
  ...ownStatuses.map((status) => ({ status, label: ownStatusLabels[status] })),
];

const VIEWS = [
  { view: 'cards', label: 'Cards' },
  { view: 'table', label: 'Table' },
] as const;

const SORTS = Object.entries(ownSorts).map(([value, label]) => ({ value, label }));

const countOf = (status: OwnStatus | null, counts: Readonly<Record<OwnStatus, number>>) =>
  status ? counts[status] : Object.values(counts).reduce((all, count) => all + count, 0);

interface ListProps {
  list: OwnProducts;
}

/** The seller's products: search, filter and sort, as cards or as a table. */
export function Products({ list }: ListProps) {
  return (
    <>
      <ListTools list={list} />
      <fieldset className="pills">
        <legend className="visually-hidden">Status</legend>
        {STATUSES.map(({ status, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={list.wanted.status === status}
            onClick={() => list.change({ status })}
          >
            {label} <span className="count">{formatUnits(countOf(status, list.status_counts))}</span>
          </button>
        ))}
      </fieldset>
      <Results list={list} />
    </>
  );
}

/** Search, sort and view. Not a form to send: the list follows every change, and the address keeps it. */
function ListTools({ list: { wanted, change } }: ListProps) {
  return (
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
            onClick={() => {
              rememberView(view);
              change({ view, pages: wanted.pages });
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function Results({ list }: ListProps) {
  const { wanted, count, failed, busy } = list;
  const isSearched = wanted.name !== '' || wanted.status !== null;
  return (
    <section className="results" aria-label="Products found" aria-busy={busy}>
      <div className="results-head">
        <h2 aria-live="polite">{countText(count, isSearched)}</h2>
      </div>
      {failed ? (
        <Failed onRetry={() => void list.reload()}>Your products could not be loaded.</Failed>
      ) : (
        <FoundProducts list={list} />
      )}
    </section>
  );
}

function FoundProducts({ list }: ListProps) {
  const { wanted, products, count, busy, change } = list;
  return (
    <>
      {products.length > 0 && wanted.view === 'cards' && (
        <Grid>
          {products.map((product) => (
            <li key={product.id}>
              <OwnProductCard product={product} onSaved={list.replace} />
            </li>
          ))}
        </Grid>
      )}
      {wanted.view === 'table' && <ProductTable list={list} />}
      {products.length === 0 && !busy && (
        <Empty
          icon="search"
          title="No products match your search."
          action={
            <Button onClick={() => change({ ...EVERYTHING, view: wanted.view })}>Show All Products</Button>
          }
        />
      )}
      {products.length < count && (
        <div className="load-more">
          <Button busy={busy} onClick={() => void list.more()}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}
