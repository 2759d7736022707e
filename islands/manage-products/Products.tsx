import { formatUnits } from '../../server/contract/money';
import { type OwnProduct, type OwnStatus, ownStatuses } from '../../server/products/contract';
import { EVERYTHING, isOwnSort, ownSorts } from '../../server/products/manage/rules';
import { ListChoice } from '../lists/list-choice';
import { ListToolbar } from '../lists/list-toolbar';
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
import { sharedPart } from './shared-part';
import type { OwnProducts } from './use-own-products';
import { useWanted } from './use-wanted';

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

const statusOptions = (counts: Readonly<Record<OwnStatus, number>>) => [
  { value: '', label: 'All statuses', count: Object.values(counts).reduce((all, count) => all + count, 0) },
  ...ownStatuses.map((value) => ({ value, label: ownStatusLabels[value], count: counts[value] })),
];

/** The list follows every change, and the address keeps it. */
function ListTools({ list: { wanted, count, status_counts, change } }: ListProps) {
  const { name, status, view } = wanted;
  return (
    <ListToolbar
      search={{
        label: 'Search products',
        placeholder: 'Search products ...',
        name: 'name',
        value: name,
        onSearch: (text) => change({ name: text.trim() }),
      }}
      choices={
        <>
          <ListChoice
            label="Status"
            name="status"
            value={status ?? ''}
            options={statusOptions(status_counts)}
            onChange={(chosen) => change({ status: ownStatuses.find((one) => one === chosen) ?? null })}
          />
          <ListChoice
            label="Sort"
            name="sort"
            value={wanted.sort}
            options={SORTS}
            onChange={(sort) => isOwnSort(sort) && change({ sort })}
          />
        </>
      }
      chosen={status ? [{ label: ownStatusLabels[status], onRemove: () => change({ status: null }) }] : []}
      onReset={() => change({ ...EVERYTHING, view })}
      total={count}
    >
      <h2 className="own-count" aria-live="polite">
        {countText(count, name !== '' || status !== null)}
      </h2>
      <SegmentedControl
        label="View"
        choices={VIEWS}
        value={view}
        onChange={(chosen) => {
          rememberView(chosen);
          change({ view: chosen, pages: wanted.pages });
        }}
      />
      <Button
        href="/dashboard/export/products.csv"
        icon="download"
        target="_blank"
        className="list-bar-export"
      >
        Download My Products
      </Button>
    </ListToolbar>
  );
}

function Results({ list }: ListProps) {
  if (list.failed)
    return <Failed onRetry={() => void list.reload()}>Your products could not be loaded.</Failed>;
  return <FoundProducts list={list} />;
}

function FoundProducts({ list }: ListProps) {
  const { wanted, products, count, busy, change } = list;
  const wantedTexts = useWanted(products);
  return (
    <>
      {products.length > 0 && wanted.view === 'cards' && (
        <Cards
          products={products}
          wanted={wantedTexts}
          onSaved={list.replace}
          onTable={() => change({ view: 'table', pages: wanted.pages })}
        />
      )}
      {wanted.view === 'table' && <ProductTable list={list} wanted={wantedTexts} />}
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

interface CardsProps {
  products: readonly OwnProduct[];
  wanted: ReadonlyMap<number, string>;
  onSaved: OwnProducts['replace'];
  onTable: () => void;
}

/** What most listings lack is said once; each row of the table says its own. */
function Cards({ products, wanted, onSaved, onTable }: CardsProps) {
  const shared = sharedPart(products);
  return (
    <>
      {shared && (
        <p className="shared-part">
          {`Add ${shared.label} to ${formatUnits(shared.count)} of these listings to complete them.`}{' '}
          <Button tone="link" onClick={onTable}>
            View in Table
          </Button>
        </p>
      )}
      <Grid dense>
        {products.map((product) => (
          <li key={product.id}>
            <OwnProductCard
              product={product}
              shared={shared?.key}
              wanted={wanted.get(product.id)}
              onSaved={onSaved}
            />
          </li>
        ))}
      </Grid>
    </>
  );
}
