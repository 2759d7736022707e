import { useEffect, useState } from 'react';
import type { ProductCard as Card } from '../../server/products/contract';
import { clearRecentViews, recentViews } from '../../server/sourcing/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { ProductCard } from '../products/ProductCard';
import { Button } from '../ui/button';
import { forgetViews } from './record-view';

const MAX_SHOWN = 12;

/** Absent while loading, after a failure and when there is nothing to show. */
export function RecentlyViewed() {
  const [products, setProducts] = useState<readonly Card[]>([]);
  useEffect(() => {
    if (document.querySelector('meta[name="viewer"]')?.getAttribute('content') !== 'buyer') return;
    let isHere = true;
    call(recentViews, {}).then(
      (answer) => isHere && setProducts(answer.products),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  if (products.length === 0) return null;
  return (
    <section className="section recently-viewed" aria-labelledby="recently-viewed">
      <div className="section-head">
        <h2 id="recently-viewed">Recently Viewed</h2>
        <Button size="small" onClick={() => clear(() => setProducts([]))}>
          Clear
        </Button>
      </div>
      <ul className="product-strip">
        {products.slice(0, MAX_SHOWN).map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function clear(done: () => void) {
  try {
    await call(clearRecentViews, {});
    forgetViews();
    done();
  } catch {
    notify('error', 'Check your connection and try again.');
  }
}
