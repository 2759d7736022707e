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
import { SegmentedControl } from '../ui/segmented';
import { countText } from './blockers';
import { OwnProductCard } from './OwnProductCard';
import { ProductTable } from './ProductTable';
import { rememberView } from './remembered-view';
import type { OwnProducts } from './use-own-products';

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: 'grid' },
  { value: 'table', label: 'Table', icon: 'list' },
] as const;

const SORTS = Object.entries(ownSorts).map(([value, label]) => ({ value, label }));

interface ListProps {
  list: OwnProducts;
}

/** The seller's products: search, filter and sort, as cards or as a table. */
export function Products({ list }: ListProps) {
  return (
    <section aria-label="Products found" aria-busy={list.busy}>
      <ListTools list={list} />
      <Results list={list} />
    </section>
  );
}

function statusOptions(counts: Readonly<Record<OwnStatus, number>>) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    { value: '', label: `All statuses (${formatUnits(all)})` },
    ...ownStatuses.map((value) => ({
      value,
      label: `${ownStatusLabels[value]} (${formatUnits(counts[value])})`,
    })),
  ];
}

/** Not a form to send: the list follows every change, and the address keeps it. */
function ListTools({ list: { wanted, count, status_counts, change } }: ListProps) {
  const isSearched = wanted.name !== '' || wanted.status !== null;
  return (
    <div className="table-tools manage-tools">
      <SearchField
        label="Search products"
        placeholder="Search products ..."
        name="name"
        value={wanted.name}
        onSearch={(name) => change({ name: name.trim() })}
      />
      <SelectField
        label="Status"
        labelHidden
        name="status"
        value={wanted.status ?? ''}
        options={statusOptions(status_counts)}
        onChange={(chosen) => change({ status: ownStatuses.find((status) => status === chosen) ?? null })}
      />
      <SelectField
        label="Sort"
        labelHidden
        name="sort"
        value={wanted.sort}
        options={SORTS}
        onChange={(sort) => isOwnSort(sort) && change({ sort })}
      />
      <h2 aria-live="polite">{countText(count, isSearched)}</h2>
      <Button href="/dashboard/export/products.csv" icon="download" target="_blank" className="own-export">
        Export CSV
      </Button>
      <SegmentedControl
        label="View"
        choices={VIEWS}
        value={wanted.view}
        onChange={(view) => {
          rememberView(view);
          change({ view, pages: wanted.pages });
        }}
      />
    </div>
  );
}

function Results({ list }: ListProps) {
  if (list.failed)
    return <Failed onRetry={() => void list.reload()}>Your products could not be loaded.</Failed>;
  return <FoundProducts list={list} />;
}

function FoundProducts({ list }: ListProps) {
  const { wanted, products, count, busy, change } = list;
  return (
    <>
      {products.length > 0 && wanted.view === 'cards' && (
        <Grid dense>
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
