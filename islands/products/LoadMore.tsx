import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { focusCard, isAmongCards, isWholeCard } from './card-focus';
import type { Listing } from './use-listing';

interface LoadMoreProps {
  listing: Pick<Listing, 'pages' | 'hasMore' | 'busy' | 'loadingMore' | 'failed' | 'more'>;
  /** The next page for clients without JavaScript. */
  href: string;
}

/** Loads the next page on scrolling or by its button. */
export function LoadMore({ listing, href }: LoadMoreProps) {
  const { pages, hasMore, busy, loadingMore, failed, more } = listing;
  const place = useRef<HTMLDivElement>(null);
  const shown = pages?.products.length ?? 0;
  const arrival = useArrival(listing, place);
  useLoadOnScroll(place, hasMore && !failed, shown, more);

  const load = (byKeyboard: boolean) => {
    if (busy) return;
    arrival.expect(byKeyboard);
    more();
  };
  useEnterOnCards(hasMore, () => load(true));

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
          <span>{failed === 'more' ? 'Try Again' : 'Load More'}</span>
        </a>
      )}
      <p className="visually-hidden" role="status">
        {arrival.text}
      </p>
    </div>
  );
}

type Place = RefObject<HTMLDivElement | null>;

/** Loads ahead of the reader, again after each page that does not fill the screen. */
function useLoadOnScroll(place: Place, active: boolean, shown: number, more: () => void) {
  const latest = useRef(more);
  latest.current = more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again after each page
  useEffect(() => {
    const element = place.current;
    if (!element || !active) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) && !isAmongCards()) latest.current();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, shown]);
}

/** Announces a requested page. Keyboard users continue at its first card unless they moved on. */
function useArrival({ pages, loadingMore }: LoadMoreProps['listing'], place: Place) {
  const request = useRef<{ shownBefore: number; byKeyboard: boolean } | null>(null);
  const [text, setText] = useState('');
  const shown = pages?.products.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page has arrived or failed
  useEffect(() => {
    const last = request.current;
    if (!last || loadingMore) return;
    request.current = null;
    const first = pages?.products[last.shownBefore];
    if (!first) return;
    const added = shown - last.shownBefore;
    setText(`${formatUnits(added)} more ${added === 1 ? 'product' : 'products'}`);
    const { activeElement } = document;
    const isHere = place.current?.contains(activeElement) || isWholeCard(activeElement);
    if (last.byKeyboard && (isHere || activeElement === document.body)) focusCard(first);
  }, [loadingMore, shown]);

  return {
    text,
    expect(byKeyboard: boolean) {
      request.current = { shownBefore: shown, byKeyboard };
      setText('');
    },
  };
}

/** Repeated Enter presses keep loading after the focus moved to a card. */
function useEnterOnCards(active: boolean, load: () => void) {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.repeat && isWholeCard(event.target)) load();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
