import { useSyncExternalStore } from 'react';

/** The list and the open offer beside it; the same in offers.css. */
const WIDE = '(width >= 68.75rem)';

const watch = (onChange: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** The server's page is for both: its styles show the list alone where the screen is not wide. */
export const useIsWide = () =>
  useSyncExternalStore(
    watch,
    () => matchMedia(WIDE).matches,
    () => true,
  );
