import { clsx } from 'clsx';
import { type FormEvent, useCallback } from 'react';
import { currentUser } from '../../server/accounts/contract';
import { type Category, categoryLabels, readCategory } from '../../server/contract/categories';
import type { PropsOf } from '../../server/contract/island';
import { counted } from '../../server/contract/money';
import {
  listProductsCall,
  type StorefrontProps,
  type sellerStorefront,
} from '../../server/products/contract';
import type { SearchFigures, Sort } from '../../server/search/contract';
import {
  EVERYTHING,
  type ListingState,
  readStorefront,
  searchOf,
  storefrontAddress,
} from '../../server/search/rules';
import { showSeller } from '../../server/sellers/contract';
import { call } from '../browser/api';
import { givenId, pathQuery } from '../browser/navigation';
import { SelectField } from '../forms/field';
import { SearchField } from '../forms/search-field';
import { CategoryLinks, type FilterLinks, useCategoryRow } from '../products/CategoryLinks';
import { ListingFailed } from '../products/ListingFailed';
import { LoadMore } from '../products/LoadMore';
import { headline } from '../products/listing';
import { ResultsGrid } from '../products/ResultsGrid';
import { sortOptions } from '../products/sort-options';
import { stateOfPath } from '../products/state-of-path';
import { useListing } from '../products/use-listing';
import { useSettled } from '../products/use-settled';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { LoadProps, Skeleton } from '../ui/feedback';
import { StorefrontHead } from './StorefrontHead';

const readListingState = (path: string): ListingState => readStorefront(stateOfPath(path).query);

export default function SellerStorefront(props: PropsOf<typeof sellerStorefront>) {
  return (
    <LoadProps
      given={props.seller && (props as StorefrontProps)}
      load={loadStorefront}
      failure="The storefront could not be loaded."
    >
      {(all) => <Storefront {...all} />}
    </LoadProps>
  );
}

async function loadStorefront(): Promise<StorefrontProps> {
  const id = givenId('seller-storefront', 'sellerId', 1);
  const state = readStorefront(pathQuery());
  const [seller, answer, { user }] = await Promise.all([
    call(showSeller, { id }),
    call(listProductsCall, {}, searchOf(state, id)),
    call(currentUser, {}),
  ]);
  return { seller, state, answer, is_owner: user?.seller?.id === id };
}

function Storefront({ seller, state: first, answer, is_owner }: StorefrontProps) {
  const addressOf = useCallback((state: ListingState) => storefrontAddress(seller.id, state), [seller.id]);
  const initial = { state: first, answer };
  const listing = useListing({ initial, sellerId: seller.id, addressOf, readState: readListingState });
  const { state, pages, busy, failed, change } = listing;
  const count = pages?.answer.count ?? null;
  const isNarrowed = useSettled(listing, state.query !== '' || state.filter !== '');
  const address = addressOf(state);
  const nextPage = `${address}${address.includes('?') ? '&' : '?'}page=${(pages?.pages ?? 1) + 1}`;
  const submit = (event: FormEvent) => event.preventDefault();

  return (
    <div className="page storefront-page">
      <StorefrontHead seller={seller} isOwner={is_owner} />
      <section
        className={clsx('results', listing.failed === 'first' && 'outdated')}
        aria-label="Products"
        aria-busy={busy}
        tabIndex={-1}
      >
        <div className="results-head storefront-tools">
          <h2 aria-live="polite">
            {isNarrowed || !count ? headline(count, isNarrowed) : counted(count, 'product')}
          </h2>
          <form
            className="listing-head"
            action={`/seller/${seller.id}/search`}
            method="get"
            onSubmit={submit}
          >
            <SearchField
              label={`Search ${seller.name}`}
              value={state.query}
              onSearch={(query) => change({ query: query.trim() })}
            />
          </form>
          <SelectField
            label="Sort"
            name="sort"
            value={state.sort}
            onChange={(sort) => change({ sort: sort as Sort })}
            options={sortOptions}
          />
        </div>
        <Categories
          state={state}
          counts={pages?.answer.without_tags ?? undefined}
          addressOf={addressOf}
          onFilter={(filter) => change({ filter })}
        />
        {pages?.answer.corrected !== undefined && (
          <p className="muted">
            No products match “{state.query}”. Showing results for “{pages.answer.corrected}”.
          </p>
        )}
        <ListingFailed listing={listing} />
        {!pages && !failed && <Skeleton shape="cards" count={8} label="Loading products" />}
        {pages && count !== 0 && (
          <ResultsGrid products={pages.products} count={count ?? -1} label="Products" withoutSeller />
        )}
        {pages && count === 0 && (
          <NoProducts
            seller={seller}
            isOwner={is_owner}
            onShowAll={
              isNarrowed ? () => change({ query: EVERYTHING.query, filter: EVERYTHING.filter }) : null
            }
          />
        )}
        <LoadMore listing={listing} href={nextPage} />
      </section>
    </div>
  );
}

interface CategoriesProps extends FilterLinks {
  counts: SearchFigures['without_tags'] | undefined;
}

/** The categories that the seller has products in, where there are several. */
function Categories({ counts, ...links }: CategoriesProps) {
  const row = useCategoryRow(links.state.filter);
  const chosen = readCategory(links.state.filter);
  const categories = (Object.keys(categoryLabels) as Category[]).filter(
    (category) => category === chosen || (counts?.category_counts[categoryLabels[category]] ?? 0) > 0,
  );
  if (categories.length < 2 && !chosen) return null;
  return (
    <nav className="storefront-categories" aria-label="Categories">
      <div ref={row} className="pills category-row">
        <CategoryLinks categories={categories} counts={counts} {...links} />
      </div>
    </nav>
  );
}

interface NoProductsProps {
  seller: StorefrontProps['seller'];
  isOwner: boolean;
  /** null without a search and a filter. */
  onShowAll: (() => void) | null;
}

function NoProducts({ seller, isOwner, onShowAll }: NoProductsProps) {
  if (onShowAll)
    return (
      <Empty
        icon="search"
        title={`No products from ${seller.name} match your search.`}
        action={<Button onClick={onShowAll}>Show All Products</Button>}
      />
    );
  return (
    <Empty
      icon="store"
      title="No products yet"
      action={isOwner && <Button href="/dashboard/new_product">Add Product</Button>}
    />
  );
}
