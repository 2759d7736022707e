import { useSyncExternalStore } from 'react';

/** One row at a time; the same in import.css. */
const PHONE = '(width < 48rem)';

const watch = (onChange: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

export const useIsPhone = () =>
  useSyncExternalStore(
    watch,
    () => matchMedia(PHONE).matches,
    () => false,
  );
