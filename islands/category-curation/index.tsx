import { type ReactNode, useRef, useState } from 'react';
import { type Category, categoryLabels } from '../../server/contract/categories';
import type { PropsOf } from '../../server/contract/island';
import { formatUnits } from '../../server/contract/money';
import { type SearchAnswer, searchProductsCall } from '../../server/products/contract';
import type { categoryCuration, TaggedProducts } from '../../server/products/tags/contract';
import { call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { AddByAddress } from '../curation/AddByAddress';
import { TaggedList } from '../curation/TaggedList';
import { useTag } from '../curation/use-tag';
import { SearchField } from '../forms/search-field';
import { Button } from '../ui/button';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Thumb } from '../ui/thumb';

const CATEGORIES = Object.keys(categoryLabels) as Category[];

export default function CategoryCuration(props: PropsOf<typeof categoryCuration>) {
  const category = (props.category ?? 'apparel') as Category;
  return (
    <>
      <p className="lede">
        Show products in additional categories. Each product also stays in the category its seller chose.
        Products you add here appear in buyers' lists and counts.
      </p>
      <nav className="pills curated-categories" aria-label="Categories">
        {CATEGORIES.map((name) => (
          <a
            key={name}
            href={`/admin/categories?category=${encodeURIComponent(name)}`}
            aria-current={name === category ? 'page' : undefined}
          >
            {categoryLabels[name]}
          </a>
        ))}
      </nav>
      <Chosen key={category} label={categoryLabels[category]} given={props.products} />
    </>
  );
}

function Chosen({ label, given }: { label: string; given: TaggedProducts['products'] | undefined }) {
  const tag = useTag(label, given);
  return (
    <div className="split">
      <section className="stack" aria-label={`Added to ${label}`}>
        <h2>Added to {label} by staff</h2>
        {tag.failed && <Failed onRetry={tag.refetch}>The products could not be loaded.</Failed>}
        {!tag.products && !tag.failed && <Skeleton shape="rows" />}
        {tag.products && <TaggedList label={`Added to ${label}`} tag={tag} />}
      </section>
      <aside className="aside between stack">
        <h2>Add a product</h2>
        <AddByAddress has={tag.has} busy={tag.busy !== null} onAdd={tag.add} />
        <Finder has={tag.has} busy={tag.busy} onAdd={tag.add} />
      </aside>
      <Members label={label} added={tag.products?.length ?? 0} />
    </div>
  );
}

/** The products that buyers see in this category. */
function Members({ label, added }: { label: string; added: number }) {
  const [answer, refetch, { failed }] = usePreloaded<SearchAnswer>(undefined, () =>
    call(searchProductsCall, {}, { search: { tags: [label] } }),
  );
  return (
    <section className="stack" aria-label={`All of ${label}`}>
      <h2>
        All of {label} {answer && <span className="count">{formatUnits(answer.count)}</span>}
      </h2>
      {failed && <Failed onRetry={refetch}>The products could not be loaded.</Failed>}
      {!answer && !failed && <Skeleton shape="rows" />}
      {answer && (
        <>
          <p className="muted small">
            To change a product's own category, edit the product.{' '}
            {added > 0 && 'This list includes products added by staff.'}
          </p>
          <ul className="drag-list">
            {answer.products.map((product) => (
              <li key={product.id}>
                <ProductLine {...product}>
                  <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
                </ProductLine>
              </li>
            ))}
          </ul>
          <p>
            {answer.count > answer.products.length && (
              <span className="muted">
                Showing the newest {formatUnits(answer.products.length)} of {formatUnits(answer.count)}.{' '}
              </span>
            )}
            <a href={`/all_products?filter=${encodeURIComponent(label)}`}>View as a Buyer</a>
          </p>
        </>
      )}
    </section>
  );
}

const FOUND = 8;

interface FinderProps {
  has: (id: number) => boolean;
  busy: number | null;
  onAdd: (id: number) => Promise<boolean>;
}

function Finder({ has, busy, onAdd }: FinderProps) {
  const { words, products, failed, search } = useProductSearch();
  const finder = useRef<HTMLDivElement>(null);

  /** The button is disabled after adding, so the focus moves to the search field. */
  async function add(id: number) {
    if (await onAdd(id)) finder.current?.querySelector('input')?.focus();
  }

  return (
    <div className="stack" ref={finder}>
      <p className="muted small">Or find one of all products by name.</p>
      <SearchField label="Search products" value={words} onSearch={(text) => void search(text)} />
      {failed && (
        <Failed onRetry={() => void search(words)}>Products could not be searched. Try again.</Failed>
      )}
      {products?.length === 0 && <p className="muted">No products match your search.</p>}
      <ul className="drag-list" aria-label="Search results">
        {products?.slice(0, FOUND).map((product) => (
          <li key={product.id}>
            <ProductLine {...product}>{product.name}</ProductLine>
            <Button
              size="small"
              disabled={has(product.id)}
              busy={busy === product.id}
              onClick={() => void add(product.id)}
            >
              Add<span className="visually-hidden"> {product.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useProductSearch() {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<SearchAnswer | null>(null);
  const [failed, setFailed] = useState(false);

  const begin = useLatest();

  async function search(text: string) {
    const isLatest = begin();
    setWords(text);
    setFailed(false);
    if (text.trim() === '') return setFound(null);
    try {
      const answer = await call(searchProductsCall, {}, { search: { name: text, description: text } });
      if (isLatest()) setFound(answer);
    } catch {
      if (isLatest()) setFailed(true);
    }
  }

  return { words, products: found?.products, failed, search };
}

type ProductLineProps = Pick<SearchAnswer['products'][number], 'main_image_url' | 'seller'> & {
  children: ReactNode;
};

const ProductLine = ({ main_image_url, seller, children }: ProductLineProps) => (
  <>
    <Thumb src={main_image_url} alt="" size={32} />
    <div className="spacer">
      {children} <span className="faint tiny">{seller.name}</span>
    </div>
  </>
);
