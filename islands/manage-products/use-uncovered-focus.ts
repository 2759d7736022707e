import { type RefObject, useEffect } from 'react';

const GAP_PX = 12;

/** Scrolls what has the focus from under a bar that is stuck to the bottom (WCAG 2.4.11). */
export function useUncoveredFocus(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const uncover = () => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || element.contains(focused)) return;
      const cover = element.getBoundingClientRect();
      const place = focused.getBoundingClientRect();
      const hidden = place.bottom + GAP_PX - cover.top;
      if (cover.height > 0 && hidden > 0 && place.top < cover.bottom)
        window.scrollBy({ top: hidden, behavior: 'instant' });
    };
    const observer = new ResizeObserver(uncover);
    observer.observe(element);
    document.addEventListener('focusin', uncover);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', uncover);
    };
  }, [bar]);
}
