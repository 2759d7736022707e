import { TOP_SELLERS } from '../../server/contract/categories';
import type { PropsOf } from '../../server/contract/island';
import type { topSellers } from '../../server/products/tags/contract';
import { AddByAddress } from '../curation/AddByAddress';
import { TaggedList } from '../curation/TaggedList';
import { useTag } from '../curation/use-tag';
import { Failed, Skeleton } from '../ui/feedback';

const AS_BUYER = `/all_products?filter=${encodeURIComponent(TOP_SELLERS)}`;

export default function TopSellers(props: PropsOf<typeof topSellers>) {
  const tag = useTag(TOP_SELLERS, props.products);
  return (
    <>
      <p className="lede">
        Products we recommend. Buyers see them in <a href={AS_BUYER}>Top Sellers</a> and in their own
        category. Unlisted products stay here until they're listed.
      </p>
      <div className="split">
        <div className="stack">
          {tag.failed && <Failed onRetry={tag.refetch}>The products could not be loaded.</Failed>}
          {!tag.products && !tag.failed && <Skeleton shape="rows" />}
          {tag.products && <TaggedList label="Top sellers" tag={tag} />}
        </div>
        <aside className="aside">
          <h2>Add a product</h2>
          <AddByAddress has={tag.has} busy={tag.busy !== null} onAdd={tag.add} />
        </aside>
      </div>
    </>
  );
}
