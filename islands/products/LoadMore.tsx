import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { focusCard, isAmongCards, isWholeCard } from './card-focus';
import type { Listing } from './use-listing';

interface LoadMoreProps {
  listing: Pick<Listing, 'pages' | 'hasMore' | 'busy' | 'loadingMore' | 'failed' | 'more'>;
  /** The next page for clients without JavaScript. */
  href: string;
}

interface Press {
  /** The number of products shown before. */
  before: number;
  byKeyboard: boolean;
}

/** Loads the next page on scrolling or by its button. */
export function LoadMore({ listing, href }: LoadMoreProps) {
  const { pages, hasMore, busy, loadingMore, failed, more } = listing;
  const place = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const [news, setNews] = useState('');
  const ask = useRef(more);
  ask.current = more;
  const shown = pages?.products.length ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill the screen asks for the next
  useEffect(() => {
    const element = place.current;
    if (!element || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting) && !isAmongCards()) ask.current();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, failed, shown]);

  const load = (byKeyboard: boolean) => {
    if (busy) return;
    press.current = { before: shown, byKeyboard };
    setNews('');
    more();
  };

  // Announces the result. Keyboard users continue at the first new card unless they moved on meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what was asked for is there, or could not be had
  useEffect(() => {
    const last = press.current;
    if (!last || loadingMore) return;
    press.current = null;
    const first = pages?.products[last.before];
    if (!first) return;
    const came = shown - last.before;
    setNews(`${formatUnits(came)} more ${came === 1 ? 'product' : 'products'}`);
    const { activeElement } = document;
    const isHere = place.current?.contains(activeElement) || isWholeCard(activeElement);
    if (last.byKeyboard && (isHere || activeElement === document.body)) focusCard(first);
  }, [loadingMore, shown]);

  // Repeated Enter presses keep activating the button after the focus moved.
  useEffect(() => {
    if (!hasMore) return;
    const again = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.repeat && isWholeCard(event.target)) load(true);
    };
    document.addEventListener('keydown', again);
    return () => document.removeEventListener('keydown', again);
  });

  if (!pages || pages.products.length === 0) return null;
  const clicked = (event: MouseEvent) => {
    event.preventDefault();
    load(event.detail === 0);
  };
  return (
    <div className="load-more" ref={place}>
      <p>
        {formatUnits(shown)}
        {pages.answer.count === null ? ' shown' : ` of ${formatUnits(pages.answer.count)}`}
      </p>
      {hasMore && (
        <a href={href} className="button" rel="next" aria-busy={loadingMore || undefined} onClick={clicked}>
          <span>{failed === 'more' ? 'Try again' : 'Load more'}</span>
        </a>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </div>
  );
}
