import { type MouseEvent, useEffect, useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { Listing } from './use-listing';

interface LoadMoreProps {
  listing: Pick<Listing, 'pages' | 'hasMore' | 'loadingMore' | 'failed' | 'more'>;
  /** Where the next page is for whoever has no script. */
  href: string;
}

/** Whoever goes from card to card by keyboard has the button next, and not card after card without an end. */
const isTabbing = () => document.activeElement?.matches('.product-card :focus-visible') ?? false;

/** The next page, by scrolling towards it or by the button. */
export function LoadMore({ listing: { pages, hasMore, loadingMore, failed, more }, href }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const ask = useRef(more);
  ask.current = more;
  const shown = pages?.products.length ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill the screen asks for the next
  useEffect(() => {
    const element = place.current;
    if (!element || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting) && !isTabbing()) ask.current();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failed, shown]);

  if (!pages || pages.products.length === 0) return null;
  const load = (event: MouseEvent) => {
    event.preventDefault();
    more();
  };
  return (
    <div className="load-more" ref={place}>
      <p>
        {formatUnits(shown)}
        {pages.answer.count === null ? ' shown' : ` of ${formatUnits(pages.answer.count)}`}
      </p>
      {hasMore && (
        <a href={href} className="button" rel="next" aria-busy={loadingMore || undefined} onClick={load}>
          <span>{failed === 'more' ? 'Try again' : 'Load more'}</span>
        </a>
      )}
    </div>
  );
}
