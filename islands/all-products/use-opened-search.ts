import { useEffect, useState } from 'react';

interface OpenedSearch {
  name: string;
  /** New products. */
  ids: ReadonlySet<number>;
  address: string;
}

const NONE: OpenedSearch = { name: '', ids: new Set(), address: '' };

/** The saved search that the address names, if it has news. Without it the listing is the same. */
export function useOpenedSearch(address: string): OpenedSearch {
  const [opened, setOpened] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone
  useEffect(() => {
    const id = Number(new URLSearchParams(location.search).get('saved_search'));
    const viewer = document.querySelector('meta[name="viewer"]')?.getAttribute('content');
    if (!id || viewer !== 'buyer') return;
    import('./opened-search')
      .then(({ openSearch }) => openSearch(id))
      .then(
        (found) => setOpened({ ...found, address }),
        () => undefined,
      );
  }, []);
  return opened;
}
